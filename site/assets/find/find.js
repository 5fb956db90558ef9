/* What a query finds: numbers first, then words; the book that is being read before the others, and books before the pages of the manual. */
(function () {
  "use strict";

  var N = window.rulewrightNumbers, W = window.rulewrightWords;
  var BEST = 3, BY_NUMBER = 10000; // a number comes before all words
  var AFTER_ANOTHER = [1, 0.9, 0.8]; // of several books: what the first rule of a book counts, the second, and all after it
  var RULES = { "case": 1, scenario: 1, ruling: 1 };
  /* the groups of results in their order, each with the kinds that it holds */
  var GROUPS = [
    ["More rules and rulings", Object.keys(RULES)], ["Tables", ["table"]], ["Questions to ask", ["question"]], ["Terms", ["term"]], ["Options", ["option"]],
    ["Examples", ["example"]], ["Amendments", ["amendment"]], ["Open readings", ["reading"]], ["Chapters", ["chapter"]], ["Pages", ["section", "form", "check", "page"]]
  ];

  var PLACES = {};
  GROUPS.forEach(function (group, at) { group[1].forEach(function (kind) { PLACES[kind] = at; }); });

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

  /* Of one book: entries in the order of how well they answer; `whole`: some have all that was asked for, `titled`: and in their titles. */
  function inBook(book, text, elsewhere) {
    var numbers = byNumber(book, text), seen = new Set(numbers.map(function (one) { return one.entry; }));
    var words = window.rulewrightBook.byWords(book, text, elsewhere), parts = words.parts;
    var most = words.found.reduce(function (best, one) { return Math.max(best, one.parts.length); }, 0);
    /* one word may be missing, and of a long question half of them */
    var enough = Math.max(1, Math.min(most, parts.length - 1, Math.ceil(parts.length / 2)));
    var rest = words.found.filter(function (one) { return one.parts.length >= enough && !seen.has(one.entry); });
    return {
      scored: numbers.map(function (one) { return { entry: one.entry, score: BY_NUMBER * one.fit }; }).concat(rest).sort(byScore),
      whole: numbers.length > 0 || (most > 0 && most === parts.length),
      titled: rest.some(function (one) { return one.titled === parts.length; }),
      parts: parts
    };
  }

  /* Everything found in some books, best first; `dropped` are the words that had to be left out, `unknown` those that a single book has
     nowhere, `read` those that were taken for others: not one that another of the books has, or any of `others`. */
  function found(books, text, others) {
    var each = books.map(function (book) {
      function has(word) { return function (one) { return one !== book && one.vocabulary.has(word); }; }
      return inBook(book, text, function (word) { return books.some(has(word)) || (others || []).some(has(word)); });
    });
    if (books.length > 1) { each.forEach(function (one) { spread(one.scored); }); }
    var all = [].concat.apply([], each.map(function (one) { return one.scored; })).sort(byScore), whole = each.some(function (one) { return one.whole; });
    var first = all[0], parts = first ? each.find(function (one) { return one.scored.indexOf(first) >= 0; }).parts : [];
    var missing = whole || !first ? [] : parts.filter(function (_, at) { return first.parts.indexOf(at) < 0; });
    return {
      unknown: each.length === 1 ? each[0].parts.filter(function (part) { return part.isAbsent; }).map(function (part) { return part.said; }) : [],
      scored: all, whole: whole, titled: each.some(function (one) { return one.titled; }),
      dropped: missing.map(function (part) { return part.said; }), read: readings(parts.filter(function (part) { return missing.indexOf(part) < 0; }))
    };
  }

  function byScore(one, other) { return other.score - one.score || one.entry.id - other.entry.id; }

  /* What several books have of the same is shown of each before it is shown twice of one, where there is little between them. */
  function spread(scored) {
    var before = 0;
    scored.forEach(function (one) {
      if (!RULES[one.entry.k]) { return; }
      one.score *= AFTER_ANOTHER[Math.min(before, AFTER_ANOTHER.length - 1)];
      before += 1;
    });
  }

  /* The misspelled words of a query, each with those that it was taken for. */
  function readings(parts) { return Array.from(new Set([].concat.apply([], parts.map(function (part) { return part.read || []; })))); }

  /* The best cases and rulings, then groups by kind, each in the order of how well they answer. */
  function grouped(scored) {
    var byGroup = GROUPS.map(function () { return []; });
    scored.forEach(function (one) { byGroup[PLACES[one.entry.k]].push(one); });
    var groups = [group("Rules", byGroup[0].splice(0, BEST), true)];
    GROUPS.forEach(function (kinds, at) { groups.push(group(kinds[0], byGroup[at], at > 0)); });
    return groups.filter(function (one) { return one.entries.length; });
  }

  function group(title, scored, isApart) {
    return { title: title, isApart: isApart, entries: scored.map(function (one) { return one.entry; }) };
  }

  function result(groups, first) { return { groups: groups, dropped: first.dropped, unknown: first.unknown, read: first.read }; }

  /* For a page of no book: the books before the pages of the manual, but on such a page, and for who types the title of one. */
  function fromOutside(text, isManual, books, manual) {
    var rules = found(books, text, manual), pages = found(manual, text, books);
    var before = isManual ? pages.whole || !rules.whole : pages.titled && pages.whole && !rules.whole;
    var order = pages.scored.length && (before || !rules.scored.length) ? [pages, rules] : [rules, pages];
    var rest = order[1].whole || !order[0].whole ? grouped(order[1].scored) : [];
    return result(grouped(order[0].scored).concat(rest), order[0]);
  }

  /* Not all of it is in the book that is read: another may have it, or a page of the manual. */
  function beside(inside, text, books, manual) {
    var others = found(books, text), groups = grouped(inside.scored);
    function shows(some) { return some.scored.length && (some.whole || !inside.scored.length); }
    if (!shows(others)) { others = found(manual, text); }
    if (shows(others)) { groups.push(group("Elsewhere", others.scored, true)); }
    return Object.assign(result(groups, inside.scored.length ? inside : others), { unknown: inside.unknown });
  }

  /* Groups of what is found. `here`: the folder of the book that is read, "" on a page of the manual, null on one of neither; `ready`: the
     books made ready, by folder, the manual under "". A book that is read or named comes first, then the others. */
  function find(text, here, ready, books) {
    var asked = named(text, books);
    if (!asked.book) { asked = titled(text, here, ready, books); }
    var home = asked.book || here ? ready[asked.book || here] : undefined;
    var manual = ready[""] ? [ready[""]] : [];
    var others = books.map(function (book) { return ready[book.folder]; }).filter(function (book) { return book && book !== home; });
    if (!W.words(asked.text).length) { return { groups: [], dropped: [], unknown: [], read: [] }; }
    if (!home) { return fromOutside(text, here === "", others, manual); }
    var inside = found([home], asked.text);
    return inside.whole || asked.book ? result(grouped(inside.scored), inside) : beside(inside, text, others, manual);
  }

  find.byNumber = byNumber;
  window.rulewrightFind = find;
})();
