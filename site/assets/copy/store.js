/* Where a reader's copies are: on this device and nowhere else, a book under its folder's name. */
(() => {
  "use strict";
  const C = (globalThis.rulewrightCopy = globalThis.rulewrightCopy || {});
  const nameOf = (folder) => `rulewright-copy-${folder}`;

  /** Number -> `title` and `text` (paragraphs with `text`, `step`, `commentary`). What is no copy is none. */
  function kept(folder) {
    let given;
    try { given = JSON.parse(localStorage.getItem(nameOf(folder)) || "{}"); } catch { return {}; }
    const found = {};
    for (const [number, one] of Object.entries(given && typeof given === "object" ? given : {})) {
      const text = one && Array.isArray(one.text) ? one.text.filter((each) => each && typeof each.text === "string" && each.text.trim()) : [];
      if (text.length) found[number] = { title: typeof one.title === "string" ? one.title : "", text: text.map(clean) };
    }
    return found;
  }

  /** What a file can hold, too: a step is one word. */
  function clean(one) {
    return { text: one.text, ...(typeof one.step === "string" && /^\w+$/.test(one.step) ? { step: one.step } : {}), ...(one.commentary === true ? { commentary: true } : {}) };
  }

  /** Keep a copy, or nothing of it. Says why the device refuses; an empty text where it does not. */
  function keep(folder, copy) {
    try {
      if (Object.keys(copy).length) localStorage.setItem(nameOf(folder), JSON.stringify(copy));
      else localStorage.removeItem(nameOf(folder));
      return "";
    } catch (refused) {
      return refused && /quota/i.test(refused.name)
        ? "There is no room for it: this device keeps a few million letters for a site. What was there before is still there."
        : "This device keeps nothing for pages: it may be a private window, or storage is switched off. Export your copy, and take it back next time.";
    }
  }

  C.store = { kept, keep };
})();
