/* What is given of questions that rules answer: it stands unless the opposite follows from the rules and what else is given. As
   `engines/interpreter/stipulations.py`. */
((R) => {
  "use strict";
  const { Open, isOpen } = R;
  const SILENT = new Open(false, [], [], []);
  const MOST_PASSES = 5;
  const MOST_OPEN = 2;

  /** What is given of questions that rules answer: answers, and facts that rules work out. */
  function claimsOf({ core, machine, facts, fixed }) {
    const worked = [...facts].filter(([{ name }]) => R.has(core.questions, name));
    return new Map([...worked.map(([{ name, args }, value]) => [machine.question(name).of(args), value]), ...fixed]);
  }

  /** A situation in which nothing holds but what follows from the given facts and from `claims`: nothing usual is assumed, and of each kind there
      may be further things, in a closed world too. A claim is the answer only where the rules are silent or leave it open; `undecided` are those of
      which they leave it open for want of a fact alone. */
  class Consequences extends R.Situation {
    constructor(selection, facts, inquiry) {
      const { machine, things, claims } = inquiry;
      const world = inquiry.openWorld || { machine, things, read: () => [] };
      const uncounted = new Set(Object.keys(machine.core.records));
      super(selection, facts, { ...inquiry, usual: null, openWorld: { ...world, known: new Map(), uncounted, rangedOver: new Set() } });
      this.claims = claims;
      this.undecided = new Set();
    }
    changed(facts, fields) {
      return new Consequences(this.selection, facts, { ...this, ...fields });
    }
    answer(key, last) {
      const result = super.answer(key, last);
      if (last !== null || !this.claims.has(key) || result.fixed || isSaid(result)) return result;
      const { conflict, whys, facts, readings, outside } = isOpen(result.value) ? result.value : SILENT;
      if (facts.length && !(conflict || whys.length || readings.length || outside) && canBeTried(facts, key)) this.undecided.add(key);
      const deciding = R.has(this.machine.core.facts, key.name) ? decidingReadings(result) : [];
      return Object.assign(result, { value: deciding.length ? new Open(false, [], [], deciding) : this.claims.get(key), fixed: true });
    }
  }

  /** Whether facts are few and have values to try. */
  const canBeTried = (facts, { name, args }) => facts.filter((fact) => fact.name !== name || `${fact.args}` !== `${args}`).length <= MOST_OPEN && !facts.some(R.isAboutUncounted);

  /** Whether rules give an answer: one stands, or the question is a predicate with rules that is *no* where none stands. */
  function isSaid({ value, plan: { otherwise }, weighed }) {
    if (isOpen(value)) return false;
    if (otherwise === false) return weighed.length > 0;
    const speaking = otherwise === null ? [R.STANDS, R.OPEN] : [R.STANDS];
    return weighed.some((one) => speaking.includes(one.state));
  }

  /** The open readings that alone decide whether a rule applies. */
  const decidingReadings = ({ weighed }) =>
    R.unique(weighed.filter((one) => one.state === R.OPEN && one.opened === one.address.maybe).flatMap((one) => one.opened.readings));

  /** The claims that stand under these switches; an open one stands for a fact on which only a choice of an open reading has a rule that applies. */
  function standing(inquiry, switches) {
    const claims = claimsOf(inquiry);
    if (!claims.size) return claims;
    const facts = new Map([...inquiry.facts].filter(([{ name }]) => !R.has(inquiry.core.questions, name)));
    const { machine, things, openWorld } = inquiry;
    const situation = new Consequences(machine.selection(switches), facts, { machine, things, openWorld, claims, fixed: new Map() });
    const set = new Map([...claims.keys()].map((key) => [key, situation.result(key)]).filter(([, { fixed }]) => fixed).map(([key, { value }]) => [key, value]));
    const isOver = (key) => situation.undecided.has(key) && isDecided(inquiry, key, set, situation, switches);
    return new Map([...set].filter(([key]) => !isOver(key)));
  }

  /** Whether the rules answer a question in one way whatever the facts are that are not given. */
  function isDecided(inquiry, key, set, { facts, openWorld }, switches) {
    const fixed = new Map([...set].filter(([other]) => other !== key));
    const goal = (situation) => situation.result(key).value;
    const outcome = inquiry.replaced({ switches, facts, fixed, goal, heedsGiven: false, usual: null, openWorld, budget: MOST_PASSES, passes: 0, kept: null }).certain();
    return outcome !== null && R.has(outcome, "value");
  }

  Object.assign(R, { standing });
})(globalThis.Rulewright);
