/* Opens a document in which everything that occurs again is written once: as `engines/page/packed.py` writes it. */
((R) => {
  "use strict";
  const LIST = -1;
  const FIRST_PART = -2;

  /** The document. What occurs again in it is one object. */
  function unpacked({ shapes, parts, whole }) {
    const opened = new Map();
    const part = (number) => {
      if (!opened.has(number)) opened.set(number, open(parts[number]));
      return opened.get(number);
    };
    const object = ([names, shared], values) => {
      let next = 0;
      return Object.fromEntries(names.map((name, place) => [name, R.has(shared, place) ? shared[place] : open(values[(next += 1)])]));
    };
    function open(piece) {
      if (!Array.isArray(piece)) return piece;
      const [kind] = piece;
      if (kind === LIST) return piece.slice(1).map(open);
      return kind <= FIRST_PART ? part(FIRST_PART - kind) : object(shapes[kind], piece);
    }
    return open(whole);
  }

  Object.assign(R, { unpacked });
})(globalThis.Rulewright);
