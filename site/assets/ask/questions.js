/* The page "Ask the rules": finds questions by words as they are typed, and shows the calculator of the one that the address holds. */
(() => {
  "use strict";
  const A = globalThis.rulewrightAsk;

  const folded = (text) => text.toLowerCase().normalize("NFKD").replace(/[\u0300-\u036f]/g, "");
  const wordsOf = (text) => folded(text).split(/[^\p{L}\p{N}.]+/u).filter(Boolean);
  /** Without the ending of a plural or of the third person. */
  const stem = (word) => (word.length > 3 ? word.replace(/(?:ies|y)$/, "i").replace(/(?:es|s|e)$/, "").replace(/(?:ing|ed)$/, "") : word);
  const MOST = 40;
  const SMALL = new Set(["a", "an", "the", "of", "to", "in", "on", "is", "are", "may", "can", "how", "many", "much", "far", "what", "do", "does", "i", "my"]);

  /** How many of some words a question has, and how near to what it asks: those in its title count more. */
  function fit(wanted, { title, rest, rules }) {
    const has = (words, word) => words.some((one) => one.startsWith(word));
    const weights = wanted.map((word) => (has(title, word) ? 6 : has(rest, word) ? 3 : has(rules, word) ? 1 : 0));
    return { found: weights.filter(Boolean).length, score: weights.reduce((sum, one) => sum + one, 0) - title.length / 20 };
  }

  /** What each question of the list can be found by: its own words, its cases and terms, and the sentences of its rules. */
  function indexed(page, book) {
    const { questions } = book.core(book.words.edition);
    return [...page.querySelectorAll("li[data-words]")].map((item, place) => {
      const link = item.querySelector("a");
      const { rules } = questions[new URLSearchParams(link.hash.slice(1)).get("q")];
      const says = rules.flatMap(({ addresses }) => addresses.map(({ rule }) => rule.says)).join(" ");
      const stems = (text) => [...new Set(wordsOf(text).map(stem))];
      return { item, place, title: stems(link.textContent), rest: stems(`${item.textContent} ${item.dataset.words}`), rules: stems(says) };
    });
  }

  /** The questions that have the most of these words, the nearest first; and whether they have them all. */
  function search(items, text) {
    const every = wordsOf(text);
    const large = every.filter((one) => !SMALL.has(one));
    const wanted = (large.length ? large : every).map(stem);
    const fits = items.map((one) => ({ ...one, ...fit(wanted, one) }));
    const most = Math.max(0, ...fits.map((one) => one.found));
    const hits = most ? fits.filter((one) => one.found === most) : [];
    hits.sort((one, other) => other.score - one.score || one.place - other.place);
    return { hits: hits.slice(0, MOST), isAll: most === wanted.length, count: hits.length };
  }

  function list(page, book) {
    const status = A.el("p", { cls: "rw-small", role: "status" });
    const found = A.el("ul", { cls: "rw-questions", hidden: true });
    const input = A.el("input", { type: "search", autocomplete: "off", "aria-label": "Find a question by its words", placeholder: "Find a question by its words" });
    const groups = [...page.querySelectorAll(".rw-question-group")];
    let items = null;
    input.addEventListener("input", () => {
      items = items || indexed(page, book);
      const isAsked = input.value.trim() !== "";
      const { hits, isAll, count } = search(items, input.value);
      found.hidden = !isAsked;
      for (const group of groups) group.hidden = isAsked;
      found.replaceChildren(...(isAsked ? hits.map(({ item }) => item.cloneNode(true)) : []));
      const some = isAll || !count ? "" : "; none has all of these words";
      status.textContent = isAsked ? `${count} question${count === 1 ? "" : "s"}${some}` : "";
    });
    page.querySelector(".rw-question-search").append(input, status, found);
  }

  /** Shows the calculator where the address holds a question, and the list where it does not. */
  function follow(page, book) {
    const at = page.querySelector(".rw-calculator");
    const before = page.querySelector(".rw-question-list");
    const address = (state) => A.written(state);
    let calculator = null;
    let own = null; // what this page has written itself
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
