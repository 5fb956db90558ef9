/* The page "Ask the rules": finds questions by words as they are typed, and shows the calculator of the one that the address holds. */
(() => {
  "use strict";
  const A = globalThis.rulewrightAsk;

  const folded = (text) => text.toLowerCase().normalize("NFKD").replace(/[\u0300-\u036f]/g, "");
  const wordsOf = (text) => folded(text).split(/[^\p{L}\p{N}.]+/u).filter(Boolean);
  /** Without the ending of a plural or of the third person. */
  const stem = (word) => (word.length > 3 ? word.replace(/(?:ies|y)$/, "i").replace(/(?:es|s|e)$/, "").replace(/(?:ing|ed)$/, "") : word);
  const SMALL = new Set(["a", "an", "the", "of", "to", "in", "on", "is", "are", "may", "can", "how", "many", "much", "far", "what", "do", "does", "i", "my"]);

  /** How well a question fits some words: all of them must be there; null where one is not. */
  function rank(wanted, title, rest) {
    let score = 0;
    for (const word of wanted) {
      const inTitle = title.some((one) => one.startsWith(word));
      if (!inTitle && !rest.some((one) => one.startsWith(word))) return null;
      score += inTitle ? 2 : 1;
    }
    return score / (1 + title.length / 40);
  }

  function list(page) {
    const items = [...page.querySelectorAll("li[data-words]")].map((item, place) => ({
      item, place, title: wordsOf(item.querySelector("a").textContent).map(stem), rest: wordsOf(`${item.textContent} ${item.dataset.words}`).map(stem),
    }));
    const status = A.el("p", { cls: "rw-small", role: "status" });
    const found = A.el("ul", { cls: "rw-questions", hidden: true });
    const input = A.el("input", { type: "search", autocomplete: "off", "aria-label": "Find a question by its words", placeholder: "forage, leader captured, cost of a river …" });
    const groups = [...page.querySelectorAll(".rw-question-group")];
    input.addEventListener("input", () => {
      const every = wordsOf(input.value);
      const large = every.filter((one) => !SMALL.has(one));
      const wanted = (large.length ? large : every).map(stem);
      const hits = items.map((one) => ({ ...one, score: rank(wanted, one.title, one.rest) })).filter((one) => one.score !== null);
      hits.sort((one, other) => other.score - one.score || one.place - other.place);
      const isAsked = wanted.length > 0;
      found.hidden = !isAsked;
      for (const group of groups) group.hidden = isAsked;
      found.replaceChildren(...(isAsked ? hits.map(({ item }) => item.cloneNode(true)) : []));
      status.textContent = isAsked ? `${hits.length} question${hits.length === 1 ? "" : "s"}` : "";
    });
    page.querySelector(".rw-question-search").append(input, status, found);
  }

  /** Shows the calculator where the address holds a question, and the list where it does not. */
  function follow(page, book) {
    const at = page.querySelector(".rw-calculator");
    const before = page.querySelector(".rw-question-list");
    const address = (state) => A.written(state);
    let calculator = null;
    let own = "";
    const show = () => {
      if (location.hash === own && calculator) return;
      const state = A.read(book, location.hash);
      at.hidden = state === null;
      before.hidden = state !== null;
      page.querySelector(".rw-to-list").hidden = state === null;
      if (state === null) return;
      if (calculator) calculator.show(state);
      else calculator = new A.Calculator(at, book, state, { address, tell: (changed) => history.replaceState(null, "", (own = A.written(changed))) });
      scrollTo(0, 0);
    };
    addEventListener("hashchange", show);
    show();
  }

  Object.assign(A, { follow, list });
})();
