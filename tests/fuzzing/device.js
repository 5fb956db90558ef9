/* What the pages keep on a device, outside of a browser: each function takes the text that is kept, and raises where something is wrong. */
let onDevice = new Map();
globalThis.localStorage = {
  getItem: (name) => onDevice.get(name) ?? null,
  setItem: (name, value) => { onDevice.set(name, `${value}`); },
  removeItem: (name) => { onDevice.delete(name); },
};
document.querySelectorAll = () => [];

function hold(is, what) {
  if (!is) throw new Error(what);
}

globalThis.ownCopy = (folder, text) => {
  onDevice = new Map([[`rulewright-copy-${folder}`, text]]);
  lay(rulewrightCopy.book(folder), rulewrightCopy.store.kept(folder));
};

globalThis.pasted = (folder, text) => {
  const C = rulewrightCopy, book = C.book(folder), copy = {};
  onDevice = new Map();
  for (const one of (C.file.isFile(text) ? C.file.read(text) : C.split(text, book)).cases) {
    if (book.takes(one.number)) copy[one.number] = { title: one.title, text: one.text };
  }
  lay(book, copy);
};

/* A copy is laid over the book in every edition; what is kept of it, and what is written as a file, is the copy. */
function lay(book, copy) {
  const C = rulewrightCopy, numbers = Object.keys(copy);
  for (const number of numbers) {
    hold(typeof copy[number].title === "string", "a title is no text");
    hold(copy[number].text.length && copy[number].text.every((one) => one.text && typeof one.text === "string"), "a paragraph has no text");
    for (const [edition] of book.takes(number) ? book.editions : []) {
      if (book.isIn(number, edition)) book.laid(number, edition, copy[number].text);
    }
  }
  hold(C.store.keep(book.folder, copy) === "", "it is not kept");
  hold(JSON.stringify(C.store.kept(book.folder)) === JSON.stringify(copy), "what is kept is another copy");
  const read = C.file.read(C.file.written(copy, book)), known = numbers.filter((one) => book.byNumber.has(one));
  hold(read.left === 0, "a line of the file is not read");
  hold(JSON.stringify(read.cases.map((one) => one.number).sort()) === JSON.stringify(known.sort()), "the file has other cases");
}

globalThis.pinned = (text) => {
  onDevice = new Map([["rulewright-pins", text], ["rulewright-recent", text]]);
  const all = [...rulewrightPins.pinned(), ...rulewrightPins.recent()];
  for (const one of all) {
    rulewrightPins.drop(one.u);
    hold(!rulewrightPins.pinned().some((other) => other.u === one.u), "a pin cannot be taken away");
  }
  return JSON.stringify(all);
};

/* A choice of editions as a page has it: a value that it does not list chooses nothing. */
class Choice extends Element {
  constructor(values) {
    super("select");
    this.values = values;
    this.selectedIndex = 0;
  }
  get value() { return this.values?.[this.selectedIndex] ?? ""; }
  set value(text) { if (this.values) this.selectedIndex = this.values.indexOf(text); }
  get selectedOptions() { return [new Element("option")]; }
  after() {}
}

globalThis.edition = (text) => {
  onDevice = new Map([["rulewright-edition-campaign", text]]);
  const choice = new Choice(["", "since printed", "as printed"]), banner = new Element("div");
  banner.dataset.rwBook = "campaign";
  const { querySelector } = document;
  document.querySelector = (what) => (what === "[data-rw-editions]" ? choice : what === "[data-rw-moved]" ? null : banner);
  try { (0, eval)(editionsOfPages); } finally { document.querySelector = querySelector; }
  return choice.value;
};
document.addEventListener = () => {};
globalThis.addEventListener = () => {};
globalThis.rulewright = { addressed: () => null };
