/* As much of a browser's document as the calculator needs: elements that hold what is put into them. */
class Element {
  constructor(name) {
    Object.assign(this, { tagName: name.toUpperCase(), children: [], dataset: {}, attributes: {}, listeners: {}, hidden: false, value: "", open: false, parent: null });
  }
  append(...more) { this.put(this.children.length, more); }
  replaceChildren(...all) { this.children = []; this.put(0, all); }
  insertBefore(one, next) { this.put(next === null ? this.children.length : this.children.indexOf(next), [one]); }
  put(place, more) {
    for (const one of more) if (one instanceof Element) { one.remove(); one.parent = this; }
    this.children.splice(place, 0, ...more);
  }
  remove() { if (this.parent) this.parent.children = this.parent.children.filter((one) => one !== this); }
  get childNodes() { return this.children; }
  get firstChild() { return this.children[0] ?? null; }
  setAttribute(name, value) { this.attributes[name] = `${value}`; }
  getAttribute(name) { return this.attributes[name] ?? null; }
  addEventListener(name, listener) { this.listeners[name] = listener; }
  contains() { return false; }
  querySelectorAll() { return []; }
  querySelector() { return null; }
  focus() {}
  get childElementCount() { return this.children.length; }
  get textContent() { return this.children.map((one) => (one instanceof Element ? one.textContent : `${one}`)).join(""); }
  set textContent(text) { this.children = [text]; }
  *all() {
    yield this;
    for (const one of this.children) if (one instanceof Element) yield* one.all();
  }
}
globalThis.document = { activeElement: null, createElement: (name) => new Element(name), querySelector: () => null };
globalThis.location = { href: "file:///ask.html", hash: "" };
let waiting = [];
globalThis.setTimeout = (work) => waiting.push(work);
globalThis.clearTimeout = (number) => { if (number) waiting[number - 1] = null; };
globalThis.performance = { now: () => 0 };

/* What is damaged in an address is taken as it is written. */
function decoded(text) {
  try { return decodeURIComponent(text.split("+").join(" ")); } catch (_) { return text; }
}
globalThis.URLSearchParams = class {
  constructor(given) {
    const parts = (text) => text.split("&").filter(Boolean).map((one) => [one.split("=")[0], one.split("=").slice(1).join("=")].map(decoded));
    this.pairs = typeof given === "string" ? parts(given) : [...given];
  }
  get(name) { return this.getAll(name)[0] ?? null; }
  has(name) { return this.get(name) !== null; }
  getAll(name) { return this.pairs.filter(([one]) => one === name).map(([, value]) => value); }
  [Symbol.iterator]() { return this.pairs[Symbol.iterator](); }
  append(name, value) { this.pairs.push([name, `${value}`]); }
  toString() { return this.pairs.map((pair) => pair.map(encodeURIComponent).join("=")).join("&"); }
};

/* What a page shows where its address ends in a hash: the answer, and all controls and words around it; null where it asks nothing. What is
   asked a little later is asked at once, what is folded is opened, and every control is used. */
globalThis.shown = (folder, hash) => {
  const A = rulewrightAsk;
  const book = A.book(folder);
  const state = A.read(book, hash);
  if (state === null) return null;
  const again = A.read(book, A.written(state));
  if (A.written(again) !== A.written(state)) throw new Error("the link of a question does not lead back to it");
  waiting = [];
  const at = new Element("div");
  const calculator = new A.Calculator(at, book, state, { address: A.written });
  const later = () => { for (let some = 0; some < 3 && waiting.length; some += 1) { const now = waiting; waiting = []; for (const work of now) if (work) work(); } };
  later();
  const said = calculator.parts.answer.textContent;
  for (const one of [...at.all()].filter((each) => each.tagName === "DETAILS")) {
    one.open = true;
    one.listeners.toggle();
  }
  const selects = [...at.all()].filter((one) => one.tagName === "SELECT");
  for (const one of selects) {
    calculator.show(state);
    one.selectedIndex = one.children.length - 1;
    if (one.listeners.change) one.listeners.change();
    later();
  }
  return said;
};
