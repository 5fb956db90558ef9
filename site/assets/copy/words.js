/* Surgery on the words of a case, as `rulebook/text_edits.py` does it: finding words, cutting them out, putting others in, within the part that
   an amendment names. A text is a list of paragraphs: `text`, and where there is one its `step`; `struck`, `commentary`. None is changed in
   place. What does not fit throws an `Unfit`. */
(() => {
  "use strict";
  const C = (globalThis.rulewrightCopy = globalThis.rulewrightCopy || {});

  const PLAIN = { "’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "\u00a0": " ", "\u2011": "-" };
  const ITEMS = ["point", "item", "exception", "bullet", "guideline"];
  const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
  const MARK = /(^|\s)\(?(\p{Nd}{1,2}|[a-z])[.)](?=\s)/gu;
  const SENTENCE_END = /[.!?](["')\]]*\s+)(?=["'([]*[A-Z0-9])/g;
  const ENDS = ".!?\"')]";
  const LETTER = /[\p{L}\p{N}]/u;

  class Unfit extends Error {
    constructor(reason, times = 0) {
      super(reason);
      this.times = times;
    }
  }

  const plain = (text) => text.replace(/[’‘“”–—\u00a0\u2011]/g, (sign) => PLAIN[sign]);
  const isLetter = (sign) => sign !== undefined && LETTER.test(sign);
  const first = (text) => String.fromCodePoint(...[text.codePointAt(0)].filter((one) => one !== undefined));
  const last = (text) => Array.from(text.slice(-2)).pop() || "";

  /* ---- where ---------------------------------------------------------------------------------------------------------------------- */

  function whole(text) {
    return text.flatMap((one, at) => (one.struck || one.commentary ? [] : [{ paragraph: at, start: 0, end: one.text.length }]));
  }

  /** The stretches that a part names; words that it does not know narrow nothing. */
  function partOf(text, part) {
    let regions = whole(text);
    const words = (part || "").toLowerCase().split(/\s+/).filter(Boolean);
    for (let at = 0; at < words.length; at += 1) {
      const word = words[at], following = words[at + 1] || "";
      if ((word === "step" || word === "point") && following) regions = labelled(text, regions, following, word);
      else if (word === "paragraph" && /^\d+$/.test(following)) regions = nth(regions, Number(following) - 1, `paragraph ${following}`);
      else if ((ORDINALS.includes(word) || word === "last") && ["sentence", "paragraph", "step", ...ITEMS].includes(following)) {
        regions = byOrdinal(text, regions, word, following);
      } else continue;
      at += 1;
    }
    return regions;
  }

  function labelled(text, regions, label, word) {
    const found = regions.filter((one) => text[one.paragraph].step === label);
    if (!found.length && (word === "step" || regions.some((one) => text[one.paragraph].step))) throw new Unfit(`there is no ${word} ${label}`);
    return found.length ? found : regions;
  }

  function nth(regions, index, name) {
    const found = regions.slice(index)[0];
    if (!found || index < -regions.length) throw new Unfit(`there is no ${name}`);
    return [found];
  }

  function byOrdinal(text, regions, word, what) {
    const index = word === "last" ? -1 : ORDINALS.indexOf(word);
    if (what === "sentence") regions = regions.flatMap((one) => sentences(text, one));
    else if (what === "step") regions = regions.filter((one) => text[one.paragraph].step != null);
    else if (ITEMS.includes(what)) {
      let listed = regions.filter((one) => text[one.paragraph].step != null);
      if (!listed.length) listed = regions.flatMap((one) => items(text, one));
      if (!listed.length) return regions;
      regions = listed;
    }
    return nth(regions, index, `${word} ${what}`);
  }

  /** `1. … 2. …` or `(a) … (b) …`, each up to the next; none where the marks do not count up. */
  function items(text, region) {
    const words = text[region.paragraph].text.slice(region.start, region.end), marks = [...words.matchAll(MARK)];
    const counts = (name) => marks.every((mark, at) => mark[2] === name(at));
    if (!marks.length || !(counts((at) => String(at + 1)) || counts((at) => String.fromCharCode(97 + at)))) return [];
    const starts = marks.map((mark) => mark.index + mark[1].length);
    return starts.map((start, at) => {
      const end = words.slice(0, at + 1 < starts.length ? starts[at + 1] : words.length).trimEnd().length;
      return { paragraph: region.paragraph, start: region.start + start, end: region.start + end };
    });
  }

  function sentences(text, region) {
    const words = text[region.paragraph].text.slice(region.start, region.end), found = [];
    let start = 0;
    for (const gap of words.matchAll(SENTENCE_END)) {
      found.push({ paragraph: region.paragraph, start: region.start + start, end: region.start + gap.index + 1 });
      start = gap.index + gap[0].length;
    }
    found.push({ paragraph: region.paragraph, start: region.start + start, end: region.end });
    return found;
  }

  function occurrences(text, regions, words) {
    const wanted = plain(words), found = [];
    const escaped = wanted.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
    const before = isLetter(first(wanted)) ? "(?<![\\p{L}\\p{N}_])" : "", after = isLetter(last(wanted)) ? "(?![\\p{L}\\p{N}_])" : "";
    const pattern = new RegExp(before + escaped + after, "gu");
    for (const region of regions) {
      const there = plain(text[region.paragraph].text).slice(0, region.end);
      pattern.lastIndex = region.start;
      for (let match = pattern.exec(there); match; match = pattern.exec(there)) {
        found.push({ paragraph: region.paragraph, start: match.index, end: match.index + match[0].length });
      }
    }
    return found;
  }

  /** The one place where words are. */
  function theWords(text, part, words) {
    if (!words.trim()) throw new Unfit("the amendment names no words");
    const found = occurrences(text, partOf(text, part), words);
    if (!found.length) throw new Unfit(`the words \`${words}\` are not in the text`);
    if (found.length > 1) throw new Unfit(`the words \`${words}\` occur ${found.length} times in the text`, found.length);
    return found[0];
  }

  /* ---- what is done --------------------------------------------------------------------------------------------------------------- */

  const withText = (text, index, words) => text.map((one, at) => (at === index ? { ...one, text: words.trim() } : one));

  function changed(text, region, put) {
    const there = text[region.paragraph].text;
    let before = there.slice(0, region.start), after = there.slice(region.end);
    if (!put) {
      if (before.endsWith(" ") || !before) after = after.replace(/^ +/, "");
      if (!after || ".,;:!?)]".includes(after[0])) before = before.replace(/ +$/, "");
    }
    return withText(text, region.paragraph, before + put + after);
  }

  function inserted(text, after, put) {
    const there = text[after.paragraph].text, before = there.slice(0, after.end), rest = there.slice(after.end);
    const glue = (put && ",;:.)]".includes(put[0])) || before.endsWith(" ") || before.endsWith("(") ? "" : " ";
    return withText(text, after.paragraph, before + glue + put + (isLetter(first(rest)) ? " " : "") + rest);
  }

  /** Cut from words to the end of the part; also the place of the cut, where a new tail may go. */
  function cutToEnd(text, part, words) {
    const from = theWords(text, part, words), there = text[from.paragraph].text;
    const ends = partOf(text, part).filter((one) => one.paragraph === from.paragraph && one.start <= from.start && from.start < one.end);
    const end = ends.length ? Math.min(...ends.map((one) => one.end)) : there.length;
    const before = there.slice(0, from.start).replace(/[ ,;:]+$/, ""), stop = before && !ENDS.includes(before.slice(-1)) ? "." : "";
    const cut = { paragraph: from.paragraph, start: before.length, end: before.length + stop.length };
    return [withText(text, from.paragraph, before + stop + there.slice(end)), cut];
  }

  function tailed(text, cut, put) {
    const tail = isLetter(first(put)) ? ` ${put}` : put;
    return changed(text, cut, ENDS.includes(tail.slice(-1)) ? tail : `${tail}.`);
  }

  function appended(text, part, put, source) {
    const regions = partOf(text, part);
    return regions.length ? inserted(text, regions[regions.length - 1], put) : [...text, { text: put, source }];
  }

  /** Whole paragraphs put where they belong: those of a step behind that step, all others at the end. */
  function placed(text, part, paragraphs) {
    const words = (part || "").toLowerCase().split(/\s+/).filter(Boolean), named = words.slice(0, -1).indexOf("step");
    for (const paragraph of paragraphs) {
      const step = paragraph.step || (named >= 0 ? words[named + 1] : null);
      const one = step && step !== paragraph.step && !paragraph.commentary ? { ...paragraph, step } : paragraph;
      const at = step && !paragraph.commentary ? behindStep(text, step) : text.length;
      text = [...text.slice(0, at), one, ...text.slice(at)];
    }
    return text;
  }

  function behindStep(text, step) {
    const same = text.map((one) => one.step).lastIndexOf(step);
    if (same >= 0) return same + 1;
    const later = /^\d+$/.test(step) ? text.findIndex((one) => /^\d+$/.test(one.step || "") && Number(one.step) > Number(step)) : -1;
    return later >= 0 ? later : text.length;
  }

  /** Whole paragraphs are marked as struck, parts of paragraphs cut out. */
  function struck(text, regions) {
    for (const region of [...regions].sort((a, b) => b.paragraph - a.paragraph || b.start - a.start)) {
      const entire = region.start === 0 && region.end === text[region.paragraph].text.length;
      text = entire ? text.map((one, at) => (at === region.paragraph ? { ...one, struck: true } : one)) : changed(text, region, "");
    }
    return text;
  }

  C.words = { Unfit, whole, partOf, theWords, changed, inserted, cutToEnd, tailed, appended, placed, struck, plain };
})();
