/* A question put to one situation of which everything that it meets is known: the first pass of `engines/interpreter/explore.py`, and what rules a
   situation out. What is open needs the scripts on what is unknown, which put an `Inquiry` of their own in place of this one. */
((R) => {
  "use strict";
  const { ROUNDINGS, add, divide, isOpen, order, plain, times } = R;
  const NO_FACTS = new Map();
  const NOTHING = [];
  const UNDETERMINED = { id: "undetermined" };
  const MOST_NUMBERS = 1e15; // a range of more is taken for one without an end
  const MOST_LISTED = 1_000_000;

  /** What is asked meets what is unknown, and the scripts on that are not loaded. */
  class Unknown extends Error {}
  const unknown = () => {
    throw new Unknown();
  };

  /** What makes two outcomes the same, its `id`: status, and value if answered. */
  function outcomeOf(value) {
    if (!isOpen(value)) return { id: `${typeof value} ${value}`, value };
    return value.conflict ? { id: "conflict" } : value.outside ? { id: "out of range" } : UNDETERMINED;
  }

  /** A question in a situation. `heedsGiven`: what is given of questions that rules answer stands only where the rules do not say otherwise; else
      it is set. `narrowed` are conditions on facts, the candidate in slot 0. `openWorld`: things that were not named
      may be the values of facts, of those that `read` gives. */
  class Inquiry {
    constructor(fields) {
      Object.assign(this, { narrowed: NO_FACTS, openWorld: null, usual: null, passes: 0, kept: null, apart: null, heedsGiven: false, standing: new Map() }, fields);
    }
    /** The same with some fields changed. */
    replaced(fields) {
      this.shared();
      return Object.assign(Object.create(Object.getPrototypeOf(this)), this, { allowed: null, spent: false }, fields, { apart: null, standing: new Map() });
    }
    /** What is worked out once for all changes of an inquiry. */
    shared() {
      this.kept = this.kept || { statements: null, domains: new Map() };
      return this.kept;
    }
    get core() {
      return this.machine.core;
    }
    situation(facts, switches = this.switches) {
      const known = facts.size ? new Map(this.facts) : this.facts;
      for (const [fact, value] of facts) known.set(fact, value);
      return new R.Situation(this.machine.selection(switches), known, { ...this, fixed: this.set(switches) });
    }
    /** The answers that are set under these switches: those given, and, where `heedsGiven`, facts that rules leave open. */
    set(switches) {
      if (!this.heedsGiven) return this.fixed;
      if (!this.standing.has(switches)) this.standing.set(switches, R.standing(this, switches));
      return this.standing.get(switches);
    }
    /** One pass with these facts besides the given ones, under these choices of readings; its `outcome` is null where something is open. */
    pass(facts, readings) {
      this.passes += 1;
      const situation = this.situation(facts, readings.size ? this.machine.choosing(this.switches, readings) : this.switches);
      const value = this.goal(situation);
      const isMore = isOpen(value) && (value.facts.length || value.readings.length);
      return { outcome: isMore ? null : outcomeOf(value), value, situation, missing: NOTHING, readings: NOTHING };
    }
    /** The outcome given these facts, each open reading taken in every way; its `outcome` is null where facts are missing. */
    explore(facts, readings) {
      const found = this.pass(facts, readings);
      return found.outcome === null ? unknown() : found;
    }
    /** The outcome of every completion, or the facts that matter: `missing` pairs them with whether that is proved. */
    answer() {
      return this.explore(NO_FACTS, NO_FACTS);
    }
    /** The one outcome of every completion, which the scripts on what is unknown find. */
    certain() {
      return unknown();
    }

    // ---- impossible situations -------------------------------------------------------------------------------------------------

    /** The statements that rule situations out, about each thing: the named ones, and those that these facts bring in. */
    statementsOn(facts) {
      const kept = this.shared();
      const statements = (kept.statements = kept.statements || this.machine.forThings(this.things));
      const brought = this.brought(facts);
      const name = brought.join("\n");
      const found = statements.get(name);
      if (found) return found;
      const things = brought.length ? new Map(this.things) : this.things;
      for (const one of brought) things.set(R.recordOf(one), [...(things.get(R.recordOf(one)) || []), one]);
      const made = [];
      for (const statement of this.machine.impossible) {
        const several = statement.pools.map((pool) => (typeof pool === "string" ? things.get(pool) || [] : pool));
        if (several.every((pool) => pool.length)) made.push(...product(several).map((args) => ({ statement, args })));
      }
      statements.set(name, made);
      return made;
    }
    /** The things that were not named and that these facts bring in. */
    brought() {
      return NOTHING;
    }
    /** Whether a statement, of those that `isMeant` if not of all, rules these facts out: yes, no, or open. */
    isImpossible(facts, isMeant = null) {
      const statements = this.machine.impossible.length ? this.statementsOn(facts) : NOTHING;
      if (!statements.length) return false;
      const situation = this.situation(facts);
      let opened = false;
      this.machine.spend(statements.length);
      for (const { statement, args } of statements) {
        if (isMeant !== null && !isMeant(statement)) continue;
        const value = statement.code(situation, args);
        if (value === true) return true;
        if (isOpen(value) && value.facts.length) opened = opened || value;
      }
      return opened;
    }
  }

  // ---- values and things -------------------------------------------------------------------------------------------------------

  /** Every value of a type, given the things that there are; empty where there is no end of them. */
  function domainOfType(core, type, things) {
    const none = type.or_none ? [null] : [];
    switch (type.kind) {
      case "yes/no": return [true, false];
      case "enum": return [...core.enums[type.name].values, ...none];
      case "thing": return [...(things.get(type.record) || []), ...none];
      case "number": return numbersOf(type);
      default: return [];
    }
  }

  /** Where a range of numbers begins, its step and how many there are; null where it has no end. */
  function rangeOf(type) {
    if (type.low === null || type.high === null) return null;
    const [low, high, step] = [plain(type.low), plain(type.high), plain(type.step ?? 1)];
    const length = add(ROUNDINGS.down(divide(add(high, times(-1, low)), step)), 1);
    return order(length, MOST_NUMBERS) > 0 ? null : { low, step, length };
  }

  function numbersOf(type) {
    const range = rangeOf(type);
    if (range === null || range.length > MOST_LISTED) return [];
    return Array.from({ length: Math.max(range.length, 0) }, (_, place) => add(range.low, times(range.step, place)));
  }

  const product = (pools) => pools.length === 1 ? pools[0].map((value) => [value]) : pools.reduce((found, pool) => found.flatMap((one) => pool.map((value) => [...one, value])), [[]]);

  /** The things of a kind, each with whether it is there: those that are named for certain. */
  function thoseThere(s, record) {
    const named = (s.things.get(record) || []).map((thing) => [thing, true]);
    return s.openWorld === null ? named : [...named, ...R.others(s, record)];
  }

  const belongsTo = (s, record, thing) => (s.things.get(record) || []).includes(thing) || R.isUnnamed(thing);

  Object.assign(R, {
    Inquiry, NO_FACTS, UNDETERMINED, Unknown, belongsTo, domainOfType, outcomeOf, product, rangeOf, thoseThere,
    isAboutUncounted: () => false, isUnnamed: () => false, others: unknown, usualOf: unknown, waysOf: unknown,
  });
})(globalThis.Rulewright);
