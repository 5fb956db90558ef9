/* The calculator of a question: what is asked, the answer, what is asked for next, what is given, and why. After each change it is drawn
   from its state, of which the facts that are as they were stay; what had the keyboard's focus has it again. */
(() => {
  "use strict";
  const A = globalThis.rulewrightAsk;
  const R = globalThis.Rulewright;
  const { capital, el, ended, worded } = A;

  const AT_ONCE = 6; // milliseconds that the whole answer may take before what one pass shows is shown first
  const FEW = 3;
  const ONE_TAP = { words: 12, numbers: 21 }; // so many values of what is asked next are shown side by side
  const PAUSE = 120;
  const LATER = 500; // milliseconds for which the page may stand still, once a question was asked that takes long
  const UNKNOWN = {};
  const TURN = { name: "turn", args: [] };
  const MOST_UNHELD = 3; // cases that are named with the answer

  /** What some work gives; null where it cannot be done. */
  A.quietly = function quietly(work) {
    try {
      return work();
    } catch (wrong) {
      if (wrong instanceof R.WrongInput) return null;
      throw wrong;
    }
  };

  const keyOf = (fact) => `f:${A.nameOf(fact)}`;
  const isSame = (one, other) => keyOf(one) === keyOf(other);

  /** The answer with what its advice depends on among what is asked for, and what is taken as usual for it. */
  function adviceToo(answer) {
    const { advice } = answer;
    if (!advice) return answer;
    const joined = (several, others) => [...several, ...others.filter((one) => !several.some((other) => isSame(one.key, other.key)))];
    return { ...answer, missing: joined(answer.missing, advice.missing), assumed: joined(answer.assumed, advice.assumed) };
  }

  class Calculator {
    /** `at` is an empty element. `tell` is called with the state after each change, and whether it is a step that `history.back` takes back;
        `address` gives the address of a state. `isChosen`: the reader has come here by choosing the question, so that the keyboard goes to
        it. `close`: it can be closed. */
    constructor(at, book, state, { tell = () => {}, address, isChosen = false, close = null, history = this.steps() }) {
      Object.assign(this, { at, book, state, tell, address, isChosen, close, history, about: null, folds: new Set(), forgotten: new Set(), drawn: new A.Drawn(), first: null, shown: null, later: null, timer: 0, isPending: false, isPressed: false, isLoading: false });
      const part = (name, attributes = {}) => el("div", { cls: `rw-ask-${name}`, ...attributes });
      this.parts = {
        head: part("head"), answer: part("answer", { role: "status", "aria-live": "polite", "aria-atomic": "true", tabindex: "-1" }),
        taken: part("taken", { role: "status" }), back: part("back"), next: part("next"), there: part("there"), facts: part("facts"), compare: part("compare"), readings: part("readings"), why: part("why"), settings: part("settings"), foot: part("foot"),
      };
      at.replaceChildren(...Object.values(this.parts));
      at.addEventListener("toggle", ({ target }) => {
        const { fold } = target.dataset;
        if (fold) this.folds[target.open ? "add" : "delete"](fold);
      }, true);
      if (close) at.addEventListener("keydown", ({ key }) => key === "Escape" && close());
      at.addEventListener("pointerdown", ({ target }) => (this.isPressed = !target.closest("select"))); // a list that opens takes the rest for itself
      for (const end of ["pointerup", "pointercancel", "pointerleave"]) at.addEventListener(end, () => setTimeout(() => (this.isPressed = false), PAUSE));
      this.draw();
    }
    show(state, isChosen = false) {
      clearTimeout(this.timer);
      Object.assign(this, { state, isChosen, about: null, first: null });
      this.draw();
    }
    /** The steps of a calculator that has no address of its own. */
    steps() {
      const before = [];
      return { note: (state) => before.push(state), isBehind: () => before.length > 0, back: () => this.show(before.pop()) };
    }
    /** Changes the state and draws it; `fields` are what is another now. The same fact once more, which `about` names, is no further step. */
    change(fields, about = null) {
      clearTimeout(this.timer);
      const isStep = about === null || about !== this.about;
      if (isStep) this.history.note(this.state);
      Object.assign(this, { about, state: { ...this.state, ...fields } });
      this.tell(this.state, isStep);
      this.draw();
    }

    // ---- what is given ---------------------------------------------------------------------------------------------------------

    give(key, type, value) {
      return this.change(this.giving(key, value === A.ANOTHER ? this.newName(type.record) : value), keyOf(key));
    }
    /** Takes a fact as given of which nobody has to be asked. */
    take({ key, value }) {
      clearTimeout(this.timer);
      this.state = this.giving(key, value);
      this.tell(this.state, false);
      return this.draw();
    }
    forget(key) {
      this.forgotten.add(keyOf(key));
      return this.give(key, null, undefined);
    }
    /** The state with another value of a fact, in its place; without the fact where the value is undefined. */
    giving({ name, args }, value) {
      const { given } = this.state;
      const others = given.filter((one) => !isSame(one, { name, args }));
      const fact = { name, args, value };
      const changed = value === undefined ? others : others.length === given.length ? [...given, fact] : given.map((one) => (isSame(one, fact) ? fact : one));
      return { ...this.state, given: changed };
    }
    /** A name for one more thing of a kind: the first number that is none yet; the one that a question is about counts as the first. */
    newName(record) {
      const there = this.words.things.get(record) || new Set();
      let number = there.size ? 2 : 1;
      while (there.has(`${number}`)) number += 1;
      return `${number}`;
    }

    // ---- drawing ---------------------------------------------------------------------------------------------------------------

    draw() {
      const began = performance.now();
      this.words = new A.Words(this.book, this.state);
      this.core = this.words.core;
      this.isPending = false;
      const answer = this.answer();
      if (answer === UNKNOWN) return this.loadUnknown();
      const known = answer && (this.only(answer) || this.turnOfTable(answer));
      if (known) return this.take(known);
      const focused = this.at.contains(document.activeElement) ? document.activeElement : null;
      const wasNext = focused !== null && this.parts.next.contains(focused);
      const isAgain = this.shown === this.state;
      this.shown = this.state;
      this.drawn.begin(JSON.stringify([this.state.edition, [...this.words.things].map(([record, names]) => [record, ...names])]));
      const draw = (part, several) => A.put(this.parts[part], several);
      this.showPending(this.isPending);
      draw("head", this.head());
      this.absent = answer ? A.unnamedKinds((answer.as_played && answer.as_played.answer) || answer, this.state.things) : [];
      draw("answer", this.answered(answer));
      draw("taken", answer ? this.taken(answer) : []);
      draw("back", this.history.isBehind() ? [el("button", { type: "button", data: { key: "back" }, on: { click: () => this.history.back() } }, "Back: take the last answer back")] : []);
      draw("next", answer ? this.next(answer) : []);
      draw("there", answer ? this.there(answer) : []);
      draw("facts", answer ? this.facts(answer) : this.facts({ missing: [], assumed: [] }));
      draw("compare", answer ? A.compared(this, answer) : []);
      draw("readings", answer ? this.readings(answer) : []);
      draw("why", answer ? this.why(answer) : []);
      draw("settings", this.settings());
      draw("foot", this.foot());
      this.light(answer && ((answer.as_played && answer.as_played.answer) || answer));
      if (this.isChosen) this.parts.head.querySelector("h2").focus({ preventScroll: true });
      else if (focused) this.focus(wasNext && !isAgain, focused);
      this.isChosen = false;
      this.at.dataset.ms = (performance.now() - began).toFixed(1);
    }
    /** Draws once what is unknown can be tried; what is shown stays until then. */
    async loadUnknown() {
      if (this.isLoading) return;
      clearTimeout(this.timer);
      this.isLoading = true;
      this.showPending(true);
      const isThere = await A.loadUnknown().then(() => true, () => false);
      this.isLoading = false;
      if (isThere) return this.draw();
      this.showPending(false);
      A.put(this.parts.answer, [el("p", { cls: "rw-answer" }, "A part of this page could not be loaded. Load the page again.")]);
    }
    /** Moves to the next fact that is asked for, or to what `focused` was made anew as: there, what was selected is selected again, so that
        what is typed next takes its place. */
    focus(wasNext, focused) {
      const next = wasNext ? this.parts.next.querySelector("input, select") || this.parts.answer : null;
      const same = [...this.at.querySelectorAll("[data-key]")].find((one) => one.dataset.key === focused.dataset.key);
      (next || same || this.parts.answer).focus({ preventScroll: true });
      if (!next && same && same.type === "text") same.setSelectionRange(focused.selectionStart, focused.selectionEnd);
    }
    /** Lights up the cells that the answer comes from, if their tables are on this page. */
    light(answer) {
      if (!document.querySelector(".rw-table")) return;
      globalThis.rulewrightLit(answer && this.state.edition === this.book.words.edition ? A.cellsOf(answer) : []);
    }
    /** The answer; null where arguments are missing or what is given cannot be, which `wrong` says; `UNKNOWN` where the engine's script on
        what is unknown must be loaded for it. */
    answer() {
      const { state, core } = this;
      this.wrong = null;
      if (!R.has(core.questions, state.question)) this.wrong = "This edition has no rule on it.";
      if (this.wrong || this.open().length) return null;
      try {
        return adviceToo(this.asked(A.queryOf(core, state)));
      } catch (wrong) {
        if (wrong instanceof R.Unknown) return UNKNOWN;
        if (!(wrong instanceof R.WrongInput)) throw wrong;
        const instead = wrong.key && this.words.instead(wrong.key, wrong.value);
        this.wrong = instead || ended(capital(wrong.message.split("`").join("")));
        return null;
      }
    }
    /** The whole answer where it is there at once; else what one pass shows, and the whole one a little later, if it can be had then. */
    asked(query) {
      const engine = this.book.engine(this.state.edition);
      const whole = this.later || engine.within(AT_ONCE, () => engine.ask({ ...query, outcomes: true }));
      this.later = null;
      if (whole) return whole;
      clearTimeout(this.timer);
      this.isPending = true;
      this.wait(engine, query);
      return engine.quick(query);
    }
    /** Draws the whole answer a little later; not while a button is held or a text is half typed, which would be lost. */
    wait(engine, query) {
      this.timer = setTimeout(() => {
        if (this.isPressed || this.isTyping()) return this.wait(engine, query);
        this.later = A.quietly(() => engine.within(LATER, () => engine.ask({ ...query, outcomes: true })));
        return this.later ? this.draw() : this.showPending(false);
      }, PAUSE);
    }
    isTyping() {
      const { activeElement: one } = document;
      return this.at.contains(one) && one.type === "text" && one.value !== one.defaultValue;
    }
    /** While the whole answer is still worked out, the place of the answer is busy: what is shown there may be said more exactly. */
    showPending(isPending) {
      this.isPending = isPending;
      this.parts.answer.setAttribute("aria-busy", `${isPending}`);
    }
    get params() {
      return R.has(this.core.questions, this.state.question) ? this.core.questions[this.state.question].question.params : [];
    }
    /** The places of arguments that are not chosen yet. */
    open() {
      return this.params.map((_, slot) => slot).filter((slot) => this.state.args[slot] === undefined);
    }
    head() {
      const { state, words } = this;
      const asks = R.has(this.core.questions, state.question) ? words.asks({ name: state.question, args: state.args }) : words.words.asks[state.question];
      const chosen = this.params.map(({ type }, slot) => ({ type, slot })).filter(({ type }) => type.kind !== "thing");
      const close = this.close && el("button", { type: "button", cls: "rw-close", data: { key: "close" }, on: { click: this.close } }, "Close");
      return [...(close ? [close] : []), this.drawn.take(`asks ${asks}`, () => el("h2", { tabindex: "-1", data: { key: "asks" } }, asks)), ...chosen.map((one) => this.argument(one))];
    }
    argument({ type, slot }) {
      const [, label] = this.words.open(this.state.question, slot);
      const set = (value) => this.change({ args: this.state.args.map((one, at) => (at === slot ? value : one)) });
      return this.row(label, A.control(this.words, `a:${slot}`, type, this.state.args[slot], label, set, this.state.args[slot] === undefined ? ONE_TAP : undefined), {});
    }
    row(label, control, { mark = null, forget = null, key = "" }) {
      const button = forget && el("button", { type: "button", cls: "rw-forget", "aria-label": `not known: ${label}`, data: { key: `${key}/forget` }, on: { click: forget } }, "not known");
      return el("fieldset", { cls: "rw-fact" }, el("legend", {}, label, mark && " ", mark), el("div", {}, control, button));
    }
    answered(answer) {
      const { words } = this;
      if (answer === null) return [el("p", { cls: "rw-answer" }, this.wrong || "Choose what is asked about.")];
      const played = answer.as_played && answer.as_played.answer;
      const said = A.withExceptions(words, played || answer, (premise) => () => this.turnOver(premise));
      const mark = played ? [el("span", { cls: "rw-badge rw-badge-play" }, "as it is played"), " "] : [];
      const { status } = played || answer;
      return [
        el("p", { cls: `rw-answer rw-answer-${this.absent.length ? "supposed" : status.split(" ").join("-")}` }, ...mark, ...said),
        played ? el("p", { cls: "rw-small" }, A.sentence(words, answer)) : null,
        ...A.early(this, played || answer),
        this.unheld(played || answer),
        answer.advice ? this.advised(answer.advice) : null,
        ...this.withoutOption(),
      ].filter(Boolean);
    }
    /** The cases that bear on the answer, and of which the words are not held; nothing where there are none, or the answer itself says so. */
    unheld({ not_held: cases, undetermined }) {
      const others = undetermined && undetermined.why === "not held" ? cases.filter((one) => one !== undetermined.case) : cases;
      if (!others.length) return null;
      const more = others.length - MOST_UNHELD;
      const named = others.slice(0, MOST_UNHELD).flatMap((one, place) => [place ? ", " : "", A.caseLink(this.words, one)]);
      return el("p", { cls: "rw-small rw-unheld" }, "Look it up: ", ...named, more > 0 ? ` and ${more} more` : "", others.length > 1 ? " bear on this, and their words are not held here." : " bears on this, and its words are not held here.");
    }
    /** What is advised beside the answer; nothing where no clause advises anything. */
    advised(advice) {
      const { status, value } = advice;
      const said = {
        "answered": () => `As advice: ${this.words.states(advice.key, value)}.`,
        "conflict": () => "The advice contradicts itself, and nothing says which goes first.",
        "missing": () => "What is advised depends on what is asked next.",
      }[status] || (() => `What is advised is open. ${A.sentence(this.words, advice)}`);
      return status === "answered" && value === null ? null : el("p", { cls: "rw-advice" }, said());
    }
    /** Takes it that a premise of the answer does not hold: one thing more is there, or a fact is not as it is usually. Where it can be
        otherwise in several ways, the fact is asked for. */
    turnOver({ no_other: kind, key, value }) {
      if (kind !== null) return this.change({ things: [...this.state.things, [kind, this.newName(kind)]] });
      const { type } = A.declared(this.core, key.name);
      const others = (A.choicesOf(this.words, type) || []).filter(([one]) => one !== value && one !== A.ANOTHER);
      if (others.length === 1) return this.give(key, type, others[0][0]);
      this.folds.add("usual");
      this.draw();
      const row = [...this.at.querySelectorAll("[data-key]")].find((one) => one.dataset.key.startsWith(keyOf(key)));
      if (row) row.focus();
      return null;
    }

    /** What is given and counts only with an optional rule that is not in play, and the answer with it, where it is there at once. */
    withoutOption() {
      const { state, words } = this;
      const query = A.queryOf(this.core, state);
      const engine = this.book.engine(state.edition);
      return engine.optionsOfFacts(query).map(({ option, facts }) => {
        const given = facts.map(({ name, args, value }) => `“${words.states({ name, args }, value)}”`).join(", ");
        const answer = this.atOnce(engine, { ...query, switches: { ...query.switches, options: [...state.options, option] } });
        const then = answer ? ` With it: ${A.sentence(words, answer)}` : "";
        return el("p", { cls: "rw-small" }, `${given} counts only with the optional rule “${words.option(option)}”, which is not in play.${then}`);
      });
    }
    atOnce(engine, query) {
      try {
        return engine.within(PAUSE, () => engine.ask(query));
      } catch (wrong) {
        if (wrong instanceof R.Unknown || wrong instanceof R.WrongInput) return null;
        throw wrong;
      }
    }
    /** What is asked next where it can only be the first thing of its kind, of which nobody has to be asked; not again what was taken back. */
    only({ missing }) {
      const { state, words } = this;
      const [deciding] = this.deciding(missing);
      if (!deciding || state.nothing || state.closed) return null;
      return this.isOnly(deciding.key) ? { key: deciding.key, value: this.newName(A.declared(this.core, deciding.key.name).type.record) } : null;
    }
    /** The turn of the table, where it counts and nothing is given of it; not again what was taken back. */
    turnOfTable({ missing, assumed }) {
      const value = this.tableTurn();
      const isRead = value !== null && [...missing, ...assumed].some((one) => isSame(one.key, TURN));
      return isRead && !this.state.whole && !this.state.given.some((one) => isSame(one, TURN)) && !this.forgotten.has(keyOf(TURN)) ? { key: TURN, value } : null;
    }
    /** The turn of the table as a value of the fact `turn`; null where it is none. */
    tableTurn() {
      const { turn } = A.tableKept(this.book);
      const { params, type } = R.has(this.core.facts, TURN.name) ? this.core.facts[TURN.name] : { params: [], type: null };
      if (turn === null || params.length || type === null || type.kind !== "number") return null;
      return (type.low === null || R.order(R.plain(type.low), turn) <= 0) && (type.high === null || R.order(turn, R.plain(type.high)) <= 0) ? turn : null;
    }
    /** Whether there is one choice alone. */
    isOnly(key) {
      const { type } = A.declared(this.core, key.name);
      return type !== null && type.kind === "thing" && !type.or_none && !this.words.things.has(type.record) && !this.forgotten.has(keyOf(key));
    }
    /** What is missing, in the order in which to ask for it, as it comes; first what is asked for already and is sure to matter, so that nothing moves under a finger. */
    deciding(missing) {
      const asked = missing.filter(({ key, certain }) => certain && this.first !== null && isSame(key, this.first));
      return [...asked, ...missing];
    }

    // ---- things ----------------------------------------------------------------------------------------------------------------

    /** The kinds of things that the answer may go through. */
    get through() {
      const { through } = this.words.words;
      return !this.state.closed && R.has(through, this.state.question) ? through[this.state.question].filter((record) => R.has(this.core.records, record)) : [];
    }
    /** Which things are there, of the kinds that the answer goes through: asked for in view, since none are supposed that nobody names. */
    there(answer) {
      const isNext = this.deciding(answer.missing).length === 0;
      const shown = ({ absent, words }, record) => (absent.includes(record) ? !isNext : words.things.has(record));
      return this.through.filter((record) => shown(this, record)).map((record) => this.thingsThere(record));
    }
    thingsThere(record) {
      const { state, words } = this;
      const named = state.things.filter(([kind]) => kind === record).length;
      const all = (words.things.get(record) || new Set()).size;
      return this.row(`Which ${all > named ? "other " : ""}${words.kinds(record)} are there?`, el("span", { cls: "rw-buttons" }, ...this.buttons([record])), {});
    }
    /** The things of some kinds that are there by themselves, each to be taken away, and one more of each kind. */
    buttons(records) {
      const { state, words } = this;
      const add = (record) => () => this.change({ things: [...state.things, [record, this.newName(record)]] });
      const drop = (place) => () => this.change({ things: state.things.filter((_, at) => at !== place) });
      const named = state.things.map(([record, name], place) => [record, el("button", { type: "button", data: { key: `t:${record}/${name}` }, "aria-label": `without ${words.thing(record, name)}`, on: { click: drop(place) } }, `${words.thing(record, name)} ×`)]);
      const more = records.map((record) => el("button", { type: "button", data: { key: `t:${record}` }, on: { click: add(record) } }, `+ ${words.kind(record)}`));
      return [...named.filter(([record]) => records.includes(record)).map(([, button]) => button), ...more];
    }

    /** What is taken as usual and is not in the answer's line: a few facts by themselves, more by their number. */
    taken(answer) {
      const shown = (answer.as_played && answer.as_played.answer) || answer;
      const inLine = new Set(A.decisive(shown).map((one) => one.fact));
      const others = answer.assumed.filter((one) => !inLine.has(one.fact));
      if (!others.length) return [];
      const what = others.length > FEW ? `${others.length} facts; they are listed below` : others.map((one) => this.words.states(one.key, one.value)).join("; ");
      return [el("p", { cls: "rw-small" }, `Taken as usual, since nothing else was given: ${what}.`)];
    }

    // ---- facts -----------------------------------------------------------------------------------------------------------------

    /** The row of a fact; `isUsual`: what is assumed of it; `few`: so many values are chosen by one tap each. */
    fact(key, value, { forget = null, isUsual = false, few } = {}) {
      const id = keyOf(key);
      return this.drawn.take(JSON.stringify([id, typeof value, A.textOf(value), forget !== null, isUsual, few]), () => {
        const { type } = A.declared(this.core, key.name);
        const label = this.words.asks(key);
        const give = (chosen) => this.give(key, type, chosen);
        const isOfTable = isSame(key, TURN) && value !== undefined && value === this.tableTurn();
        const mark = isUsual || isOfTable ? el("span", { cls: "rw-badge rw-badge-held" }, isUsual ? "usual" : "of your table") : null;
        return this.row(label, A.control(this.words, id, type, value, label, give, few), { mark, forget, key: id });
      });
    }
    next(answer) {
      const [deciding] = this.deciding(answer.missing);
      this.first = deciding && deciding.certain ? deciding.key : null; // what is not proved yet may be asked for later
      if (!deciding) return this.absent.length ? [el("p", { cls: "rw-lead" }, "Asked next"), ...this.absent.map((one) => this.thingsThere(one))] : [];
      const { found } = this.core.facts[deciding.key.name];
      const where = found ? this.placeOf(deciding.key) : "";
      return [el("p", { cls: "rw-lead" }, "Asked next", where ? el("small", {}, ` ${where}`) : null), this.fact(deciding.key, undefined, { few: ONE_TAP })];
    }
    placeOf({ name }) {
      const { found } = R.has(this.core.facts, name) ? this.core.facts[name] : { found: null };
      return this.words.words.places[found || ""];
    }
    /** Everything that is given, usual, or can matter, by where a player finds it. */
    facts(answer) {
      const { given } = this.state;
      const [deciding] = this.deciding(answer.missing);
      const known = given.map((one) => [one, () => this.fact(one, one.value, { forget: () => this.forget(one) })]);
      const fresh = ({ key }) => !given.some((one) => isSame(one, key));
      const usual = answer.assumed.filter(fresh).map((one) => [one.key, () => this.fact(one.key, one.value, { isUsual: true })]);
      const isUsual = ({ key }) => answer.assumed.some((one) => isSame(one.key, key));
      const missing = answer.missing.filter((one) => one !== deciding && fresh(one) && !isUsual(one) && !this.isOnly(one.key));
      const rows = (several) => several.map(({ key }) => [key, () => this.fact(key, undefined)]);
      const certain = rows(missing.filter((one) => one.certain));
      const perhaps = rows(missing.filter((one) => !one.certain));
      const few = usual.length > FEW ? [] : usual;
      const many = usual.length > FEW ? usual : [];
      return [...this.groups([...known, ...few, ...certain]), ...this.folded("perhaps", "May matter too", perhaps), ...this.folded("usual", "Taken as usual", many)];
    }
    folded(fold, title, rows) {
      return rows.length ? [A.fold(this.folds, fold, `${title}: ${rows.length}`, () => this.groups(rows, fold))] : [];
    }
    groups(rows, within = "") {
      const found = new Map(Object.values(this.words.words.places).map((place) => [place, []]));
      for (const [key, row] of rows) found.get(this.placeOf(key)).push(row());
      const section = (place) => () => el("section", { cls: "rw-place-of" }, el("h3", {}, capital(place)));
      return [...found].filter(([, some]) => some.length).map(([place, some]) => this.drawn.holding(`${within} ${place}`, section(place), some));
    }

    // ---- readings --------------------------------------------------------------------------------------------------------------

    /** The open readings that were met, and those that are chosen here; what the table plays is no choice of this question. */
    readings(answer) {
      const met = answer.readings.map((one) => this.reading(one));
      const { readings: ofTable } = A.atTable(this.book, this.core);
      const chosen = Object.entries(this.state.readings).filter(([name, choice]) => ofTable[name] !== choice).map(([name, choice]) => this.chosenReading(name, choice));
      return met.length + chosen.length ? [el("h3", {}, "Where the rules can be read in more than one way"), ...chosen, ...met] : [];
    }
    choiceTitle(reading, name) {
      const choice = this.core.readings[reading].choices.find((one) => one.name === name);
      return capital(choice.title || worded(name));
    }
    reading({ reading, title, choices }) {
      const matters = new Set(choices.map(({ status, value }) => `${status} ${value}`)).size > 1;
      const first = [...choices].sort((one, other) => Number(other.in_play) - Number(one.in_play));
      const play = (choice) => () => this.change({ readings: { ...this.state.readings, [reading]: choice } });
      const items = first.map(({ choice, in_play: inPlay, answer }) => el("li", {},
        el("b", {}, this.choiceTitle(reading, choice)), inPlay ? " " : null, inPlay ? el("span", { cls: "rw-badge rw-badge-play" }, "in play") : null,
        el("p", {}, A.sentence(this.words, answer)),
        el("button", { type: "button", data: { key: `r:${reading}/${choice}` }, on: { click: play(choice) } }, "Play it so")));
      const mark = el("span", { cls: `rw-badge ${matters ? "rw-badge-open" : "rw-badge-held"}` }, matters ? "it matters here" : "it makes no difference here");
      return el("div", { cls: "rw-box rw-reading" }, el("p", { cls: "rw-box-title" }, mark, " ", el("b", {}, title)), el("ul", { cls: "rw-choices" }, ...items));
    }
    chosenReading(name, choice) {
      const { [name]: _, ...others } = this.state.readings;
      const { settled_as: settled, settled_by: ruling } = this.core.readings[name];
      return el("div", { cls: "rw-box rw-reading" },
        el("p", { cls: "rw-box-title" }, el("span", { cls: "rw-badge rw-badge-settled" }, "chosen here"), " ", el("b", {}, this.core.readings[name].title)),
        el("p", {}, ended(this.choiceTitle(name, choice))),
        settled === null || settled === choice ? null : el("p", {}, `${ruling} settles it otherwise: `, ended(this.choiceTitle(name, settled))),
        el("button", { type: "button", data: { key: `r:${name}` }, on: { click: () => this.change({ readings: others }) } }, "Leave it open"));
    }

    // ---- the rest --------------------------------------------------------------------------------------------------------------

    why(answer) {
      const shown = answer.as_played ? answer.as_played.answer : answer;
      const argument = new A.Argument(this.words, this.book, this.state.edition, this.folds);
      return argument.whole(shown, shown.not_held.length <= MOST_UNHELD);
    }
    settings() {
      const { state, core, words } = this;
      const { editions, scenarios, edition } = words.words;
      const title = (editions.find(([name]) => name === state.edition) || [edition, edition])[1];
      const set = [`edition “${title}”`, ...(state.scenario === null ? [] : [`scenario ${scenarios[state.scenario] || state.scenario}`]), ...state.options.map((one) => words.option(one))];
      const readings = Object.keys(state.readings).length;
      if (readings) set.push(`${readings} house rule${readings === 1 ? "" : "s"}`);
      const fold = A.fold(this.folds, "settings", `Played with ${set.join(", ")}`, () => this.choices());
      if (A.isAsAtTable(this.book, state)) return [fold];
      const take = el("button", { type: "button", data: { key: "s:table" }, on: { click: () => this.change(A.atTable(this.book, core)) } }, "Ask it as your table plays");
      return [fold, el("p", { cls: "rw-small" }, "Your table plays it otherwise. ", take)];
    }
    /** What the game is played with, to be chosen. */
    choices() {
      const { state, core, words } = this;
      const { editions, scenarios, games } = words.words;
      const rows = [];
      const list = (key, label, choices, chosen, set) => rows.push(this.row(label, A.select(key, choices, chosen, set, label), {}));
      if (editions.length > 1) list("s:edition", "Edition", editions, state.edition, (name) => this.change(A.inEdition(this.book, state, name)));
      if (core.scenarios.length) {
        list("s:scenario", "Scenario", [[null, "any, or none"], ...core.scenarios.map((one) => [one, scenarios[one] || one])], state.scenario, (scenario) => this.change({ scenario }));
      }
      if (core.games.length) list("s:games", "Game", [[null, "any"], ...core.games.map((one) => [one, games[one] || one])], state.games[0] ?? null, (one) => this.change({ games: one === null ? [] : [one] }));
      const options = Object.entries(core.options).map(([name, { title }]) => this.check(`o:${name}`, title || worded(name), state.options.includes(name), (on) =>
        this.change({ options: on ? [...state.options, name] : state.options.filter((one) => one !== name) })));
      if (options.length) rows.push(el("fieldset", { cls: "rw-fact" }, el("legend", {}, "Optional rules in play"), ...options));
      const others = Object.keys(core.records).filter((record) => !this.through.includes(record) || !(words.things.has(record) || this.absent.includes(record)));
      if (others.length) rows.push(el("fieldset", { cls: "rw-fact" }, el("legend", {}, "Also there"), el("div", { cls: "rw-buttons" }, ...this.buttons(others))));
      rows.push(el("fieldset", { cls: "rw-fact" }, el("legend", {}, "If you do not say something"),
        this.check("s:usual", "take what the book calls usual", !state.nothing, (on) => this.change({ nothing: !on })),
        this.check("s:closed", "take it that nothing else is there than what you have named", state.closed, (closed) => this.change({ closed }))));
      return rows;
    }
    check(key, text, on, set) {
      const input = el("input", { type: "checkbox", data: { key }, on: { change: () => set(input.checked) } });
      input.checked = on;
      return el("label", { cls: "rw-check" }, input, el("span", {}, text));
    }
    foot() {
      const address = this.address(this.state);
      const copy = el("button", { type: "button", data: { key: "copy" }, on: { click: () => this.copy(copy, address) } }, "Copy the link");
      const again = el("button", { type: "button", data: { key: "again" }, on: { click: () => this.change({ ...A.stateOf(this.book, this.state.question, this.state.edition) }) } }, "Start over");
      return [el("a", { href: address, cls: "rw-ask-link", data: { key: "link" } }, "Link to this question with all that is given"), el("span", { cls: "rw-buttons" }, copy, again)];
    }
    copy(button, address) {
      const said = (text) => (button.textContent = text);
      if (navigator.clipboard) navigator.clipboard.writeText(new URL(address, location.href).href).then(() => said("Copied"), () => said("Not copied: take the link itself"));
      else said("Not copied: take the link itself");
    }
  }

  Object.assign(A, { Calculator });
})();
