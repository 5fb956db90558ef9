/* What a core looks at: which values of a fact are the same to all terms (as `engines/interpreter/value_classes.py`), and things that were not named
   (`anonymous.py`). */
((R) => {
  "use strict";
  const { ROUNDINGS, add, children, divide, isOpen, order, plain, rangeOf, reach, reached, some, statedOn, termsOf, times, unique } = R;

  // ---- which values are the same to all ----------------------------------------------------------------------------------------

  /** How finely all that a term depends on, and what rules situations out, looks at facts and parameters; what is not `there` is left out. Uses are
      texts: `fact weather`, `question allowance 0`. */
  class Sensitivity {
    constructor(core, root, there) {
      Object.assign(this, { core, cuts: new Map(), every: new Set(), links: new Map() });
      const roots = [root, ...core.impossible.map((one) => one.when)];
      const terms = [...reached(core, roots, there)];
      const names = (nameOf) => new Set(terms.map(nameOf).filter(Boolean));
      for (const term of roots) this.visit(term, "", 0);
      for (const name of names((term) => term.question)) this.question(name, core.questions[name], there);
      for (const name of names((term) => term.group || term.domain?.over.group)) for (const term of some(core.groups[name].with)) this.visit(term, "", 0);
      this.spread();
    }
    question(name, on, there) {
      for (const term of termsOf(on, there)) this.visit(term, name, on.question.params.length);
      for (const { heads } of [...statedOn(on), ...on.absent.map((absent) => absent.clause)]) {
        heads.forEach((head, slot) => (head === null || head.kind !== "free") && this.cut(`question ${name} ${slot}`, [plain(head)]));
      }
      on.question.params.forEach(({ type }, slot) => this.cut(`question ${name} ${slot}`, some(type.low, type.high).map(plain)));
      for (const table of Object.values(this.core.tables).filter((one) => one.question === name)) {
        for (const [slots, several] of [...table.rows.map((row) => [table.row_slots, row.keys]), ...table.columns.map((keys) => [table.column_slots, keys])]) {
          several.forEach((key, place) => this.cut(`question ${name} ${slots[place]}`, (key.values || some(key.low, key.high)).map(plain)));
        }
      }
    }
    visit(root, home, slots) {
      const use = (term) => (term.kind === "fact" ? `fact ${term.fact}` : term.kind === "variable" && term.slot < slots ? `question ${home} ${term.slot}` : null);
      if (use(root)) this.every.add(use(root));
      const waiting = [root];
      while (waiting.length) {
        const term = waiting.pop();
        const [side, constants] = cutBy(term);
        const asks = ["ask", "ask verdict", "barred", "up to"].includes(term.kind);
        for (const child of children(term)) {
          const used = use(child);
          if (used && child === side) this.cut(used, constants);
          else if (used && asks) term.args.forEach((arg, slot) => arg === child && put(this.links, used, `question ${term.question} ${slot}`));
          else if (used) this.every.add(used);
          waiting.push(child);
        }
      }
    }
    cut(use, values) {
      for (const value of values) put(this.cuts, use, R.hashed(value) === value ? value : `${value}`);
    }
    /** What cuts an argument cuts the facts that are handed to it. */
    spread() {
      for (let growing = true; growing; ) {
        growing = false;
        for (const [use, links] of this.links) {
          for (const link of links) {
            if (this.every.has(link) && !this.every.has(use)) growing = !!this.every.add(use);
            for (const value of this.cuts.get(link) || []) if (put(this.cuts, use, value)) growing = true;
          }
        }
      }
    }
    /** The first number of each class of a range, and how many classes there are as `count`; of very many no more than `most` are made. */
    firstNumbers(fact, type, most) {
      const range = rangeOf(type);
      if (range === null) return [];
      const { low, step, length } = range;
      const at = (place) => add(low, times(step, place));
      if (this.every.has(`fact ${fact}`)) return Object.assign(Array.from({ length: Math.min(length, most) }, (_, place) => at(place)), { count: length });
      const below = this.pointsOf(fact).map((point) => divide(add(point, times(-1, low)), step));
      const places = below.flatMap((place) => [ROUNDINGS.up(place), add(ROUNDINGS.down(place), 1)]);
      const kept = unique([0, ...places.filter((place) => order(place, 0) > 0 && order(place, length) < 0)]).sort(order);
      return kept.map(at);
    }
    /** The numbers that cut a fact. */
    pointsOf(fact) {
      const cuts = [...(this.cuts.get(`fact ${fact}`) || [])];
      return cuts.map((cut) => (typeof cut === "string" ? fractionOf(cut) : cut)).filter((cut) => cut !== null && typeof cut !== "boolean").sort(order);
    }
    /** One value of each class of a domain: those together that are the same to every condition and effect. */
    groups(fact, domain) {
      const { type } = this.core.facts[fact];
      const use = `fact ${fact}`;
      if (this.every.has(use) || type.kind === "yes/no" || type.kind === "thing") return domain;
      const cuts = this.cuts.get(use) || new Set();
      if (type.kind !== "number") return firsts(domain, (value) => (cuts.has(value) || value === null ? value : "\nother"));
      const points = this.pointsOf(fact);
      return firsts(domain, (value) => {
        const place = points.findIndex((point) => order(point, value) >= 0);
        return `${place} ${place >= 0 && order(points[place], value) === 0}`;
      });
    }
  }

  /** Puts a value under a name; whether it is new. */
  function put(map, name, value) {
    if (!map.has(name)) map.set(name, new Set());
    return !map.get(name).has(value) && !!map.get(name).add(value);
  }

  function fractionOf(text) {
    const [over, under] = text.split("/");
    return /^-?\d+$/.test(over) ? plain({ numerator: over, denominator: under || "1" }) : null;
  }

  function firsts(domain, nameOf) {
    const found = new Map();
    for (const value of domain) if (!found.has(nameOf(value))) found.set(nameOf(value), value);
    return [...found.values()];
  }

  /** The side of a comparison that constants cut, and these constants. */
  function cutBy(term) {
    if (term.scale !== null) return [null, []];
    if (term.kind === "compare") {
      if (term.right.kind === "constant") return [term.left, [plain(term.right.value)]];
      if (term.left.kind === "constant") return [term.right, [plain(term.left.value)]];
    }
    const ends = term.kind === "in set" ? term.members.flat().filter((end) => end !== null) : [];
    return ends.length && ends.every((end) => end.kind === "constant") ? [term.of, ends.map((end) => plain(end.value))] : [null, []];
  }

  // ---- which things an answer can depend on ------------------------------------------------------------------------------------

  /** Whether a term depends on which things there are. */
  const goesThrough = (core, root) => [...reached(core, [root])].some((term) => term.link || ["things", "members"].includes(term.domain?.over.kind));

  // ---- things that were not named ----------------------------------------------------------------------------------------------

  const UNNAMED = new Map(); // the text of each such thing, and its kind
  const isUnnamed = (value) => UNNAMED.has(value);

  function unnamed(record, number) {
    const name = number === 1 ? `another ${record}` : `another ${record} (${number})`;
    UNNAMED.set(name, record);
    return name;
  }

  /** The things that facts bring in, in their order. */
  const unnamedIn = (facts) => unique([...facts.values()].filter(isUnnamed));

  /** The things of a kind that were not named and that a fact may have as its value: those that others brought in, and one more. */
  function valuesOf(record, facts) {
    const there = unnamedIn(facts).filter((one) => UNNAMED.get(one) === record);
    let number = 1;
    while (there.includes(unnamed(record, number))) number += 1;
    return [...there, unnamed(record, number)];
  }

  const UNCOUNTED = new Set(); // the texts of things that stand for any number of further ones, two of each kind
  const PRESENCE = new Map();
  const OF_EACH_KIND = 2; // a condition may be about two that differ

  /** Things of a kind that stand for any number of further ones, each with the fact that it is there, which has no values to try. */
  function uncounted(record) {
    if (!PRESENCE.has(record)) PRESENCE.set(record, { name: "there is another", args: [record], id: `there is another ${record}` });
    return Array.from({ length: OF_EACH_KIND }, (_, place) => {
      const name = `uncounted ${record} (${place + 1})`;
      UNNAMED.set(name, record);
      UNCOUNTED.add(name);
      return [name, R.openFor([PRESENCE.get(record)])];
    });
  }
  const isAboutUncounted = (key) => PRESENCE.get(key.args[0]) === key || key.args.some((one) => UNCOUNTED.has(one));

  /** The facts that may have a thing as their value that was not named: those that what is asked reads, on things that were named. */
  function sourcesOf({ machine, read, things, known }, record) {
    if (!known.has(record)) {
      const { core } = machine;
      const found = [...read()].sort().flatMap((name) => {
        const { type, params } = core.facts[name];
        if (type.kind !== "thing" || type.record !== record) return [];
        const args = R.product(params.map((param) => R.domainOfType(core, param.type, things).filter((one) => one !== null)));
        return args.map((one) => machine.inOrder(machine.fact(name).of(one)));
      });
      known.set(record, [...new Set(found)]);
    }
    return known.get(record);
  }

  /** The things of a kind that were not named, each with whether it is there: true, or open where that depends on what the value of a fact is. */
  function others(s, record) {
    const sources = sourcesOf(s.openWorld, record);
    s.openWorld.rangedOver.add(record);
    const found = s.openWorld.uncounted.has(record) ? uncounted(record) : [];
    found.push(...unique(sources.map((key) => s.facts.get(key)).filter(isUnnamed)).map((thing) => [thing, true]));
    const unknown = sources.filter((key) => !s.facts.has(key) && isOpen(s.unknown(key)));
    if (unknown.length) found.push([valuesOf(record, s.facts).pop(), R.openFor(unknown)]);
    return found;
  }

  // ---- impossible situations ---------------------------------------------------------------------------------------------------

  const GROUPS = new WeakMap();

  /** The statements that rule situations out, in groups of those that look at the same facts: the group of each, and of each fact.
      `roaming`: those that depend on which things there are. */
  function groupsOf({ core }) {
    if (!GROUPS.has(core)) GROUPS.set(core, grouped(core));
    return GROUPS.get(core);
  }

  function grouped(core) {
    const groupOf = new Map();
    const firsts = core.impossible.map((one, number) => {
      const names = [...reach(core, [one.when])];
      const joined = new Set(names.map((name) => groupOf.get(name)));
      for (const [name, group] of groupOf) if (joined.has(group)) groupOf.set(name, number);
      for (const name of names) groupOf.set(name, number);
      return names[0];
    });
    const each = firsts.map((name) => groupOf.get(name) ?? -1);
    return { groupOf, each, roaming: new Set(each.filter((_, place) => goesThrough(core, core.impossible[place].when))) };
  }

  Object.assign(R, { Sensitivity, groupsOf, isAboutUncounted, isUnnamed, others, unnamed, unnamedIn, valuesOf });
  R.recordOf = (thing) => UNNAMED.get(thing);
})(globalThis.Rulewright);
