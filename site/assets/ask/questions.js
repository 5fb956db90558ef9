/* The page "Ask the rules": finds the question that plain words mean, and questions by words as they are typed; and shows the calculator of
   the one that the address holds. */
(() => {
  "use strict";
  const A = globalThis.rulewrightAsk;

  const MOST = 40;
  const AWAY = "The words that mean the same are out of reach. Load the page again.";

  /** What each question of the list can be found by, as entries of the search: its own words, its cases and terms, and the sentences of its rules. */
  function entries(page, book) {
    const { questions } = book.core(book.words.edition);
    return [...page.querySelectorAll("li[data-words]")].map((item) => {
      const { rules } = questions[item.dataset.question];
      const says = rules.flatMap(({ addresses }) => addresses.map(({ rule }) => rule.says)).join(" ");
      return { k: "question", u: "", item, t: item.querySelector("a").textContent, s: `${item.textContent} ${item.dataset.words}`, x: says };
    });
  }

  /** The list as the search looks through a book: by stems, by words that mean the same, past an error in typing. */
  async function indexed(page, book) {
    await globalThis.rulewright.at(location.href); // which loads the search and the words of this book
    const { synonyms } = globalThis.rulewrightSearch[book.folder] || {};
    const B = globalThis.rulewrightBook;
    return B.index(B.ready(book.folder, { entries: entries(page, book), synonyms }));
  }

  /** The questions that have the most of these words, the nearest first; and whether they have them all. */
  function search(index, text) {
    const { parts, found } = globalThis.rulewrightBook.byWords(index, text);
    const most = Math.max(0, ...found.map((one) => one.parts.length));
    const hits = found.filter((one) => one.parts.length === most);
    hits.sort((one, other) => other.score - one.score || one.entry.id - other.entry.id);
    return { parts, hits: hits.slice(0, MOST).map((one) => one.entry), isAll: most === parts.length, count: hits.length };
  }

  function list(page, book) {
    const status = A.el("p", { cls: "rw-small", role: "status" });
    const found = A.el("ul", { cls: "rw-questions", hidden: true });
    const meant = A.el("div", { "aria-live": "polite" });
    const input = A.el("input", { type: "search", autocomplete: "off", "aria-label": "Ask in your own words", placeholder: "Ask in your own words" });
    const groups = [...page.querySelectorAll(".rw-question-group")];
    let index = null;
    const show = (ready) => {
      const { parts, hits, isAll, count } = search(ready, input.value);
      const isAsked = parts.some((one) => !one.small); // of small words alone nothing can be looked for
      found.hidden = !isAsked;
      for (const group of groups) group.hidden = isAsked;
      found.replaceChildren(...(isAsked ? hits.map(({ item }) => copied(item)) : []));
      const some = isAll || !count ? "" : "; none has all of these words";
      status.textContent = isAsked ? `${count} question${count === 1 ? "" : "s"}${some}` : "";
    };
    let taken = null; // the link to what the words are taken as
    const showMeant = () => {
      const isAsked = input.value.trim().includes(" ");
      const { parts, taken: link } = isAsked ? A.meantBy(book, input.value) : { parts: [], taken: null };
      taken = link;
      meant.replaceChildren(...parts);
    };
    const load = () => (index = index || indexed(page, book));
    input.addEventListener("focus", () => {
      load().catch(() => (index = null));
      A.loadWords().catch(() => {});
    });
    input.addEventListener("input", () => {
      A.loadWords().then(showMeant).catch(() => meant.replaceChildren());
      load().then(show).catch(() => {
        index = null;
        status.textContent = AWAY;
      });
    });
    input.addEventListener("keydown", ({ key }) => {
      if (key === "Enter" && taken) taken.click();
    });
    page.querySelector(".rw-question-search").append(input, meant, status, found);
  }

  /** The item of a question once more, without its name, which is in the page once. */
  function copied(item) {
    const made = item.cloneNode(true);
    made.removeAttribute("id");
    return made;
  }

  /** Shows the calculator where the address holds a question, and the list where it does not. */
  function follow(page, book) {
    const at = page.querySelector(".rw-calculator");
    const before = page.querySelector(".rw-question-list");
    const address = (state) => A.written(state);
    let calculator = null;
    let own = null; // what this page has written itself
    let place = 0; // how far down the list the reader was
    const count = () => (history.state && history.state.rwSteps) || 0; // the answers that the browser can take back
    const behind = A.el("button", { type: "button", hidden: true, on: { click: () => history.back() } }, "Back: take the last answer back");
    page.querySelector(".rw-to-list").append(behind);
    const tell = (changed, isStep) => {
      history[isStep ? "pushState" : "replaceState"]({ rwSteps: count() + (isStep ? 1 : 0) }, "", (own = A.written(changed)));
      behind.hidden = !count();
    };
    const steps = { note: () => {}, isBehind: () => false }; // its button is beside the way to the list
    const show = (event) => {
      if (location.hash === own && !at.hidden) return;
      const state = A.read(book, location.hash);
      behind.hidden = !count();
      const wasList = !before.hidden;
      at.hidden = state === null;
      before.hidden = state !== null;
      page.querySelector(".rw-to-list").hidden = state === null;
      if (state === null) return wasList ? null : back();
      own = location.hash;
      if (calculator && wasList === false && state.question === calculator.state.question) return calculator.show(state); // the way back or forth
      if (calculator) calculator.show(state, true);
      else calculator = new A.Calculator(at, book, state, { address, isChosen: Boolean(event), tell, history: steps });
      scrollTo(0, 0);
    };
    /** Where the reader was in the list, at the question that was left. */
    const back = () => {
      const left = calculator && [...before.querySelectorAll("li[data-question]")].find((one) => one.dataset.question === calculator.state.question && one.getClientRects().length);
      if (left) left.querySelector("a").focus({ preventScroll: true });
      scrollTo(0, place);
      requestAnimationFrame(() => before.hidden || scrollTo(0, place)); // after the browser, which knows the list only as short as it was
    };
    before.addEventListener("click", ({ target }) => {
      if (target.closest("li[data-question] a")) place = scrollY;
    });
    addEventListener("hashchange", show);
    show();
  }

  Object.assign(A, { follow, list });
})();
