/* One book made ready to be searched: its entries in an index of MiniSearch, and how well an entry answers a query. */
(function () {
  "use strict";

  var W = window.rulewrightWords;
  /* how much a word counts by where it stands: synonyms, title and number above prose, prose above what is said around it */
  var FIELDS = { n: 3, t: 5, s: 4, x: 2, p: 1.6, d: 1.3, q: 1.2, l: 1.2, f: 1, c: 1.2, e: 0.4 };
  /* a case before what is said about it; what stands in a case leads to it */
  var KINDS = { "case": 1, scenario: 1, ruling: 0.9, reading: 0.6, table: 0.8, amendment: 0.6, term: 0.7, option: 0.7, chapter: 0.8, question: 0.5, example: 0.4, page: 0.6, section: 0.6, form: 0.6, check: 0.5 };
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
      entry.names = book.name ? [] : (entry.s || []).map(function (one) { return W.telling(one).join(" "); });
    });
    book.index.addAll(book.entries);
    book.vocabulary = vocabulary;
    book.nearest = new Map();
    book.kept = new Map();
    book.same = W.thesaurus(book.groups);
    window.rulewrightSpelling.readOn(W.known);
    return book;
  }

  /* ---- words -------------------------------------------------------------------------------------------------------------------- */

  /* The words that one which is not in the book is taken for, the commonest first, and how many letters it is off; two where it is two in
     one; none for a word of English. Of those that are as near, such as much less has are left out. */
  function nearest(book, word) {
    var found = book.nearest.get(word);
    if (!found) {
      found = window.rulewrightSpelling.isRight(word, has) ? { words: [], distance: 0 } : misspelled(book, word, has);
      if (book.nearest.size > KEPT) { book.nearest.clear(); }
      book.nearest.set(word, found);
    }
    function has(stem) { return book.vocabulary.has(stem) || book.same.others.has(stem); }
    return found;
  }

  /* A word of the book goes before one that only means the same as one of it. */
  function misspelled(book, word, has) {
    var near = window.rulewrightSpelling.nearest(word, has), counted = near.words.map(function (one) {
      var stem = W.stemOf(one);
      return { word: one, stem: stem, many: common(book, stem), own: book.vocabulary.has(stem) };
    });
    counted = counted.filter(function (one, at) { return one.many && counted.findIndex(function (other) { return other.stem === one.stem; }) === at; });
    counted.sort(function (one, other) { return other.own - one.own || other.many - one.many; });
    counted = counted.filter(function (one) { return one.own === counted[0].own && one.many >= counted[0].many * RARE; });
    return counted.length ? { words: counted.map(function (one) { return one.word; }), distance: near.distance } : { words: parted(word, book.vocabulary), distance: 1 };
  }

  /* How many entries have a word, or what means the same. */
  function common(book, stem) {
    var same = book.vocabulary.has(stem) ? [stem] : book.same.others.get(stem) || [];
    return same.reduce(function (many, phrase) { return many + hits(book, phrase.split(" ")).length; }, 0);
  }

  /* `forcedmarch`: two words of the book without what parts them. */
  function parted(word, vocabulary) {
    for (var at = 4; at + 4 <= word.length; at += 1) {
      var two = [word.slice(0, at), word.slice(at)];
      if (two.every(function (one) { return vocabulary.has(W.stemOf(one)); })) { return [two.join(" ")]; }
    }
    return [];
  }

  /* A word whose ending is still being typed: `foragin`, on the way to `foraging`. */
  function unfinished(word, vocabulary) {
    for (var at = word.length - 1; at > 2; at -= 1) {
      var root = word.slice(0, at), ending = word.slice(at);
      if (vocabulary.has(root) && ENDINGS.some(function (one) { return one.indexOf(ending) === 0; })) { return root; }
    }
    return null;
  }

  function hits(book, terms, options) {
    var many = terms.length, phrase = terms.join(" "), key = options && options.prefix ? phrase + "*" : phrase, found = book.kept.get(key);
    if (!found) {
      found = book.index.search(phrase, Object.assign({ combineWith: "AND" }, options)).map(function (one) {
        return { id: one.id, score: one.score / many / many, fields: Object.values(one.match).flat() };
      });
      if (book.kept.size > KEPT) { book.kept.clear(); }
      book.kept.set(key, found);
    }
    return found;
  }

  /* What has a word, as it stands or with an ending that is still to be typed. */
  function ofWord(book, asked) {
    var word = asked.stems[0], begun;
    if (asked.stems.length > 1) { return hits(book, asked.stems); }
    if (book.vocabulary.has(word)) { return hits(book, [word], { prefix: word.length > (asked.last ? 2 : 4) }); }
    var near = word.length > 1 ? hits(book, [word], { prefix: true }) : [];
    begun = near.length || !asked.last ? null : unfinished(word, book.vocabulary);
    return begun ? hits(book, [begun], { prefix: true }) : near;
  }

  /* The parts of a query with misspelled words read as the nearest of the book: each has then what was typed, and what it was read as.
     `elsewhere` tells whether another book that is looked through has a word: then it is no misspelled one. */
  function partsOf(book, query, elsewhere) {
    var parts = W.asked(query, book.same, book.vocabulary), typed = Object.create(null), wrong = Object.create(null);
    parts.forEach(function (part) {
      var word = part.said, near;
      if (part.stems.length > 1 || part.others.length || elsewhere(part.stems[0]) || ofWord(book, part).length) { return; }
      near = nearest(book, word);
      if (near.words.length) { wrong[word] = { said: word, words: near.words, distance: near.distance }; }
    });
    if (!Object.keys(wrong).length) { return parts; }
    var text = W.words(query).map(function (word) {
      if (!wrong[word]) { return word; }
      wrong[word].words[0].split(" ").forEach(function (one) { typed[one] = wrong[word]; });
      return wrong[word].words[0];
    }).join(" ");
    return W.asked(text, book.same, book.vocabulary).map(function (part) { return readAs(part, typed); });
  }

  function readAs(part, typed) {
    var read = part.said.split(" ").map(function (word) { return typed[word]; }).filter(Boolean);
    if (!read.length) { return part; }
    part.said = part.said.split(" ").map(function (word) { return typed[word] ? typed[word].said : word; }).join(" ");
    part.read = read;
    part.weight = MISSPELLED[read[0].distance];
    if (part.stems.length === 1) { part.others = part.others.concat(read[0].words.slice(1).map(W.stemOf)); }
    return part;
  }

  /* Entry -> how well it answers one part of a query, as it was said or in other words */
  function ofPart(book, asked) {
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
    if (!others.length || known(asked.stems)) { take(ofWord(book, asked), 1); }
    others.forEach(function (terms) { take(hits(book, terms), SAME); });
    return found;
  }

  function never() { return false; }

  /* All entries that have any part of a query, with their score and which parts they have. */
  function byWords(book, query, elsewhere) {
    var parts = partsOf(book, query, elsewhere || never), stems = W.stems(query).join(" "), telling = W.telling(query).join(" "), found = new Map();
    parts.forEach(function (part, at) {
      var hits = ofPart(book, part);
      part.isAbsent = hits.size === 0;
      hits.forEach(function (hit, id) {
        var one = found.get(id) || { entry: book.entries[id], score: 0, parts: [], titled: 0 };
        one.score += hit.score * (part.weight || 1);
        one.parts.push(at);
        one.titled += hit.title ? 1 : 0;
        found.set(id, one);
      });
    });
    var list = Array.from(found.values());
    list.forEach(function (one) { one.score *= weight(one, parts.length, stems, telling); });
    return { parts: parts, found: list };
  }

  /* A form of the language is called by the words that it begins with. */
  function isCalled(entry, stems) { return entry.titleStems === stems || (entry.k === "form" && entry.titleStems.indexOf(stems + " ") === 0); }

  /* A page of no book may also be called in other words, by its author: whoever types one of them means it. */
  function weight(one, many, stems, telling) {
    var entry = one.entry, share = one.parts.length / many;
    var titled = one.titled / Math.max(entry.titleWords, one.titled, 1);
    return share * share * (KINDS[entry.k] || 0.5) * (entry.m === "deleted" ? 0.3 : entry.n && !entry.x ? 0.6 : 1) *
      (1 + 0.4 * titled) * (isCalled(entry, stems) || entry.names.indexOf(telling) >= 0 ? 1.6 : 1) * (entry.w || 1);
  }

  window.rulewrightBook = { ready: ready, index: index, byWords: byWords };
})();
