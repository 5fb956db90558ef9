/* What the answer is with every other value of one fact or argument, in every scenario or edition: each next to the answer as it is. It says how much
   extra, whether it is halved, from which turn, how strong at most. */
(() => {
  "use strict";
  const A = globalThis.rulewrightAsk;
  const R = globalThis.Rulewright;
  const { capital, el } = A;

  const MOST = 400; // values of a fact that are gone through
  const ROWS = 50; // rows that are shown
  const TIME = 400; // milliseconds that all of them may take
  const SCENARIO = "@scenario"; // no fact is called so, nor as the place of an argument is: `@0`
  const EDITION = "@edition";
  const SHARES = [[2, 1, "twice as much"], [3, 1, "three times as much"], [1, 2, "half"], [1, 3, "a third"], [3, 2, "half as much again"]];

  /** All values of a type as [value, text]; null where there are too many, or they cannot be listed. */
  function valuesOf(words, type) {
    const choices = A.choicesOf(words, type);
    if (choices !== null) return choices.filter(([value]) => value !== A.ANOTHER);
    if (type.kind !== "number" || type.low === null || type.high === null) return null;
    const [step, high] = [type.step === null ? 1 : R.plain(type.step), R.plain(type.high)];
    const found = [];
    for (let value = R.plain(type.low); R.order(value, high) <= 0; value = R.OPERATORS["+"](value, step)) {
      if (found.push([value, words.number(type, value)]) > MOST) return null;
    }
    return found;
  }

  /** An answer in a word or two. */
  function brief(words, answer) {
    if (answer.status === "answered") return words.value(A.declared(words.core, answer.key.name).type, answer.value);
    return { missing: "other facts are missing", conflict: "the rules contradict one another", "out of range": "out of its range", undetermined: "left open" }[answer.status];
  }

  const isNumber = (value) => typeof value === "number" || value instanceof R.Exact;

  /** How an amount differs from the one as it is: `2 movement points more`, `3 movement points less, half`. */
  function difference(words, now, then) {
    if (now.status !== "answered" || then.status !== "answered" || !isNumber(now.value) || !isNumber(then.value)) return "";
    const by = R.OPERATORS["-"](then.value, now.value);
    const sign = R.order(by, 0);
    if (sign === 0) return "";
    const { type } = A.declared(words.core, now.key.name);
    const amount = words.number({ ...type, calendar: null }, sign < 0 ? R.OPERATORS["-"](0, by) : by);
    const share = R.order(now.value, 0) > 0 && SHARES.find(([above, below]) => R.same(R.OPERATORS["*"](then.value, below), R.OPERATORS["*"](now.value, above)));
    return `${amount} ${sign < 0 ? "less" : "more"}${share ? `, ${share[2]}` : ""}`;
  }

  /** What can be gone through: [name, title, ways, the value now], each way as [value, text, state]. */
  function lists(calculator, answer) {
    const { state, words, core, book, params } = calculator;
    const found = [];
    params.forEach(({ type }, slot) => {
      const values = type.kind === "thing" ? null : valuesOf(words, type);
      if (values === null || values.length < 2) return;
      const ways = values.map(([value, text]) => [value, text, { ...state, args: state.args.map((one, at) => (at === slot ? value : one)) }]);
      found.push([`@${slot}`, words.open(state.question, slot)[1], ways, state.args[slot]]);
    });
    const met = [...state.given, ...answer.missing.map((one) => one.key), ...answer.assumed.map((one) => ({ ...one.key, value: one.value }))];
    const names = new Set();
    for (const { value: current, ...key } of met.filter(({ name }) => R.has(core.facts, name))) {
      const name = A.nameOf(key);
      const values = names.has(name) ? null : valuesOf(words, core.facts[key.name].type);
      if (values === null || values.length < 2) continue;
      names.add(name);
      found.push([name, words.asks(key), values.map(([value, text]) => [value, text, calculator.giving(key, value)]), current]);
    }
    if (core.scenarios.length) {
      const { scenarios } = words.words;
      found.push([SCENARIO, "Which scenario is played?", [null, ...core.scenarios].map((one) => [one, one === null ? "any, or none" : scenarios[one] || one, { ...state, scenario: one }]), state.scenario]);
    }
    const { editions } = words.words;
    if (editions.length > 1) found.push([EDITION, "Which edition is played by?", editions.map(([one, title]) => [one, title, A.inEdition(book, state, one)]), state.edition]);
    return found;
  }

  /** The answer in one state, as it is played, without what it rests on; null where it is none, or is not there in time. */
  function answerIn(calculator, state, time) {
    const { book } = calculator;
    const core = book.core(state.edition);
    if (!R.has(core.questions, state.question) || state.args.includes(undefined)) return null;
    const engine = book.engine(state.edition);
    let answer = null;
    try {
      answer = A.quietly(() => engine.within(time, () => engine.ask({ ...A.queryOf(core, state), premises: false })));
    } catch (wrong) {
      if (!(wrong instanceof R.Unknown)) throw wrong;
      calculator.loadUnknown(); // which draws all anew
    }
    return answer && ((answer.as_played && answer.as_played.answer) || answer);
  }

  /** Rows for the ways, and whether there are more; numbers next to one another with one answer are one row. */
  function rowsOf(calculator, ways, current, time = TIME) {
    const { words } = calculator;
    const until = performance.now() + time;
    const rows = [];
    let last = null;
    for (const [value, text, state] of ways) {
      const left = until - performance.now();
      if (left <= 0) return { rows, isCut: true };
      const answer = answerIn(calculator, state, Math.max(left, 1));
      const isNow = current !== undefined && R.same(value, current);
      const said = answer === null ? "cannot be, or takes too long" : brief(words, answer);
      if (last !== null && last.said === said && isNumber(value) && !last.isNow && !isNow) last.to = text;
      else rows.push((last = { value, from: text, to: null, said, answer, state, isNow }));
    }
    return { rows: rows.slice(0, ROWS), isCut: rows.length > ROWS };
  }

  /** The table of one list; a row that is chosen is what is asked from then on. */
  function table(calculator, [, title, ways, current], answer) {
    const { words } = calculator;
    const shown = (answer.as_played && answer.as_played.answer) || answer;
    const { rows, isCut } = rowsOf(calculator, ways, current);
    const row = ({ from, to, said, answer: then, state, isNow }, place) => {
      const text = capital(to === null ? from : `${from} … ${to}`);
      const take = el("button", { type: "button", "aria-pressed": `${isNow}`, data: { key: `c:${place}` }, on: { click: () => calculator.change(state) } }, text);
      return el("tr", { cls: isNow ? "rw-now" : null, role: "row" }, el("th", { scope: "row", role: "rowheader" }, take), el("td", { role: "cell" }, said), el("td", { role: "cell" }, isNow ? "as it is now" : then === null ? "" : difference(words, shown, then)));
    };
    const heads = ["If it is", "the answer is", "compared with now"].map((one) => el("th", { scope: "col", role: "columnheader" }, one));
    const parts = [el("thead", { role: "rowgroup" }, el("tr", { role: "row" }, ...heads)), el("tbody", { role: "rowgroup" }, ...rows.map(row))];
    return [ // on a phone rows are drawn as lines, which are rows still for whoever hears them
      el("div", { cls: "rw-compare", tabindex: "0", role: "region", "aria-label": title }, el("table", { role: "table" }, ...parts)),
      isCut ? el("p", { cls: "rw-small" }, "There are more; they are not gone through here.") : null,
    ].filter(Boolean);
  }

  /** The fold of a calculator in which answers are compared; `state.over` is the list that is chosen. */
  function compared(calculator, answer) {
    const several = lists(calculator, answer);
    if (!several.length) return [];
    const { over } = calculator.state;
    const chosen = several.find(([name]) => name === over);
    const choices = [[null, "choose one"], ...several.map(([name, title]) => [name, title])];
    const select = A.select("c:over", choices, chosen ? over : null, (name) => calculator.change({ over: name }), "What is changed");
    const make = () => [el("p", {}, "Change one thing: ", select), ...(chosen ? table(calculator, chosen, answer) : [])];
    return [A.fold(calculator.folds, "compare", "Compare the answer with others", make)];
  }

  Object.assign(A, { answerIn, brief, compared, rowsOf, valuesOf });
})();
