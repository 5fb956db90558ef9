/* Assumes what is usual of facts that are not given, no more than the answer rests on: as `engines/interpreter/assumptions.py` and `default_values.py`. */
((R) => {
  "use strict";
  const { NO_FACTS, UNDETERMINED, isOpen, isUnnamed } = R;
  const LISTED = 300;
  const MOST_TRIED = 500;
  const MOST_PASSES = 2000;
  const MOST_STEPS = 20_000; // of the passes together, by what the first took: what is usual costs about as much as what is given
  const TOO_MANY = {};
  const NOTHING = new Set();

  /** What is assumed. `only` null: of every fact with a usual value, except of those `withheld`; `met` are those that were looked for. */
  class Usual {
    constructor(fields) {
      Object.assign(this, { withheld: NOTHING, only: null, met: new Set() }, fields);
    }
    /** The value that is assumed of a fact that is not given; undefined where none is. */
    of(key) {
      if (!this.values.has(key.name) || R.isAboutUncounted(key) || (this.judged.has(key.name) && key.args.some(isUnnamed))) return undefined;
      this.met.add(key);
      return this.withheld.has(key) || (this.only !== null && !this.only.has(key)) ? undefined : this.values.get(key.name);
    }
    with(fields) {
      return new Usual({ ...this, ...fields, met: new Set() });
    }
  }

  function usualOf(core) {
    const values = Object.entries(core.facts).filter(([, fact]) => fact.usual !== null).map(([name, fact]) => [name, R.plain(fact.usual.value)]);
    return new Usual({ values: new Map(values), judged: values.length ? R.reach(core, core.impossible.map((one) => one.when)) : NOTHING });
  }

  /** The inquiry with assumptions, those that its answer rests on, which is not certain without them, and of these each that it cannot be without.
      Of the facts `unless` nothing is assumed; `steps` are those of the pass that found that out. */
  function assuming(inquiry, usually, steps, unless = NOTHING) {
    if (!usually.values.size) return [inquiry, NO_FACTS, NOTHING];
    const most = Math.min(MOST_PASSES, Math.floor(MOST_STEPS / Math.max(steps, 1)));
    const usual = usually.with({ withheld: together(unless, notTogether(inquiry, usually.with({ withheld: unless }))) });
    const all = under(inquiry, usual);
    const outcome = outcomeOf(all);
    if (outcome === null) return [under(inquiry, usual), missing(inquiry, usual, most), NOTHING];
    const [keys, each] = needed(inquiry, usual, outcome, without(all.usual.met, usual.withheld), most);
    return [under(inquiry, usual), new Map([...keys].map((key) => [key, usual.of(key)])), each];
  }

  /** What every completion has, as a text: the outcome and, where it is undetermined, for what reasons; null where two differ. */
  function outcomeOf(inquiry) {
    const outcome = inquiry.certain();
    if (outcome !== UNDETERMINED) return outcome && outcome.id;
    const { value } = inquiry.explore(NO_FACTS, NO_FACTS);
    if (!isOpen(value)) return outcome.id;
    return JSON.stringify([outcome.id, value.whys.map((one) => `${one.why} ${one.case}`).sort(), [...value.readings].sort()]);
  }

  const under = (inquiry, usual) => inquiry.replaced({ usual: usual.with({}), passes: 0 });
  const without = (keys, others) => new Set([...keys].filter((key) => !others.has(key)));
  const together = (keys, others) => new Set([...keys, ...others]);

  /** The assumptions in some smallest set that is enough for an outcome, and those in all of them; `read` are enough, and all of them are both
      where that takes too long.
      `most`: so many passes are made; where there are more assumptions than that, none is tried. */
  function needed(inquiry, usual, outcome, read, most) {
    if (read.size > most) return [read, read];
    let made = 0;
    const settled = (fields) => {
      if (made > most) throw TOO_MANY;
      const tried = under(inquiry, usual.with(fields)).replaced({ budget: Math.min(inquiry.budget, most - made) });
      const found = outcomeOf(tried) === outcome;
      made += tried.passes;
      if (made > most) throw TOO_MANY;
      return found;
    };
    const enough = (only) => settled({ only });
    try {
      const each = new Set([...read].filter((key) => !settled({ withheld: together(usual.withheld, [key]) })));
      if (enough(each)) return [each, each];
      const several = together(each, missing(under(inquiry, usual.with({ only: each })), usual, most - made).keys());
      return [inSmallest(enough(several) ? several : together(several, read), enough), each];
    } catch (ended) {
      if (ended !== TOO_MANY) throw ended;
      return [read, read];
    }
  }

  /** The usual values of the facts that an inquiry finds missing, in so many passes at most. */
  function missing(inquiry, usual, most) {
    const found = inquiry.replaced({ budget: Math.min(LISTED, most) }).answer().missing.map(([key]) => [key, usual.of(key)]);
    return new Map(found.filter(([, value]) => value !== undefined));
  }

  /** The assumptions in some smallest set that is impossible together with what is given. */
  function notTogether(inquiry, usual) {
    const all = under(inquiry, usual);
    if (!inquiry.machine.impossible.length || all.possible(NO_FACTS)) return NOTHING;
    const nothing = under(inquiry, usual.with({ only: NOTHING }));
    nothing.isImpossible(NO_FACTS); // where nothing is assumed every statement is gone through
    let met = together(all.usual.met, nothing.usual.met);
    const isImpossible = (only) => {
      const tried = under(inquiry, usual.with({ only }));
      const found = !tried.possible(NO_FACTS);
      met = together(met, tried.usual.met);
      return found;
    };
    let found = NOTHING;
    for (let pool = NOTHING; pool.size !== met.size; ) {
      pool = met;
      found = inSmallest(pool, isImpossible);
    }
    return found;
  }

  /** What is in some smallest set for which something holds that holds for all larger sets too. */
  function inSmallest(every, holds) {
    const nameOf = (keys) => [...keys].map((key) => key.id ?? key).sort().join();
    const tried = new Map();
    const held = (keys) => {
      const name = nameOf(keys);
      if (!tried.has(name)) tried.set(name, holds(keys));
      return tried.get(name);
    };
    const found = new Set();
    const waiting = [every];
    const seen = new Set([nameOf(every)]);
    while (waiting.length) {
      const keys = waiting.pop();
      if (tried.size > MOST_TRIED) return every;
      if (!held(keys)) continue;
      let smallest = keys;
      for (const key of keys) if (held(without(smallest, new Set([key])))) smallest = without(smallest, new Set([key]));
      for (const key of smallest) {
        found.add(key);
        const rest = without(keys, new Set([key])); // a further smallest set is without one of its members
        if (!seen.has(nameOf(rest))) waiting.push(rest);
        seen.add(nameOf(rest));
      }
    }
    return found;
  }

  Object.assign(R, { assuming, inSmallest, underUsual: under, usualOf });
})(globalThis.Rulewright);
