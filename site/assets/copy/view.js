/* The cases of a page with a reader's own words in them: what the acts changed is marked, and what became of each act is said under it.
   Everything of the reader is set as text. */
(() => {
  "use strict";
  const C = (globalThis.rulewrightCopy = globalThis.rulewrightCopy || {});
  const STATES = {
    done: ["✓", "Carried out"],
    recorded: ["○", "Not carried out: the amendment cites no words"],
    misfit: ["!", "Does not fit"],
  };

  function made(name, className, ...inside) {
    const element = document.createElement(name);
    if (className) element.className = className;
    element.append(...inside);
    return element;
  }

  /* ---- a paragraph ------------------------------------------------------------------------------------------------------------------ */

  /** Runs of words that stayed, went and came, by the longest that both have in common. */
  function difference(old, now) {
    const a = old.match(/\S+\s*/g) || [], b = now.match(/\S+\s*/g) || [];
    let start = 0, end = 0;
    while (start < Math.min(a.length, b.length) && a[start].trim() === b[start].trim()) start += 1;
    while (end < Math.min(a.length, b.length) - start && a[a.length - 1 - end].trim() === b[b.length - 1 - end].trim()) end += 1;
    const out = a.slice(start, a.length - end), put = b.slice(start, b.length - end);
    const runs = [["same", b.slice(0, start)], ...middle(out, put), ["same", end ? b.slice(-end) : []]];
    return runs.filter(([, words]) => words.length).map(([kind, words]) => [kind, words.join("")]);
  }

  function middle(out, put) {
    if (out.length * put.length > 250000) return [["out", out], ["in", put]]; // a page is not kept waiting
    const long = Array.from({ length: out.length + 1 }, () => new Uint16Array(put.length + 1));
    for (let i = out.length - 1; i >= 0; i -= 1) {
      for (let j = put.length - 1; j >= 0; j -= 1) {
        long[i][j] = out[i].trim() === put[j].trim() ? long[i + 1][j + 1] + 1 : Math.max(long[i + 1][j], long[i][j + 1]);
      }
    }
    const runs = [];
    const add = (kind, word) => (runs.length && runs[runs.length - 1][0] === kind ? runs[runs.length - 1][1].push(word) : runs.push([kind, [word]]));
    let i = 0, j = 0;
    while (i < out.length || j < put.length) {
      if (i < out.length && j < put.length && out[i].trim() === put[j].trim()) { add("same", put[j]); i += 1; j += 1; }
      else if (i < out.length && (j === put.length || long[i + 1][j] >= long[i][j + 1])) { add("out", out[i]); i += 1; }
      else { add("in", put[j]); j += 1; }
    }
    return runs;
  }

  /** Words with the numbers of cases as links. */
  function linked(text, book) {
    const pieces = [];
    let at = 0;
    for (const one of C.prose.references(text, book.byNumber)) {
      const [, , , address] = book.byNumber.get(one.number) || [];
      if (!address || one.start < at) continue;
      const link = made("a", "rw-ref", text.slice(one.start, one.end));
      link.href = address;
      pieces.push(text.slice(at, one.start), link);
      at = one.end;
    }
    return [...pieces, text.slice(at)];
  }

  function paragraph(one, book) {
    const place = made("p", `rw-text${one.was === undefined ? " rw-amended" : " rw-own"}`);
    if (one.step) place.append(made("b", "rw-step", `${one.step[0].toUpperCase()}${one.step.slice(1)}. `));
    if (one.commentary) place.append(made("span", "rw-lead", "Note. "));
    if (one.struck) place.append(made("del", "", one.text));
    else if (one.was === undefined || one.was === one.text) place.append(...linked(one.text, book));
    else {
      for (const [kind, words] of difference(one.was, one.text)) {
        if (kind === "same") place.append(...linked(words, book));
        else place.append(made(kind === "out" ? "del" : "ins", "", words.trimEnd()), " ");
      }
    }
    return place;
  }

  /* ---- a case ----------------------------------------------------------------------------------------------------------------------- */

  /** The paragraphs in order: those of the book as the page has them, where they are as they were. */
  function textOf(laid, bare, there, book) {
    const known = new Map();
    if (there.length === bare.text.length) bare.text.forEach((one, at) => { if (one.id) known.set(one.id, [one, there[at]]); });
    return laid.text.map((one) => {
      const [was, place] = known.get(one.id) || [];
      return was && was.text === one.text && !was.struck === !one.struck ? place : paragraph(one, book);
    });
  }

  function actsOf(laid, book) {
    const acts = laid.acts.filter((one) => one.says);
    const list = made("ul", "rw-copy-acts", ...acts.map((one) => {
      const [sign, words] = STATES[one.state], mark = made("span", `rw-copy-mark rw-copy-${one.state}`, sign);
      mark.setAttribute("role", "img");
      mark.setAttribute("aria-label", words);
      return made("li", "", mark, ` ${book.sources[one.source] || one.source}: ${one.says}`, ...(one.why ? [made("b", "", ` — does not fit: ${one.why}.`)] : []));
    }));
    return { list, misfits: acts.filter((one) => one.state === "misfit").length, done: acts.filter((one) => one.state === "done").length, all: acts.length };
  }

  const many = (count, one, more) => `${count} ${count === 1 ? one : more}`;

  /** Under the words: whose they are, and what became of the acts. */
  function note(number, laid, book) {
    const acts = actsOf(laid, book), edit = made("a", "", "Change your words");
    edit.href = `own-copy.html#${new URLSearchParams({ case: number })}`;
    edit.setAttribute("aria-label", `Change your words of ${book.shown(number)}`);
    const said = [acts.done && `${many(acts.done, "change", "changes")} of the errata made in it`, acts.misfits && `${many(acts.misfits, "does", "do")} not fit`].filter(Boolean);
    const head = `From your own copy${said.length ? `: ${said.join(", ")}` : ""}. `;
    const box = made("div", `rw-copy-note${acts.misfits ? " rw-copy-unfit" : ""}`);
    if (!acts.all) {
      box.append(made("p", "rw-small", head, edit));
      return box;
    }
    const fold = made("details", "rw-copy-fold", made("summary", "", head), acts.list, made("p", "rw-small", edit));
    fold.open = acts.misfits > 0;
    box.append(fold);
    return box;
  }

  function fill(number, own, book, anchor) {
    const heading = document.getElementById(anchor), body = heading && heading.nextElementSibling;
    const now = body && body.querySelector(":scope > .rw-now");
    if (!now || !book.isIn(number, book.edition)) return false;
    const bare = book.laid(number, book.edition, null), laid = book.laid(number, book.edition, own.text);
    const there = [...now.children].filter((one) => one.matches("p.rw-text"));
    const before = textsOf(body, number, own, book, laid);
    now.replaceChildren(...textOf(laid, bare, there, book));
    for (const give of body.querySelectorAll(":scope > .rw-give")) give.remove();
    now.after(note(number, laid, book));
    const badge = body.querySelector(":scope > .rw-meta > .rw-badge-held");
    if (badge) badge.textContent = "your own copy";
    if (before.length) past(body).append(...before);
    return true;
  }

  function past(body) {
    const there = body.querySelector(":scope > .rw-past");
    if (there) return there;
    const box = made("div", "rw-past");
    body.append(box);
    return box;
  }

  /** What the other editions have, to be opened or put in place by `editions.js`, as the pages have of cases that are held. */
  function textsOf(body, number, own, book, laid) {
    const found = [], words = (one) => JSON.stringify(one.text.filter((each) => !each.struck).map((each) => each.text));
    const unheld = new Set((body.dataset.rwUnheld || "").split(" ").filter(Boolean));
    for (const [name, title] of book.editions) {
      if (name === book.edition || !book.isIn(number, name)) continue;
      const was = book.laid(number, name, own.text);
      unheld.delete(name);
      for (const old of body.querySelectorAll("details[data-rw-edition]")) if (old.dataset.rwEdition === name) old.remove();
      if (words(was) === words(laid)) continue;
      const text = was.text.filter((one) => !one.struck).map((one) => paragraph({ ...one, was: one.was === undefined ? undefined : one.text }, book));
      const fold = made("details", `rw-history${found.some((one) => one.words === words(was)) ? " rw-earlier-again" : ""}`,
        made("summary", "", `As in “${title}”`), made("div", "rw-earlier", ...text));
      fold.dataset.rwEdition = name;
      found.push({ fold, words: words(was) });
    }
    body.dataset.rwUnheld = [...unheld].join(" ");
    return found.map((one) => one.fold).reverse();
  }

  /** All cases of this page of which the reader has words. */
  C.show = (book, copy) => {
    const page = location.pathname.split("/").pop();
    let filled = 0;
    for (const [number, own] of Object.entries(copy)) {
      const [, , , address = ""] = book.byNumber.get(number) || [], [file, anchor] = address.split("#");
      if (book.takes(number) && file === page && fill(number, own, book, anchor)) filled += 1;
    }
    if (filled) document.dispatchEvent(new Event("rulewright-texts"));
  };
  C.made = made;
  C.many = many;
  C.actsOf = actsOf;
})();
