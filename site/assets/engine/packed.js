/* Opens documents in which everything that occurs again is written once: as `engines/page/packed.py` writes them. */
((R) => {
  "use strict";
  const LIST = -1;
  const FIRST_PART = -2;

  /** A function that gives each document by its name, opened when it is first asked for. What occurs again is one object. */
  function unpacked({ shapes, parts, whole }) {
    const kept = (open) => {
      const opened = new Map();
      return (name) => (opened.has(name) ? opened : opened.set(name, open(name))).get(name);
    };
    const part = kept((number) => open(parts[number]));
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
    return kept((name) => open(whole[name]));
  }

  Object.assign(R, { unpacked });
})(globalThis.Rulewright);
