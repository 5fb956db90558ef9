/* Unknown facts and open readings: the one outcome of every completion, or the facts that matter. As `engines/interpreter/explore.py`. */
((R) => {
  "use strict";
  const { NO_FACTS, Open, UNDETERMINED, aboutUnnamed, broughtInBy, isOpen, openReadings } = R;
  const MOST_PASSES = 3000;
  const MOST_STEPS = 200_000; // what is tried beyond the first pass takes so many
  const VALUES = 64; // so many times as many values of one fact are listed as passes are made
  const MOST_WAYS = 200_000;
  const [MOST_RANKED, VALUES_RANKED, RANKING_STEPS] = [24, 12, 100_000]; // facts, values of each and steps that are tried for the order of asking
  const ASKED_LATE = ["thrown", "decided", "remembered"];
  const NOTHING = [];
  const least = (names) => [...names].sort()[0];

  class Exploring extends R.Inquiry {
    constructor(fields) {
      super({ budget: MOST_PASSES, mostSteps: MOST_STEPS, allowed: null, spent: false, ...fields });
    }
    /** What is tried from here on has all passes and steps that are for it. */
    begin() {
      this.allowed = [this.passes + this.budget, this.machine.steps + this.mostSteps];
    }
    /** Whether no more is to be tried: the passes are used up, or the steps for it. */
    isSpent() {
      const [passes, steps] = this.allowed || [this.budget, Infinity];
      if (this.passes <= passes && this.machine.steps < steps) return false;
      this.spent = true;
      return true;
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
      if (!value.readings.length || this.isSpent()) return { outcome: null, value, situation, readings: value.readings };
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
      this.begin();
      this.branch(NO_FACTS, first, leaves, unsettled);
      const isSpent = this.spent;
      const outcomes = new Set(leaves.map((leaf) => leaf.outcome.id));
      if (outcomes.size === 1 && !unsettled.size) return this.answered(leaves, found.situation);
      this.begin();
      const [proved, perhaps] = outcomes.size > 1 ? R.factsThatMatter(this, leaves) : [[], []];
      const maybe = R.union([...unsettled], perhaps).filter((fact) => !proved.includes(fact));
      const all = proved.length || maybe.length ? [...proved, ...maybe] : this.mayMatter(first.facts).map(([fact]) => fact);
      const missing = this.askingOrder(all, first.facts).map((fact) => [fact, proved.includes(fact)]);
      return { outcome: null, value: first, situation: found.situation, missing, readings: first.readings, isSpent, outcomes: isSpent || unsettled.size ? null : leaves.map((leaf) => leaf.outcome) };
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
      return openReadings(isApart ? [name] : [], outcome.id === "conflict", outcome.id === "out of range");
    }
    /** The one outcome of every completion; null as soon as two differ or the budget is spent. */
    certain() {
      this.begin();
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
      if (fact === undefined || this.isSpent()) {
        yield [this.choiceByChoice(facts, readings, found.value), facts];
        return;
      }
      const candidates = this.domain(fact, facts);
      for (const candidate of candidates) {
        if (this.isSpent()) break;
        const known = new Map(facts).set(fact, candidate);
        if (this.isImpossible(known) !== true) yield* this.outcomes(known, readings);
      }
      if (this.isSpent() || isCut(candidates)) yield [null, facts];
    }
    /** The outcome of every completion of these facts, where each choice of a reading has one of its own; else null. */
    choiceByChoice(facts, readings, value) {
      if (!value.readings.length || this.isSpent()) return null;
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
      return type.kind === "thing" && (this.openWorld !== null || !tried.length) ? [...tried, ...R.valuesOf(type.record, facts)] : tried;
    }
    /** The first fact that a pass ran into and that has values to try; in a closed world first one that has values that are there. */
    firstToTry(value, facts) {
      const found = value.facts.filter((one) => !R.isAboutUncounted(one) && this.domain(one, facts).length);
      const there = this.openWorld === null ? found.find((one) => !R.isUnnamed(this.domain(one, facts)[0])) : found[0];
      return there || found[0];
    }
    /** Tries the first fact that a pass ran into, value by value. A leaf is a part of the situations in which the outcome is one. */
    branch(facts, value, leaves, unsettled) {
      const fact = this.firstToTry(value, facts);
      if (fact === undefined || this.isSpent()) {
        const outcome = this.choiceByChoice(facts, NO_FACTS, value);
        if (outcome === null) this.leave(facts, value, unsettled);
        else if (this.possible(facts)) leaves.push({ facts, outcome, situation: null });
        return;
      }
      const candidates = this.domain(fact, facts);
      if (isCut(candidates)) this.spent = true;
      for (const candidate of candidates) {
        if (this.isSpent()) break;
        const known = new Map(facts).set(fact, candidate);
        if (this.isImpossible(known) === true) continue;
        const found = this.explore(known, NO_FACTS);
        if (found.outcome === null) this.branch(known, found.value, leaves, unsettled);
        else if (this.possible(known)) leaves.push({ facts: known, outcome: found.outcome, situation: found.situation });
      }
      if (this.isSpent() || isCut(candidates)) this.leave(facts, value, unsettled); // none of these facts is proved not to matter
    }
    /** Notes what may matter where no more is tried: what is open, and what was tried on the way where that is for want of passes. */
    leave(facts, value, unsettled) {
      for (const one of [...value.facts, ...(this.spent ? facts.keys() : [])]) for (const named of broughtInBy(one, facts)) unsettled.add(named);
    }

    // ---- impossible situations -------------------------------------------------------------------------------------------------

    brought(facts) {
      return R.unnamedIn(facts).sort();
    }
    /** The groups of statements that look at these facts, or at which things there are, which facts may decide. */
    near(facts) {
      const { groupOf, roaming } = R.groupsOf(this.machine);
      const found = [...facts.keys()].map(({ name }) => groupOf.get(name)).filter((group) => group !== undefined);
      return new Set(this.openWorld === null ? found : [...found, ...roaming]);
    }
    /** Whether some situation with these facts is possible. Statements about other facts are looked at once. */
    possible(facts) {
      const near = this.near(facts);
      return this.possibleApart(facts, near) && this.arePossible([facts], near) !== false;
    }
    /** Whether something is possible under the statements that are not near these facts; what these are has no part in it. */
    possibleApart(facts, near) {
      this.apart = this.apart || new Map();
      const brought = this.brought(facts);
      return [...new Set(R.groupsOf(this.machine).each)].filter((group) => !near.has(group)).every((group) => {
        const name = [group, ...brought].join("\n");
        if (!this.apart.has(name)) {
          const { passes, allowed, spent } = this;
          this.passes = 0;
          this.begin();
          this.apart.set(name, this.arePossible([brought.length ? facts : NO_FACTS], new Set([group])) !== false);
          Object.assign(this, { passes, allowed, spent });
        }
        return this.apart.get(name);
      });
    }
    /** Whether these can be possible with the same values of all facts that none of them has; null where that is not found out. */
    possibleTogether(several) {
      const near = new Set(several.flatMap((facts) => [...this.near(facts)]));
      return near.size ? this.arePossible(several, near) : true;
    }
    arePossible(several, groups) {
      const waiting = [[several][Symbol.iterator]()]; // `none` before things, which may need others in their turn
      while (waiting.length) {
        const { value: known, done } = waiting[waiting.length - 1].next();
        if (done) {
          waiting.pop();
          continue;
        }
        const opened = this.openedBy(known, groups);
        if (opened === false) return true;
        if (this.isSpent()) return null;
        if (opened === true) continue;
        this.passes += 1;
        const everything = new Map(known.flatMap((facts) => [...facts]));
        const fact = this.firstToTry(opened, everything);
        if (fact === undefined) return null;
        const values = this.domain(fact, everything);
        waiting.push(eachWith(known, fact, values.includes(null) ? [null, ...values.filter((one) => one !== null)] : values));
      }
      return false;
    }
    /** Whether one of these is ruled out: yes, no, or open by the first that is open. */
    openedBy(several, groups) {
      const isMeant = ({ number }) => groups.has(R.groupsOf(this.machine).each[number]);
      let opened = false;
      for (const facts of several) {
        const found = this.isImpossible(facts, isMeant);
        if (found === true) return true;
        opened = opened || found;
      }
      return opened;
    }
    /** The situations with these facts, split until it is certain that each is possible; null at the end where that is not found out. */
    *parts(facts) {
      const groups = this.near(facts);
      const waiting = [[[facts]][Symbol.iterator]()];
      while (waiting.length) {
        const { value: several, done } = waiting[waiting.length - 1].next();
        if (done) {
          waiting.pop();
          continue;
        }
        const opened = this.openedBy(several, groups);
        if (opened === false) yield several[0];
        if (isOpen(opened)) {
          this.passes += 1;
          const fact = this.firstToTry(opened, several[0]);
          if (fact === undefined) {
            yield null;
            return;
          }
          waiting.push(eachWith(several, fact, this.domain(fact, several[0])));
        }
        if (this.isSpent()) {
          yield null;
          return;
        }
      }
    }

    // ---- in which order to ask ----------------------------------------------------------------------------------------------------

    /** Missing facts in the order in which to ask for them, whatever the budget: first the one of which most values decide the question at once, then the
        one that the rules come to first (`met` is in this order); a yes or no before the number or the choice that it can take away, and what is thrown,
        decided or remembered last. */
    askingOrder(facts, met) {
      const { facts: declared } = this.core;
      const [names, isYesNo] = [Object.keys(declared), ({ name }) => declared[name].type.kind === "yes/no"];
      const place = (fact) => (met.includes(fact) ? met.indexOf(fact) : met.length);
      const text = ({ args }) => args.map(String).join("\n");
      const inOrder = [...facts].sort((one, other) => place(one) - place(other) || names.indexOf(one.name) - names.indexOf(other.name) || (text(one) < text(other) ? -1 : 1));
      const [shares, gates] = [new Map(), new Map()];
      this.allowed = [this.passes + MOST_PASSES, this.machine.steps + RANKING_STEPS];
      for (const [number, fact] of (inOrder.length > 1 ? inOrder.slice(0, MOST_RANKED) : []).entries()) {
        const left = this.domain(fact).slice(0, VALUES_RANKED).map((value) => this.explore(new Map([[fact, value]]), NO_FACTS)).map((found) => (found.outcome === null ? found.value.facts : null));
        if (this.isSpent()) break; // the others follow in the order of the rules
        shares.set(fact, left.filter((one) => one === null).length / Math.max(left.length, 1)); // only an order of asking, no number of an answer
        for (const later of isYesNo(fact) ? inOrder.slice(number + 1).filter((one) => !isYesNo(one)) : []) {
          const isNeeded = left.map((one) => one !== null && one.includes(later));
          if (isNeeded.includes(true) && isNeeded.includes(false)) gates.set(later, [...(gates.get(later) || []), fact]);
        }
      }
      const isLate = ({ name }) => ASKED_LATE.includes(declared[name].found);
      const waiting = inOrder.sort((one, other) => isLate(one) - isLate(other) || (shares.get(other) || 0) - (shares.get(one) || 0));
      const ordered = [];
      while (waiting.length) ordered.push(...waiting.splice(waiting.findIndex((fact) => !(gates.get(fact) || NOTHING).some((gate) => waiting.includes(gate))), 1));
      return ordered;
    }
  }

  /** Whether a list of values ends before they do. */
  const isCut = (values) => (values.count || values.length) > values.length;

  /** These facts with each value of one more. */
  function* eachWith(several, fact, values) {
    for (const value of values) yield several.map((facts) => new Map(facts).set(fact, value));
  }

  /** How many facts of a leaf are so. */
  const eventful = (leaf) => [...leaf.facts.values()].filter((value) => value === true).length;

  /** The readings that matter: two ways that differ in such a one alone differ in outcome. */
  function toldApart(ways) {
    const found = new Set();
    let count = 0;
    for (const [one, other] of R.pairsApart(ways)) {
      if ((count += 1) > MOST_WAYS) break;
      const differ = R.differences(one.choices, other.choices);
      if (differ.length === 1) found.add(differ[0]);
    }
    return [...found];
  }

  R.Inquiry = Exploring;
})(globalThis.Rulewright);
