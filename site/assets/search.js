/* The dialog that finds cases by number or word. What is found, and in which order, is decided in `find/`. Everything shown is set as text. */
(function () {
  "use strict";

  var FEW = 6, PIECE = 150, LONGEST = 200; // entries of a group that are shown at first, characters of the text, and of what is typed
  var KINDS = {
    "case": "Case", scenario: "Scenario", ruling: "Ruling", table: "Table", question: "Question", term: "Term", example: "Example",
    amendment: "Amendment", reading: "Open reading", chapter: "Chapter", page: "Page"
  };
  var dialog, input, list, status, kinds, asked = "", drawn = ""; // what was typed, and what the list shows
  var leaving = false; // for a result: whoever comes back finds the list again

  function made(name, className, text) {
    var element = document.createElement(name);
    if (className) { element.className = className; }
    if (text) { element.textContent = text; }
    return element;
  }

  function build() {
    dialog = made("dialog", "rw-search");
    dialog.setAttribute("aria-label", "Find a case");
    var form = made("form");
    form.method = "dialog";
    input = made("input");
    input.type = "search";
    input.placeholder = "A number, or words";
    input.setAttribute("aria-label", "Number of a case, or words");
    input.autocomplete = "off";
    input.maxLength = LONGEST;
    input.spellcheck = false;
    var close = made("button", "rw-search-close", "Close");
    close.type = "button";
    close.addEventListener("click", function () { dialog.close(); });
    form.append(input, close);
    status = made("p", "rw-search-status");
    status.setAttribute("role", "status");
    kinds = made("div", "rw-search-kinds");
    kinds.setAttribute("role", "group");
    kinds.setAttribute("aria-label", "Go to");
    list = made("div", "rw-search-results");
    dialog.append(form, status, kinds, list);
    document.body.appendChild(dialog);
    form.addEventListener("submit", function (event) {
      event.preventDefault();
      var first = list.querySelector("a");
      if (first) { first.click(); }
    });
    input.addEventListener("input", show);
    dialog.addEventListener("keydown", move);
    dialog.addEventListener("click", function (event) {
      if (event.target === dialog) { dialog.close(); }
    });
    list.addEventListener("click", function (event) {
      if (!event.target.closest("a")) { return; }
      leaving = !(event.ctrlKey || event.metaKey || event.shiftKey);
      if (leaving) { history.replaceState({ rwSearch: input.value }, ""); }
      dialog.close();
    });
    dialog.addEventListener("close", function () {
      if (!leaving && asking(history.state) !== null) { history.replaceState(null, ""); }
      leaving = false;
    });
  }

  /* What was asked for on a page that was left for a result. */
  function asking(state) { return state && typeof state.rwSearch === "string" ? state.rwSearch : null; }

  function again() {
    var text = asking(history.state);
    if (text === null) { return; }
    open();
    input.value = text;
    show();
  }

  function move(event) {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") { return; }
    var links = Array.prototype.slice.call(list.querySelectorAll("a:not(.rw-search-ask)"));
    var at = links.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1);
    event.preventDefault();
    (at < 0 ? input : links[Math.min(at, links.length - 1)] || input).focus();
  }

  /* ---- results ------------------------------------------------------------------------------------------------------------------ */

  function show() {
    var text = input.value.trim();
    if (!text) { return showKept(); }
    if (!window.rulewright.isReady()) { return; } // it is on its way, and `show` is called when it is there
    var found = window.rulewright.results(text, window.rulewright.here());
    var shows = JSON.stringify([text, found.dropped, found.groups.map(function (group) { return [group.title, group.entries.map(function (entry) { return entry.u; })]; })]);
    if (shows === drawn) { return; } // more books are there, and have nothing of it
    draw(found, new Set(window.rulewrightWords.telling(text).concat(window.rulewrightWords.stems(readings(found).join(" ")))));
    if (text !== asked) { list.scrollTop = 0; }
    asked = text;
    drawn = shows;
    status.textContent = counted(found);
  }

  /* Nothing is typed: what the reader has pinned, and has read last. */
  function showKept() {
    var pinned = window.rulewrightPins.pinned(), at = new Set(pinned.map(function (one) { return one.u; }));
    var recent = window.rulewrightPins.recent().filter(function (one) { return !at.has(one.u); });
    var shows = JSON.stringify(["", pinned, recent, Boolean(window.rulewrightSearch)]);
    if (shows === drawn) { return; } // a book has arrived that is not asked for
    asked = "";
    drawn = shows;
    kinds.replaceChildren();
    list.replaceChildren.apply(list, [invitation(), keptSection("Pinned", pinned, true), keptSection("Read last", recent, false)].filter(Boolean));
    status.textContent = "";
  }

  /* What can be typed, with a number as the book that is read has it; nothing as long as the books are not known. */
  function invitation() {
    var site = window.rulewrightSearch && window.rulewrightSearch.site, folder = window.rulewright.here(), example;
    if (!site) { return null; }
    example = site.books.filter(function (one) { return one.example && (!folder || one.folder === folder); })[0];
    if (!example) { return null; }
    input.placeholder = example.example + ", or words";
    return made("p", "rw-search-else", "Type a number as " + (folder ? "the book" : "a book") + " has it, such as " + example.example +
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
    var without = found.dropped.length ? " without " + quoted(found.dropped, ", ") : "";
    var read = found.read.map(function (one, at) { return ", “" + one.said + "” read as " + quoted(asRead[at], " or "); }).join("");
    return many ? many + (many === 1 ? " result" : " results") + without + read : "Nothing found";
  }

  function section(group, stems) {
    var part = made("section"), items = made("ol");
    label(part, items, group.title);
    items.append.apply(items, group.entries.slice(0, FEW).map(function (entry) { return shown(entry, stems); }));
    part.append(items);
    if (group.entries.length > FEW) { part.append(more(group, items, stems)); }
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
    link.append(kindOf(entry));
    if (entry.x && entry.k !== "table" && entry.k !== "example") { link.append(piece(entry.x, stems)); }
    item.append(link);
    if (entry.a) { item.classList.add("rw-search-asks"); item.append(askLink(entry)); }
    return item;
  }

  /* What a result is, what else is to be known of it, and its book where that is another than the one that is read. */
  function kindOf(entry) {
    var place = made("span", "rw-search-kind"), kind = KINDS[entry.k];
    var others = [entry.m, entry.b !== window.rulewright.here() ? titleOf(entry.b) : ""].filter(Boolean).join(" · ");
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

  function open() {
    if (!dialog) { build(); }
    if (!dialog.open) { dialog.showModal(); }
    input.select();
    window.rulewright.load(show).then(show, function () { status.textContent = "The search could not be loaded."; });
  }

  document.addEventListener("click", function (event) {
    if (event.target.closest("[data-rw-search]")) {
      event.preventDefault(); // it is a link to the index of cases, for who has no scripts
      open();
    }
  });
  document.addEventListener("keydown", function (event) {
    var typing = /^(?:INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) || event.target.isContentEditable;
    if (!typing && !event.ctrlKey && !event.metaKey && !event.altKey && event.key === "/" && document.documentElement.dataset.rwKeys !== "off" && !document.querySelector("[data-md-component='search']")) {
      event.preventDefault();
      event.stopPropagation();
      open();
    }
  }, true);
  window.addEventListener("popstate", again);
  document.addEventListener("DOMContentLoaded", again);
})();
