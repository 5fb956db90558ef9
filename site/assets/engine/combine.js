/* How the rules that stand make an answer: verdicts, predicates, values stage by stage. As `engines/interpreter/combine.py`. */
((R) => {
  "use strict";
  const { CONFLICT, OUT_OF_RANGE, Open, SILENT, add, hashed, isOpen, join, joinAll, minus, order, same, saysNothing, times, unique } = R;
  const SAYS_NOTHING = new Open(false, [], [], []);
  const CLASH = new Open(true, [], [], []); // of this very question; CONFLICT may also come from a question that an effect asks
  const OUTSIDE = new Open(false, [], [], [], true); // a result of this very question
  const OWN_ENDS = [CLASH, OUTSIDE, SILENT]; // no reasons by themselves: other choices lead to other outcomes
  const MOST = 64;

  /** What makes two outcomes the same: value, or conflict, or undetermined. A result out of range counts as a conflict, or as undetermined. */
  function kindOf(outcome, isRangeKept) {
    if (!isOpen(outcome)) return hashed(outcome);
    const isIll = outcome.conflict || (isRangeKept && outcome.outside);
    if (!outcome.facts.length && !outcome.readings.length) return isIll ? "\nconflict" : "\nundetermined";
    return `\n${outcome.facts.map((one) => one.id)};${[...outcome.readings].sort()};${isIll}`;
  }

  /** The one outcome that all choices share, else the reasons for being open, those of open effects among them. It is out of range where it
      would be a conflict if results out of range were conflicts, and none if they were undetermined. If only one of the two says that choices
      differ, the facts and readings that they hang on are among the reasons all the same. */
  function decide(outcomes, reasons) {
    const found = ofChoices(outcomes, reasons, true);
    if (!isOpen(found) || ![...outcomes, ...reasons].some((one) => isOpen(one) && one.outside)) return found;
    const undetermined = ofChoices(outcomes, reasons, false);
    const { conflict } = undetermined;
    const { facts, readings } = join(found, undetermined);
    return new Open(conflict, found.whys, facts, readings, (found.conflict || found.outside) && !conflict);
  }

  function ofChoices(outcomes, reasons, isRangeKept) {
    const [found] = outcomes;
    if (new Set(outcomes.map((one) => kindOf(one, isRangeKept))).size > 1) return joinAll([...reasons, ...outcomes.filter((one) => isOpen(one) && !OWN_ENDS.includes(one) && !saysNothing(one))]);
    return !isOpen(found) ? found : found === CLASH ? CONFLICT : joinAll(outcomes.map((one) => (one === OUTSIDE ? OUT_OF_RANGE : one)));
  }

  function writeAnswer(result, outcomes, reasons) {
    result.clash = outcomes.every((outcome) => outcome === CLASH);
    result.value = outcomes.length === 1 && !isOpen(outcomes[0]) ? outcomes[0] : decide(outcomes, reasons);
  }

  const reasonsOf = (weighed) => weighed.map((one) => one.opened).filter((one) => one !== null);

  // ---- verdicts and predicates -------------------------------------------------------------------------------------------------

  /** What is said for certain and what perhaps, put together in every way in which the rules may stand. */
  function said(situation, result, outcomeOf, silenceIs) {
    const outcomes = [];
    const { weighed, ways } = situation.stage(result, 0);
    for (const way of ways) {
      const certain = verbs(way.stands, way.stands, way.may, way.required);
      const maybe = [...verbs(way.may, way.stands, way.may, way.perhaps)].filter((verb) => !certain.has(verb));
      let silence = null;
      for (let chosen = 0; chosen < 2 ** maybe.length; chosen += 1) {
        const all = new Set([...certain, ...maybe.filter((_, place) => chosen & (2 ** (maybe.length - 1 - place)))]);
        if (all.has("required") && !all.has("must")) continue;
        let outcome = outcomeOf(all);
        if (outcome === SAYS_NOTHING) outcome = silence = silence === null ? situation.silence(result, weighed, way.stands, silenceIs) : silence;
        outcomes.push(outcome);
      }
    }
    writeAnswer(result, outcomes, reasonsOf(weighed));
  }

  /** The verbs of some rules; "required" where the requirement of a `must` stands, `must` itself being its permission. */
  function verbs(rules, stands, may, required) {
    const found = new Set(rules.map((one) => one.live.core.verb));
    if ([...stands, ...may].some((one) => one.live.core.verb === "must" && required.has(one))) found.add("required");
    return found;
  }

  function ofVerbs(all) {
    const may = all.has("may") || all.has("must");
    const must = all.has("required");
    if ((all.has("may not") && may) || (must && all.has("need not"))) return CLASH;
    if (all.has("may not")) return "forbidden";
    return must ? "required" : may ? "permitted" : SAYS_NOTHING;
  }

  const ofYesAndNo = (all) => (all.size > 1 ? CLASH : all.size ? all.has("yes") : SAYS_NOTHING);

  // ---- values ------------------------------------------------------------------------------------------------------------------

  /** Stage by stage; `last` is the stage after which to stop. All running values that open rules leave possible are carried along. */
  function value(situation, result, last) {
    const { plan } = result;
    let running = [];
    const ended = [];
    const reasons = [];
    plan.stages.forEach((stage, number) => {
      if ((last !== null && number > last) || (!stage.rules.length && number)) return;
      const { weighed, ways, ofValue } = situation.stage(result, number, stage.verb === "rounded" ? soFar(running, ended, reasons) : null);
      if (number && !weighed.length) return;
      reasons.push(...reasonsOf(weighed));
      const outcomes = number
        ? running.flatMap((before) => (ofValue ? ofValue(before) : ways).flatMap((way) => after(stage.verb, way, before)))
        : ways.flatMap((way) => (stage.verb === "plus the sum" ? sums : one_)(way).map((outcome) => (outcome === SAYS_NOTHING ? nothing(situation, result, weighed, way) : outcome)));
      ended.push(...outcomes.filter(isOpen));
      running = unique(outcomes.filter((outcome) => !isOpen(outcome)));
      if (running.length > MOST) {
        ended.push(...reasons);
        running = running.slice(0, 2);
      }
      if (running.length === 1 && !ended.length && weighed.length) result.steps.push([stage.name, running[0]]);
    });
    if (running.length && last === null) {
      const inside = running.map((found) => inRange(plan, found));
      if (!ended.length && inside.every((found) => found === OUTSIDE)) [result.over] = running;
      running = inside;
    }
    writeAnswer(result, [...running, ...ended], reasons);
  }

  /** The value after the stages so far, or why it is open. */
  const soFar = (running, ended, reasons) => (running.length === 1 && !ended.length ? running[0] : decide([...running, ...ended], reasons));

  /** What silence means at the first stage. */
  function nothing(situation, result, weighed, { stands }) {
    const { otherwise } = result.plan;
    const found = otherwise === null || typeof otherwise === "string" ? SILENT : otherwise(situation, result.key.args);
    return situation.silence(result, weighed, stands, found);
  }

  /** The value, if it is one of those declared: it is never cut to fit. */
  function inRange({ numeric, low, high, step }, found) {
    if (!numeric) return found;
    if ((low !== null && order(found, low) < 0) || (high !== null && order(found, high) > 0)) return OUTSIDE;
    return step === null || R.isWhole(step === 1 ? found : R.OPERATORS["/"](found, step)) ? found : OUTSIDE;
  }

  /** The first stage where it is one value: equal answers are no conflict, different ones are. */
  function one_({ stands, may }) {
    if (!may.length && stands.length === 1) return [stands[0].effect];
    const [unknown, known] = parted(stands);
    const values = unique(known);
    const [mayBeOpen, mayBe] = parted(may);
    if (values.length > 1) return [CLASH];
    const extra = unique(mayBe.filter((effect) => !values.some((one) => same(one, effect))));
    if (unknown.length) return [...unsettled(unknown, mayBeOpen), ...(values.length + extra.length > 1 ? [CLASH] : [])];
    if (values.length) return [...mayBeOpen, ...values, ...(extra.length ? [CLASH] : [])];
    return [SAYS_NOTHING, ...mayBeOpen, ...extra, ...(extra.length > 1 ? [CLASH] : [])];
  }

  /** The effects of some rules, those that are open apart. */
  function parted(rules, effects = rules.map((one) => one.effect)) {
    return [effects.filter(isOpen), effects.filter((effect) => !isOpen(effect))];
  }

  /** Where an effect that counts for certain is open: so is the outcome, for its reason, or also for those of effects that may count. */
  function unsettled(unknown, mayBeOpen) {
    const certain = joinAll(unknown);
    return [certain, ...mayBeOpen.map((effect) => join(certain, effect))];
  }

  /** The possible outcomes of a later stage on a value. */
  function after(verb, way, before) {
    if (!way.stands.length && !way.may.length) return [before];
    const [unknown, known] = parted(way.stands, terms(way.stands));
    const [mayBeOpen] = parted(way.may);
    if (verb === "rounded") return rounded(way, before);
    if (unknown.length) return unsettled(unknown, mayBeOpen);
    if (verb === "plus the sum") return spread([known.reduce(add, before)], terms(way.may), add);
    if (verb === "times the product") return spread([known.reduce(times, before)], terms(way.may), times);
    return strongest(verb, known, way.may, before);
  }

  const terms = (rules) => rules.map(({ effect, live }) => (live.core.verb === "take" && !isOpen(effect) ? minus(effect) : effect));

  /** A first stage that is a sum. */
  function sums(way) {
    return way.stands.length ? after("plus the sum", way, 0) : [SAYS_NOTHING, ...spread([], terms(way.may), add, true)];
  }

  /** What comes of these values where each effect may count or not; with `alone` an effect may also be the first. Open ones last. */
  function spread(start, effects, work, alone = false) {
    let found = unique(start);
    for (const effect of effects) {
      if (!isOpen(effect) && found.length <= MOST) found = unique([...found, ...found.map((one) => work(one, effect)), ...(alone ? [effect] : [])]);
    }
    return [...found, ...effects.filter(isOpen)];
  }

  /** Stages at which one rule decides: the greatest or least factor, the lowest ceiling, the highest floor. */
  function strongest(verb, known, may, before) {
    const choose = verb === "times the greatest" || verb === "at least" ? R.greatest : R.least;
    const best = known.length ? choose(known) : null;
    const [mayBeOpen, mayBe] = parted(may);
    const candidates = [best, ...mayBe.filter((effect) => best === null || !same(choose([best, effect]), best))];
    return [...unique(candidates.map((one) => apply(verb, before, one))), ...mayBeOpen];
  }

  function apply(verb, before, best) {
    if (best === null) return before;
    if (verb === "at most") return R.least([before, best]);
    return verb === "at least" ? R.greatest([before, best]) : times(before, best);
  }

  /** Roundings that make the same of the value are alike. */
  function rounded({ stands, may }, before) {
    const results = (rules) => unique(rules.map((one) => R.roundWith(one.live.core, before)));
    const sure = results(stands);
    if (sure.length > 1) return [CLASH];
    const extra = results(may).filter((found) => !sure.some((one) => same(one, found)));
    if (sure.length) return [...sure, ...(extra.length ? [CLASH] : [])];
    return [...unique([before, ...extra]), ...(extra.length > 1 ? [CLASH] : [])];
  }

  R.combine = {
    "verdict": (situation, result) => said(situation, result, ofVerbs, result.plan.otherwise ?? SILENT),
    "predicate": (situation, result) => said(situation, result, ofYesAndNo, result.plan.otherwise ?? SILENT),
    "value": value,
    "table": value,
  };
})(globalThis.Rulewright);
