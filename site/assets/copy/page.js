/* The page *Your own copy*: a text is pasted or read from a file, parted into cases, kept on the device, exported, changed and cleared. */
(() => {
  "use strict";
  const C = (globalThis.rulewrightCopy = globalThis.rulewrightCopy || {});
  const MOST = 8; // numbers that are named in a sentence
  const { made, many } = C;

  class Manager {
    constructor(at, book) {
      this.at = at;
      this.book = book;
      this.copy = C.store.kept(book.folder);
      this.status = made("p", "rw-copy-status");
      this.status.setAttribute("role", "status");
      this.form = made("div", "rw-copy-form");
      this.tools = made("div", "rw-copy-tools");
      this.list = made("div", "rw-copy-list");
      at.replaceChildren(this.form, this.status, this.tools, this.list);
      at.hidden = false;
      document.querySelector(".rw-copy-none").hidden = true;
      addEventListener("hashchange", () => this.ask());
      this.ask();
      this.show();
    }

    /* ---- asking for a text ---------------------------------------------------------------------------------------------------------- */

    /** For the words of one case, where the address names one; else for the whole booklet. */
    ask() {
      const number = new URLSearchParams(location.hash.slice(1)).get("case");
      if (number !== null && this.book.takes(number)) this.askForCase(number);
      else this.askForAll();
    }

    askForAll() {
      const area = field("Text of your booklet, or a part of it", 10, "[9.1] STACKING\nPaste the text here. Cases are parted by their numbers.");
      const file = made("input", "");
      file.type = "file";
      file.accept = ".case,.txt,.md,text/plain";
      file.addEventListener("change", () => { if (file.files[0]) this.read(file.files[0]).finally(() => { file.value = ""; }); });
      const lay = button("Lay it over the book", () => { this.take(area.text.value); area.text.value = ""; }, "rw-copy-main");
      this.form.replaceChildren(area.label, row(lay, made("label", "rw-copy-file", "or from a file ", file)));
    }

    askForCase(number) {
      const own = this.copy[number], [, shown, title] = this.book.byNumber.get(number);
      const area = field(`The words of ${shown}${title ? ` ${title}` : ""}`, 8, "As your booklet has them. An empty line parts paragraphs.");
      area.text.value = own ? own.text.map((one) => (one.step ? `Step ${one.step}. ${one.text}` : one.text)).join("\n\n") : "";
      const keep = button("Keep these words", () => this.keepOne(number, C.paragraphsOf(area.text.value)), "rw-copy-main");
      const back = made("a", "", "All cases");
      back.href = "#";
      this.form.replaceChildren(area.label, row(keep, ...(own ? [button("Remove them", () => this.keepOne(number, []))] : []), back));
      area.text.focus();
    }

    keepOne(number, text) {
      const copy = { ...this.copy };
      if (text.length) copy[number] = { title: "", text };
      else delete copy[number];
      const shown = this.book.shown(number);
      if (!this.keep(copy, text.length ? `Your words of ${shown} are kept on this device. ` : `Your words of ${shown} are removed. `)) return;
      if (text.length) this.status.append(this.link(number, `See ${shown} with the changes made`));
      location.hash = "";
    }

    /* ---- taking one ----------------------------------------------------------------------------------------------------------------- */

    async read(file) {
      if (file.size > 8e6) { this.status.textContent = "This file is too large for the text of a booklet."; return; }
      this.take(await file.text());
    }

    take(text) {
      if (!text.trim()) { this.status.textContent = "There is no text to lay over the book yet."; return; }
      const isFile = C.file.isFile(text), found = isFile ? C.file.read(text) : C.split(text, this.book);
      const taken = found.cases.filter((one) => this.book.takes(one.number)), others = found.cases.filter((one) => !this.book.takes(one.number));
      const copy = { ...this.copy };
      for (const one of taken) copy[one.number] = { title: one.title, text: one.text };
      this.keep(copy, [
        taken.length ? `The words of ${many(taken.length, "case", "cases")} are kept on this device.` : "No case was found whose words are not held here: a case begins with its number, as in “9.11 Stacking”.",
        ...left("that the book holds itself", others.filter((one) => this.book.byNumber.has(one.number)).map((one) => this.book.shown(one.number))),
        ...left("that the book does not have", [...others.filter((one) => !this.book.byNumber.has(one.number)).map((one) => one.number),
          ...(isFile ? [] : found.left.map((one) => one.as).filter(Boolean))]),
        ...(!isFile && found.left.some((one) => !one.as) ? ["What came before the first number was left out."] : []),
        ...(isFile && found.left ? [`${many(found.left, "line that is no text was", "lines that are no text were")} left out: a page carries words only.`] : []),
      ].join(" "));
    }

    /** Whether the device took it; what it said if not. */
    keep(copy, words) {
      const refused = C.store.keep(this.book.folder, copy);
      if (!refused) this.copy = copy;
      this.status.textContent = refused || words;
      this.show();
      return !refused;
    }

    /* ---- what is there -------------------------------------------------------------------------------------------------------------- */

    show() {
      const there = this.book.cases.filter(([number]) => this.book.takes(number)), given = there.filter(([number]) => number in this.copy);
      this.tools.replaceChildren(...(given.length ? [button("Export", () => this.export()), this.clearing(given.length)] : []));
      const groups = { unfit: [], fits: [], without: [] };
      for (const one of there) {
        const state = this.stateOf(one[0]);
        groups[state === null ? "without" : state.misfits ? "unfit" : "fits"].push(this.item(one, state));
      }
      this.list.replaceChildren(
        ...group("Does not fit", groups.unfit, true), ...group("With your words", groups.fits, true), ...group("Still without words", groups.without, !given.length));
    }

    stateOf(number) {
      if (!(number in this.copy) || !this.book.isIn(number, this.book.edition)) return number in this.copy ? { misfits: 0, done: 0, all: 0 } : null;
      return C.actsOf(this.book.laid(number, this.book.edition, this.copy[number].text), this.book);
    }

    item([number, shown, title], state) {
      const link = this.link(number, ""), edit = made("a", "rw-copy-edit", state ? "Change" : "Add");
      link.append(made("span", "rw-number", shown), ` ${title}`);
      edit.href = `#${new URLSearchParams({ case: number })}`;
      edit.setAttribute("aria-label", `${state ? "Change" : "Add"} the words of ${shown}`);
      const said = state && (state.misfits ? state.list : state.done ? made("small", "", many(state.done, "change made", "changes made")) : null);
      return made("li", "", link, " ", edit, ...(said ? [" ", said] : []));
    }

    link(number, words) {
      const link = made("a", "", words);
      link.href = this.book.byNumber.get(number)[3];
      return link;
    }

    export() {
      const link = made("a", ""), file = new Blob([C.file.written(this.copy, this.book)], { type: "text/plain" });
      link.href = URL.createObjectURL(file);
      link.download = `${this.book.folder}-copy.case`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10000);
      this.status.textContent = "Your copy is in a file. Take it back here on any device, by “or from a file”.";
    }

    /** Asked twice, since nobody else has it. */
    clearing(count) {
      const place = made("span", "rw-copy-clear");
      const first = () => place.replaceChildren(button("Clear", () => {
        place.replaceChildren(
          button(`Clear the words of ${many(count, "case", "cases")}`, () => this.keep({}, "Your copy is no longer on this device."), "rw-copy-risk"), button("Keep them", first));
        place.firstChild.focus();
      }));
      first();
      return place;
    }
  }

  /* ---- pieces --------------------------------------------------------------------------------------------------------------------------- */

  function field(words, rows, hint) {
    const text = made("textarea", "");
    text.rows = rows;
    text.spellcheck = false;
    text.placeholder = hint;
    return { text, label: made("label", "rw-copy-field", made("b", "", words), text) };
  }

  function button(words, act, kind = "") {
    const one = made("button", `rw-button ${kind}`.trim(), words);
    one.type = "button";
    one.addEventListener("click", act);
    return one;
  }

  const row = (...inside) => made("div", "rw-copy-row", ...inside);

  function left(why, numbers) {
    const named = [...new Set(numbers)], rest = named.length - MOST;
    return named.length ? [`${many(named.length, "number", "numbers")} ${why} ${named.length === 1 ? "was" : "were"} left out: ${named.slice(0, MOST).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}.`] : [];
  }

  function group(title, items, open) {
    if (!items.length) return [];
    const fold = made("details", "rw-copy-group", made("summary", "", `${title}: ${items.length}`), made("ul", "", ...items));
    fold.open = open;
    return [fold];
  }

  C.manage = (at, book) => new Manager(at, book);
})();
