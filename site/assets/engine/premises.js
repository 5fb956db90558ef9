/* The premises of an answer: usual values that are assumed, and that there are no things of a kind but the named ones. As
   `engines/interpreter/premises.py`. */
((R) => {
  "use strict";
  const { NO_FACTS } = R;
  const MOST_PASSES = 200;
  const MOST_STEPS = 50_000; // of all worlds with further things that are tried for one answer
  const NOTHING = new Set();

  /** The premises of the outcome of an inquiry, kinds first; `necessary` are the assumptions without which it is not certain, one by one. */
  function premisesOf(inquiry, outcome, assumed, necessary) {
    return listed(inquiry, closedKinds(inquiry, outcome, new Set(assumed.keys())), assumed, necessary);
  }

  /** Assumptions about things without a name last: nobody can look them up. */
  const ofNamedFirst = (assumptions) => [...assumptions].sort((one, other) => one.key.args.some(R.isUnnamed) - other.key.args.some(R.isUnnamed));

  function listed({ core, things }, closed, assumed, necessary) {
    const alone = new Set([...necessary].map((key) => R.keyText(core, key)));
    const hasNamed = (kind) => Boolean((things.get(kind) || []).length);
    return [
      ...[...closed.kinds].sort().map((kind) => ({ fact: null, value: null, no_other: kind, alone: closed.necessary.has(kind), has_named: hasNamed(kind) })),
      ...ofNamedFirst(R.assumptions(core, assumed)).map(({ fact, value, key }) => ({ fact, value, no_other: null, alone: alone.has(fact), key })),
    ];
  }

  /** The premises that the outcome of an inquiry has at most: what one pass met. */
  function premisesMet(inquiry, { status }, assumed) {
    if (status === "missing") return [];
    const met = inquiry.openWorld === null ? NOTHING : inquiry.openWorld.rangedOver;
    return listed(inquiry, { kinds: met, necessary: met }, assumed, assumed.keys());
  }

  /** The kinds that must have no further things for an outcome to be certain under the listed assumptions alone; `necessary`: one by one. */
  function closedKinds(inquiry, outcome, assumed) {
    const { openWorld, usual, machine } = inquiry;
    const before = machine.steps;
    if (openWorld === null || !openWorld.rangedOver.size) return { kinds: NOTHING, necessary: NOTHING };
    const rangedOver = new Set(openWorld.rangedOver); // where the steps run out, a trial has not come to all of them
    /** Whether the outcome is certain although there may be further things of these kinds. */
    const holdsWith = (uncounted, only) => {
      const wider = { ...openWorld, known: new Map(), uncounted, rangedOver };
      const fields = { openWorld: wider, passes: 0, budget: Math.min(inquiry.budget, MOST_PASSES), mostSteps: before + MOST_STEPS - machine.steps, kept: null };
      const found = ofTooMuch(() => inquiry.replaced({ ...fields, usual: usual && usual.with(only ? { only } : {}) }).certain());
      return found !== null && found.id === outcome.id;
    };
    if (holdsWith(new Set(Object.keys(inquiry.core.records)), assumed)) return { kinds: NOTHING, necessary: NOTHING };
    const kinds = [...rangedOver].sort();
    const necessary = new Set(kinds.filter((kind) => !holdsWith(new Set([kind]), null)));
    const holdsWithout = (closed) => holdsWith(new Set(kinds.filter((kind) => !closed.has(kind))), assumed);
    if (holdsWithout(necessary)) return { kinds: necessary, necessary };
    return { kinds: new Set([...necessary, ...R.inSmallest(new Set(kinds), holdsWithout)]), necessary };
  }

  /** What some work gives; null where it takes more steps than a question may. */
  function ofTooMuch(work) {
    try {
      return work();
    } catch (wrong) {
      if (wrong instanceof R.WrongInput) return null;
      throw wrong;
    }
  }

  /** The rules that would give a fact another value than its usual one, and that what is given does not exclude. */
  function contraryRules(inquiry, key, value) {
    const { core, openWorld, usual } = inquiry;
    if (!R.has(core.questions, key.name)) return [];
    const uncounted = new Set(Object.keys(core.records));
    const wider = openWorld && { ...openWorld, known: new Map(), uncounted, rangedOver: new Set() };
    const trial = inquiry.replaced({ openWorld: wider, usual: usual && usual.with({ only: new Set([key]) }), kept: null });
    const found = ofTooMuch(() => trial.situation(NO_FACTS).result(inquiry.machine.question(key.name).of(key.args)));
    return found === null ? [] : R.openRules(found, value);
  }

  Object.assign(R, { contraryRules, premisesMet, premisesOf });
})(globalThis.Rulewright);
