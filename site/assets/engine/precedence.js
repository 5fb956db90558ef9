/* Which rules of a stage stand: as `interpreter/standing.py` (the least fixed point) and `precedence.py` (who goes before whom). */
((R) => {
  "use strict";
  const { Open, CONFLICT, both, join, joinAll, opposite } = R;
  const [STANDS, OPEN, FALSE, BEATEN] = ["stands", "open", "false", "beaten"];
  const MOST_TRIED = 2000;

  /** How each node stands, why open ones are open, what beat which, which are on cycles. An attack is [by, whether, edge]. */
  function settle(conditions, attackers) {
    const states = conditions.map((condition) => (condition === false ? FALSE : null));
    const reasons = new Map();
    const beaten = new Map();
    const stateOf = (node) => {
      let waiting = false;
      const opened = conditions[node] === true ? [] : [conditions[node]];
      for (const [other, active, edge] of attackers[node]) {
        const state = states[other];
        if (state === null) waiting = true;
        else if (state === STANDS && active === true) {
          beaten.set(node, [other, edge]);
          return BEATEN;
        } else if (state === STANDS) opened.push(active);
        else if (state === OPEN) opened.push(active === true ? reasons.get(other) : join(reasons.get(other), active));
      }
      if (waiting) return null;
      if (!opened.length) return STANDS;
      reasons.set(node, joinAll(opened));
      return OPEN;
    };
    for (let changing = true; changing; ) {
      changing = false;
      for (let node = 0; node < states.length; node += 1) {
        if (states[node] === null && (states[node] = stateOf(node)) !== null) changing = true;
      }
    }
    const cycles = [...states.keys()].filter((node) => states[node] === null);
    for (const node of cycles) {
      states[node] = OPEN;
      const opened = attackers[node].map(([, active]) => active).concat([conditions[node]]);
      reasons.set(node, joinAll([CONFLICT, ...opened.filter((one) => one !== true)]));
    }
    for (let round = 0; round < cycles.length; round += 1) { // what could break a cycle is a reason of all that depends on it
      for (const node of cycles) {
        for (const [other] of attackers[node]) if (reasons.has(other)) reasons.set(node, join(reasons.get(node), reasons.get(other)));
      }
    }
    return { states, reasons, beaten, cycles: new Set(cycles) };
  }

  // ---- choices that can be together --------------------------------------------------------------------------------------------

  /** Whether something open goes before something open; not where a fact or a reading would settle it, `silent` nodes apart. */
  function dependOnOneAnother({ states, reasons }, { attackers, parted, silent }) {
    const isOpen = (node) => states[node] === OPEN;
    const opened = [...states.keys()].filter(isOpen);
    const joined = opened.some((node) => attackers[node].some(([by]) => isOpen(by)));
    if (!joined && ![...parted].some(([node, part]) => isOpen(node) && isOpen(part))) return false;
    return !opened.some((node) => !silent.has(node) && (reasons.get(node).facts.length || reasons.get(node).readings.length));
  }

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

  // ---- the rules of a stage ----------------------------------------------------------------------------------------------------

  /** Notes how each rule of a stage stands, and gives the ways in which they may stand together. */
  function stand(plan, rules, conditions, inForce, before) {
    const nodes = new Nodes(new Edges(plan, rules, conditions, inForce, before));
    const settled = settle(nodes.conditions, nodes.attackers);
    rules.forEach((weighed, index) => conditions[index] !== false && note(weighed, index, settled, nodes));
    const ways = dependOnOneAnother(settled, nodes) ? waysOf(nodes) : null;
    return ways || [independent(rules)];
  }

  function note(weighed, index, { states, reasons, beaten, cycles }, nodes) {
    const part = nodes.parted.get(index);
    const isMust = part !== undefined && weighed.live.core.verb === "must";
    weighed.state = states[index];
    weighed.opened = reasons.get(index) || null;
    weighed.cycle = cycles.has(index) || cycles.has(part);
    if (isMust) {
      weighed.excused = states[part];
      if (states[part] === OPEN) weighed.opened = weighed.opened ? join(weighed.opened, reasons.get(part)) : reasons.get(part);
    }
    const lost = beaten.get(index) || (isMust ? beaten.get(part) : undefined);
    if (!lost) return;
    weighed.by = nodes.edges.rules[nodes.owner(lost[0])];
    weighed.why = lost[1].precedence.why;
  }

  /** The one way where no open rule depends on another. A way has the rules that stand, those that may, and whose requirement does. */
  function independent(rules) {
    const stands = rules.filter((one) => one.state === STANDS);
    const may = rules.filter((one) => one.state === OPEN);
    const required = new Set(stands.filter((one) => !one.excused || one.excused === STANDS));
    return { stands, may, required, perhaps: new Set([...stands, ...may].filter((one) => (one.excused || one.state) === OPEN)) };
  }

  /** Every way in which the rules may stand; null where there are too many. */
  function waysOf(openNodes) {
    const found = new Map();
    const waiting = [openNodes];
    for (let count = 0; waiting.length; ) {
      const nodes = waiting.pop();
      count += 1;
      if (count > MOST_TRIED) return null;
      const settled = settle(nodes.conditions, nodes.attackers);
      const left = [...settled.states.keys()].filter((node) => settled.states[node] === OPEN);
      const ahead = new Map(left.map((node) => [node, nodes.attackers[node].map(([by]) => by)]));
      const group = firstOf(left, ahead);
      const choice = nodes.waitsFor(group, settled);
      if (!group.length) {
        const standing = settled.states.map((state) => state === STANDS);
        if (!found.has(`${standing}`)) found.set(`${standing}`, wayOf(nodes, standing));
      } else if (choice) {
        for (const taken of [true, false]) waiting.push(new Nodes(nodes.edges.choosing(choice, taken), nodes.parted, nodes.fixed));
      } else {
        const each = labellings(new Map(group.map((node) => [node, new Set(ahead.get(node).filter((by) => group.includes(by)))])), nodes.parted);
        if (!each) return null;
        for (const stands of each) waiting.push(new Nodes(nodes.edges, nodes.parted, new Map([...nodes.fixed, ...stands])));
      }
    }
    return [...found.values()];
  }

  function wayOf({ edges: { rules }, parted }, standing) {
    const required = rules.filter((_, index) => standing[parted.get(index) ?? index]);
    return { stands: rules.filter((_, index) => standing[index]), may: [], required: new Set(required), perhaps: new Set() };
  }

  /** The rules of a stage, and the second parts of some: the requirement of a rule that a `need not` goes before (`parted`).
      A `may` or `may not` has such a part only where it goes before a `need not`; it is `silent`. */
  class Nodes {
    constructor(edges, parted = null, fixed = new Map()) {
      const attackers = edges.attackers();
      const [excuses, musts] = ["need not", "must"].map((verb) => edges.rules.map((one) => one.live.rule.verb === verb));
      this.edges = edges;
      this.conditions = [...edges.conditions];
      this.attackers = attackers;
      this.fixed = fixed;
      this.parted = parted || new Map();
      if (!parted && edges.plan.excuses) {
        const speaking = new Set(attackers.flatMap((whole, index) => (excuses[index] ? whole.map(([by]) => by) : [])));
        attackers.forEach((whole, index) => {
          const isSaid = !excuses[index] && (musts[index] || speaking.has(index));
          if (isSaid && whole.some(([by]) => excuses[by])) this.parted.set(index, edges.rules.length + this.parted.size);
        });
      }
      this.silent = new Set([...this.parted].filter(([node]) => !musts[node]).map(([, part]) => part));
      for (const index of this.parted.keys()) {
        this.conditions.push(this.conditions[index]);
        attackers.push(attackers[index]);
      }
      if (edges.plan.excuses) {
        excuses.forEach((excuse, index) => {
          const whole = attackers[index];
          attackers[index] = excuse ? whole.map(([by, ...rest]) => [this.parted.get(by) ?? by, ...rest]) : whole.filter(([by]) => !excuses[by]);
        });
      }
      for (const [node, stands] of fixed) [this.conditions[node], attackers[node]] = [stands, []];
    }
    /** The rule of which a node is a part. */
    owner(node) {
      return node < this.edges.rules.length ? node : [...this.parted].find(([, part]) => part === node)[0];
    }
    /** The first open thing that one of these nodes waits for; null where they only wait for one another. */
    waitsFor(group, { states }) {
      const held = group.find((node) => this.conditions[node] !== true);
      if (held !== undefined) return `held ${this.owner(held)}`;
      for (const state of [STANDS, OPEN]) {
        for (const node of group) {
          for (const [by, active, edge] of this.attackers[node]) {
            if (active !== true && states[by] === state) return this.edges.firstOpen(edge);
          }
        }
      }
      return null;
    }
  }

  /** Who goes before whom among the rules about these arguments, worked out pair by pair as needed. */
  class Edges {
    constructor(plan, rules, conditions, inForce, before) {
      Object.assign(this, { plan, rules, conditions, inForce, before, truths: new Map(), known: new Map(), links: null });
      this.place = new Map(rules.map((weighed, index) => [weighed.live.place, index]));
    }
    /** The same with something that is open taken one way. */
    choosing(choice, taken) {
      const conditions = this.conditions.map((value, index) => (choice === `held ${index}` ? taken : value));
      const found = new Edges(this.plan, this.rules, conditions, this.inForce, this.before);
      found.truths = new Map(this.truths).set(choice, taken);
      found.known = new Map([...this.known].filter(([, value]) => !(value instanceof Open)));
      return found;
    }
    /** What goes before each rule, or may. */
    attackers() {
      return this.rules.map((weighed, index) => {
        const found = [];
        if (this.conditions[index] === false) return found;
        for (const edge of this.plan.into[weighed.live.place]) {
          const by = this.place.get(edge.by);
          if (by === undefined || this.conditions[by] === false) continue;
          const active = this.edge(edge);
          if (active !== false) found.push([by, active, edge]);
        }
        return forCertain(found);
      });
    }
    /** Whether an edge is in force. */
    edge(edge) {
      let value = this.known.get(edge);
      if (value !== undefined) return value;
      value = this.stated(edge);
      if (edge.precedence.kind === "carried") value = both(value, this.chain(edge));
      if (edge.precedence.on_clash && value !== false) value = both(value, this.clash(edge));
      for (const other of edge.yields) if (value !== false) value = both(value, opposite(this.edge(other)));
      this.known.set(edge, value);
      return value;
    }
    truth(choice, work) {
      if (!this.truths.has(choice)) this.truths.set(choice, work());
      return this.truths.get(choice);
    }
    stated(edge) {
      return this.truth(edge, () => this.inForce(edge.when, edge.maybe));
    }
    clash(edge) {
      const [one, other] = [this.place.get(edge.by), this.place.get(edge.target)];
      return this.truth(this.pair(edge), () => clashes(this.rules[one], this.rules[other], this.before));
    }
    pair({ by, target }) {
      return `clash ${Math.min(by, target)} ${Math.max(by, target)}`;
    }
    /** The first thing for which it is open whether an edge is in force. */
    firstOpen(edge) {
      if (this.stated(edge) instanceof Open) return edge;
      if (edge.precedence.on_clash && this.clash(edge) instanceof Open) return this.pair(edge);
      const other = edge.yields.find((one) => this.edge(one) instanceof Open);
      if (other) return this.firstOpen(other);
      const [rule, link] = this.openOnChain(edge)[0];
      return link ? this.firstOpen(link) : `held ${rule}`;
    }

    // ---- chains ----------------------------------------------------------------------------------------------------------------

    /** Whether a chain of stated edges leads from one rule to another by way of rules whose own condition is true. */
    chain(edge) {
      const [ends] = this.reached(edge.by, edge.target, "ahead");
      if (!ends.has(edge.target)) return false;
      return ends.get(edge.target) || joinAll(this.openOnChain(edge).map(([rule, link]) => (link ? this.edge(link) : this.conditions[rule])));
    }
    /** What is open on the chains from one rule to another: conditions of rules between (no edge), and statements. */
    openOnChain({ by, target }) {
      const [, ahead] = this.reached(by, target, "ahead");
      const [, behind] = this.reached(target, by, "behind");
      const between = [...ahead.keys()].filter((place) => behind.has(place) && place !== by && place !== target).sort((one, other) => one - other);
      const rule = (place) => this.place.get(place);
      const found = between.filter((place) => this.conditions[rule(place)] instanceof Open).map((place) => [rule(place), null]);
      for (const place of [by, ...between]) {
        for (const [after, edge] of this.steps(place, "ahead")) {
          if (this.edge(edge) !== true && (between.includes(after) || (after === target && place !== by))) found.push([rule(place), edge]);
        }
      }
      return found;
    }
    /** The places that a chain of two edges or more leads to (or comes from), and those that any edges do; true: for certain. */
    reached(start, end, way) {
      const longer = new Map();
      const any = new Map();
      const waiting = [[start, true]];
      while (waiting.length) {
        const [place, certain] = waiting.pop();
        for (const [after, edge] of this.steps(place, way)) {
          const sure = certain && this.edge(edge) === true;
          let fresh = false;
          for (const known of place === start ? [any] : [any, longer]) {
            if (after !== start && !known.get(after) && (sure || !known.has(after))) fresh = !!known.set(after, sure);
          }
          const condition = this.conditions[this.place.get(after)];
          if (fresh && after !== end && condition !== false) waiting.push([after, sure && condition === true]);
        }
      }
      return [longer, any];
    }
    /** The places that stated edges lead to, or come from, and the edges: those that are or may be in force. */
    steps(place, way) {
      if (!this.links) {
        this.links = { "ahead": new Map(), "behind": new Map() };
        const put = (map, from, step) => map.set(from, [...(map.get(from) || []), step]);
        for (const [by, edges] of this.plan.links) {
          const there = edges.filter(({ target }) => this.place.has(by) && this.place.has(target)).map((edge) => [edge.target, this.edge(edge), edge]);
          for (const [target, , edge] of forCertain(there.filter(([, active]) => active !== false))) {
            put(this.links.ahead, by, [target, edge]);
            put(this.links.behind, target, [by, edge]);
          }
        }
      }
      return this.links[way].get(place) || [];
    }
  }

  /** Without what is open where the same rule goes before this one for certain. */
  function forCertain(attacks) {
    const certain = new Set(attacks.filter(([, active]) => active === true).map(([by]) => by));
    return attacks.filter(([by, active]) => active === true || !certain.has(by));
  }

  const AGAINST = { "may": ["may not"], "may not": ["may", "must"], "must": ["may not", "need not"], "need not": ["must"], "yes": ["not"], "not": ["yes"] };

  /** Whether two rules of one stage disagree: true, false, or open where an effect is, or the value that roundings are given. */
  function clashes(one, other, before) {
    const { verb, rounding } = one.live.core;
    if (verb === "is" || verb === "look up") {
      const opened = [one.effect, other.effect].find((effect) => effect instanceof Open);
      return opened || !R.same(one.effect, other.effect);
    }
    if (verb === "is rounded") {
      if (rounding === other.live.core.rounding) return false;
      return before instanceof Open ? before : !R.same(R.ROUNDINGS[rounding](before), R.ROUNDINGS[other.live.core.rounding](before));
    }
    return AGAINST[one.live.rule.verb].includes(other.live.rule.verb);
  }

  Object.assign(R, { BEATEN, FALSE, OPEN, STANDS, independent, settle, stand });
})(globalThis.Rulewright);
