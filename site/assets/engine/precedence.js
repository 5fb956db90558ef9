/* Which rules of a stage stand: as `engines/interpreter/fixpoint.py` (the least fixed point) and `precedence.py` (who goes before whom). */
((R) => {
  "use strict";
  const { CONFLICT, both, isOpen, join, joinAll, opposite } = R;
  const [STANDS, OPEN, FALSE, BEATEN] = ["stands", "open", "false", "beaten"];

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

  /** Whether something open goes before something open; not where a reading would settle it, `silent` nodes apart. */
  function dependOnOneAnother({ states, reasons }, { attackers, parted, silent }) {
    const waits = (node) => states[node] === OPEN;
    const opened = [...states.keys()].filter(waits);
    const joined = opened.some((node) => attackers[node].some(([by]) => waits(by)));
    if (!joined && ![...parted].some(([node, part]) => waits(node) && waits(part))) return false;
    return !opened.some((node) => !silent.has(node) && reasons.get(node).readings.length);
  }

  // ---- the rules of a stage ----------------------------------------------------------------------------------------------------

  /** Notes how each rule of a stage stands, and gives the ways in which they may stand together. */
  function stand(plan, rules, conditions, inForce, before) {
    const nodes = new Nodes(new Edges(plan, rules, conditions, inForce, before));
    const settled = settle(nodes.conditions, nodes.attackers);
    rules.forEach((weighed, index) => conditions[index] !== false && note(weighed, index, settled, nodes));
    const ways = dependOnOneAnother(settled, nodes) ? R.waysOf(nodes) : null;
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

  /** The rules of a stage, and the second parts of some: the requirement of a rule that a `need not` goes before (`parted`).
      A `may` or `may not` has such a part only where it goes before a `need not`; it is `silent`. Of an amount of a kind the part is that it
      stands, by which it goes before others; it counts where no better one of its kind stands. */
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
      if (!parted && edges.plan.hasKinds) edges.rules.forEach((_, index) => this.parted.set(index, edges.rules.length + index));
      this.silent = new Set([...this.parted].filter(([node]) => !musts[node]).map(([, part]) => part));
      const standing = edges.plan.hasKinds ? edges.attackers((edge) => !R.isBest(edge)) : attackers;
      for (const index of this.parted.keys()) {
        this.conditions.push(this.conditions[index]);
        attackers.push(standing[index]);
      }
      if (edges.plan.hasKinds) attackers.forEach((whole, index) => (attackers[index] = whole.map(([by, ...rest]) => [this.parted.get(by), ...rest])));
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
  }

  /** Who goes before whom among the rules about these arguments, worked out pair by pair as needed. */
  class Edges {
    constructor(plan, rules, conditions, inForce, before) {
      Object.assign(this, { plan, rules, conditions, inForce, before, truths: new Map(), known: new Map(), links: null });
      this.place = new Map(rules.map((weighed, index) => [weighed.live.place, index]));
    }
    /** What goes before each rule, or may, of the edges that are wanted. */
    attackers(isWanted = () => true) {
      return this.rules.map((weighed, index) => {
        const found = [];
        if (this.conditions[index] === false) return found;
        for (const edge of this.plan.into[weighed.live.place]) {
          const by = this.place.get(edge.by);
          if (by === undefined || this.conditions[by] === false || !isWanted(edge)) continue;
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
      const found = between.filter((place) => isOpen(this.conditions[rule(place)])).map((place) => [rule(place), null]);
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
      const opened = [one.effect, other.effect].filter(isOpen);
      return opened.length ? joinAll(opened) : !R.same(one.effect, other.effect);
    }
    if (verb === "is rounded") {
      if (rounding === other.live.core.rounding && R.hashed(R.stepOf(one.live.core)) === R.hashed(R.stepOf(other.live.core))) return false;
      return isOpen(before) ? before : !R.same(R.roundWith(one.live.core, before), R.roundWith(other.live.core, before));
    }
    return AGAINST[one.live.rule.verb].includes(other.live.rule.verb);
  }

  Object.assign(R, { BEATEN, Edges, FALSE, Nodes, OPEN, STANDS, independent, settle, stand });
})(globalThis.Rulewright);
