/* What a query finds: numbers first, then words; the book that is being read before the others. */
(function () {
  "use strict";

  var N = window.rulewrightNumbers, W = window.rulewrightWords;
  var BEST = 3, BY_NUMBER = 10000; // a number comes before all words
  var RULES = { "case": 1, scenario: 1, ruling: 1 };
  /* the groups of results in their order, each with the kinds that it holds */
  var GROUPS = [
    ["Rules and rulings", Object.keys(RULES)], ["Amendments", ["amendment"]], ["Tables", ["table"]], ["Examples", ["example"]],
    ["Questions to ask", ["question"]], ["Open readings", ["reading"]], ["Terms", ["term"]], ["Chapters", ["chapter"]], ["Pages", ["page"]]
  ];

  /* `LGA 14.28`, `la grande armée depots` -> the book, and what is left; the same text where no book is named first */
  function named(text, books) {
    var said = W.words(text), best = null;
    books.forEach(function (book) {
      book.names.forEach(function (name) {
        var parts = W.words(name);
        if (parts.length < said.length && parts.every(function (part, at) { return part === said[at]; }) && (!best || parts.length > best.many)) {
          best = { book: book.folder, many: parts.length };
        }
      });
    });
    return best ? { book: best.book, text: without(text, best.many) } : { book: "", text: text };
  }

  /* A text without its first words; what is left keeps its signs: `LGA [19.4/9]`. */
  function without(text, many) {
    var seen = 0, rest = text.replace(/[\p{L}\p{N}]+/gu, function (word) { seen += 1; return seen <= many ? "" : word; });
    return rest.replace(/^[^\p{L}\p{N}\[(#§]+/u, "");
  }

  /* `nord rally`: the book whose title alone has the first word, if all of what is left is found in it, and the text as it stands neither
     in the book that is being read nor, where none is, in another */
  function titled(text, here, ready, books) {
    var said = W.words(text), named = { book: "", text: text };
    function has(book) { return book.vocabulary.has(W.stems(said[0])[0]) && found([book], text).whole; }
    books.forEach(function (book) {
      if (said.length < 2 || book.words.indexOf(said[0]) < 0 || !ready[book.folder]) { return; }
      var first = books.filter(function (one) { return ready[one.folder] && (here ? one.folder === here : one !== book); });
      var rest = without(text, 1);
      if (first.some(function (one) { return has(ready[one.folder]); })) { return; }
      if (found([ready[book.folder]], rest).whole) { named = { book: book.folder, text: rest }; }
    });
    return named;
  }

  /* ---- numbers ------------------------------------------------------------------------------------------------------------------ */

  function fitting(book, key, least) {
    var found = [];
    book.entries.forEach(function (entry) {
      var best = entry.keys.reduce(function (most, one) { return Math.max(most, N.fit(key, one)); }, 0);
      if (best >= least) { found.push({ entry: entry, fit: best }); }
    });
    return found.sort(function (a, b) { return b.fit - a.fit || a.entry.id - b.entry.id; });
  }

  /* What has the number; if nothing has it, the case that it lies in. Words that happen to be a number (`terrain`) must be it exactly. */
  function byNumber(book, text) {
    var key = N.key(text);
    if (!key) { return []; }
    if (!N.numeric(key)) { return fitting(book, key, /\d|\.\p{L}$/u.test(key) ? 3 : 4); }
    var found = fitting(book, key, 1);
    for (key = N.above(key); !found.length && /\d/.test(key); key = N.above(key)) { found = fitting(book, key, 4); }
    return found;
  }

  /* ---- results ------------------------------------------------------------------------------------------------------------------ */

  /* Of one book: entries in the order of how well they answer; `whole`: some of them have all that was asked for. */
  function inBook(book, text) {
    var numbers = byNumber(book, text), seen = new Set(numbers.map(function (one) { return one.entry; }));
    var words = window.rulewrightBook.byWords(book, text), parts = words.parts;
    var most = words.found.reduce(function (best, one) { return Math.max(best, one.parts.length); }, 0);
    /* one word may be missing, and of a long question half of them */
    var enough = Math.max(1, Math.min(most, parts.length - 1, Math.ceil(parts.length / 2)));
    var rest = words.found.filter(function (one) { return one.parts.length >= enough && !seen.has(one.entry); });
    rest.forEach(function (one) { one.missing = parts.filter(function (_, at) { return one.parts.indexOf(at) < 0; }); });
    var scored = numbers.map(function (one) { return { entry: one.entry, score: BY_NUMBER * one.fit, missing: [] }; }).concat(rest);
    return { scored: scored, whole: numbers.length > 0 || (most > 0 && most === parts.length) };
  }

  /* Everything found in some books, best first; `dropped` are the words that had to be left out. */
  function found(books, text) {
    var each = books.map(function (book) { return inBook(book, text); });
    var whole = each.some(function (one) { return one.whole; });
    var all = [].concat.apply([], each.map(function (one) { return one.scored; }));
    all.sort(function (a, b) { return b.score - a.score || a.entry.id - b.entry.id; });
    var dropped = whole || !all.length ? [] : all[0].missing.map(function (part) { return part.said; });
    return { scored: all, whole: whole, dropped: dropped };
  }

  /* The best cases and rulings, then groups by kind, each in the order of how well they answer. */
  function grouped(scored) {
    var best = scored.filter(function (one) { return RULES[one.entry.k]; }).slice(0, BEST);
    var rest = scored.filter(function (one) { return best.indexOf(one) < 0; });
    var groups = best.length ? [{ title: "", entries: best }] : [];
    GROUPS.forEach(function (group) {
      var entries = rest.filter(function (one) { return group[1].indexOf(one.entry.k) >= 0; });
      if (entries.length) { groups.push({ title: group[0], entries: entries }); }
    });
    return groups.map(function (group) { return { title: group.title, entries: group.entries.map(function (one) { return one.entry; }) }; });
  }

  /* Groups of what is found: first in the book that is read or named, then in the others. `ready` are the books made ready, by folder. */
  function find(text, here, ready, books) {
    var asked = named(text, books);
    if (!asked.book) { asked = titled(text, here, ready, books); }
    var home = ready[asked.book || here];
    var rest = Object.keys(ready).map(function (name) { return ready[name]; }).filter(function (book) { return book !== home; });
    if (!W.words(asked.text).length) { return { groups: [], dropped: [] }; }
    if (!home) { var all = found(rest, text); return { groups: grouped(all.scored), dropped: all.dropped }; }
    var inside = found([home], asked.text), groups = grouped(inside.scored);
    if (inside.whole || asked.book) { return { groups: groups, dropped: inside.dropped }; }
    /* not all of it is in this book: another may have it */
    var outside = found(rest, text), others = outside.whole || !inside.scored.length ? outside.scored : [];
    if (others.length) { groups.push({ title: "Elsewhere", entries: others.map(function (one) { return one.entry; }) }); }
    return { groups: groups, dropped: inside.scored.length ? inside.dropped : outside.dropped };
  }

  find.byNumber = byNumber;
  window.rulewrightFind = find;
})();
