/* A pasted text parted into the cases of a book by their numbers: `[9.11] Stacking`, `9.11 STACKING`, `Case 9.11:`, `§ 3a`, a heading with points
   `(A)`, `B.` below it, `1.` of 19.4 where the book has 19.4/1. What has a number that the book does not know is kept apart, so that it
   does not become part of the case before it. */
(() => {
  "use strict";
  const C = (globalThis.rulewrightCopy = globalThis.rulewrightCopy || {});

  const DECIMAL = /^[[(]?\s*(?:(?:case|rule|section)\s+)?(§?\s*\d+\.\d+[a-z]?\+*(?:\/\d+\+*)?|§\s*\d+[a-z]?\+*)\s*[\])]?[.:]?(?:\s+(.*))?$/i;
  const POINT = /^[[(]?((?:\d{1,2}[a-z]?|[A-Za-z]{1,2})\+*)[\]).:]+(?:\s+(.*))?$/;
  const STEP = /^(?:step\s+)?\(?(\d{1,2}|[a-z])[.):]+\s+(.*)$/i;
  const ENDED = /[.!?:;)\]"”’]$/;
  const FEW = 8; // words of a title
  const LOOSE = 4; // times as long as in the book a title may be, with other signs between its words

  const folded = (text) => text.toLowerCase().normalize("NFKD").replace(/[\u0300-\u036f]/g, "").replace(/[^\p{L}\p{N}]+/gu, " ").trim();

  /** Clean lines: one kind of blank, no signs that act, words that were parted at the end of a line put together. */
  function linesOf(text) {
    const clean = text.normalize("NFC").replace(/\r\n?|\u2028|\u2029/g, "\n").replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, "");
    const bare = clean.replace(/[^\S\n]+/g, " ").replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\ufffe\uffff]/g, "");
    return bare.replace(/(\p{Ll})- ?\n ?(?=\p{Ll})/gu, "$1").split("\n").map((line) => line.trim());
  }

  /** `"` as it is printed, for it ends a quotation in a book's file. */
  const quotes = (text) => text.replace(/(^|[\s([])"/g, "$1“").replace(/"/g, "”");

  /** The book's numbers, ready to be looked for. A book: `cases` as [number, as shown, title, …], `headings` as [name, as shown]. */
  function numbersOf(book) {
    const key = globalThis.rulewrightNumbers.key, known = new Map(), heads = new Map(), points = new Map();
    for (const [number, shown, title] of book.cases) {
      for (const name of [number, shown]) if (!known.has(key(name))) known.set(key(name), { number, title: title || "" });
      const [head, ...rest] = number.split(".");
      if (rest.length) points.set(head, (points.get(head) || new Set()).add(/^\d/.test(rest[0]) ? "digit" : "letter"));
    }
    for (const [name, shown] of book.headings || []) for (const one of [name, shown]) heads.set(folded(one), name);
    return { key, known, heads, points };
  }

  function split(text, book) {
    const numbers = numbersOf(book), lines = linesOf(text), found = [];
    let head = null, now = null, before = "";
    lines.forEach((line, at) => {
      const begun = line && begins(line, before, lines[at + 1] || "", numbers, head, now);
      if (begun) {
        if (begun.head !== undefined) head = begun.head;
        now = { number: begun.number, as: begun.as, title: begun.title || "", lines: begun.rest ? [begun.rest] : [] };
        found.push(now);
      } else if (now) now.lines.push(line);
      else if (line) found.push((now = { number: null, as: "", title: "", lines: [line] }));
      before = line;
    });
    return { cases: together(found.filter((one) => one.number)), left: found.filter((one) => !one.number && (one.title || one.lines.some(Boolean))) };
  }

  /** What begins with a line: a case of the book, a number that it does not have (`number` is null then), or nothing. */
  function begins(line, before, after, numbers, head, now) {
    const decimal = DECIMAL.exec(line);
    if (decimal) {
      const there = numbers.known.get(numbers.key(decimal[1])), rest = decimal[2] || "";
      const fresh = !before || ENDED.test(before) || line.startsWith("[") || isLoud(before) || (there && titled(rest, there.title) !== null);
      if (!fresh || (!there && !(/^[[(]/.test(line) || !rest || /^["“']?\p{Lu}/u.test(rest)))) return null;
      return there ? started(there, rest, after) : { number: null, as: decimal[1], title: rest };
    }
    const whole = numbers.heads.size && line.length < 60 ? numbers.known.get(numbers.key(line)) : undefined;
    if (whole && whole.number.includes(".") && /\p{L}{3}/u.test(line)) return started(whole, "", after);
    const named = headIn(line, after, numbers);
    if (named) return { ...(numbers.known.has(numbers.key(named)) ? started(numbers.known.get(numbers.key(named)), "", after) : { number: null, as: line }), head: named };
    const point = POINT.exec(line);
    return point ? pointed(point, numbers, head, now, after) : null;
  }

  /** A heading by its name, or a short line that has all words of one: `THE COURSE OF PLAY` for `course`. */
  function headIn(line, after, numbers) {
    const name = folded(line), words = name.split(" ");
    if (numbers.heads.has(name) || !numbers.heads.size || !isTitle(line, after) || POINT.test(line)) return numbers.heads.get(name);
    const within = new Set([...numbers.heads].filter(([one]) => one.split(" ").every((word) => words.includes(word))).map(([, head]) => head));
    return within.size === 1 ? [...within][0] : undefined;
  }

  /** `(B)` below a heading, `a.` of 9.9 where the book has 9.9a, `4.` of 19.4 where it has 19.4/4. */
  function pointed([, point, rest = ""], numbers, head, now, after) {
    const of = now && now.number ? [`${now.number.replace(/\/\w+$/, "")}/${point}`, `${now.number.replace(/[a-z]?\+*$/, "")}${point}`] : [];
    for (const one of [...(head === null ? [] : [`${head}.${point}`]), ...of.filter((each) => !each.includes("/") || /\d$/.test(each))]) {
      const there = numbers.known.get(numbers.key(one));
      if (there && there.number.toLowerCase() === one.toLowerCase()) return started(there, rest, after);
    }
    const kinds = head === null ? null : numbers.points.get(head), kind = /^\d/.test(point) ? "digit" : "letter";
    const among = kinds && kinds.has(kind) && (kind === "digit" || /^[A-Z]/.test(point));
    return among ? { number: null, as: `${head} (${point})`, title: rest } : null;
  }

  function started(there, rest, after) {
    const behind = titled(rest, there.title);
    if (behind !== null) return { number: there.number, title: there.title, rest: behind };
    return isTitle(rest, after) ? { number: there.number, title: rest, rest: "" } : { number: there.number, title: there.title, rest };
  }

  /** What follows a title at the beginning of a line; null where it does not begin with it. */
  function titled(rest, title) {
    if (!title || !rest) return null;
    const want = folded(title), most = Math.min(rest.length, LOOSE * title.length + LOOSE); // a line may be as long as a booklet
    let at = 0;
    for (; at <= most; at += 1) if (folded(rest.slice(0, at)) === want && !/^[\p{L}\p{N}]/u.test(rest.slice(at))) break;
    return at > most ? null : rest.slice(at).replace(/^[\s.:–—-]+/, "");
  }

  const isLoud = (line) => line === line.toUpperCase() && /\p{Lu}{2}/u.test(line);
  const isTitle = (line, after) => Boolean(line) && line.split(" ").length <= FEW && !/[.!?;,:]$/.test(line)
    && (isLoud(line) || !after || /^["“'([]?\p{Lu}|^\d/u.test(after));

  /** A number that comes twice is one case: its text goes on. */
  function together(found) {
    const cases = new Map();
    for (const one of found) {
      const text = paragraphs(one.lines);
      const there = cases.get(one.number);
      if (there) there.text.push(...text);
      else cases.set(one.number, { number: one.number, title: quotes(one.title), text });
    }
    return [...cases.values()].filter((one) => one.text.length);
  }

  /** Paragraphs are parted by an empty line, or by the next number or letter of a list that counts from 1 or a. */
  function paragraphs(lines) {
    const found = [];
    let open = null, expected = null;
    for (const line of lines) {
      const step = STEP.exec(line), label = step && step[1].toLowerCase();
      if (label && (/^(1|a)$/.test(label) || label === expected || /^step\s/i.test(line))) {
        found.push((open = { text: step[2], step: label }));
        expected = /^\d+$/.test(label) ? String(Number(label) + 1) : String.fromCharCode(label.charCodeAt(0) + 1);
      } else if (!line) open = null;
      else if (open) open.text += ` ${line}`;
      else found.push((open = { text: line }));
    }
    return found.map((one) => ({ ...one, text: quotes(one.text.trim()) })).filter((one) => one.text);
  }

  C.split = split;
  C.paragraphsOf = (text) => paragraphs(linesOf(text));
})();
