/* What the box *Ask or find* shows: questions that plain words may mean, cases, tables, terms and options in one list. What is found, and in
   which order, is decided by `find.js`, and what is meant by `ask/plain.js`. Everything shown is set as text. */
(function () {
  "use strict";

  var FEW = 6, PIECE = 150; // entries of a group that are shown at first, and characters of the text
  var SETTLED = 700; // milliseconds after the last letter, when it is said what is found
  var KINDS = {
    "case": "Case", scenario: "Scenario", ruling: "Ruling", table: "Table", question: "Question", term: "Term", option: "Option", example: "Example",
    amendment: "Amendment", reading: "Open reading", chapter: "Chapter", page: "Page", section: "Section",
    form: "Entry", check: "Check"
  };
  var box = window.rulewrightDialog, made = box.made, input, list, status, kinds; // these are made when the box is first opened
  var asked = "", drawn = ""; // what was typed, and what the list shows
  var taken = null, meant = null; // the question that the words are taken as, and the first of those that they may mean
  var asking = {}, timer = 0; // books of which questions can be asked, by folder: null while they are on their way
  var hurried = false; // Enter was pressed before they were there

  /* Opens the first of the list; where it is one of several questions that may be meant, the reader is led there to choose. */
  function enter() {
    var first = list.querySelector("a");
    if (!input.closest("dialog").open) { return; }
    hurried = input.value.trim() !== asked || (mayAsk(asked) && asking[window.rulewright.here()] === null); // what is shown is not all yet
    if (!first || hurried) { return; }
    if (meant && !taken) { first.focus(); } else { first.click(); }
  }

  /* ---- questions ---------------------------------------------------------------------------------------------------------------- */

  /* What the book that is read may be asked by some words; null where it has no questions, or they are on their way. */
  function questionsFor(text) {
    var folder = window.rulewright.here();
    if (!mayAsk(text)) { return null; }
    if (asking[folder] === undefined) {
      asking[folder] = null;
      window.rulewrightAsk.loadWords(folder, window.rulewright.base() + "/" + folder + "/ask.html").catch(function () {
        return false; // it has no questions, or is out of reach: what is found is shown all the same
      }).then(function (book) {
        asking[folder] = book;
        show();
      });
    }
    return asking[folder] ? window.rulewrightAsk.meantBy(asking[folder], text) : null;
  }

  /* Whether words may be a question of the book that is read: several, or one with a question mark. */
  function mayAsk(text) { return Boolean(window.rulewright.here() && window.rulewrightAsk && /\s|\?$/.test(text)); }

  /* The term of which a text asks what it is, as `find_asked_term` of Python finds it, unless it is a question on its amount that is taken. */
  var TERM = /^\W*(?:(?:what|who)(?:['’]s|\s+is|\s+are|\s+does|\s+do)|define|explain|(?:the\s+)?meaning\s+of)\s+(the\s+)?(?:an?\s+)?(.+?)(?:\s+(?:mean|stand\s+for|good\s+for|used\s+for|for|do))?\W*$/i;
  function termOf(groups, text, isTaken) {
    var said = TERM.exec(text), wanted = said && !(said[1] && isTaken) ? stemmed(said[2]) : "";
    function stemmed(name) { return window.rulewrightWords.stems(name).join(" "); }
    return wanted && [].concat.apply([], groups.map(function (group) { return group.entries; })).find(function (one) {
      return one.k === "term" && one.b === window.rulewright.here() && [one.t].concat(one.s || []).some(function (name) { return stemmed(name) === wanted; });
    });
  }

  /* What is meant before all that is found: the term that is asked for, or the questions. */
  function withMeant(groups, text, found) {
    var term = termOf(groups, text, found && found.isTaken);
    if (!term) { return withQuestions(groups, text, found); }
    taken = meant = term;
    return [{ title: "Asked for", isApart: true, entries: [term] }].concat(without(groups, function (one) { return one === term; }));
  }

  function without(groups, leavesOut) {
    return groups.map(function (group) {
      return { title: group.title, isApart: group.isApart, entries: group.entries.filter(function (one) { return !leavesOut(one); }) };
    }).filter(function (group) { return group.entries.length; });
  }

  /* The groups with the questions that may be meant: before the rules where the text is a question, else after the first of them; none twice. */
  function withQuestions(groups, text, found) {
    var folder = window.rulewright.here(), names = new Set(), title, own, all, at;
    taken = meant = null;
    if (found && found.depends.length) { return withDependent(groups, folder, found.depends); }
    if (!found || !found.meant.length) { return groups; }
    own = found.meant.map(function (one) {
      names.add(one.question);
      return entryOf(folder, one);
    });
    title = found.isTaken ? "Taken as" : own.length > 1 ? "Which of these is meant?" : "This may be meant";
    all = without(groups, function (one) { return one.k === "question" && one.b === folder && names.has(questionOf(one.u)); });
    at = found.isTaken || window.rulewrightAsk.isQuestion(text) ? 0 : 1;
    if (at === 0) { meant = own[0]; taken = found.isTaken ? own[0] : null; }
    all.splice(at, 0, { title: title, isApart: true, entries: own, more: found.isTaken ? 0 : found.more });
    return all;
  }

  /* What depends on each fact that the words suppose. */
  function withDependent(groups, folder, depends) {
    var own = depends.map(function (one) {
      var unread = one.unread.length ? " (not read: " + one.unread.join(", ") + ")" : "", title = one.questions.length ? "On “" + one.asks + "” depends" : "On “" + one.asks + "” no other answer depends";
      return { title: title + unread, isApart: false, entries: one.questions.map(function (question) { return entryOf(folder, question); }) };
    });
    meant = own[0].entries[0] || null;
    return own.concat(groups);
  }

  function entryOf(folder, one) {
    return { k: "question", u: folder + "/ask.html" + one.address, t: one.asks, b: folder, given: one.given, unread: one.unread };
  }

  function questionOf(address) { return new URLSearchParams(address.split("#")[1]).get("q"); }

  /* ---- results ------------------------------------------------------------------------------------------------------------------ */

  function show() {
    var text = input.value.trim();
    if (!text) { return showKept(); }
    if (!window.rulewright.isReady()) { return; } // it is on its way, and `show` is called when it is there
    var found = window.rulewright.results(text, window.rulewright.here());
    found.groups = withMeant(found.groups, text, questionsFor(text));
    var shows = JSON.stringify([text, found.dropped, found.groups.map(function (group) { return [group.title, group.entries.map(function (entry) { return entry.u; })]; })]);
    if (shows !== drawn) { // else more books are there, and have nothing of it
      draw(found, new Set(window.rulewrightWords.telling(text).concat(window.rulewrightWords.stems(readings(found).join(" ")))));
      if (text !== asked) { list.scrollTop = 0; }
      asked = text;
      drawn = shows;
    }
    say(counted(found));
    if (hurried) { enter(); }
  }

  /* One message for what is typed, once it is settled: not one a letter. */
  function say(message) {
    clearTimeout(timer);
    timer = setTimeout(function () { if (status.textContent !== message) { status.textContent = message; } }, message ? SETTLED : 0);
  }

  /* Nothing is typed: what the reader has pinned, and has read last. */
  function showKept() {
    var pinned = window.rulewrightPins.pinned(), at = new Set(pinned.map(function (one) { return one.u; }));
    var recent = window.rulewrightPins.recent().filter(function (one) { return !at.has(one.u); });
    var shows = JSON.stringify(["", pinned, recent, Boolean(window.rulewrightSearch)]);
    if (shows === drawn) { return; } // a book has arrived that is not asked for
    asked = "";
    drawn = shows;
    taken = meant = null;
    kinds.replaceChildren();
    list.replaceChildren.apply(list, [invitation(), keptSection("Pinned", pinned, true), keptSection("Read last", recent, false)].filter(Boolean));
    say("");
  }

  /* What can be typed, with a number as the book that is read has it; nothing as long as the books are not known. */
  function invitation() {
    var site = window.rulewrightSearch && window.rulewrightSearch.site, folder = window.rulewright.here(), example;
    if (!site) { return null; }
    if (box.isManual) { return made("p", "rw-search-else", "Type the words that you would use, a word of the language, a check such as RW301, or a message. A word may be misspelled."); }
    example = site.books.filter(function (one) { return one.example && (!folder || one.folder === folder); })[0];
    if (!example) { return null; }
    input.placeholder = (folder ? "A question, " : "") + example.example + ", or words";
    return made("p", "rw-search-else", (folder ? "Ask in your own words. Or type" : "Type") + " a number as " + (folder ? "the book" : "a book") + " has it, such as " + example.example +
      ", or the words that you would use. A word may be misspelled.");
  }

  function keptSection(title, entries, pinned) {
    if (!entries.length) { return null; }
    var part = made("section"), items = made("ol");
    items.append.apply(items, entries.map(function (one) {
      var item = shown({ k: "", u: one.u, n: [one.n], t: one.t, b: window.rulewright.here(), m: one.m }, new Set());
      if (pinned) { item.className = "rw-search-pinned"; item.append(unpin(one)); }
      return item;
    }));
    label(part, items, title);
    part.append(items);
    return part;
  }

  /* Leads to a group that stands below: its tables, its questions. */
  function jump(group) {
    var button = made("button", "", group.title + " "), many = made("small", "", String(group.entries.length));
    button.type = "button";
    button.append(many);
    button.addEventListener("click", function () {
      var heading = document.getElementById(idOf(group.title));
      heading.scrollIntoView({ block: "start" });
      heading.parentNode.querySelector("a").focus({ preventScroll: true });
    });
    return button;
  }

  function idOf(title) { return "rw-search-" + title.toLowerCase().replace(/[^a-z]+/g, "-"); }

  /* The heading of a list, which is the list's name too. */
  function label(part, items, title) {
    var heading = made("h2", "rw-search-group", title);
    heading.id = idOf(title);
    items.setAttribute("aria-labelledby", heading.id);
    part.append(heading);
  }

  function unpin(entry) {
    var button = made("button", "rw-search-unpin", "Unpin");
    button.type = "button";
    button.setAttribute("aria-label", "Unpin " + (entry.n || entry.t));
    button.addEventListener("click", function () {
      window.rulewrightPins.drop(entry.u);
      showKept();
      (list.querySelector("button") || input).focus();
    });
    return button;
  }

  /* A result that has the keyboard keeps it. */
  function draw(found, stems) {
    var at = document.activeElement, address = list.contains(at) ? at.href : "";
    kinds.replaceChildren.apply(kinds, found.groups.slice(1).filter(function (group) { return group.isApart; }).map(jump));
    list.replaceChildren.apply(list, found.groups.length ? found.groups.map(function (group) { return section(group, stems); }) : [elsewhere()]);
    if (address) {
      var same = Array.prototype.find.call(list.querySelectorAll("a"), function (link) { return link.href === address; });
      (same || input).focus();
    }
  }

  /* Where else to look, when nothing is found: the pages of this book that list all of it. */
  function elsewhere() {
    var place = made("p", "rw-search-else", "Try a word less, or another one. Or look through "), pages = [["cases.html", "all cases"], ["ask.html", "all questions"], ["glossary.html", "all terms"]];
    pages.filter(function (one) { return window.rulewright.here() && document.querySelector(".rw-nav a[href$='" + one[0] + "']"); }).forEach(function (one, at, all) {
      var link = made("a", "", one[1]);
      link.href = window.rulewright.base() + "/" + window.rulewright.here() + "/" + one[0];
      place.append(at ? at + 1 === all.length ? " or " : ", " : "", link);
    });
    if (place.children.length) { place.append("."); } else { place.textContent = "Try a word less, or another one."; }
    return place;
  }

  /* Of each misspelled word those that it was taken for, as many as can be said. */
  function readings(found) { return found.read.map(function (one) { return one.words.slice(0, 3); }); }

  function quoted(words, joined) { return words.map(function (word) { return "“" + word + "”"; }).join(joined); }

  function counted(found) {
    var many = found.groups.reduce(function (sum, group) { return sum + group.entries.length; }, 0), asRead = readings(found);
    var lead = taken ? (taken.k === "term" ? "The term " : "Taken as: ") + [taken.t, taken.given].filter(Boolean).join(" ") + (taken.k === "term" ? "." : "") + " Enter opens it. " : meant ? "Choose what is meant, below. " : "";
    var others = found.dropped.filter(function (word) { return found.unknown.indexOf(word) < 0; });
    var unknown = taken ? "" : quoted(many ? found.dropped.filter(function (word) { return others.indexOf(word) < 0; }) : found.unknown, " or ");
    var silent = unknown ? "he book does not speak of " + unknown + "." : "";
    var read = found.read.map(function (one, at) { return ", “" + one.said + "” read as " + quoted(asRead[at], " or "); }).join("");
    if (!many) { return silent ? "Nothing found: t" + silent : "Nothing found"; }
    return lead + (silent && "T" + silent + " ") + many + (many === 1 ? " result" : " results") + (others.length && !meant ? " without " + quoted(others, ", ") : "") + read;
  }

  function section(group, stems) {
    var part = made("section"), items = made("ol");
    label(part, items, group.title);
    if (group.entries.length && (group.entries[0] === meant || group.entries[0] === taken)) { part.className = "rw-search-meant"; }
    items.append.apply(items, group.entries.slice(0, FEW).map(function (entry) { return shown(entry, stems); }));
    part.append(items);
    if (group.entries.length > FEW) { part.append(more(group, items, stems)); }
    if (group.more) { part.append(made("p", "rw-search-else", group.more + " more fit as well as the last.")); }
    return part;
  }

  function more(group, items, stems) {
    var button = made("button", "rw-search-more", (group.entries.length - FEW) + " more");
    button.type = "button";
    button.addEventListener("click", function () {
      var rest = group.entries.slice(FEW).map(function (entry) { return shown(entry, stems); });
      items.append.apply(items, rest);
      button.remove();
      rest[0].querySelector("a").focus();
    });
    return button;
  }

  function shown(entry, stems) {
    var item = made("li"), link = made("a");
    link.href = window.rulewright.base() + "/" + entry.u;
    if (entry.n || entry.of) { link.append(made("span", "rw-number", entry.n ? entry.n[0] : entry.of)); }
    link.append(made("span", "rw-search-title", entry.t || ""));
    if (!entry.unread) { link.append(kindOf(entry)); } // what a question that may be meant is, the heading says
    if (entry.given) { link.append(made("span", "rw-search-text", entry.given)); }
    if (entry.unread && entry.unread.length) { link.append(made("span", "rw-search-text", "Not read: " + entry.unread.join(", ") + ".")); }
    if (entry.x && entry.k !== "table" && entry.k !== "example") { link.append(piece(entry.x, stems)); }
    item.append(link);
    if (entry.a) { item.classList.add("rw-search-asks"); item.append(askLink(entry)); }
    return item;
  }

  /* What a result is, what else is to be known of it, and its book where that is another than the one that is read. */
  function kindOf(entry) {
    var place = made("span", "rw-search-kind"), kind = KINDS[entry.k];
    var others = [entry.b === "" ? entry.c : "", entry.m, entry.b !== window.rulewright.here() ? titleOf(entry.b) : ""].filter(Boolean).join(" · ");
    if (kind) {
      place.append(made("b", "", kind));
      place.dataset.kind = entry.k;
    }
    place.append(kind && others ? " · " + others : others);
    return place;
  }

  /* Straight to what the rules of a case answer. */
  function askLink(entry) {
    var link = made("a", "rw-search-ask", "Ask");
    link.href = window.rulewright.base() + "/" + entry.u.replace("#", "#ask-");
    link.setAttribute("aria-label", "Ask the rules of " + entry.n[0]);
    return link;
  }

  function titleOf(folder) {
    var book = window.rulewrightSearch.site.books.find(function (one) { return one.folder === folder; });
    return book ? book.title : "";
  }

  /* A piece of the text around the first of the words, which are marked in it. */
  function piece(text, stems) {
    var place = made("span", "rw-search-text"), words = text.split(/([\p{L}\p{N}'’]+)/u);
    var hit = words.map(function (word, at) { return at % 2 === 1 && window.rulewrightWords.stems(word).some(function (one) { return stems.has(one); }); });
    var first = Math.max(0, hit.indexOf(true)), from = first > 16 ? first - (first % 2) - 8 : 0, length = 0;
    if (from) { place.append("… "); }
    for (var at = from; at < words.length && length < PIECE; at += 1) {
      place.append(hit[at] ? made("mark", "", words[at]) : words[at]);
      length += words[at].length;
    }
    if (at < words.length) { place.append("…"); }
    return place;
  }

  /* What is done with the elements of the box, once it has been opened. */
  function within(act) {
    return function () {
      input = box.input;
      list = box.list;
      status = box.status;
      kinds = box.kinds;
      if (input) { act(); }
    };
  }

  box.show = within(show);
  box.enter = within(enter);
  box.edited = within(function () {
    hurried = false;
    show();
  });
})();
