/* One book as the build gives it, and what its sources make of a reader's text.

   `title`, `edition` (the one that is shown), `editions` as [name, title], `sources`, `headings`, `cases` as [number, as shown, title, address,
   kind]: 0 held, 1 a case and 2 a scenario over which a copy is laid. `unheld`: number -> the `text` that the book has of the case itself,
   `works`, and in which edition (`in`) which of these is done. */
(() => {
  "use strict";
  const C = (globalThis.rulewrightCopy = globalThis.rulewrightCopy || {});
  const books = new Map();

  class Book {
    constructor(folder, data) {
      Object.assign(this, data);
      this.folder = folder;
      this.byNumber = new Map(data.cases.map((one) => [one[0], one]));
      let count = 0; // by it a paragraph is known again wherever it is put
      const marked = (text) => (text || []).map((one) => ({ ...one, id: (count += 1) }));
      this.unheld = new Map(Object.entries(data.unheld).map(([number, one]) => [number, {
        source: one.source,
        text: marked(one.text),
        in: new Map(Object.entries(one.in)),
        works: one.works.map((work) => work.map((todo) => ({
          ...todo,
          on: todo.on.map((each) => ({ ...each, adds: marked(each.adds), instead: each.instead && marked(each.instead) })),
        }))),
      }]));
    }

    /** Whether a case takes a copy: its words are not held. */
    takes(number) { return this.unheld.has(number); }

    shown(number) { return this.byNumber.has(number) ? this.byNumber.get(number)[1] : number; }

    /** Whether a case is in an edition, there with the words that were printed. */
    isIn(number, edition) { return this.unheld.get(number).in.has(edition); }

    /** What a case is in an edition, with a reader's words or (null) without; each paragraph of these has what it `was`. */
    laid(number, edition, own) {
      const one = this.unheld.get(number), work = one.works[one.in.get(edition)];
      const text = [...one.text, ...(own || []).map((each) => ({ ...each, was: each.text }))].map((each) => ({ ...each, source: one.source }));
      return C.carriedOut(text, own !== null, work);
    }
  }

  C.give = (folder, data) => books.set(folder, new Book(folder, data));
  C.book = (folder) => books.get(folder);
})();
