/* One book made ready to be searched: its entries in an index of MiniSearch, and how well an entry answers a query. */
(function () {
  "use strict";

  var W = window.rulewrightWords;
  /* how much a word counts by where it stands: synonyms, title and number above prose, prose above what is said around it */
  var FIELDS = { n: 3, t: 5, s: 4, x: 2, p: 1.6, d: 1.3, q: 1.2, l: 1.2, f: 1, c: 1.2, e: 0.4 };
  /* a case before what is said about it; what stands in a case leads to it */
  var KINDS = { "case": 1, scenario: 1, ruling: 0.9, reading: 0.6, table: 0.8, amendment: 0.6, term: 0.7, chapter: 0.8, question: 0.5, example: 0.4, page: 0.6 };
  var KEPT = 300; // what words find is kept while more of them are typed
  var SAME = 0.7; // what a word counts that only means the same
  var MISSPELLED = [1, 0.7, 0.5]; // what a word counts by how many letters it is off
  var RARE = 1 / 3; // of what the commonest of several words that are meant has, what another has at least
  var ENDINGS = ["ing", "ings", "ed", "ation", "ations", "ment", "ments", "ness", "ability"];

  function text(entry, field) {
    var value = entry[field];
    return Array.isArray(value) ? value.join(" ") : value || "";
  }

  /* The entries alone: enough for numbers, and for what a link leads to. The index, which takes a moment, is made by `index`. */
  function ready(name, data) {
    var last = "", chapters = data.chapters || [];
    data.entries.forEach(function (entry, at) {
      if (!("u" in entry)) { entry.u = last; } else if (name) { entry.u = name + "/" + entry.u; }
      if (typeof entry.c === "number") { entry.c = chapters[entry.c]; }
      last = entry.u;
      entry.id = at;
      entry.b = name;
      entry.keys = (entry.n || []).map(window.rulewrightNumbers.key);
    });
    return { name: name, entries: data.entries, groups: data.synonyms || [], index: null };
  }

  function index(book) {
    if (book.index) { return book; }
    var vocabulary = new Set();
    book.index = new window.MiniSearch({
      fields: Object.keys(FIELDS),
      extractField: function (entry, field) { return field === "id" ? entry.id : text(entry, field); },
      tokenize: W.stems,
      processTerm: function (term) { vocabulary.add(term); return term; },
      searchOptions: { tokenize: function (terms) { return terms.split(" "); }, processTerm: function (term) { return term; }, boost: FIELDS }
    });
    book.entries.forEach(function (entry) {
      var stems = W.stems(entry.t);
      entry.titleWords = stems.length;
      entry.titleStems = stems.join(" ");
    });
    book.index.addAll(book.entries);
    book.vocabulary = vocabulary;
    book.nearest = new Map();
    book.kept = new Map();
    book.same = W.thesaurus(window.rulewrightHobby.concat(book.groups));
    window.rulewrightSpelling.readOn(W.known);
    return book;
  }

  /* ---- words -------------------------------------------------------------------------------------------------------------------- */

  /* The words that one which is not in the book is taken for, and how many letters it is off; two where it is two in one. Words that mean the
     same as one of the book count as its own. */
  function nearest(book, word) {
    var found = book.nearest.get(word);
    if (!found) {
      found = window.rulewrightSpelling.nearest(word, function (stem) { return book.vocabulary.has(stem) || book.same.others.has(stem); });
      if (!found.words.length) { found = { words: parted(word, book.vocabulary), distance: 1 }; }
      if (book.nearest.size > KEPT) { book.nearest.clear(); }
      book.nearest.set(word, found);
    }
    return found;
  }

  /* `forcedmarch`: two words of the book without what parts them. */
  function parted(word, vocabulary) {
    for (var at = 3; at + 3 <= word.length; at += 1) {
      var two = [word.slice(0, at), word.slice(at)];
      if (two.every(function (one) { return vocabulary.has(W.stemOf(one)); })) { return [two.join(" ")]; }
    }
    return [];
  }

  /* A word whose ending is still being typed: `foragin`, on the way to `foraging`. */
  function unfinished(word, vocabulary) {
    for (var at = word.length - 1; at > 2; at -= 1) {
      var root = word.slice(0, at), ending = word.slice(at);
      if (ENDINGS.some(function (one) { return one.indexOf(ending) === 0; })) {
        if (vocabulary.has(root)) { return root; }
        if (vocabulary.has(root + "e")) { return root + "e"; }
      }
    }
    return null;
  }

  function hits(book, terms, options) {
    var many = terms.length, phrase = terms.join(" "), key = phrase + JSON.stringify(options || 0), found = book.kept.get(key);
    if (!found) {
      found = book.index.search(phrase, Object.assign({ combineWith: "AND" }, options)).map(function (one) {
        return { id: one.id, score: one.score / many / many, fields: Object.values(one.match).flat() };
      });
      if (book.kept.size > KEPT) { book.kept.clear(); }
      book.kept.set(key, found);
    }
    return found;
  }

  /* What has a word; `elsewhere` tells whether another book that is looked through has it: then it is no misspelled one. */
  function ofWord(book, asked, elsewhere) {
    var word = asked.stems[0], begun;
    if (asked.stems.length > 1) { return hits(book, asked.stems); }
    if (book.vocabulary.has(word)) { return hits(book, [word], { prefix: word.length > (asked.last ? 2 : 4) }); }
    var near = word.length > 1 ? hits(book, [word], { prefix: true }) : [];
    if (near.length || elsewhere(word)) { return near; }
    begun = asked.last ? unfinished(word, book.vocabulary) : null;
    return begun ? hits(book, [begun]) : corrected(book, asked);
  }

  /* What has the nearest words; of those that are as near, such as many entries have. */
  function corrected(book, asked) {
    var near = nearest(book, asked.said), weight = MISSPELLED[near.distance], byStem = {};
    near.words.forEach(function (word) { byStem[W.stems(word).join(" ")] = byStem[W.stems(word).join(" ")] || word; });
    var each = Object.keys(byStem).map(function (stem) { return { word: byStem[stem], hits: alike(book, stem) }; });
    var most = each.reduce(function (best, one) { return Math.max(best, one.hits.length); }, 0);
    each = each.filter(function (one) { return one.hits.length && one.hits.length >= most * RARE; });
    asked.read = each.map(function (one) { return one.word; });
    return [].concat.apply([], each.map(function (one) {
      return one.hits.map(function (hit) { return { id: hit.id, score: hit.score * weight, fields: hit.fields }; });
    }));
  }

  /* What has a word or a phrase, or else what means the same. */
  function alike(book, phrase) {
    var same = book.vocabulary.has(phrase) || phrase.indexOf(" ") > 0 ? [phrase] : book.same.others.get(phrase) || [];
    return [].concat.apply([], same.map(function (one) { return hits(book, one.split(" ")); }));
  }

  /* Entry -> how well it answers one part of a query, as it was said or in other words */
  function ofPart(book, asked, elsewhere) {
    var found = new Map();
    function take(list, weight) {
      list.forEach(function (one) {
        var score = one.score * weight, before = found.get(one.id);
        if (!before || score > before.score) { found.set(one.id, { score: score, title: one.fields.indexOf("t") >= 0 || one.fields.indexOf("s") >= 0 }); }
      });
    }
    function known(terms) { return terms.every(function (term) { return book.vocabulary.has(term); }); }
    var others = asked.others.map(function (phrase) { return phrase.split(" "); }).filter(known);
    /* `LOS` is the line of sight, and no word that begins like it, where the book says so itself nowhere */
    if (!others.length || known(asked.stems)) { take(ofWord(book, asked, elsewhere), 1); }
    others.forEach(function (terms) { take(hits(book, terms), SAME); });
    return found;
  }

  function never() { return false; }

  /* All entries that have any part of a query, with their score and which parts they have. */
  function byWords(book, query, elsewhere) {
    var parts = W.asked(query, book.same, book.vocabulary), stems = W.stems(query).join(" "), found = new Map();
    parts.forEach(function (part, at) {
      ofPart(book, part, elsewhere || never).forEach(function (hit, id) {
        var one = found.get(id) || { entry: book.entries[id], score: 0, parts: [], titled: 0 };
        one.score += hit.score;
        one.parts.push(at);
        one.titled += hit.title ? 1 : 0;
        found.set(id, one);
      });
    });
    var list = Array.from(found.values());
    list.forEach(function (one) { one.score *= weight(one, parts.length, stems); });
    return { parts: parts, found: list };
  }

  function weight(one, many, stems) {
    var entry = one.entry, share = one.parts.length / many;
    var titled = one.titled / Math.max(entry.titleWords, one.titled, 1);
    return share * share * (KINDS[entry.k] || 0.5) * (entry.m === "deleted" ? 0.3 : entry.n && !entry.x ? 0.6 : 1) *
      (1 + 0.4 * titled) * (entry.titleStems === stems ? 1.6 : 1);
  }

  window.rulewrightBook = { ready: ready, index: index, byWords: byWords };
})();
