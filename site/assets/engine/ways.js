/* Every way in which rules may stand together where what is open depends on one another: as the last part of `engines/interpreter/precedence.py`. */
((R) => {
  "use strict";
  const { OPEN, STANDS, isOpen } = R;
  const MOST_TRIED = 2000;

  /** Every way in which the rules may stand; null where there are too many. */
  function waysOf(openNodes) {
    const found = new Map();
    const waiting = [openNodes];
    for (let count = 0; waiting.length; ) {
      const nodes = waiting.pop();
      count += 1;
      if (count > MOST_TRIED) return null;
      const settled = R.settle(nodes.conditions, nodes.attackers);
      const left = [...settled.states.keys()].filter((node) => settled.states[node] === OPEN);
      const ahead = new Map(left.map((node) => [node, nodes.attackers[node].map(([by]) => by)]));
      const group = firstOf(left, ahead);
      const choice = waitsFor(nodes, group, settled);
      if (!group.length) {
        const standing = settled.states.map((state) => state === STANDS);
        if (!found.has(`${standing}`)) found.set(`${standing}`, wayOf(nodes, standing));
      } else if (choice) {
        for (const taken of [true, false]) waiting.push(new R.Nodes(choosing(nodes.edges, choice, taken), nodes.parted, nodes.fixed));
      } else {
        const each = labellings(new Map(group.map((node) => [node, new Set(ahead.get(node).filter((by) => group.includes(by)))])), nodes.parted);
        if (!each) return null;
        for (const stands of each) waiting.push(new R.Nodes(nodes.edges, nodes.parted, new Map([...nodes.fixed, ...stands])));
      }
    }
    return [...found.values()];
  }

  function wayOf({ edges: { rules }, parted }, standing) {
    const required = rules.filter((_, index) => standing[parted.get(index) ?? index]);
    return { stands: rules.filter((_, index) => standing[index]), may: [], required: new Set(required), perhaps: new Set() };
  }

  // ---- what is waited for ------------------------------------------------------------------------------------------------------

  /** The first open thing that one of these nodes waits for; null where they only wait for one another. */
  function waitsFor(nodes, group, { states }) {
    const held = group.find((node) => nodes.conditions[node] !== true);
    if (held !== undefined) return `held ${nodes.owner(held)}`;
    for (const state of [STANDS, OPEN]) {
      for (const node of group) {
        for (const [by, active, edge] of nodes.attackers[node]) {
          if (active !== true && states[by] === state) return firstOpen(nodes.edges, edge);
        }
      }
    }
    return null;
  }

  /** The same with something that is open taken one way. */
  function choosing(edges, choice, taken) {
    const conditions = edges.conditions.map((value, index) => (choice === `held ${index}` ? taken : value));
    const found = new R.Edges(edges.plan, edges.rules, conditions, edges.inForce, edges.before);
    found.truths = new Map(edges.truths).set(choice, taken);
    found.known = new Map([...edges.known].filter(([, value]) => !isOpen(value)));
    return found;
  }

  /** The first thing for which it is open whether an edge is in force. */
  function firstOpen(edges, edge) {
    if (isOpen(edges.stated(edge))) return edge;
    if (edge.precedence.on_clash && isOpen(edges.clash(edge))) return edges.pair(edge);
    const other = edge.yields.find((one) => isOpen(edges.edge(one)));
    if (other) return firstOpen(edges, other);
    const [rule, link] = edges.openOnChain(edge)[0];
    return link ? firstOpen(edges, link) : `held ${rule}`;
  }

  // ---- nodes that only wait for one another ------------------------------------------------------------------------------------

  /** Who stands of nodes that only wait for one another, each tried both ways; null where that takes too many tries. */
  function labellings(ahead, parted) {
    const isAlike = (one, other) => one.size === other.size && [...one].every((by) => other.has(by));
    const pairs = [...parted].filter(([node, part]) => ahead.has(node) && ahead.has(part) && isAlike(ahead.get(node), ahead.get(part)));
    const asOne = new Map(pairs.map(([node, part]) => [part, node]));
    const single = new Map();
    for (const [node, several] of ahead) if (!asOne.has(node)) single.set(node, new Set([...several].map((by) => asOne.get(by) ?? by)));
    const found = tried(single);
    for (const stands of found || []) for (const [part, node] of asOne) stands.set(part, stands.get(node));
    return found;
  }

  function tried(ahead) {
    const found = [];
    const seen = new Set();
    const waiting = [new Map()];
    while (waiting.length) {
      const stands = waiting.pop();
      label(stands, ahead);
      const name = [...stands].map(String).sort().join(";");
      if (seen.has(name)) continue;
      seen.add(name);
      if (seen.size > MOST_TRIED) return null;
      const cycle = firstOf([...ahead.keys()].filter((node) => !stands.has(node)), ahead);
      if (!cycle.length) found.push(stands);
      for (const node of cycle) for (const one of [true, false]) waiting.push(new Map(stands).set(node, one));
    }
    return found;
  }

  function label(stands, ahead) {
    for (let changing = true; changing; ) {
      changing = false;
      for (const [node, several] of ahead) {
        if (stands.has(node)) continue;
        const isBeaten = [...several].some((by) => stands.get(by));
        if (isBeaten || [...several].every((by) => stands.has(by))) changing = !!stands.set(node, !isBeaten);
      }
    }
  }

  /** Of these nodes one before which nothing goes but itself and what it goes before, with all of these. */
  function firstOf(left, ahead) {
    const before = new Map();
    for (const node of left) {
      const seen = new Set();
      const waiting = [node];
      while (waiting.length) {
        for (const by of ahead.get(waiting.pop())) {
          if (left.includes(by) && !seen.has(by)) waiting.push(by);
          if (left.includes(by)) seen.add(by);
        }
      }
      before.set(node, seen);
    }
    const first = left.find((node) => [...before.get(node)].every((by) => before.get(by).has(node)));
    return first === undefined ? [] : [...new Set([first, ...before.get(first)])].sort((one, other) => one - other);
  }

  Object.assign(R, { waysOf });
})(globalThis.Rulewright);
