/* References in a text, as `rulebook/prose.py` finds them: `[9.13]`, `cases 5.2 to 5.4`, a bare `9.13` where the book has such a case. */
(() => {
  "use strict";
  const C = (globalThis.rulewrightCopy = globalThis.rulewrightCopy || {});

  const W = "[\\p{L}\\p{N}_]", D = "\\p{Nd}";
  const PART = `(?:\\.(?:[a-z]${W}*|${D}+))*`;
  const POINT = `\\+*(?:/${D}+\\+*)?`;
  const NUMBER = `(?:§?${D}+\\.${D}+[a-z]?${POINT}|§${D}+[a-z]?${POINT}|[A-Za-z][A-Za-z_]*\\.${W}+\\+*|${D}+/${D}+\\+*)${PART}`;
  const DECIMAL = `${D}+\\.${D}+[a-z]?${POINT}${PART}`;
  const SIGNED = `§${D}+(?:\\.${D}+)?[a-z]?${POINT}${PART}`;
  const CHAPTER_LETTER = `(?:[A-Z]|[IVXLCDM]+)\\.${D}+[a-z]?${POINT}${PART}`;
  const LETTERS = "(?:\\((?:[a-z]|[ivx]{2,4})\\))*";
  const BRACKET = /\[([^[\]\n]{1,80})\]/gu;
  const BETWEEN = "(?:,|and|or|to|through|-|–)";
  const LIST = new RegExp(
    `(?<!${W})(?:[Cc]ases?|[Rr]ules?|[Ss]ections?|[Pp]aragraphs?)\\s+(?<list>${DECIMAL}${LETTERS}(?:\\s*${BETWEEN}\\s*(?:and\\s+)?${DECIMAL}${LETTERS})*)`, "gu");
  const BARE = new RegExp(`(?<![\\p{L}\\p{N}_.,/\\-\\[§])(?:${DECIMAL}|${SIGNED}|${CHAPTER_LETTER})(?![\\p{L}\\p{N}_/%])`, "gu");
  const ITEM = `(?<number>${NUMBER}${LETTERS})(?:\\s*(?:to|through|–|-)\\s*(?<last>${NUMBER}${LETTERS}))?`;
  const IN_BRACKET = new RegExp(`^(?:cases?\\s+)?${ITEM}$`, "iu");
  const PLAIN = new RegExp(`^(?<number>§?${W}+\\+*(?:[./]${W}+\\+*)*)${LETTERS}$`, "u");

  /** Every reference from left to right: where it starts and ends, its number. `known` decides about numbers without brackets. */
  function references(text, known) {
    if (!/[.[/§]/.test(text)) return [];
    const named = [], taken = [];
    const isTaken = (at) => taken.some(([start, end]) => start <= at && at < end);
    for (const match of text.matchAll(BRACKET)) {
      named.push(...bracketed(text, match, known));
      taken.push([match.index, match.index + match[0].length]);
    }
    for (const match of text.matchAll(LIST)) {
      const start = match.index + match[0].length - match.groups.list.length;
      if (isTaken(start)) continue;
      for (const item of match.groups.list.matchAll(new RegExp(ITEM, "gu"))) {
        named.push({ start: start + item.index, end: start + item.index + item[0].length, number: item.groups.number });
      }
      taken.push([match.index, match.index + match[0].length]);
    }
    for (const match of text.matchAll(BARE)) {
      if (!isTaken(match.index) && known.has(match[0])) named.push({ start: match.index, end: match.index + match[0].length, number: match[0] });
    }
    return named.sort((a, b) => a.start - b.start);
  }

  function bracketed(text, match, known) {
    if (text[match.index + match[0].length] === "(") return []; // `[text](address)`
    const found = [];
    let at = match.index + 1;
    for (const part of match[1].split(/(\s*(?:,|;|\band\b|\bor\b)\s*)/)) {
      const item = IN_BRACKET.exec(part);
      if (item) found.push({ start: at + part.indexOf(item.groups.number), end: at + part.length, number: item.groups.number });
      else if (known.has(PLAIN.exec(part)?.groups.number)) found.push({ start: at, end: at + part.length, number: part });
      at += part.length;
    }
    return found;
  }

  /** The text with every mention of one case turned into another, in brackets or bare, and in addresses. */
  function redirected(text, old, put) {
    if (!text.includes(old)) return text;
    const escaped = old.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
    const entire = new RegExp(`(?<![\\p{L}\\p{N}_.])${escaped}(?![\\p{L}\\p{N}_/+]${old.includes(".") ? "" : "|[.]"})`, "gu");
    let made = "", at = 0;
    for (const one of references(text, new Set([old]))) {
      made += text.slice(at, one.start) + text.slice(one.start, one.end).replace(entire, () => put);
      at = one.end;
    }
    return made + text.slice(at);
  }

  /** All at once, for two numbers can be swapped. */
  function moved(text, moves) {
    const found = moves.filter(([old]) => text.includes(old));
    found.forEach(([old], place) => { text = redirected(text, old, `\0${place}\0`); });
    return found.reduce((there, [, put], place) => there.split(`\0${place}\0`).join(put), text);
  }

  /** The old words renamed at once, as `rulebook/renaming.py` does it; a word that begins with a capital letter keeps it. */
  function renamed(text, pairs) {
    const put = new Map();
    for (const [old, fresh] of pairs) {
      for (const spelling of spellings(old)) if (!put.has(spelling)) put.set(spelling, inCaseOf(spelling, old, fresh));
    }
    if (!put.size) return text;
    const longestFirst = [...put.keys()].sort((a, b) => [...b].length - [...a].length || (a < b ? -1 : 1));
    const words = longestFirst.map((one) => one.split(" ").map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join("\\s+")).join("|");
    const pattern = new RegExp(`\\{[^{}\\n]*\\}|\\]\\([^()\\n]*\\)|(?<![\\p{L}\\p{N}_.])(?:${words})(?![\\p{L}\\p{N}_(])`, "gu");
    return text.replace(pattern, (match) => put.get(plain(match)) ?? match);
  }

  const plain = (text) => text.trim().split(/\s+/u).join(" ");

  /** The words as written, and with the first letter in the other case. */
  function spellings(old) {
    const words = plain(old), [first = ""] = words, other = otherCase(first);
    if (!words) return [];
    return other === first || [...other].length !== 1 ? [words] : [words, other + words.slice(first.length)];
  }

  const otherCase = (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase());

  function inCaseOf(spelling, old, fresh) {
    if (!fresh || spelling === plain(old)) return fresh;
    const [first] = fresh, [head] = spelling;
    return (head === head.toLowerCase() ? first.toLowerCase() : first.toUpperCase()) + fresh.slice(first.length);
  }

  C.prose = { references, redirected, moved, renamed };
})();
