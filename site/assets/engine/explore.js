/* Unknown facts and open readings: the one outcome of every completion, or the facts that matter. As `interpreter/explore.py`. */
((R) => {
  "use strict";
  const { NO_FACTS, Open, UNDETERMINED, isOpen, isUnnamed, openReadings, same } = R;
  const MOST_PASSES = 3000;
  const VALUES = 64; // for each pass that is allowed, so many values of one fact are gone through where each by itself settles something
  const MOST_PAIRS = 200_000;
  const MOST_KINDS = 12;
  const MANY = "many"; // outcomes, none of them that of a leaf
  const MOST_RENAMED = 2_000;
  const NOTHING = [];
  const least = (names) => [...names].sort()[0];

  class Exploring extends R.Inquiry {
    constructor(fields) {
      super({ budget: MOST_PASSES, ...fields });
    }

    // ---- readings --------------------------------------------------------------------------------------------------------------

    /** The outcome given these facts, each open reading taken in every way; its `outcome` is null where facts are missing. */
    explore(facts, readings) {
      const ways = [];
      const found = this.tryReadings(facts, readings, ways);
      if (found.outcome !== UNDETERMINED || !found.value.readings.length) return found;
      const apart = toldApart(ways);
      const matter = apart.length ? apart : found.value.readings;
      return { ...found, value: this.openReading(matter) };
    }
    openReading(matter) {
      const why = R.reason("open reading", this.core.readings[least(matter)].on[0] ?? null);
      return new Open(false, [why], [], matter);
    }
    tryReadings(facts, readings, ways) {
      const pass = this.pass(facts, readings);
      const { value, situation } = pass;
      if (pass.outcome !== null) {
        ways.push({ choices: readings, outcome: pass.outcome });
        return pass;
      }
      if (!value.readings.length || this.passes > this.budget) return { outcome: null, value, situation, readings: value.readings };
      const name = least(value.readings);
      let tried = [name];
      const each = [];
      for (const choice of this.core.readings[name].choices) {
        const found = this.tryReadings(facts, new Map(readings).set(name, choice.name), ways);
        tried = R.union(tried, found.readings);
        if (found.outcome === null) {
          return value.facts.length ? { outcome: null, value, situation, readings: R.union(tried, value.readings) } : { ...found, readings: tried };
        }
        each.push(found);
      }
      if (new Set(each.map((found) => found.outcome.id)).size === 1) {
        const undecided = each.find((found) => found.outcome === UNDETERMINED && found.value.readings.length);
        return { ...(undecided || each[0]), readings: tried };
      }
      return { outcome: UNDETERMINED, value: openReadings(tried), situation, missing: NOTHING, readings: tried };
    }

    // ---- all completions -------------------------------------------------------------------------------------------------------

    /** The outcome of every completion, or the facts that matter: `missing` pairs them with whether that is proved. */
    answer() {
      const found = this.explore(NO_FACTS, NO_FACTS);
      if (found.outcome !== null) return found;
      const first = found.value;
      const leaves = [];
      const unsettled = new Set();
      this.branch(NO_FACTS, first, leaves, unsettled);
      const outcomes = new Set(leaves.map((leaf) => leaf.outcome.id));
      if (outcomes.size === 1 && !unsettled.size) return this.answered(leaves, found.situation);
      const [proved, perhaps] = outcomes.size > 1 ? this.matter(leaves) : [[], []];
      const maybe = R.union([...unsettled], perhaps).filter((fact) => !proved.includes(fact));
      const perhapsThese = proved.length || maybe.length ? maybe.map((fact) => [fact, false]) : this.mayMatter(first.facts);
      const missing = [...this.deciding(proved).map((fact) => [fact, true]), ...perhapsThese];
      return { outcome: null, value: first, situation: found.situation, missing, readings: first.readings };
    }
    /** Facts that a pass met, as facts of which it is not proved that they matter. */
    mayMatter(facts) {
      return facts.filter((fact) => !aboutUnnamed(fact)).map((fact) => [fact, false]);
    }
    /** The outcome that all leaves have; why it is undetermined is taken from one in which nothing much happens. */
    answered(leaves, situation) {
      const leaf = leaves.reduce((one, other) => (eventful(other) < eventful(one) ? other : one));
      const found = this.explore(leaf.facts, NO_FACTS);
      const value = found.outcome !== null ? found.value : this.valueOf(leaf, found.value.readings);
      const each = R.unique(leaves.map((one) => one.situation));
      return { outcome: leaf.outcome, value, situation, missing: NOTHING, readings: found.readings, leaves: each.every(Boolean) ? each : NOTHING };
    }
    /** The value of an outcome that was found choice by choice: no one argument has it all. */
    valueOf({ facts, outcome }, readings) {
      if ("value" in outcome) return outcome.value;
      const name = least(readings);
      const outcomes = this.core.readings[name].choices.map((choice) => this.certainOf(facts, new Map([[name, choice.name]])));
      const isApart = new Set(outcomes.map((one) => one && one.id)).size > 1;
      return openReadings(isApart ? [name] : [], outcome.id === "conflict");
    }
    /** The one outcome of every completion; null as soon as two differ or the budget is spent. */
    certain() {
      return this.certainOf(NO_FACTS, NO_FACTS);
    }
    certainOf(facts, readings) {
      let found = null;
      for (const [outcome, known] of this.outcomes(facts, readings)) {
        if (outcome === null) return null;
        if ((found !== null && outcome.id === found.id) || !this.possible(known)) continue;
        if (found !== null) return null;
        found = outcome;
      }
      return found;
    }
    *outcomes(facts, readings) {
      const found = this.explore(facts, readings);
      if (found.outcome !== null) {
        yield [found.outcome, facts];
        return;
      }
      const fact = this.firstToTry(found.value, facts);
      if (fact === undefined || this.passes > this.budget) {
        yield [this.choiceByChoice(facts, readings, found.value), facts];
        return;
      }
      const candidates = this.domain(fact, facts), most = this.budget * VALUES;
      for (const candidate of candidates.slice(0, most)) {
        const known = new Map(facts).set(fact, candidate);
        if (this.isImpossible(known) !== true) yield* this.outcomes(known, readings);
      }
      if ((candidates.count || candidates.length) > most) yield [null, facts];
    }
    /** The outcome of every completion of these facts, where each choice of a reading has one of its own; else null. */
    choiceByChoice(facts, readings, value) {
      if (!value.readings.length || this.passes > this.budget) return null;
      const name = least(value.readings);
      const outcomes = new Map();
      for (const choice of this.core.readings[name].choices) {
        const outcome = this.certainOf(facts, new Map(readings).set(name, choice.name));
        if (outcome === null) return null;
        outcomes.set(outcome.id, outcome);
      }
      return outcomes.size === 1 ? [...outcomes.values()][0] : UNDETERMINED;
    }
    /** One value of each class of a fact's domain that is not given away; `facts` are those that are tried besides. */
    domain(fact, facts = NO_FACTS) {
      const { type } = this.core.facts[fact.name];
      const { domains } = this.shared();
      if (!domains.has(fact)) {
        const conditions = this.narrowed.get(fact) || [];
        const kept = () => R.domainOfType(this.core, type, this.things).filter((value) => conditions.every((code) => code(null, [value]) === true));
        const isRange = type.kind === "number" && !conditions.length;
        domains.set(fact, isRange ? this.sensitivity().firstNumbers(fact.name, type, MOST_PASSES * (VALUES + 1)) : this.sensitivity().groups(fact.name, kept()));
      }
      const tried = domains.get(fact);
      return this.openWorld !== null && type.kind === "thing" ? [...tried, ...R.valuesOf(type.record, facts)] : tried;
    }
    firstToTry(value, facts) {
      return value.facts.find((one) => this.domain(one, facts).length);
    }
    /** Tries the first fact that a pass ran into, value by value. A leaf is a part of the situations in which the outcome is one. */
    branch(facts, value, leaves, unsettled) {
      const fact = this.firstToTry(value, facts);
      if (fact === undefined || this.passes > this.budget) {
        const outcome = this.choiceByChoice(facts, NO_FACTS, value);
        if (outcome !== null) {
          leaves.push({ facts, outcome, situation: null });
          return;
        }
        const tried = this.passes > this.budget ? facts.keys() : []; // may matter too where not all is gone through
        for (const one of [...value.facts, ...tried]) for (const named of broughtInBy(one, facts)) unsettled.add(named);
        return;
      }
      const candidates = this.domain(fact, facts);
      if ((candidates.count || candidates.length) > this.budget) { // not all can be gone through, so none of these facts is proved not to matter
        for (const one of [...value.facts, ...facts.keys()]) for (const named of broughtInBy(one, facts)) unsettled.add(named);
      }
      for (const candidate of candidates.slice(0, this.budget)) {
        const known = new Map(facts).set(fact, candidate);
        if (this.isImpossible(known) === true) continue;
        const found = this.explore(known, NO_FACTS);
        if (found.outcome === null) this.branch(known, found.value, leaves, unsettled);
        else for (const part of this.possibleParts(known)) leaves.push({ facts: part, outcome: found.outcome, situation: found.situation });
      }
    }

    // ---- impossible situations -------------------------------------------------------------------------------------------------

    brought(facts) {
      return this.openWorld === null ? NOTHING : R.unnamedIn(facts).sort();
    }
    /** The situations with these facts, split until it is certain that each is possible.
        Statements about other facts split nothing: it is enough that something is possible under them. */
    *possibleParts(facts) {
      const { plain, groupOf } = R.groupsOf(this.machine);
      const near = new Set([...facts.keys()].map(({ name }) => groupOf.get(name)).filter((group) => group !== undefined));
      if (this.openWorld !== null && !plain) yield* this.split(facts, null);
      else if (this.possibleApart(facts, near)) yield* this.split(facts, near);
    }
    /** Whether something is possible under the statements that are not near these facts; what these are has no part in it. */
    possibleApart(facts, near) {
      this.apart = this.apart || new Map();
      const name = [...[...near].sort(), ...this.brought(facts)].join("\n");
      if (!this.apart.has(name)) {
        const far = new Set(R.groupsOf(this.machine).each.filter((group) => !near.has(group)));
        this.apart.set(name, !far.size || !this.split(facts, far).next().done);
      }
      return this.apart.get(name);
    }
    *split(facts, groups) {
      const found = this.isImpossible(facts, groups && (({ number }) => groups.has(R.groupsOf(this.machine).each[number])));
      if (found === false) yield facts;
      if (!isOpen(found)) return;
      this.passes += 1;
      const fact = this.firstToTry(found, facts);
      if (fact === undefined || this.passes > this.budget) {
        yield facts;
        return;
      }
      const values = this.domain(fact, facts), size = values.count || values.length, most = this.budget * VALUES;
      let there = false;
      for (const value of values.slice(0, this.budget)) {
        for (const part of this.split(new Map(facts).set(fact, value), groups)) {
          there = true;
          yield part;
        }
      }
      if (there || size <= this.budget) return;
      for (const value of values.slice(this.budget, this.budget + most)) { // the first that is possible; where it is not found out, it is taken to be
        const part = this.split(new Map(facts).set(fact, value), groups).next();
        if (!part.done) {
          yield part.value;
          return;
        }
      }
      if (size > this.budget + most) yield facts;
    }
    possible(facts) {
      return !this.possibleParts(facts).next().done;
    }

    // ---- which facts matter ----------------------------------------------------------------------------------------------------

    /** The facts in which two possible situations differ that differ in outcome, and those that may be such facts.
        In it alone; where impossible statements leave no such pair, in a smallest set with it. */
    matter(leaves) {
      const facts = [...new Set(leaves.flatMap((leaf) => [...leaf.facts.keys()].flatMap((fact) => broughtInBy(fact, leaf.facts))))];
      const renamed = renamedLeaves(leaves);
      const several = renamed || leaves;
      const alone = new Set();
      const perhaps = new Set();
      const take = (fact, leaf) => {
        for (const named of broughtInBy(fact, leaf.facts)) (aboutUnnamed(fact) ? perhaps : alone).add(named);
      };
      if (!renamed) for (const leaf of leaves) for (const [fact, value] of leaf.facts) if (isUnnamed(value)) perhaps.add(fact);
      inOneAlone(several, take);
      if (alone.size < facts.length && !toldBy([...alone], several)) {
        const sets = new Map();
        const most = this.machine.impossible.length ? Infinity : 1;
        let count = 0;
        for (const [one, other] of pairs(several)) {
          if ((count += 1) > MOST_PAIRS) break;
          const differ = differences(one.facts, other.facts, most);
          if (differ.length === 1) {
            take(differ[0], one);
            if (alone.size === facts.length) break;
          } else if (differ.length <= most && !differ.some((fact) => alone.has(fact))) {
            const named = new Set(differ.flatMap((fact) => broughtInBy(fact, one.facts)));
            sets.set([...named].map((fact) => fact.id).sort().join(), named);
          }
        }
        const isIn = (small, large) => [...small].every((fact) => large.has(fact));
        const smallest = [...sets.values()].filter((differ) => ![...differ].some((fact) => alone.has(fact))
          && ![...sets.values()].some((smaller) => smaller.size < differ.size && isIn(smaller, differ)));
        // where pairs are left, a smaller set may be among them, and any other fact may matter too
        const left = count > MOST_PAIRS;
        for (const differ of left ? [facts] : smallest) for (const fact of differ) (left ? perhaps : alone).add(fact);
      }
      return [facts.filter((fact) => alone.has(fact)), facts.filter((fact) => perhaps.has(fact) && !alone.has(fact))];
    }
    /** The facts in the order in which to ask for them: first the one of which most values settle the question at once. */
    deciding(facts) {
      if (facts.length < 2 || this.passes > this.budget) return facts;
      const share = new Map();
      for (const fact of facts) {
        const values = this.domain(fact).slice(0, 12);
        const settled = values.filter((value) => this.explore(new Map([[fact, value]]), NO_FACTS).outcome !== null);
        share.set(fact, settled.length / values.length); // only an order of asking, no number of an answer
      }
      return [...facts].sort((one, other) => share.get(other) - share.get(one));
    }
  }

  /** How many facts of a leaf are so. */
  const eventful = (leaf) => [...leaf.facts.values()].filter((value) => value === true).length;

  /** Each two that differ in outcome. */
  function* pairs(leaves) {
    for (const [index, one] of leaves.entries()) {
      for (let place = index + 1; place < leaves.length; place += 1) {
        if (one.outcome.id !== leaves[place].outcome.id) yield [one, leaves[place]];
      }
    }
  }

  const written = (value) => `${typeof value} ${value}`;

  /** What leaves say of some facts, written down. */
  const told = (leaf, facts) => facts.map((fact) => written(leaf.facts.get(fact))).join("\n");

  /** The leaves by which of these facts they tell. */
  function kindsOf(leaves, factsOf) {
    const found = new Map();
    for (const leaf of leaves) {
      const facts = factsOf(leaf);
      const name = facts.map((fact) => fact.id).join();
      if (!found.has(name)) found.set(name, { facts, leaves: [] });
      found.get(name).leaves.push(leaf);
    }
    return [...found.values()];
  }

  /** Takes facts in which two leaves differ, in it alone, and in outcome; where leaves are of many kinds, not all. */
  function inOneAlone(leaves, take) {
    const kinds = kindsOf(leaves, (leaf) => [...leaf.facts.keys()]);
    for (const [place, one] of kinds.entries()) {
      for (const other of kinds.length <= MOST_KINDS ? kinds.slice(place) : [one]) {
        const shared = one.facts.filter((fact) => other.leaves[0].facts.has(fact));
        for (const fact of shared) {
          const rest = shared.filter((each) => each !== fact);
          const seen = new Map();
          for (const leaf of one.leaves) {
            const key = told(leaf, rest);
            if (!seen.has(key)) seen.set(key, new Map());
            const outcomes = seen.get(key);
            if (!outcomes.has(leaf.outcome.id)) outcomes.set(leaf.outcome.id, new Set());
            if (outcomes.get(leaf.outcome.id).size < 2) outcomes.get(leaf.outcome.id).add(told(leaf, [fact]));
          }
          const differs = (leaf) => [...(seen.get(told(leaf, rest)) || [])].some(([outcome, values]) =>
            outcome !== leaf.outcome.id && (values.size > 1 || !values.has(told(leaf, [fact]))));
          for (const leaf of other.leaves) {
            if (!differs(leaf)) continue;
            take(fact, leaf);
            if (!aboutUnnamed(fact)) break; // else each leaf may have it of another thing
          }
        }
      }
    }
  }

  /** Whether these facts tell the outcome: any two leaves that differ in outcome differ in one of them that both tell. */
  function toldBy(facts, leaves) {
    const kinds = kindsOf(leaves, (leaf) => facts.filter((fact) => leaf.facts.has(fact)));
    return kinds.length <= MOST_KINDS && kinds.every((one, place) => kinds.slice(place).every((other) =>
      agree(one.leaves, other.leaves, one.facts.filter((fact) => other.facts.includes(fact)))));
  }

  /** Whether leaves of the one kind and of the other that have these facts in common have one outcome. */
  function agree(some, others, shared) {
    const key = (leaf) => told(leaf, shared);
    const outcomes = new Map();
    const differs = (leaf) => outcomes.has(key(leaf)) && outcomes.get(key(leaf)) !== leaf.outcome.id;
    for (const leaf of some) outcomes.set(key(leaf), differs(leaf) ? MANY : leaf.outcome.id);
    return !others.some(differs);
  }

  /** What both tell, differently: `most` of it and one more. */
  function differences(one, other, most) {
    const found = [];
    for (const [name, value] of one) {
      const otherwise = other.get(name);
      if (otherwise !== undefined && otherwise !== value && !same(otherwise, value) && found.push(name) > most) break;
    }
    return found;
  }

  /** The readings that matter: two ways that differ in such a one alone differ in outcome. */
  function toldApart(ways) {
    const found = new Set();
    let count = 0;
    for (const [one, other] of pairs(ways)) {
      if ((count += 1) > MOST_PAIRS) break;
      const differ = differences(one.choices, other.choices, 1);
      if (differ.length === 1) found.add(differ[0]);
    }
    return [...found];
  }

  /** Each leaf under every way of telling apart the things in it that were not named; null where that is too many. */
  function renamedLeaves(leaves) {
    const brought = leaves.map((leaf) => R.unnamedIn(leaf.facts));
    const of = (several, record) => several.filter((one) => R.recordOf(one) === record);
    const records = [...new Set(brought.flat().map(R.recordOf))].sort();
    if (!records.length) return leaves;
    const pools = records.map((record) => {
      const most = 1 + Math.max(...brought.map((several) => of(several, record).length));
      return Array.from({ length: most }, (_, place) => R.unnamed(record, place + 1));
    });
    const found = [];
    for (const [index, leaf] of leaves.entries()) {
      const mine = records.map((record) => of(brought[index], record));
      const choices = mine.map((ones, place) => permutations(pools[place], ones.length, MOST_RENAMED));
      if (choices.includes(null) || found.length + choices.reduce((many, one) => many * one.length, 1) > MOST_RENAMED) return null;
      for (const taken of R.product(choices)) {
        const names = new Map(mine.flatMap((ones, place) => ones.map((old, position) => [old, taken[place][position]])));
        found.push(underNames(leaf, names));
      }
    }
    return found;
  }

  function permutations(pool, length, most) {
    let found = [[]];
    for (let place = 0; place < length; place += 1) {
      if (found.length * pool.length > most * 2) return null;
      found = found.flatMap((one) => pool.filter((value) => !one.includes(value)).map((value) => [...one, value]));
    }
    return found;
  }

  function underNames({ facts, outcome }, names) {
    const rename = (value) => (names.has(value) ? names.get(value) : value);
    const renamed = [...facts].map(([fact, value]) => [fact.args.some(isUnnamed) ? fact.root.of(fact.args.map(rename)) : fact, rename(value)]);
    return { facts: new Map(renamed), outcome };
  }

  const aboutUnnamed = (fact) => fact.args.some(isUnnamed);

  /** The fact itself; if it is about a thing that was not named, those whose value that thing is. */
  function broughtInBy(fact, facts) {
    const found = [fact];
    if (!aboutUnnamed(fact)) return found;
    for (const one of found) {
      for (const [name, value] of facts) if (isUnnamed(value) && one.args.includes(value) && !found.includes(name)) found.push(name);
    }
    return found.filter((one) => !aboutUnnamed(one));
  }

  R.Inquiry = Exploring;
})(globalThis.Rulewright);
