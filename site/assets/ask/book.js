/* The books that are asked on this page: their data, as `site/pages/asking_script.py` writes it, and an engine for each edition. */
(() => {
  "use strict";
  const A = (globalThis.rulewrightAsk = globalThis.rulewrightAsk || {});
  const R = globalThis.Rulewright;

  class Book {
    constructor(folder, text) {
      const open = R.unpacked(R.read(text));
      Object.assign(this, { folder, open, words: open("words"), engines: new Map() });
    }
    /** The name of an edition that the book has: this one, else the one that the pages show. */
    edition(name) {
      return this.words.editions.some(([one]) => one === name) ? name : this.words.edition;
    }
    core(edition) {
      return this.open(`core ${edition}`);
    }
    engine(edition) {
      if (!this.engines.has(edition)) this.engines.set(edition, new R.Engine(this.core(edition)));
      return this.engines.get(edition);
    }
    /** The case of each rule, and of each setting-aside, by its address. */
    caseOf(edition, rule) {
      const engine = this.engine(edition);
      const cases = engine.once("cases of rules", () => casesOf(engine.core));
      return cases.get(rule) ?? null;
    }
  }

  function casesOf(core) {
    const found = new Map(Object.values(core.asides).map((one) => [one.id, one.case]));
    for (const { rules } of Object.values(core.questions)) {
      for (const { addresses } of rules) for (const { rule } of addresses) found.set(rule.id, rule.case);
    }
    return found;
  }

  const books = new Map();
  const tables = new Map();

  Object.assign(A, {
    /** The script of a book calls this. */
    give: (folder, text) => books.set(folder, new Book(folder, text)),
    book: (folder) => books.get(folder),
    /** The script of the words by which a book finds the question that plain words mean calls this. */
    giveWords: (folder, text) => tables.set(folder, { ...JSON.parse(text), ...globalThis.rulewrightLists }),
    tableOf: (folder) => tables.get(folder),
  });
})();
