/* From a worked-out result to an answer with its whole argument: as `engines/interpreter/explanation.py` and `core/wording.py`.
   The fields are those of `rulewright ask --format json`, with `inner`, `opened`, `phrase` and what a rule `says` besides. */
((R) => {
  "use strict";
  const { BEATEN, FALSE, OPEN, STANDS, isOpen, same, statusOf } = R;
  const MOST_INNER = 40;
  const VERDICTS = { "may": "permitted", "may not": "forbidden", "must": "required", "need not": "not required" };

  // ---- wording -----------------------------------------------------------------------------------------------------------------

  /** How many places a number has after the dot; 99 where it has no end. */
  function placesOf({ below }) {
    let places = 0;
    while (places < 99 && 10n ** BigInt(places) % below) places += 1;
    return places;
  }

  /** How many places the numbers of a type have that are not whole: 2 for steps of 0.05. */
  function leastPlaces({ step }) {
    const exact = step === null || step === undefined ? 1 : R.plain(step);
    const places = exact instanceof R.Exact ? placesOf(exact) : 0;
    return places === 99 ? 0 : places;
  }

  /** `2.5`, where the number has an end so. */
  function decimal(value, least = 0) {
    const { above, below } = value;
    let places = placesOf(value);
    if (places < 99 && places) places = Math.max(places, least);
    const digits = `${(above < 0n ? -above : above) * 10n ** BigInt(places) / below}`.padStart(places + 1, "0");
    return places === 99 || !places ? `${value}` : `${above < 0n ? "-" : ""}${digits.slice(0, -places)}.${digits.slice(-places)}`;
  }

  const WORDS = new Map([[true, "yes"], [false, "no"], [null, "none"]]);
  const valueText = (value, type = null) => WORDS.get(value) ?? (type !== null && type.decimal && value instanceof R.Exact ? decimal(value, leastPlaces(type)) : `${value}`);
  const isNumber = (value) => typeof value === "number" || value instanceof R.Exact;
  const withUnit = (value, unit, type) => valueText(value, type) + (unit && isNumber(value) ? ` ${unit}` : "");
  const listing = (words) => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words[words.length - 1]}`);
  const callText = (name, args, params) => (args.length ? `${name}(${args.map((arg, slot) => valueText(arg, params[slot].type)).join(", ")})` : name);

  /** A unit as people write it: `MP`, `MP/hex`, or nothing. */
  function unitText(unit) {
    const power = ([name, times]) => (Math.abs(times) === 1 ? name : `${name}^${Math.abs(times)}`);
    const above = (unit || []).filter(([, times]) => times > 0).map(power);
    const below = (unit || []).filter(([, times]) => times < 0).map((one) => `/${power(one)}`);
    return above.join("*") + below.join("");
  }

  /** A fact as it is given, a question as it is asked: `u.arm`, `distance(u, t)`. */
  function keyText(core, { name, args }) {
    const decl = R.has(core.facts, name) ? core.facts[name] : null;
    const isField = decl && ["field", "status"].includes(decl.kind) && args.length === 1;
    return isField ? `${valueText(args[0])}.${name.split(".").pop()}` : callText(name, args, (decl || core.questions[name].question).params);
  }

  const ARTICLES = ["the", "a", "an"];

  /** The slots that hold a thing which a phrase has named already. */
  function namedBefore(phrase, params, args) {
    const place = ({ name }) => phrase.indexOf(`{${name}}`);
    const things = params.filter((one) => one.type && one.type.kind === "thing" && place(one) >= 0).sort((one, other) => place(one) - place(other));
    const of = ({ name }) => args[params.findIndex((one) => one.name === name)];
    return new Set(things.filter((one, at) => of(one) != null && things.slice(0, at).some((other) => of(other) === of(one))).map(({ name }) => name));
  }

  const filled = (core, phrase, params, args) => params.reduce((text, { name, type }, slot) => {
    const isSame = namedBefore(phrase || "", params, args).has(name);
    const titles = type.kind === "enum" ? core.enums[type.name].titles : {};
    const title = R.has(titles, args[slot]) ? titles[args[slot]] : null;
    const other = dateIn(core, type, args[slot]).date || title || valueText(args[slot], type).split("_").join(" ");
    const shown = isSame ? `the same ${type.record.split("_").join(" ")}` : other;
    const [first] = shown.split(" ");
    const small = first === shown ? [] : ARTICLES.includes(first) ? ARTICLES : [first]; // `by {w}` with `by rail` is `by rail`
    return small.reduce((spoken, word) => spoken.split(` ${word} {${name}}`).join(` {${name}}`), text).split(`{${name}}`).join(shown);
  }, phrase || "");

  function typeText(type) {
    if (type.kind === "number") {
      const unit = unitText(type.unit);
      if (type.low === null) return unit ? `a number of ${unit}` : "a number";
      const step = type.step === 1 || type.step === null ? "" : ` by ${valueText(R.plain(type.step), type)}`;
      const [low, high] = [type.low, type.high].map((end) => (end === null ? "" : valueText(R.plain(end), { decimal: true })));
      return `${low}..${high}${step}${unit && ` ${unit}`}${type.calendar ? ` in ${type.calendar}` : ""}`;
    }
    if (type.kind === "yes/no" || type.kind === "none") return type.kind;
    return (type.record || type.map || type.name) + (type.or_none ? " or none" : "");
  }

  /** A domain in words; with `others` a thing may be one that was not named. */
  function domainText(core, type, things, others) {
    const none = type.or_none ? ["none"] : [];
    if (type.kind === "yes/no") return "yes or no";
    if (type.kind === "enum") return listing([...core.enums[type.name].values, ...none]);
    if (type.kind === "place") return `a place of ${type.map}${none.length ? " or none" : ""}`;
    if (type.kind !== "thing") return typeText(type);
    const there = things.get(type.record) || [];
    const other = others || !(there.length || type.or_none) ? [`${there.length ? "another" : "a"} ${type.record}`] : [];
    return listing([...there, ...other, ...none]);
  }

  const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
  const DAYS = { "week": 7, "day": 1 };
  const PARTS = { "month": 1, "half month": 2, "quarter month": 4 };

  /** The date of a turn, for weeks its first day, as an entry of an answer; nothing where the value is no turn of a calendar. */
  function dateIn(core, type, value) {
    const calendar = type && type.calendar ? core.calendars[type.calendar] : null;
    if (calendar === null || typeof value !== "number" || value < calendar.turn) return {};
    const { period, first } = calendar;
    const later = value - calendar.turn;
    if (DAYS[period]) {
      const day = new Date(0);
      day.setUTCFullYear(first.year, first.month - 1, first.day + DAYS[period] * later);
      return day.getUTCFullYear() > 9999 ? {} : { date: `${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]} ${`${day.getUTCFullYear()}`.padStart(4, "0")}` };
    }
    const parts = PARTS[period];
    const count = (first.year * 12 + first.month - 1) * parts + (first.part || 1) - 1 + later;
    const months = Math.floor(count / parts);
    const year = Math.floor(months / 12);
    const part = parts > 1 ? `${["I", "II", "III", "IV"][count % parts]} ` : "";
    const date = `${part}${MONTHS[months % 12]}`;
    if (first.year === null) return later < 12 * parts ? { date } : {};
    return year > 9999 ? {} : { date: `${date} ${`${year}`.padStart(4, "0")}` };
  }

  // ---- what came of it ---------------------------------------------------------------------------------------------------------

  /** Why an answer is undetermined: an open reading before a case not held before a zero divisor before what has none to
      choose from or goes through none before silence. Silence that a rule would
      end whose option is off, or whose scenario is not played, has that as its reason. `roots` are the results that it comes of. */
  function undeterminedOf(core, value, situation, roots) {
    const found = reasonOf(core, value);
    return (found !== null && found.why === "silent" && reasonOfSilence(situation, roots)) || found;
  }

  function reasonOfSilence(situation, roots) {
    const waiting = roots.filter(isSilent);
    for (const one of waiting) { // grows while it is gone through
      const { key, weighed } = one;
      if (!weighed.some(({ state, stage }) => state === STANDS && stage === 0)) {
        const asleep = situation.selection.dormant(key.name).find((rule) => situation.mayApply(rule, key.args));
        if (asleep) return { why: asleep.option === null ? "no scenario" : "option off", case: asleep.address.rule.case, ...named({ option: asleep.option, scenario: asleep.scenario }) };
      }
      waiting.push(...one.inner.filter((inner) => isSilent(inner) && !waiting.includes(inner)));
    }
    return null;
  }

  const named = (fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
  const isSilent = ({ value }) => isOpen(value) && !value.conflict && !value.outside && value.whys.some((one) => one.why === "silent" && one.case === null);

  function reasonOf(core, value) {
    if (statusOf(value) !== "undetermined") return null;
    if (value.readings.length) return { why: "open reading", case: core.readings[[...value.readings].sort()[0]].on[0] ?? null };
    for (const why of ["open reading", "not held", "no row", "empty cell", "zero divisor", "tie", "none to choose from", "path through none", "silent"]) {
      const cases = value.whys.filter((one) => one.why === why).map((one) => one.case || "").sort();
      if (cases.length) return { why, case: (cases.length === 1 ? cases[0] : cases.find(Boolean)) || null };
    }
    return { why: "silent", case: null };
  }

  /** A rounding: `rounded up`, `rounded down to 0.1 euro`. */
  function roundingText({ rounding, step }, unit, type) {
    if (step === null || step === undefined) return `rounded ${rounding}`;
    return `rounded ${rounding}${rounding === "to nearest" ? "" : " to"} ${withUnit(R.plain(step), unit, type && type.decimal ? type : { decimal: true })}`;
  }

  /** What a rule did: `-2 MP`, `at most 3 MP`, `permitted`. */
  function effectText({ effect, address, live: { core }, excused }, unit, type) {
    const text = isOpen(effect) ? "open" : address.effect === null ? "" : withUnit(effect, unit, type);
    const signed = (sign, other) => (text.startsWith("-") ? other + text.slice(1) : sign + text);
    switch (core.verb) {
      case "add": return signed("+", "-");
      case "take": return signed("-", "");
      case "multiply": return `times ${isOpen(effect) ? "open" : valueText(effect, type && { decimal: type.decimal })}`;
      case "is at most": return `at most ${text}`;
      case "is at least": return `at least ${text}`;
      case "is rounded": return roundingText(core, unit, type);
      case "yes": return "yes";
      case "not": return "no";
      case "is": case "look up": return text;
      default: return excused === BEATEN ? "permitted" : VERDICTS[core.verb];
    }
  }

  /** The answer of a result. `value` replaces the result's own where all completions were looked at: the argument is then that of what is
      given alone, and rules that apply or not by what is not known are listed as open. `kept`: what is made of the results that went into it. */
  function answerOf(core, result, situation, value = result.value, kept = new Kept(core, situation, [result])) {
    const isCompleted = value !== result.value && isOpen(result.value);
    const { plan, key, weighed } = result;
    const { question } = plan;
    const unit = (question.type !== null && question.type.kind === "number" && unitText(question.type.unit)) || null;
    const status = statusOf(value);
    const isAnswered = status === "answered";
    const stands = weighed.filter((one) => one.state === STANDS);
    const open = weighed.filter((one) => one.state === OPEN || (one.state === STANDS && isOpen(one.effect)));
    const clashes = status === "conflict" ? clash(core, result) : [];
    const hasOpenSide = status === "conflict" && clashes.length < 2;
    const restsOnOpen = status === "undetermined" || hasOpenSide || (isCompleted && status !== "missing");
    // an answer that is the same whichever of some rules stand has them as its reasons
    const opened = restsOnOpen ? open : isAnswered && !stands.length ? open.filter((one) => !isOpposed(one, value)) : [];
    const undetermined = undeterminedOf(core, value, situation, [result]);
    const saysNothing = undetermined !== null && ["silent", "none to choose from", "path through none"].includes(undetermined.why);
    if (opened.length && !isCompleted && saysNothing && undetermined.case === null) undetermined.case = opened[0].live.rule.case;
    return {
      book: core.book, edition: core.edition, question: keyText(core, key), status,
      value: isAnswered ? value : null, unit: isAnswered ? unit : null,
      because: stands.flatMap((one) => reasonsOf(core, one, unit, question.type, plan.stages.length > 1 ? plan.stages[one.stage].name : null)),
      defeated: weighed.filter((one) => (one.state === BEATEN && one.holds) || (one.state === STANDS && one.excused === BEATEN)).map((one) => defeat(core, one)),
      inapplicable: weighed.filter((one) => one.state === FALSE).map(inapplicable),
      missing: [],
      conflict: clashes,
      ...(status === "out of range" ? outOfRange(core, result) : {}),
      undetermined,
      readings: [],
      as_played: null,
      not_held: notHeldOf(result, situation),
      get outlived() {
        return outlivedOf(core, this);
      },
      assumed: [],
      rests_on: [],
      steps: plan.stages.length > 1 ? result.steps.map(([stage, after]) => ({ stage, value: after })) : [],
      overruled: [],
      ...(isAnswered ? dateIn(core, question.type, value) : {}),
      key: { name: key.name, args: key.args },
      phrase: filled(core, question.phrase, question.params, key.args),
      opened: openedOf(opened),
      /** The rules with any of which the answer is the same, where none stands for certain; undefined elsewhere. */
      get open() {
        return this.status === "answered" && this.opened.length && !this.because.length ? this.opened : undefined;
      },
      /** The answers to what conditions asked, each made once, when it is looked at. */
      get inner() {
        return kept.into(result);
      },
      get cells() {
        return cellsOf(this);
      },
    };
  }

  /** The rulings and readings that an answer rests on, of which a later source has changed the case. */
  function outlivedOf({ outlived }, { because, defeated }) {
    const addresses = [...because.map(({ rule }) => rule), ...defeated.map(({ by }) => by)];
    return [...new Map(addresses.filter((one) => R.has(outlived, one)).map((one) => [JSON.stringify(outlived[one]), outlived[one]])).values()];
  }

  /** The rules that are open, each once: `may … when and only when …` is two rules of one address. */
  function openedOf(weighed) {
    const made = new Map(weighed.map(({ live: { rule } }) => [`${rule.id} ${rule.says}`, { case: rule.case, rule: rule.id, says: rule.says }]));
    return [...made.values()];
  }

  /** The answers of results, each made once; `first` are those that are asked for, and so deep are the others, by the shortest way. */
  class Kept {
    constructor(core, situation, first) {
      Object.assign(this, { core, situation, first, made: new Map() });
    }
    of(result) {
      if (!this.made.has(result)) this.made.set(result, answerOf(this.core, result, this.situation, result.value, this));
      return this.made.get(result);
    }
    into(result) {
      this.depths = this.depths || depthsOf(this.first);
      return this.depths.get(result) > MOST_INNER ? [] : [...new Set(result.inner)].map((one) => this.of(one));
    }
  }

  /** How deep results are that went into these, by the shortest way. */
  function depthsOf(first) {
    const found = new Map(first.map((one) => [one, 0]));
    for (const [one, depth] of found) { // grows while it is gone through
      if (depth <= MOST_INNER) for (const inner of one.inner) if (!found.has(inner)) found.set(inner, depth + 1);
    }
    return found;
  }

  /** The answers of several results. */
  function answersOf(core, results, situation) {
    const first = [...new Set(results)];
    const kept = new Kept(core, situation, first);
    return first.map((one) => kept.of(one));
  }

  /** Leaves of an answer's argument what is so in every one of these situations, to which the values of unknown facts led. Of the rules that
      are open by what is given those are left that stand, or are open, in some of them and do not stand in all. */
  function whateverIsUnknown(answer, leaves, inquiry) {
    const { core, key } = inquiry;
    const several = leaves.map((one) => {
      const found = answerOf(core, one.result(key), one);
      return { ...found, overruled: overruled(one, inquiry), steps: [found.steps], inner: [] };
    });
    answer.overruled = inAll(several.map((one) => one.overruled));
    for (const part of ["because", "defeated", "conflict", "not_held", "steps"]) {
      const [first, ...others] = several.map((one) => new Map(one[part].map((each) => [JSON.stringify(each), each])));
      answer[part] = [...first].filter(([text]) => others.every((one) => one.has(text))).map(([, each]) => each);
    }
    answer.steps = answer.steps[0] || [];
    if (new Set(several.map((one) => JSON.stringify(one.out_of_range))).size > 1) delete answer.out_of_range;
    const rules = (parts) => new Set(parts.map(({ rule }) => rule));
    const stands = rules(answer.because), somewhere = rules(several.flatMap((one) => [...one.because, ...one.opened]));
    answer.opened = answer.opened.filter(({ rule }) => !stands.has(rule) && (somewhere.has(rule) || answer.status === "conflict"));
  }

  /** What is given and is overruled by the same value in each of several situations, with the rules that stand in all of them. */
  function inAll([first, ...others]) {
    const ofEach = first.map((one) => [one, ...others.map((other) => other.find(({ fact, value }) => fact === one.fact && same(value, one.value)))]);
    return ofEach.filter((each) => each.every(Boolean)).map((each) => ({ ...each[0], rules: each[0].rules.filter((rule) => each.every(({ rules }) => rules.includes(rule))) }));
  }

  /** Whether a rule on a verdict or predicate says the opposite of an answer. */
  function isOpposed({ live: { core: { verb } } }, answer) {
    if (verb === "may not") return answer !== "forbidden";
    if (verb === "may" || verb === "must") return answer === "forbidden";
    return (verb === "yes" || verb === "not") && (verb === "yes") !== answer;
  }

  function reasonsOf(core, weighed, unit, type, stage) {
    const { rule, addresses } = weighed.live;
    const cell = weighed.row !== null && rule.table !== null ? { table: rule.table, row: weighed.row[0], column: weighed.row[1] } : null;
    const table = cell ? core.tables[cell.table] : { rows: [] }, { rows, heads } = table;
    const row = cell && rows[cell.row];
    const where = heads && heads[cell.column] ? `, ${heads[cell.column]}` : "";
    const by = row && cell.column !== null ? [...row.corrections].reverse().find((one) => one.cell === null || one.cell === cell.column) : null;
    const own = reason(rule, row ? `${rule.says}: ${row.text}${where}` : rule.says, effectText(weighed, unit, type), stage);
    if (by) Object.assign(own, { source: by.source, formed_by: R.unique([...own.formed_by, by.amendment]), statements: R.unique([...own.statements, ...by.tags]) }, placeOf(by));
    own.cell = cell && { ...cell, "cited": citedCell(table, row, cell.column, own, by) };
    Object.assign(own, { "reads": row ? [] : R.unique([...asked(rule.effect)]) }); // in quotes: the small form keeps the name
    return [own, ...addresses.slice(1).map((other) => reason(other.rule, other.rule.says, `restates ${rule.id}`, stage))];
  }

  const placeOf = ({ location }) => ({ path: location?.path ?? null, line: location?.line ?? null });

  /** A cell as an answer cites it: as written in the table, and of the source from which it has its value. */
  function citedCell(table, { text }, column, { rule, source, path, line }, by) {
    const row = text.startsWith("|") ? text.split("|")[1].trim() : text;
    const head = column !== null && table.column_texts.length ? table.column_texts[column] : null;
    return { rule, table: table.id, row, column: head, source, amendment: by ? by.amendment : null, path, line, ...(by && by.tags.length ? { statements: by.tags } : {}) };
  }

  /** The questions that a term asks. */
  function* asked(term) {
    if (term === null || typeof term !== "object") return;
    if (term.kind === "ask") yield term.question;
    for (const part of Object.values(term)) yield* asked(part);
  }

  /** The cells of tables from which the rules of an answer have their values, as far as their effects ask for them themselves. */
  function cellsOf({ because, inner }) {
    const cells = because.flatMap(({ rule, cell, reads }) => {
      if (cell) return [cell.cited];
      const of = reads && reads.length ? inner.flatMap((one) => (reads.includes(one.key.name) ? one.because : [])) : [];
      return of.filter((one) => one.cell).map((one) => ({ ...one.cell.cited, rule }));
    });
    return [...new Map(cells.map((one) => [JSON.stringify(one), one])).values()];
  }

  const reason = (rule, says, effect, stage) => ({
    case: rule.case, rule: rule.id, source: rule.source, says, effect, ...placeOf(rule),
    formed_by: rule.formed_by, statements: rule.formed_by.length ? rule.tags : [], stage, through: rule.through?.says || null,
  });

  function inapplicable({ live: { rule }, firstFalse }) {
    const part = rule.parts[firstFalse];
    const none = rule.verb === "look up" ? "no row holds for these keys" : "";
    return { case: rule.case, rule: rule.id, first_false: !part ? none : part.label ? `${part.label}. ${part.text}` : part.text };
  }

  function defeat(core, { live: { rule }, by, why }) {
    return { case: rule.case, rule: rule.id, by: by.live ? by.live.rule.id : core.asides[by.statement].id, why, says: rule.says };
  }

  // ---- conflicts ---------------------------------------------------------------------------------------------------------------

  /** The rules that disagree, here or in the question from which the conflict came. */
  function clash(core, result) {
    const waiting = [result];
    for (const one of waiting) { // grows while it is gone through
      const found = ownClash(one);
      if (found.length) return found;
      const circle = one.asides.filter(([, active]) => isOpen(active) && active.conflict).map(([{ aside }]) => core.asides[aside.statement]);
      if (circle.length) return circle.map((setter) => ({ case: setter.case, rule: setter.id, value: null, says: setter.says }));
      waiting.push(...one.inner.filter((inner) => isOpen(inner.value) && inner.value.conflict && !waiting.includes(inner)));
    }
    return result.weighed.filter((one) => one.state === OPEN && one.opened !== null && one.opened.conflict).map(clashing);
  }

  function ownClash(result) {
    const { plan: { question } } = result;
    const cycle = result.weighed.filter((one) => one.cycle);
    if (cycle.length) return cycle.map(clashing);
    const standing = result.weighed.filter((one) => one.state === STANDS);
    if (!result.clash) return [];
    if (["verdict", "predicate"].includes(question.kind)) return standing.map(clashing);
    const saying = standing.filter((one) => ["is", "look up", "is rounded"].includes(one.live.rule.verb));
    const differ = (one, other) => one.stage === other.stage && !(same(one.effect, other.effect) && one.live.core.rounding === other.live.core.rounding && same(R.stepOf(one.live.core), R.stepOf(other.live.core)));
    const first = saying.find((one) => saying.some((other) => differ(one, other)));
    return first ? saying.filter((one) => one.stage === first.stage).map(clashing) : [];
  }

  /** The result outside of its range: this one, or one that it was worked out from; nothing if there are several possible results. */
  function outOfRange(core, result) {
    const waiting = [result];
    for (const { inner, key, over, plan: { question } } of waiting) { // grows while it is gone through
      if (over !== null) {
        const unit = unitText(question.type.unit) || null;
        return { out_of_range: { question: keyText(core, key), value: over, unit, declared: typeText(question.type), key: { name: key.name, args: key.args } } };
      }
      waiting.push(...inner.filter((one) => isOpen(one.value) && one.value.outside && !waiting.includes(one)));
    }
    return {};
  }

  function clashing({ live: { rule, core }, effect }) {
    const { verb } = core;
    const value = verb === "yes" || verb === "not" ? verb === "yes" : verb === "is rounded" ? roundingText(core, null, { decimal: true }) : VERDICTS[verb] ?? (isOpen(effect) ? null : effect);
    return { case: rule.case, rule: rule.id, value, says: rule.says };
  }

  /** The open rules of a result that would say something else than this value. */
  const openRules = (result, value) => result.weighed
    .filter((one) => one.state === OPEN && !same(clashing(one).value, value))
    .map((one) => ({ ...clashing(one), conditions: one.live.rule.parts.map(({ text }) => text) }));

  /** The cases without text that bear on a question, and those that a standing rule depends on or may yield to. */
  function notHeldOf(result, situation) {
    const stands = result.weighed.filter((one) => one.state === STANDS);
    const found = result.plan.absent.length ? situation.missingText(result, stands).map(([about]) => about) : [];
    for (const { live } of stands) for (const address of live.addresses) found.push(...address.unheld);
    const whys = isOpen(result.value) ? result.value.whys : [];
    found.push(...whys.filter((one) => one.why === "not held" && one.case).map((one) => one.case));
    return R.unique(found);
  }

  // ---- what is missing, assumed, overruled -------------------------------------------------------------------------------------

  /** Facts as an answer lists them, with their domains and the questions that ask for them. */
  const missingFacts = (core, missing, things, others) =>
    missing.map(([key, certain]) => {
      const decl = core.facts[key.name];
      const found = decl.found === "decided" && decl.by ? `decided by ${decl.by}` : decl.found;
      return {
        fact: keyText(core, key), domain: domainText(core, decl.type, things, others), certain, found: found || null,
        asks: filled(core, decl.asks, decl.params, key.args), key: { name: key.name, args: key.args },
      };
    });

  /** What was assumed, in the order of the vocabulary. */
  function assumptions(core, assumed) {
    if (!assumed.size) return [];
    const place = new Map(Object.keys(core.facts).map((name, index) => [name, index]));
    const found = [...assumed].map(([{ name, args }, value]) => ({ fact: keyText(core, { name, args }), value, key: { name, args }, ...dateIn(core, core.facts[name].type, value) }));
    return found.sort((one, other) => place.get(one.key.name) - place.get(other.key.name) || (one.fact < other.fact ? -1 : 1));
  }

  /** What is given, facts and answers, and of which the answer found that rules say something else. */
  function overruled(situation, { core, machine, facts, fixed }) {
    const found = [];
    for (const [asked, result] of situation.memo) {
      if (isOpen(result.value)) continue;
      const { name, args } = asked;
      const key = R.has(core.facts, name) ? machine.fact(name).of(args) : asked;
      const said = key === asked ? fixed.get(key) : facts.get(key);
      if (said === undefined || same(said, result.value)) continue;
      const rules = result.weighed.filter((one) => one.state === STANDS).map((one) => one.live.rule.id);
      found.push({ fact: keyText(core, key), given: said, value: result.value, rules, key: { name, args } });
    }
    return found;
  }

  Object.assign(R, { answerOf, answersOf, assumptions, cellsOf, dateIn, domainText, keyText, missingFacts, namedBefore, openRules, overruled, undeterminedOf, unitText, valueText, whateverIsUnknown, withUnit });
})(globalThis.Rulewright);
