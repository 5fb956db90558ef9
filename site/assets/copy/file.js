/* A copy as a file: cases in the language of rulebooks, so that `rulewright check BOOK --with FOLDER` lays it over, too. */
(() => {
  "use strict";
  const C = (globalThis.rulewrightCopy = globalThis.rulewrightCopy || {});

  const HEAD = /^(case|scenario)[ \t]+([^\s"“]+)(?:[ \t]+["“]([^"”\n]*)["”])?.*$/;
  const LINE = /^[ \t]+(?:(note)[ \t]+|step[ \t]+(\w+)[ \t]+)?(?:"([^"]*)"|“([^”]*)”)/;

  /** A copy, number -> `title` and `text`, in the order of the book. */
  function written(copy, book) {
    const head = `# A reader's own copy of ${book.title.replace(/[\r\n]+/g, " ")}. It is private: do not publish it.\n`;
    const listed = book.cases.filter(([number]) => Object.hasOwn(copy, number));
    return head + listed.map(([number, , , , kind]) => block(kind === 2 ? "scenario" : "case", number, copy[number], book)).join("");
  }

  function block(word, number, one, book) {
    const title = one.title || (word === "scenario" ? book.shown(number) : ""); // a scenario has a title
    const lines = one.text.map((each) => `  ${each.commentary ? "note " : each.step ? `step ${each.step} ` : ""}"${inside(each.text)}"\n`);
    return `\n${word} ${number}${title ? ` "${inside(title)}"` : ""}\n${lines.join("")}`;
  }

  const inside = (text) => text.replace(/(^|[\s([])"/g, "$1“").replace(/"/g, "”").replace(/\s+/g, " ").trim();

  /** Whether a text is such a file. */
  const isFile = (text) => /^(case|scenario)[ \t]+\S+.*\n+[ \t]+(?:note[ \t]+|step[ \t]+\w+[ \t]+)?["“]/m.test(text.replace(/\r\n?/g, "\n"));

  /** The cases of a file; what is no text (rules, tables) is counted as left. */
  function read(text) {
    const cases = [];
    let now = null, left = 0;
    const lines = text.normalize("NFC").replace(/\r\n?/g, "\n").split("\n");
    for (let at = 0; at < lines.length; at += 1) {
      const line = lines[at], head = HEAD.exec(line);
      if (head) cases.push((now = { number: head[2], title: head[3] || "", text: [] }));
      else if (now && /^[ \t]/.test(line) && line.trim()) {
        const from = at, end = closing(line);
        while (end && at + 1 < lines.length && !lines[(at += 1)].includes(end)) { /* the quotation goes on */ }
        const found = LINE.exec(lines.slice(from, at + 1).join("\n"));
        if (!found) { left += 1; continue; }
        const words = { text: (found[3] === undefined ? found[4] : found[3]).replace(/\s+/g, " ").trim() };
        if (words.text) now.text.push({ ...words, ...(found[1] ? { commentary: true } : {}), ...(found[2] ? { step: found[2] } : {}) });
      }
    }
    return { cases: cases.filter((one) => one.text.length), left };
  }

  /** The mark that ends a quotation which goes on in the next line; null where none does. */
  function closing(line) {
    const [, open] = /^[ \t]+(?:note[ \t]+|step[ \t]+\w+[ \t]+)?(?:(")[^"]*|“[^”]*)$/.exec(line) || [null, null];
    return open === null ? null : open === undefined ? "”" : "\"";
  }

  C.file = { written, isFile, read };
})();
