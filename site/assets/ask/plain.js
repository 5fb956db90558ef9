/* Which question of a book is meant by some words, and which facts they give: `analysis/plain_questions` step by step (`stems.py`,
   `asked_part.py`, `words.py`, `given.py`, `match.py`), with whole numbers alone, so that both give the same. The table comes with the book's words
   (`ask-words.js`) and the lists that all books share (`search/words.js`). */
(() => {
  "use strict";
  const A = (globalThis.rulewrightAsk = globalThis.rulewrightAsk || {});

  const all = (text) => new Set(text.split(" "));
  const ASIDE = all("with against by from into onto to near next behind before after over across through than for without between beside off up");
  const SIDE_CLAUSES = all("if when while because unless after before once where whose since until");

  const isWithin = (some, others) => [...some].every((one) => others.has(one));
  const meets = (some, others) => [...some].some((one) => others.has(one));
  const has = (object, name) => Object.prototype.hasOwnProperty.call(object, name);
  const get = (object, name, other) => (has(object, name) ? object[name] : other);

  // ---- stems -------------------------------------------------------------------------------------------------------------------

  const SHORTENED = [["’", "'"], ["won't", "will not"], ["shan't", "shall not"], ["can't", "can not"], ["n't", " not"], ["cannot", "can not"],
    ["takes place", "happens"], ["take place", "happen"], ["far away from", "far from"]];

  function plainText(text) {
    let plain = text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
    for (const [written, meant] of SHORTENED) plain = plain.split(written).join(meant);
    return plain.replace(/'s(?![a-z])/g, "").replaceAll("%", " percent ");
  }

  const stem = (table, word) => globalThis.rulewrightStems.stem(table, word);
  const singularOf = (word) => globalThis.rulewrightStems.singularOf(word);

  /** The stem of the word that another is made of: `attacker` -> `attack`. */
  function baseOf(endings, made) {
    for (const ending of endings) {
      const base = made.slice(0, made.length - ending.length);
      if (made.endsWith(ending) && base.length >= 4) return baseOf(endings, base.replace(/([^aeiou])\1$/, "$1"));
    }
    return made;
  }
  function stemInBook(table, word) {
    const found = stem(table, word);
    return has(table.rarity, found) ? found : get(table.derived, baseOf(table.derived_endings, found), found);
  }

  // ---- the part that asks ------------------------------------------------------------------------------------------------------

  const MODALS = all("may might can could must should shall");
  const VERBS = all("is are am was were has have do does did will would");
  const ASKING = new Set([...MODALS, ...VERBS, ...all("how what which where who whose")]);
  const WHEN = all("when why");
  const BEFORE = all("and but so then by on at in from if");
  const DUTY = all("allowed permitted forbidden obliged required");
  const AMOUNT = all("many much far long often strong high great large big old");
  const MARKS = new Set(".:;,!?–—");
  const OF_AMOUNT = all("cost costs number percentage");

  function askedPart(tokens) {
    const last = tokens.lastIndexOf("?");
    const end = last < 0 ? tokens.length : last;
    const starts = [0];
    for (let place = 0; place < end; place += 1) if (MARKS.has(tokens[place])) starts.push(place + 1);
    for (const asking of [ASKING, WHEN]) {
      const places = starts.map((start) => asksAt(tokens, start, end, asking)).filter((place) => place !== null);
      if (places.length) return [places[places.length - 1], end];
    }
    return [0, end];
  }
  function asksAt(tokens, start, end, asking) {
    if (start < end && asking.has(tokens[start])) return start;
    return start + 1 < end && BEFORE.has(tokens[start]) && asking.has(tokens[start + 1]) ? start + 1 : null;
  }
  function askedKind(tokens) {
    const [first = "", second = ""] = tokens;
    const hasDuty = meets(tokens, DUTY) || tokens.some((one, place) => (one === "have" || one === "need") && tokens[place + 1] === "to");
    if (MODALS.has(first) || (MODALS.has(second) && ["where", "when", "which", "what", "why"].includes(first)) || (VERBS.has(first) && hasDuty)) return "may";
    if (first === "how" && AMOUNT.has(second)) return "much";
    if (first === "what" && meets(tokens, OF_AMOUNT) && VERBS.has(second)) return "much";
    if (first === "who" || first === "whose" || (first === "which" && second === "side")) return "who";
    if (first === "when") return "when";
    if (first === "why" || ["how", "what", "which", "where"].includes(first)) return "what";
    return VERBS.has(first) ? "is" : "";
  }

  // ---- the table, as it is matched ---------------------------------------------------------------------------------------------

  const opened = new WeakMap();

  /** A table with the level of each stem, and with the one stem of the book that is made of a base. */
  function openTable(table) {
    if (!opened.has(table)) {
      const questions = Object.entries(table.questions).map(([name, question]) => [name, { ...question, levels: levelsOf(question.levels) }]);
      opened.set(table, { ...table, questions: Object.fromEntries(questions), derived: derivedStems(table) });
    }
    return opened.get(table);
  }
  const levelsOf = (stems) => Object.fromEntries(Object.entries(stems).flatMap(([level, text]) => text.split(" ").map((part) => [part, Number(level)])));
  function derivedStems({ rarity, values, states, derived_endings: endings }) {
    const named = [...values.flatMap(([stems]) => stems), ...Object.values(states).flat().flatMap(([stems]) => stems)];
    const byBase = new Map();
    for (const made of new Set([...Object.keys(rarity), ...named])) byBase.set(baseOf(endings, made), [...(byBase.get(baseOf(endings, made)) || []), made]);
    const sure = [...byBase].map(([base, made]) => [base, made.length === 1 ? made[0] : made.find((one) => one === base)]);
    return Object.fromEntries(sure.filter(([, one]) => one !== undefined));
  }

  // ---- the words ---------------------------------------------------------------------------------------------------------------

  const TOKEN = /[0-9]+\.[0-9]+|[\p{L}\p{N}]+|[.:;,!?–—](?=[ \t\r\n]|$)|[()]/gu;
  const NUMBER = /^[0-9]+(?:\.[0-9]+)?$/;

  function readWords(table, text) {
    const tokens = (plainText(text).match(TOKEN) || []).slice(0, table.limits.words);
    const [begins, ends] = askedPart(tokens);
    const small = new Set(table.small);
    const words = [];
    let depth = 0;
    let clause = 0;
    tokens.forEach((token, place) => {
      depth = Math.max(depth + Number(token === "(") - Number(token === ")"), 0);
      if (MARKS.has(token[0]) || token === "(" || token === ")") {
        clause += 1;
        return;
      }
      const number = NUMBER.test(token) ? token : `${get(table.numbers, token, "")}`;
      const isDistance = token === "far" && tokens[place + 1] === "from";
      const isSmall = number !== "" || (small.has(token) && !isDistance);
      words.push({ text: token, stem: isSmall ? "" : stemInBook(table, token), number, clause, isAsked: begins <= place && place < ends && depth === 0 });
    });
    return [withTerms(table, words), askedKind(tokens.slice(begins, ends))];
  }
  function withTerms(table, given) {
    let words = given;
    for (const [other, term] of table.also) {
      for (const run of runs(words, other)) {
        if (words.some((word) => term.includes(word.stem))) continue;
        const first = words[run[0]];
        words = words.map((word, index) => (run.includes(index) ? { ...word, stem: "" } : word));
        words.push(...term.map((part) => ({ ...first, text: part, stem: part })));
      }
    }
    return words;
  }
  const isFull = (word) => word.stem !== "" || word.number !== "";
  /** Where these stems, figures and small words follow one another, other small words between them left out. */
  function runs(words, stems) {
    const told = [];
    words.forEach((word, index) => (isFull(word) || stems.includes(word.text)) && told.push(index));
    const isSaid = (word, part) => (word.stem || word.text) === part || word.number === part;
    const several = [];
    for (let first = 0; first + stems.length <= told.length; first += 1) {
      const run = told.slice(first, first + stems.length);
      if (run.every((index, at) => isSaid(words[index], stems[at]))) several.push(run);
    }
    return several;
  }

  // ---- one question ------------------------------------------------------------------------------------------------------------

  function candidate(table, name, words, kind, named) {
    const question = table.questions[name];
    const { limits } = table;
    const [given, naming] = givenBy(table, question, words, named);
    const giving = new Set(given.flatMap((fact) => fact.places));
    const asked = askedByOwn(table, question, words, naming);
    const leftOpen = countOpen(question, words, given);
    const phrase = Math.floor((phraseShare(table, question, words) * Math.max(100 - limits.open * leftOpen, 0)) / 100);
    const fit = table.fits[kind][question.kind];
    const score = Math.floor(((2 * accountedShare(table, question, words, naming) + asked + 2 * phrase) * fit) / 50);
    const own = readStems(table, question, words);
    const unread = words.filter((word, index) => !giving.has(index) && !isRead(table, question, own, word)).map((word) => word.text);
    if (kind === "when" && ["may", "is"].includes(question.kind)) unread.push("when");
    return { question: name, score, given, unread: [...new Set(unread)], phrase };
  }
  function isRead({ light, nouns, denials, limits }, { levels }, own, word) {
    if (word.number || denials.includes(word.text)) return false;
    return !word.stem || light.includes(word.stem) || nouns.includes(word.stem) || own.has(word.stem) || get(levels, word.stem, 0) === limits.alike;
  }
  /** The stems of the ways to ask a question that the words have for the most part. */
  function readStems(table, { phrase, name, others, measure }, words) {
    return new Set([measure, ...[phrase, name, ...others].filter((stems) => shareOf(table, stems, words) >= table.limits.read)].flat());
  }
  function countOpen(question, words, given) {
    const chosen = new Set(given.map(({ target }) => target[0]));
    const named = new Set(words.map((word) => word.stem));
    return question.open.filter(([slot, stems]) => !chosen.has(slot) && !meets(stems, named)).length;
  }
  const weightOf = (table, word) => get(table.rarity, word.stem, table.rarest) * (word.isAsked ? 100 : table.limits.context);

  function accountedShare(table, question, words, named) {
    let whole = 0;
    let part = 0;
    words.forEach((word, index) => {
      if (!word.stem) return;
      const weight = weightOf(table, word);
      whole += weight;
      part += weight * Math.max(get(question.levels, word.stem, 0), named.has(index) ? table.limits.given : 0);
    });
    return Math.floor(part / Math.max(whole, 1));
  }
  function askedByOwn(table, question, words, named) {
    let whole = 0;
    let part = 0;
    words.forEach((word, index) => {
      if (!word.stem || !word.isAsked) return;
      const weight = weightOf(table, word);
      whole += weight;
      part += weight * (named.has(index) || get(question.levels, word.stem, 0) === table.limits.said ? 100 : 0);
    });
    return Math.floor(part / Math.max(whole, 1));
  }
  function phraseShare(table, question, words) {
    const byName = Math.floor((shareOf(table, question.name, words) * table.limits.by_name) / 100);
    return Math.max(byName, ...[question.phrase, ...question.others].map((phrase) => shareOf(table, phrase, words)));
  }
  function shareOf(table, stems, words) {
    const asked = new Set(words.filter((word) => word.isAsked).map((word) => word.stem));
    const others = new Set(words.map((word) => word.stem));
    let whole = 0;
    let met = 0;
    for (const part of stems) {
      whole += table.rarity[part];
      met += table.rarity[part] * (asked.has(part) ? 100 : others.has(part) ? table.limits.asked_before : 0);
    }
    return Math.floor(met / Math.max(whole, 1));
  }

  // ---- what the words give -----------------------------------------------------------------------------------------------------

  const ELSEWHEN = all("before after until unless except once last other than was were");
  const DETERMINERS = all("a an the my our any this that these those all some each every one own");
  const OTHERS = all("other another enemy enemys opposing hostile opponent his her its their your");
  const STATES = all("in under on at out");
  const COPULAS = all("is are was were has have had am be been being");
  const LINKS = all("that which who not also still now both all");
  const PRONOUNS = all("it they he she i we you them its their me us");
  const CIRCUMSTANCES = all("in at during under on after before into from to");
  const PERCENT = "percent";
  const SCENARIO = "--scenario";
  const OPTION = "--option";
  const COMPARED = all("least most more fewer less than over under above below every each per");

  /** Where words name values and states of the book, whatever the question. */
  function namedRuns(table, words) {
    const values = table.values.flatMap((entry) => runs(words, entry[0]).map((run) => [entry, run]));
    const isSo = (run) => !wordsBefore(words, run[0], 3).some((text) => table.denials.includes(text) || ELSEWHEN.has(text));
    const switches = table.switches.flatMap(([stems, target, value]) => runs(words, stems).filter(isSo).map((run) => [run, target, value]));
    return { values, switches, states: new Map(Object.entries(table.states).map(([fact, forms]) => [fact, stateRuns(words, forms)]).filter(([, several]) => several.length)) };
  }
  /** Where some words say a state in one of its ways. */
  function stateRuns(words, forms) {
    const hasForm = (form, { text }) => !form || form === text || form === singularOf(text);
    return forms.flatMap(([stems, form]) => runs(words, stems).filter((run) => hasForm(form, words[run[0]])));
  }
  function givenBy(table, question, words, named) {
    const byRun = new Map();
    for (const [run, target, value] of [...named.switches, ...valuesGiven(table, question, words, named), ...statesGiven(table, question, words, named)]) {
      const key = run.join(" ");
      if (!byRun.has(key)) byRun.set(key, { run, alternatives: new Map() });
      if (target !== null) byRun.get(key).alternatives.set(JSON.stringify([target, value]), [target, value]);
    }
    const bearing = new Set([[SCENARIO], [OPTION], ...Object.values(question.values).flat(), ...question.states].map(([fact]) => fact));
    const values = new Map();
    const used = new Set();
    const give = (target, value, run) => {
      const key = JSON.stringify(target);
      if (!values.has(key)) values.set(key, { target, said: new Map() });
      values.get(key).said.set(value, run);
    };
    const inOrder = (one, other) => other.run.length - one.run.length || one.run.map((place, at) => place - other.run[at]).find((gap) => gap) || 0;
    for (const { run, alternatives } of [...byRun.values()].sort(inOrder)) {
      if (meets(run, used)) continue;
      run.forEach((index) => used.add(index));
      const those = [...alternatives.values()].filter(([[fact]]) => bearing.has(fact));
      const meant = those.length ? those : [...alternatives.values()];
      if (meant.length === 1) give(...meant[0], run);
    }
    for (const [run, target, value] of amountsGiven(table, question, words)) {
      if (meets(run, used)) continue;
      run.forEach((index) => used.add(index));
      if (target !== null) give(target, value, run);
    }
    const given = [...values.values()].filter(({ said }) => said.size === 1).map(({ target, said }) => ({ target, value: [...said.keys()][0], places: [...said.values()][0] }));
    return [given.sort((one, other) => one.places[0] - other.places[0]), used];
  }
  function* valuesGiven(table, question, words, named) {
    const phrase = new Set(question.phrase);
    for (const [[stems, name, value, kind, denies, form], run] of named.values) {
      const targets = get(question.values, name, null) || known(table, question, name);
      if (!targets.length || isWithin(stems, phrase)) continue;
      const target = targetOf(table, question, targets, words, run);
      const near = new Set(words.slice(Math.max(run[0] - 2, 0), run[run.length - 1] + 3).map((word) => word.stem));
      if (kind.length && !meets(kind, near) && (target === null || target.length === 1 || meets(wordsBefore(words, run[0], 1), CIRCUMSTANCES))) continue;
      if (form && ![form, stems[0]].includes(singularOf(words[run[0]].text))) continue;
      const denial = denialBefore(table, words, run[0], 2);
      const before = wordsBefore(words, run[0], 4);
      const isSo = !meets(before, ELSEWHEN) && !before.some((text) => table.denials.includes(text));
      if (!denies) yield [run, isSo ? target : null, value];
      else if (denial !== null) yield [[denial, ...run], target, value];
    }
  }
  function* statesGiven(table, question, words, named) {
    if (!named.states.size) return;
    const phrase = new Set(question.phrase);
    const bearing = new Set(question.states.map(([fact]) => fact));
    const others = known(table, question, "yes/no").filter(([fact]) => !bearing.has(fact));
    for (const target of [...question.states, ...others]) {
      for (const run of named.states.get(target[0]) || []) {
        if (run.every((index) => phrase.has(words[index].stem))) continue;
        const denial = denialBefore(table, words, run[0], 2);
        const before = wordsBefore(words, run[0], 4);
        const isOutOf = ["out", "of"].every((text) => wordsBefore(words, run[0], 2).includes(text));
        const isSo = !isOutOf && !meets(before, ELSEWHEN) && (denial !== null || !before.some((text) => table.denials.includes(text)));
        const places = denial === null ? run : [denial, ...run];
        yield [places, isSo ? targetOf(table, question, [target], words, run) : null, denial === null ? "yes" : "no"];
      }
    }
  }
  function* amountsGiven(table, question, words) {
    const stems = new Set(words.filter((word) => word.stem).map((word) => word.stem));
    const count = (parts) => parts.filter((part) => stems.has(part)).length;
    for (const [index, { number }] of words.entries()) {
      if (!number) continue;
      let [run, unit] = unitAfter(table, words, index);
      const isPercent = index + 1 < words.length && words[index + 1].stem === PERCENT;
      if (isPercent) run = [index, index + 1];
      const near = [index - 2, index - 1, index + 1].filter((place) => place in words && words[place].stem).map((place) => words[place].stem);
      const beside = isPercent ? [PERCENT] : near;
      const shared = [];
      for (const [target, ofArgument] of question.numbers) {
        const [measure, said, phrase, least] = ofArgument || table.amounts[target[0]];
        const isMeant = unit ? measure === unit : meets(beside, new Set(said));
        if (isMeant && count(phrase) >= least) shared.push([target, count(said)]);
      }
      const most = Math.max(...shared.map(([, number]) => number));
      const best = shared.filter(([, number]) => number === most);
      const before = wordsBefore(words, index, 3);
      const isSo = !meets(before, COMPARED) && !before.some((text) => table.denials.includes(text));
      yield [run, best.length === 1 && isSo ? best[0][0] : null, `${number} ${unit}`.trim()];
    }
  }
  /** The facts of a kind about nothing, or about the only thing of the question that they can be about: also those that do not bear on it. */
  function known(table, question, kind) {
    return get(table.known, kind, []).flatMap(([fact, record]) => {
      const owners = question.things.filter(([, other]) => other === record);
      return !record ? [[fact]] : owners.length === 1 ? [[fact, owners[0][0]]] : [];
    });
  }
  function unitAfter(table, words, index) {
    const following = [];
    for (let place = index + 1; place < Math.min(index + 5, words.length); place += 1) if (words[place].stem) following.push(place);
    for (const [stems, measure] of table.measures) {
      const run = following.slice(0, stems.length);
      if (run.length === stems.length && run[0] === index + 1 && run.every((place, at) => words[place].stem === stems[at])) return [[index, ...run], measure];
    }
    return [[index], ""];
  }

  // ---- of which thing ----------------------------------------------------------------------------------------------------------

  function targetOf(table, question, targets, words, run) {
    const allowed = targets.filter((target) => mayOwn(table, question, target, words, run));
    return allowed.length === 1 ? allowed[0] : null;
  }
  function mayOwn(table, question, target, words, run) {
    if (target.length === 1) return true;
    const kindOf = new Map(question.things);
    const kind = kindOf.get(target[1]);
    const head = headKind(table, words, run);
    if (head !== null && head !== kind && [...kindOf.values()].includes(head)) return false;
    const alike = question.things.filter(([, other]) => other === kind).map(([name]) => name);
    if (alike.length === 1 && kind !== question.things[0][1]) return true;
    const isFirst = target[1] === alike[0];
    switch (roleOf(question, words, run[0])) {
      case "subject":
        return isFirst;
      case "object":
        return alike.length === 1 ? isFirst : !isFirst;
      case "other":
        return !isFirst;
      default:
        return false;
    }
  }
  function headKind(table, words, run) {
    const last = run[run.length - 1];
    const next = words[last + 1];
    if (!next || !next.stem || next.clause !== words[last].clause) return null;
    const kind = Object.entries(table.kinds).find(([, stems]) => stems[0] === next.stem);
    return kind ? kind[0] : null;
  }
  const isOwn = ({ phrase, name, others }, { stem: part }) => part !== "" && [phrase, name, ...others].some((stems) => stems.includes(part));

  function roleOf(question, words, start) {
    const { clause } = words[start];
    const after = words.slice(start + 1, start + 4).filter((word) => word.clause === clause).map((word) => word.text);
    if (after.includes("of") && meets(after.slice(after.indexOf("of") + 1), OTHERS)) return "other";
    let index = start - 1;
    while (index >= 0 && words[index].clause === clause && !isOwn(question, words[index])) {
      if (OTHERS.has(words[index].text)) return "other";
      if (!words[index].stem && !DETERMINERS.has(words[index].text)) break;
      index -= 1;
    }
    if (index < 0 || words[index].clause !== clause) return roleOfStart(words, start);
    const word = words[index];
    if (isOwn(question, word)) return "object";
    if (word.text === "for" && ["much", "what"].includes(question.kind)) return "subject";
    if (word.text === "of") {
      if (!index) return "aside";
      return isOwn(question, words[index - 1]) ? "subject" : roleOf(question, words, index - 1);
    }
    if (STATES.has(word.text) || COPULAS.has(word.text) || LINKS.has(word.text)) return roleOfSaid(question, words, index);
    return ASIDE.has(word.text) || SIDE_CLAUSES.has(word.text) ? "aside" : roleOfStart(words, start);
  }
  function roleOfSaid(question, words, from) {
    const { clause } = words[from];
    let index = from;
    while (index >= 0 && words[index].clause === clause && !words[index].stem) {
      if (PRONOUNS.has(words[index].text)) return "subject";
      index -= 1;
    }
    if (index < 0 || words[index].clause !== clause) return "subject";
    return isOwn(question, words[index]) ? "subject" : roleOf(question, words, index);
  }
  function roleOfStart(words, start) {
    if (words[start].isAsked) return "subject";
    const asked = words.filter((word) => word.isAsked);
    if (asked.some((word) => PRONOUNS.has(word.text))) return "subject";
    const before = words.filter((word) => word.stem && !word.isAsked && word.clause === words[start].clause).map((word) => word.stem);
    return asked.some((word) => word.stem && before.includes(word.stem)) ? "subject" : "aside";
  }
  function denialBefore({ denials }, words, index, count) {
    for (let place = index - 1; place >= Math.max(index - count, 0); place -= 1) if (denials.includes(words[place].text)) return place;
    return null;
  }
  const wordsBefore = (words, index, count) => words.slice(Math.max(index - count, 0), index).map((word) => word.text);

  // ---- all questions -----------------------------------------------------------------------------------------------------------

  function isBetter({ next_shares: shares, far_better: far }, first, other, kind) {
    const more = other.unread.length - first.unread.length;
    if (more < 0 || kind === "") return other.score * 100 <= first.score * far;
    return (more > 0 && !first.unread.length) || other.score * 100 <= first.score * shares[Math.min(more, shares.length - 1)];
  }
  function isMeant(limits, [first, ...others], kind, count) {
    const mostUnread = kind ? Math.min(limits.most_unread, Math.floor((2 * count) / 3)) : 0;
    if (first.score < limits.taken || first.phrase < limits.read || first.unread.length > mostUnread) return false;
    return others.every((other) => isBetter(limits, first, other, kind));
  }

  /** The candidates, the best first, and whether the first is clearly the one that is meant; so many `more` fit as well as the last. */
  function matchWords(given, text) {
    const table = openTable(given);
    const [words, kind] = readWords(table, text);
    const { limits } = table;
    if (!words.some((word) => has(table.rarity, word.stem))) return { candidates: [], isTaken: false, more: 0 };
    const named = namedRuns(table, words);
    const all = Object.keys(table.questions).map((name) => candidate(table, name, words, kind, named)).filter(({ score }) => score >= limits.listed);
    const rankOf = ({ score, unread }) => score * (100 - limits.unread_cost * Math.min(unread.length, limits.most_counted));
    all.sort((one, other) => rankOf(other) - rankOf(one) || (one.question < other.question ? -1 : 1));
    const candidates = all.filter(({ score }) => score * 100 >= all[0].score * limits.share);
    const listed = candidates.slice(0, limits.candidates);
    if (listed.length && isMeant(limits, listed, kind, words.filter(isFull).length)) return { candidates: listed, isTaken: true, more: 0 };
    const last = listed[listed.length - 1];
    return { candidates: listed, isTaken: false, more: candidates.slice(limits.candidates).filter(({ score }) => score === last.score).length };
  }

  // ---- what depends on a fact (`named.py`) ---------------------------------------------------------------------------------------

  const WHAT_IF = /^\W*(?:(?:and|but|so)\s+)?what\s+(?:happens\s+)?if\s+(.+)$/i;

  /** The facts that a text like `what if it is dispersed?` names, the nearest first, with the questions that depend on them. */
  function bearingFacts(given, text) {
    const table = openTable(given);
    const begun = WHAT_IF.exec(text.trim());
    if (!begun) return [];
    const [words] = readWords(table, begun[1]);
    const full = new Map(words.filter(({ stem: one }) => one && !table.light.includes(one)).map((word) => [word.stem, word.text]));
    const telling = new Map([...full].filter(([one]) => !table.nouns.includes(one)));
    const enums = new Map(table.values.filter(([stems]) => isWithin(stems, full)).map(([stems, name]) => [name, stems]));
    for (const texts of [telling, full]) {
      const rated = Object.entries(table.bears).map(([fact, [stems, name, questions]]) => {
        const shares = sharesOf(table, new Set([...stems, ...(enums.get(name) || [])]), texts);
        const score = [...shares].reduce((sum, [one, share]) => sum + get(table.rarity, one, table.rarest) * share, 0);
        return { fact, questions, shares, score };
      });
      const isReader = ({ shares }) => shares.size > 0 && [...telling.keys()].every((one) => shares.has(one));
      const isIdle = !rated.some((one) => isReader(one) && one.questions.length);
      const fitting = rated.filter((one) => one.shares.size && (one.questions.length || (isIdle && isReader(one)))).sort((one, other) => other.score - one.score || (one.fact < other.fact ? -1 : 1));
      const nearest = fitting.filter(({ score }) => score * 100 >= fitting[0].score * table.limits.bearing).slice(0, table.limits.bearing_facts);
      const unread = ({ shares }) => [...telling].filter(([one]) => !shares.has(one)).map(([, word]) => word);
      if (nearest.length) return nearest.map((one) => ({ fact: one.fact, questions: one.questions, unread: unread(one) }));
    }
    return [];
  }
  function sharesOf({ alike, limits }, stems, texts) {
    const groups = alike.filter((group) => group.some((phrase) => isWithin(phrase, stems)));
    const near = new Set(groups.flatMap((group) => group.filter((phrase) => phrase.length === 1).flat()));
    return new Map([...texts.keys()].filter((one) => stems.has(one) || near.has(one)).map((one) => [one, stems.has(one) ? 100 : limits.bearing_alike]));
  }

  /** The part of an address behind `#` for a question that is meant, with what the words give. */
  function addressOf(book, { question, given }) {
    const edition = book.words.edition;
    const chosen = new Map(given.map(({ target, value }) => [target[0], value]));
    const { params } = book.core(edition).questions[question].question;
    const args = params.map(({ name, type }, slot) => chosen.get(slot) ?? (type.kind === "thing" ? name : "?"));
    const part = ({ target, value }) => (target[0] === SCENARIO ? ["s", value] : target[0] === OPTION ? ["o", target[1]] : ["f", [...target, value].join("~")]);
    const facts = given.filter(({ target }) => typeof target[0] === "string").map(part);
    return `#${new URLSearchParams([["q", question], ...args.map((one) => ["a", one]), ["e", edition], ...facts])}`;
  }

  /** A question that is meant: its address, how it is asked, what the words give as sentences, and what is not read. */
  function sentencesOf(book, meant) {
    const address = addressOf(book, meant);
    const state = A.read(book, address);
    const words = new A.Words(book, state);
    const facts = state.given.map((fact) => words.states(fact, fact.value));
    facts.push(...state.options.map((name) => `the option ${words.option(name)} is in play`));
    if (state.scenario !== null) facts.push(`the scenario is ${state.scenario}`);
    const given = facts.length ? A.ended(A.capital(facts.join(", "))) : "";
    return { question: meant.question, address, asks: words.asks({ name: state.question, args: state.args }), given, unread: meant.unread };
  }

  /** A fact that words suppose: how it is asked for, the questions that depend on it, and what is not read. */
  function dependentOf(book, { fact, questions, unread }) {
    const asked = questions.filter((name) => has(book.words.questions, name)).map((question) => sentencesOf(book, { question, given: [], unread: [] }));
    const core = book.core(book.words.edition);
    const args = A.declared(core, fact).params.map(({ name, type }) => (type.kind === "thing" ? name : undefined));
    return { asks: new A.Words(book, A.stateOf(book, fact)).asks({ name: fact, args }), questions: asked, unread };
  }

  /** The questions that some words may mean, as sentences, the best first; `isTaken`: the only one that is meant, all of which is read; or, for
      words that suppose a fact, what `depends` on it. */
  function meantBy(book, text) {
    const depends = bearingFacts(A.tableOf(book.folder), text).map((one) => dependentOf(book, one));
    if (depends.length) return { meant: [], depends, isTaken: false, more: 0 };
    const { candidates, isTaken, more } = matchWords(A.tableOf(book.folder), text);
    const meant = (isTaken ? candidates.slice(0, 1) : candidates).filter(({ question }) => has(book.words.questions, question)).map((one) => sentencesOf(book, one));
    return { meant, depends, isTaken: isTaken && meant.length > 0 && !meant[0].unread.length, more };
  }

  const FIRST = new Set([...ASKING, ...WHEN, ...all("had if need whom")]);

  /** Whether a text begins or ends as a question does: as `begins_as_question` of Python. */
  const isQuestion = (text) => text.trim().endsWith("?") || FIRST.has((/^\W*([a-z]+)\b(?!\s*\()/.exec(text.toLowerCase()) || ["", ""])[1]);

  Object.assign(A, { bearingFacts, isQuestion, matchWords, meantBy });
})();
