/* An answer for people: the sentence, and under it the argument. The words of rules and facts are those of the book's data. */
(() => {
  "use strict";
  const A = globalThis.rulewrightAsk;
  const R = globalThis.Rulewright;
  const { capital, el, ended, worded } = A;
  const LINK = /^(?:(?:\.\.|[\w-]+)\/)*[\w-]+\.html#[\p{L}\p{N}_.-]+$/u; // from a page that shows a case of another folder, the way there as well
  const WHY = {
    "open reading": "the rules leave it open: it depends on how a rule is read", "not held": "the words that would say it are not held here",
    "no row": "the table has no row for it", "empty cell": "the table has nothing there", "silent": "no rule says anything of it", "zero divisor": "there is no answer: something is divided by nothing",
    "tie": "there is no answer: several fit where one is meant", "none to choose from": "there is no answer: there is none to choose from",
    "path through none": "there is no answer: it asks for something of what is none",
  };
  const BEATEN = { stated: "the book says which goes first", carried: "the book says which goes first, by way of others", otherwise: "it is for all that no other rule says", "set aside": "set aside" };

  const ANYWAY = "It is open which of these apply; the answer is the same either way";

  /** The answer as a sentence, without the argument. */
  function sentence(words, answer) {
    if (answer.status === "answered") return ended(capital(words.states(answer.key, answer.value)));
    if (answer.status === "conflict") return "The rules contradict one another, and nothing says which goes first.";
    if (answer.status === "out of range") return ended(capital(outOfRange(words, answer)));
    if (answer.status === "missing") return missing(answer);
    return ended(capital(undetermined(words, answer)));
  }

  /** That facts are missing; where all of them are decisions of one person, that it is for that person to decide: as `missing_text` of `ask`. */
  function missing(answer) {
    const [found, ...others] = R.unique(answer.missing.map((one) => one.found || ""));
    const decider = others.length ? null : /^decided by (.*)/.exec(found);
    return decider ? `Open: the ${decider[1].split("_").join(" ")} decides.` : "Not known yet: it depends on what is asked next.";
  }

  /** What a result out of its range comes to, and what its range is. */
  function outOfRange(words, { out_of_range: beyond }) {
    if (!beyond) return "the result is out of its range";
    return `the result is out of its range: ${words.states(beyond.key, beyond.value)}, and it is declared as ${beyond.declared}`;
  }

  function undetermined(words, answer) {
    const { why, case: number, option, scenario } = answer.undetermined;
    const where = number ? ` (${words.case(number).shown})` : "";
    if (why === "option off") return `a rule is there, and its optional rule “${words.option(option)}” is not in play${where}`;
    if (why === "no scenario") return `a rule is there for the scenario “${words.words.scenarios[scenario] || scenario}”, and no scenario is chosen${where}`;
    return `${why === "silent" && answer.because.length ? `the rules leave it open: ${tooLittle(answer)}` : WHY[why]}${where}`;
  }

  /** What is missing where rules speak, and say too little for an answer. */
  function tooLittle({ because, opened }) {
    if (opened.length) return "what a rule says of it depends on something that no rule says";
    if (because.some(({ effect }) => effect === "not required")) return "it is not required, and no rule says whether it is permitted";
    return "rules say what changes it, and none says what it is to begin with";
  }

  function caseLink(words, number) {
    const { shown, title, href } = words.case(number);
    const text = [el("b", {}, shown), title ? ` ${title}` : ""];
    return LINK.test(href) ? el("a", { cls: "rw-ref", href }, ...text) : el("span", {}, ...text);
  }

  /** What a rule did, with units and values in the words of the book: `at most 5 air points`. */
  function inWords(words, type, effect) {
    if (type === null || type.kind === "yes/no") return effect;
    if (type.kind !== "number") return words.value(type, effect);
    const unit = R.unitText(type.unit);
    if (!unit || !effect.endsWith(` ${unit}`)) return effect;
    const amount = effect.slice(0, -unit.length);
    return amount + words.unit(type, /(^|[^\d/.])1 $/.test(amount));
  }

  const section = (title, items, list = "ul") => (items.length ? [el("h3", {}, title), el(list, { cls: "rw-why" }, ...items)] : []);
  const clause = (...parts) => el("li", {}, ...parts);

  /** `FF-002a and FF-003 of “Errata sheet”`; the source alone where its statements have no names. */
  const ofSource = (statements, source) => (statements.length ? `${statements.join(" and ")} of “${source}”` : `“${source}”`);

  const DEEDS = { correction: "corrected", change: "changed", clarification: "clarified" };
  /** What amendments, such as `errata, correction`, have done to a rule: `Corrected and changed`. */
  const deeds = (formed) => capital(R.unique(formed.map((one) => DEEDS[one.split(", ").pop()] || "added")).join(" and "));

  /** The rules that round or limit what others came to, where that was a whole number or within the limit before. */
  function idleBounds({ because, steps, status }) {
    if (status !== "answered") return new Set();
    const idle = new Set(steps.filter(({ value }, at) => at && R.same(value, steps[at - 1].value)).map(({ stage }) => stage));
    return new Set(because.filter(({ stage, effect }) => idle.has(stage) && /^(rounded|at least|at most) /.test(effect)));
  }

  class Argument {
    /** `folds` are the names of the folded parts that are open. */
    constructor(words, book, edition, folds) {
      Object.assign(this, { words, book, edition, folds, shown: new Map() });
    }
    ruleCase(rule) {
      const number = this.book.caseOf(this.edition, rule);
      return number === null ? el("b", {}, worded(rule)) : caseLink(this.words, number);
    }
    /** `isShort`: the cases whose words are not held are named where the answer is. */
    whole(answer, isShort = false) {
      const clashing = new Set(answer.conflict.map((one) => one.rule));
      const applied = new Set([...answer.because, ...answer.defeated].flatMap(({ rule }) => [rule, rule.slice(0, Math.max(rule.lastIndexOf("."), 0))]));
      const opened = new Set(answer.opened.map((one) => one.rule));
      const bounds = idleBounds(answer);
      const reasons = answer.because.filter((one) => !clashing.has(one.rule) && !opened.has(one.rule));
      return [
        ...section("These contradict one another", answer.conflict.map((one) => this.clash(answer, one))),
        ...section("Because", reasons.filter((one) => !bounds.has(one)).map((one) => this.reason(answer, one)), "ol"),
        ...this.steps(answer),
        ...this.folded("bounds", "Changed nothing", reasons.filter((one) => bounds.has(one)), (one) => this.reason(answer, one)),
        ...section("Defeated", answer.defeated.map((one) => this.defeat(one))),
        ...section(answer.status === "undetermined" ? "Open" : ANYWAY, answer.opened.map((one) => clause(caseLink(this.words, one.case), el("p", {}, ended(one.says))))),
        ...this.idle(answer.inapplicable.filter((one) => !applied.has(one.rule))),
        ...section("Given, but the rules say something else", answer.overruled.map((one) => this.overruled(one))),
        ...section("A later source has changed what this is on", answer.outlived.map((one) => this.outlived(one))),
        ...section("Its words are not held here, and it bears on this", (isShort ? [] : answer.not_held).map((one) => clause(caseLink(this.words, one)))),
        ...this.inner(answer),
        ...(answer.advice ? [A.fold(this.folds, "advice", "The advice", () => this.whole(answer.advice))] : []),
      ];
    }
    reason(answer, { case: number, rule, says, effect, through, cell, formed_by, statements }) {
      const { type } = A.declared(this.words.core, answer.key.name);
      const isAmount = typeof answer.value === "number" || answer.value instanceof R.Exact || answer.steps.length;
      return clause(
        caseLink(this.words, number), el("p", {}, ended(capital(says))),
        effect && isAmount && !effect.startsWith("restates") ? el("p", { cls: "rw-effect" }, inWords(this.words, type, effect)) : null,
        through ? el("p", { cls: "rw-from" }, "It speaks of a more general action.") : null,
        cell ? this.inTable(number, cell) : null,
        formed_by.length && !cell ? el("p", { cls: "rw-from" }, `${deeds(formed_by)} by ${ofSource(statements, formed_by[formed_by.length - 1].split(", ")[0])}.`) : null,
        ...answer.cells.filter((one) => one.rule === rule && one.amendment).map((one) => el("p", { cls: "rw-from" }, `The ${/^row /.test(one.row) ? one.row : `row “${one.row}”`} is as ${ofSource(one.statements || [], one.source)} corrects it.`)),
      );
    }
    /** The way to the cell, on the page of its case, where the table is that of today. */
    inTable(number, cell) {
      const { href } = this.words.case(number);
      if (!LINK.test(href) || this.edition !== this.book.words.edition) return null;
      return el("p", { cls: "rw-from" }, el("a", { cls: "rw-ref", href: `${href.split("#")[0]}#${placeOf(cell)}` }, "see the cell in its table"));
    }
    steps({ steps, key }) {
      const { type } = A.declared(this.words.core, key.name);
      const items = steps.map(({ stage, value }) => clause(el("b", {}, worded(stage)), ` ${value === null || value instanceof R.Open ? "open" : this.words.value(type, value)}`));
      const isMoving = steps.some(({ value }) => !R.same(value, steps[0].value));
      return isMoving ? section("Step by step", items, "ol") : [];
    }
    clash(answer, { case: number, rule, value, says }) {
      const { type } = A.declared(this.words.core, answer.key.name);
      const shown = value === null ? "" : typeof value !== "string" ? this.words.value(type, value) : inWords(this.words, type, value);
      return clause(number ? caseLink(this.words, number) : el("b", {}, worded(rule)), el("p", {}, ended(capital(says))), shown ? el("p", { cls: "rw-effect" }, shown) : null);
    }
    defeat({ case: number, by, why, says }) {
      const how = R.has(BEATEN, why) ? BEATEN[why] : `“${why}”`;
      return clause(caseLink(this.words, number), el("p", {}, ended(capital(says))), el("p", { cls: "rw-from" }, "by ", this.ruleCase(by), ` (${how})`));
    }
    /** What did not apply, folded: there may be much of it. */
    idle(rules) {
      const item = ({ case: number, first_false: what }) => clause(caseLink(this.words, number), el("p", {}, what ? `not so: ${ended(what)}` : "its conditions are not met."));
      return this.folded("idle", "Did not apply", rules, item);
    }
    folded(name, title, items, clauseOf) {
      return items.length ? [A.fold(this.folds, name, `${title}: ${items.length}`, () => [el("ul", { cls: "rw-why" }, ...items.map(clauseOf))])] : [];
    }
    overruled({ key, given, value }) {
      return clause(ended(capital(this.words.states(key, value))), el("p", { cls: "rw-from" }, `given was: ${this.words.states(key, given)}`));
    }
    outlived({ clause: name, case: number, source, change }) {
      return clause(caseLink(this.words, name), el("p", { cls: "rw-from" }, "It is on ", caseLink(this.words, number), `, which “${source}” has ${change} since.`));
    }
    /** The answers that went into this one, each with its own argument when it is opened, once of those that went into several. */
    inner(answer) {
      const several = answer.inner.filter((one) => answer.status !== "answered" || one.status === "answered");
      if (!several.length) return [];
      const items = several.map((one) => {
        const box = el("details", { cls: "rw-ask-fold", on: { toggle: () => box.open && box.childElementCount === 1 && box.append(...this.once(one, box)) } }, el("summary", {}, this.brief(one)));
        return box;
      });
      return [el("h3", {}, "It rests on these answers"), ...items];
    }
    /** The argument of an answer; where it is shown already, the way to it. */
    once(answer, box) {
      const before = this.shown.get(answer);
      if (!before || !before.isConnected) {
        this.shown.set(answer, box);
        return this.whole(answer);
      }
      const where = before.compareDocumentPosition(box) & 4 ? "above" : "below"; // 4: it follows
      const go = () => {
        for (let one = before; one; one = one.parentElement) if (one.tagName === "DETAILS") one.open = true;
        before.scrollIntoView();
        before.firstElementChild.focus();
      };
      return [el("p", { cls: "rw-from" }, `Why is shown ${where}. `, el("button", { type: "button", on: { click: go } }, "Go there"))];
    }
    brief(answer) {
      return answer.status === "answered" ? sentence(this.words, answer) : `${this.words.asks(answer.key)} ${answer.status === "missing" ? "It depends on what is not given." : sentence(this.words, answer)}`;
    }
  }

  /** Every cell that an answer rests on, in the order in which it is met. */
  function cellsOf(answer) {
    const found = new Set();
    const met = new Set();
    const waiting = [answer];
    while (waiting.length) {
      const one = waiting.pop();
      if (met.has(one)) continue;
      met.add(one);
      for (const { cell } of one.because) if (cell) found.add(placeOf(cell));
      waiting.push(...[...one.inner].reverse());
    }
    return [...found];
  }

  /** `rule-8.2.cost~2~1`: a table, and row and column of a cell, as `lit.js` reads them. */
  const placeOf = ({ table, row, column }) => `rule-${table.replace(/\+/g, "-plus").replace(/[^\p{L}\p{N}_.-]+/gu, "-")}~${row}~${column}`;

  Object.assign(A, { Argument, caseLink, cellsOf, sentence });
})();
