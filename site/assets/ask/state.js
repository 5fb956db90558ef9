/* What is asked, with all that is given, and the same as the part of an address behind `#`: as `site/asking/link.py` writes it. */
(() => {
  "use strict";
  const A = globalThis.rulewrightAsk;
  const R = globalThis.Rulewright;
  const BETWEEN = "~";
  const OPEN = "?"; // in the place of an argument that is not chosen
  const NUMBER = /^(-?)(\d+)(?:\/(\d+)|\.(\d+))?$/;

  /** The number that a text is; undefined for what is none. */
  function numberOf(text) {
    const found = NUMBER.exec(text.trim());
    if (!found) return undefined;
    const [, sign, whole, below, places] = found;
    if (below !== undefined && !Number(below)) return undefined;
    const denominator = below || (places ? `1${"0".repeat(places.length)}` : "1");
    return R.plain({ numerator: `${sign}${whole}${places || ""}`, denominator });
  }

  /** The value of a type that a text is; undefined for what is none. A verdict's answers have no type. */
  function valueOf(type, text) {
    if (text === OPEN) return undefined;
    if (text === "none" && (type === null || type.or_none)) return null;
    if (type !== null && type.kind === "yes/no") return text === "yes" ? true : text === "no" ? false : undefined;
    return type !== null && type.kind === "number" ? numberOf(text) : text;
  }

  const textOf = (value) => R.valueText(value);

  /** What is declared under a name that may be given: a fact, or a question with an answer. */
  const declared = (core, name) => (R.has(core.facts, name) ? core.facts[name] : R.has(core.questions, name) ? core.questions[name].question : null);

  const NO_TABLE = { scenario: "", games: [], options: [], readings: {}, turn: null };

  /** What is kept of the table of this device; nothing where the page keeps none. */
  const tableKept = (book) => (globalThis.rulewrightTable ? globalThis.rulewrightTable.read(book.folder) : NO_TABLE);

  /** What is played at the table, of all that an edition has. */
  function atTable(book, core) {
    const { scenario, games, options, readings } = tableKept(book);
    return {
      scenario: core.scenarios.includes(scenario) ? scenario : null, games: games.filter((one) => core.games.includes(one)), options: options.filter((one) => R.has(core.options, one)),
      readings: Object.fromEntries(Object.entries(readings).filter((one) => isChoice(core, one))),
    };
  }

  const isChoice = (core, [name, choice]) => R.has(core.readings, name) && core.readings[name].choices.some((one) => one.name === choice);

  const switchesOf = ({ scenario, games, options, readings }) => JSON.stringify([scenario, [...games].sort(), [...options].sort(), Object.entries(readings).sort()]);

  /** Whether a question is asked with just what is played at the table. */
  const isAsAtTable = (book, state) => switchesOf(state) === switchesOf(atTable(book, book.core(state.edition)));

  /** A question of which nothing is given, as it is played at the table; things have the names of the parameters. */
  function stateOf(book, question, edition = null) {
    const found = { question, args: [], edition: book.edition(edition), things: [], given: [], whole: false, nothing: false, closed: false, over: null };
    const core = book.core(found.edition);
    Object.assign(found, atTable(book, core));
    if (R.has(core.questions, question)) {
      found.args = core.questions[question].question.params.map(({ name, type }) => (type.kind === "thing" ? name : undefined));
    }
    return found;
  }

  /** The query in an address, with the names of today for those that the book has renamed since the address was made. */
  function presentQuery({ former_names: former }, query) {
    const named = (text) => text.split(/([~.])/).map((one) => (R.has(former, one) ? former[one] : one)).join("");
    return new URLSearchParams([...query].map(([key, text]) => [key, named(text)]));
  }

  /** The state in the part of an address behind `#`; null where it asks nothing that the book has. What does not fit is left out. An address that
      holds no whole situation is read as it is played at the table, and in the edition that is read on this page. */
  function read(book, hash) {
    const old = new URLSearchParams(hash.replace(/^#/, ""));
    const banner = document.querySelector("[data-rw-reads]");
    const edition = old.get("e") ?? (banner && banner.dataset.rwReads);
    const query = presentQuery(book.core(book.edition(edition)), old);
    const question = query.get("q");
    const state = stateOf(book, question, edition);
    if (query.has("w") || query.has("c")) Object.assign(state, { whole: true, scenario: null, games: [], options: [], readings: {} });
    const core = book.core(state.edition);
    if (question === null || !R.has(book.words.questions, question)) return null;
    if (R.has(core.questions, question)) {
      const { params } = core.questions[question].question;
      query.getAll("a").slice(0, params.length).forEach((text, slot) => (state.args[slot] = valueOf(params[slot].type, text)));
    }
    for (const [kind, name] of query.getAll("t").map((one) => one.split(BETWEEN))) if (R.has(core.records, kind) && name) state.things.push([kind, name]);
    for (const one of query.getAll("f")) {
      const fact = given(core, one.split(BETWEEN));
      if (fact) state.given.push(fact);
    }
    Object.assign(state.readings, Object.fromEntries(query.getAll("r").map((one) => one.split(BETWEEN)).filter((one) => isChoice(core, one))));
    state.options = R.unique([...state.options, ...query.getAll("o").filter((one) => R.has(core.options, one))]);
    if (query.has("g")) state.games = query.getAll("g").filter((one) => core.games.includes(one));
    if (core.scenarios.includes(query.get("s"))) state.scenario = query.get("s");
    return Object.assign(state, { nothing: query.get("n") === "1", closed: query.get("c") === "1", over: query.get("v") });
  }

  function given(core, [name, ...rest]) {
    const decl = declared(core, name);
    if (decl === null || rest.length !== decl.params.length + 1) return null;
    const args = decl.params.map(({ type }, slot) => valueOf(type, rest[slot]));
    const value = valueOf(decl.type, rest[rest.length - 1]);
    return value === undefined || args.includes(undefined) ? null : { name, args, value };
  }

  /** How a fact is named in an address. */
  const nameOf = ({ name, args }) => [name, ...args.map(textOf)].join(BETWEEN);

  /** The part of an address behind `#` that holds this state. */
  function written(state) {
    const query = new URLSearchParams([["q", state.question]]);
    const several = (name, values) => values.forEach((one) => query.append(name, one));
    const { args } = state;
    if (args.some((one) => one !== undefined)) several("a", args.map((one) => (one === undefined ? OPEN : textOf(one))));
    query.append("e", state.edition);
    several("t", state.things.map((one) => one.join(BETWEEN)));
    several("f", state.given.map((one) => [nameOf(one), textOf(one.value)].join(BETWEEN)));
    if (state.scenario !== null) query.append("s", state.scenario);
    several("g", state.games);
    several("o", state.options);
    several("r", Object.entries(state.readings).map((one) => one.join(BETWEEN)));
    if (state.nothing) query.append("n", "1");
    if (state.closed) query.append("c", "1");
    if (state.over !== null) query.append("v", state.over);
    query.append("w", "1");
    return `#${query}`;
  }

  /** The same in another edition; what it does not have is left out. */
  const inEdition = (book, state, edition) => ({ ...read(book, written({ ...state, edition })), args: state.args });

  /** The things of each kind that are named: in the question, by themselves, in what is given. */
  function thingsOf(core, state) {
    const found = new Map();
    const note = (type, value) => {
      if (type === null || type.kind !== "thing" || typeof value !== "string") return;
      if (!found.has(type.record)) found.set(type.record, new Set());
      found.get(type.record).add(value);
    };
    if (R.has(core.questions, state.question)) core.questions[state.question].question.params.forEach(({ type }, slot) => note(type, state.args[slot]));
    for (const [record, name] of state.things) note({ kind: "thing", record }, name);
    for (const { name, args, value } of state.given) {
      const decl = declared(core, name);
      if (decl === null) continue;
      decl.params.forEach(({ type }, slot) => note(type, args[slot]));
      note(decl.type, value);
    }
    return found;
  }

  /** The query that the engine is asked. */
  function queryOf(core, state) {
    const things = Object.fromEntries([...thingsOf(core, state)].map(([record, names]) => [record, [...names]]));
    const { options, scenario, readings, games, question, args } = state;
    const switches = { options, scenario, readings, games: games.length ? games : null };
    return { asked: { question, args }, things, given: state.given, switches, assumeUsual: !state.nothing, closed: state.closed };
  }

  Object.assign(A, { atTable, declared, inEdition, isAsAtTable, nameOf, numberOf, queryOf, read, stateOf, tableKept, textOf, thingsOf, written });
})();
