/* What was drawn last, taken again where the same is to be shown: only what is another now is made anew and laid out. */
(() => {
  "use strict";
  const A = globalThis.rulewrightAsk;

  class Drawn {
    constructor() {
      Object.assign(this, { under: "", last: new Map(), now: new Map() });
    }
    /** A drawing begins. Nothing is taken again that was drawn under something else: another edition, other things. */
    begin(under) {
      this.last = under === this.under ? this.now : new Map();
      this.now = new Map();
      this.under = under;
    }
    /** An element by what it shows, which no other of this drawing has. One that is in use is made anew: what is half typed there is not kept. */
    take(name, make) {
      const old = this.last.get(name);
      const found = old && !old.contains(document.activeElement) ? old : make();
      this.now.set(name, found);
      return found;
    }
    /** An element with these in it; it stays where it is, and so do those of them that are in it already. */
    holding(name, make, several) {
      const found = this.last.get(name) || make();
      this.now.set(name, found);
      put(found, [found.firstChild, ...several]);
      return found;
    }
  }

  /** Has these in an element, in this order, and nothing else. */
  function put(at, wanted) {
    const isKept = new Set(wanted);
    for (const one of [...at.childNodes]) if (!isKept.has(one)) one.remove();
    wanted.forEach((one, place) => at.childNodes[place] === one || at.insertBefore(one, at.childNodes[place] || null));
  }

  Object.assign(A, { Drawn, put });
})();
