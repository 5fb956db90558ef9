/* On every page: opens a question where it is asked for. The engine, the calculator and the book's data are scripts that are loaded then,
   by elements, so that it works from a disk; what tries facts that are not known and open readings, when a question meets one. */
(() => {
  "use strict";
  const A = (globalThis.rulewrightAsk = globalThis.rulewrightAsk || {});
  const here = document.currentScript.src;
  const loading = new Map(), moved = new Set();

  function script(address) {
    if (!loading.has(address)) {
      loading.set(address, new Promise((resolve, reject) => {
        const element = document.createElement("script");
        element.src = address;
        element.async = false; // they are fetched together, and run one after the other
        element.addEventListener("load", resolve);
        element.addEventListener("error", () => reject(new Error(`${address} is not there`)));
        document.head.append(element);
      }));
    }
    return loading.get(address);
  }

  /** The book whose data is next to a page; links to its cases lead there from wherever this page is. */
  async function load(folder, page = "") {
    const place = page.slice(0, page.lastIndexOf("/") + 1);
    const data = new URL(`${place}ask-data.js`, location.href);
    await Promise.all([...["engine", "engine-argument", "ask"].map((name) => new URL(`${name}.js`, here)), data].map(({ href }) => script(href)));
    const book = A.book(folder);
    if (place && !moved.has(book)) {
      moved.add(book);
      for (const one of Object.values(book.words.cases)) if (one[2]) one[2] = place + one[2];
    }
    return book;
  }

  /** What of the engine tries what is unknown. */
  A.loadUnknown = () => script(new URL("engine-unknown.js", here).href);

  /** A book with the words by which it finds the question that plain words mean; `page` is its page of questions. */
  A.loadWords = async (folder, page) => {
    const [book] = await Promise.all([load(folder, page), globalThis.rulewright.parts()]);
    await script(new URL("ask-words.js", page).href);
    return book;
  };

  /** A calculator under the list of questions of a case, in place of a way to another page; the page is scrolled to it unless it `stays`. */
  async function inPlace(link, stays = false) {
    const box = link.closest(".rw-asks");
    const [page] = link.getAttribute("href").split("#");
    const book = await load(box.dataset.book, page);
    const state = A.read(book, link.hash);
    const old = box.querySelector(".rw-calculator");
    const isOpen = link.getAttribute("aria-expanded") === "true";
    if (old) old.remove();
    for (const one of box.querySelectorAll("a[aria-expanded]")) one.setAttribute("aria-expanded", "false");
    if (isOpen || state === null) return;
    const at = document.createElement("div");
    at.className = "rw-calculator";
    box.append(at);
    link.setAttribute("aria-expanded", "true");
    new A.Calculator(at, book, state, { address: (changed) => page + A.written(changed), isChosen: true, close: () => inPlace(link, true).then(() => link.focus()) });
    if (!stays && at.getBoundingClientRect().bottom > innerHeight) at.scrollIntoView();
  }

  function named(part) {
    try { return decodeURIComponent(part); } catch { return ""; }
  }

  /** Says of which case the questions are, where its own heading is out of view. */
  function name(lead, head) {
    const shown = head.cloneNode(true);
    for (const one of shown.querySelectorAll("a:not(.rw-number), button, [hidden]")) one.remove();
    lead.textContent = `Ask ${shown.textContent.trim()}`;
  }

  /** An address like `#ask-case-8.6`, which the search gives: the questions of that case, or the calculator of its only one. */
  function follow() {
    const head = location.hash.startsWith("#ask-") ? document.getElementById(named(location.hash.slice(5))) : null;
    if (head === null) return;
    const box = [...head.nextElementSibling.querySelectorAll(".rw-asks")].find((one) => !one.closest("[hidden]"));
    if (!box) return head.scrollIntoView(); // of another edition than the one that is read
    for (const fold of box.querySelectorAll("details")) fold.open = true;
    const links = box.querySelectorAll("a[href*='#q=']");
    const isNear = box.getBoundingClientRect().bottom - head.getBoundingClientRect().top < innerHeight / 3;
    (isNear ? head : box).scrollIntoView();
    if (!isNear) name(box.querySelector(".rw-lead"), head);
    if (links.length === 1 && !box.querySelector(".rw-calculator")) inPlace(links[0], true).catch(() => (location.href = links[0].href));
  }

  document.addEventListener("click", (event) => {
    if (event.target.closest?.(".rw-search-ask")?.href === location.href) follow(); // the address stays as it is
    const link = event.target.closest && event.target.closest(".rw-asks a[href*='#q=']");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || link.closest(".rw-calculator")) return;
    event.preventDefault();
    inPlace(link).catch(() => (location.href = link.href));
  });

  addEventListener("hashchange", follow);
  follow();

  const page = document.querySelector(".rw-ask-page");
  for (const item of page ? page.querySelectorAll("li[data-question]") : []) { // without scripts it leads to the case, and is found by its name
    item.querySelector("a").setAttribute("href", `#q=${item.dataset.question}`);
    item.removeAttribute("id");
  }
  if (page) load(page.dataset.book).then((book) => A.follow(page, book));
})();
