/* Finds cases by number first, then by title, synonym and text. The data is a script beside this one (search-data.js), loaded when the
   search is first used: it works from a disk, where nothing can be fetched. Everything shown is set as text, never as HTML. */
(function () {
  "use strict";

  var MOST = 40;
  var state = { data: null, waiting: [], loading: false };

  function base() {
    return JSON.parse(document.getElementById("__config").textContent).base.replace(/\/$/, "");
  }

  function here() {
    var root = new URL(base() + "/", location.href).pathname;
    return location.pathname.slice(root.length).split("/").slice(0, -1)[0] || "";
  }

  /* ---- one spelling for all spellings ------------------------------------------------------------------------------------------- */

  function folded(text) {
    return text.toLowerCase().normalize("NFKD").replace(/[\u0300-\u036f]/g, "").replace(/\s+/g, " ").trim();
  }

  /* `[8.6]`, `case 8,6`, `8-6`, `08.6` -> `8.6`; `Movement (5)`, `movement 5` -> `movement.5`; `Retreat (J)` -> `retreat.j` */
  function numberKey(text) {
    var key = folded(text.replace(/[\[\]()§]/g, " ")).replace(/^(?:case|rule|section|paragraph|no\.?) +(?=.)/, "");
    key = key.replace(/(\d)[,\-:](?=\d)/g, "$1.").replace(/^0+(?=\d)/, "");
    if (/^[a-z]/.test(key)) {
      var parts = key.split(/[\s._]+/).filter(Boolean);
      if (parts.length > 1) {
        return parts.slice(0, -1).join("_") + "." + parts[parts.length - 1];
      }
    }
    return key.replace(/\s+/g, "");
  }

  function words(text) {
    return folded(text).split(/[^\p{L}\p{N}.\/]+/u).map(trimDots).filter(Boolean);
  }

  function trimDots(word) {
    return word.replace(/^[.\/]+|[.\/]+$/g, "");
  }

  function prepared(data) {
    data.entries.forEach(function (entry, index) {
      entry.index = index;
      entry.keys = (entry.n || []).map(numberKey);
      entry.title = folded(entry.t || "");
      entry.titleWords = words(entry.t || "");
      entry.names = (entry.s || []).map(folded);
      entry.nameWords = [].concat.apply([], entry.names.map(words));
      entry.textWords = words(entry.x || "");
    });
    return data;
  }

  /* ---- ranking ------------------------------------------------------------------------------------------------------------------ */

  function byNumber(entry, query) {
    var best = 0;
    entry.keys.forEach(function (key, at) {
      if (key === query.key) {
        best = Math.max(best, entry.n[at] === query.plain ? 2010 : 2000);
      } else if (query.key && key.indexOf(query.key) === 0) {
        /* `8` is the chapter of `8.6` before it is the beginning of `81.2` */
        best = Math.max(best, /^\d/.test(key.slice(query.key.length)) && /\d$/.test(query.key) && query.key.indexOf(".") < 0 ? 900 : 1000);
      }
    });
    return best;
  }

  function begins(list, word) {
    return list.some(function (one) { return one.indexOf(word) === 0; });
  }

  function byWords(entry, query) {
    if (!query.words.length) { return 0; }
    /* a case is what people want to read; what can be asked about it comes after */
    if (entry.k === "question") { return found(entry, query) / 10; }
    return found(entry, query);
  }

  function found(entry, query) {
    if (entry.title === query.folded) { return 800; }
    if (entry.names.indexOf(query.folded) >= 0) { return 760; }
    var score = 0;
    var all = query.words.every(function (word) {
      if (begins(entry.titleWords, word)) { score += 40; return true; }
      if (begins(entry.nameWords, word)) { score += 32; return true; }
      if (begins(entry.textWords, word)) { score += 8; return true; }
      return false;
    });
    if (!all) { return 0; }
    if (entry.title.indexOf(query.folded) === 0) { score += 100; }
    return score / query.words.length + (query.words.length > 1 ? 10 : 0);
  }

  /* What was typed; if nothing has that number, the case that it stands in: `8.6.1` and `8.6a` are found at 8.6 */
  function find(text, book) {
    var found = ranked(text.trim(), numberKey(text), text, book);
    for (var key = numberKey(text); !found.length && /\d/.test(key) && /[._]|\d[a-z]$/.test(key);) {
      key = numberKey(shorter(key));
      found = ranked(text.trim(), key, "", book).filter(function (entry) { return entry.keys.indexOf(key) >= 0; });
    }
    return found;
  }

  function shorter(key) {
    return /\d[a-z]$/.test(key) ? key.slice(0, -1) : key.slice(0, Math.max(0, key.lastIndexOf(".")));
  }

  function ranked(plain, key, text, book) {
    var query = { plain: plain, key: key, folded: folded(text), words: words(text) };
    if (!(query.key || query.folded) || !state.data) { return []; }
    var found = [];
    state.data.entries.forEach(function (entry) {
      var score = Math.max(byNumber(entry, query), byWords(entry, query));
      if (score > 0) {
        score += entry.b === book && book ? 300 : 0;
        score += entry.n ? 3 : entry.k === "term" ? 2 : 0;
        found.push({ score: score, entry: entry });
      }
    });
    found.sort(function (a, b) { return b.score - a.score || a.entry.index - b.entry.index; });
    return found.map(function (one) { return one.entry; });
  }

  function load(then) {
    if (state.data) { then(); return; }
    state.waiting.push(then);
    if (state.loading) { return; }
    state.loading = true;
    var script = document.createElement("script");
    script.src = base() + "/assets/search-data.js";
    script.onload = function () {
      state.data = prepared(window.rulewrightSearch);
      state.waiting.splice(0).forEach(function (one) { one(); });
    };
    document.head.appendChild(script);
  }

  /* ---- the dialog --------------------------------------------------------------------------------------------------------------- */

  function made(name, className, text) {
    var element = document.createElement(name);
    if (className) { element.className = className; }
    if (text) { element.textContent = text; }
    return element;
  }

  var dialog, input, list, status;

  function build() {
    dialog = made("dialog", "rw-search");
    dialog.setAttribute("aria-label", "Find a case");
    var form = made("form");
    form.method = "dialog";
    input = made("input");
    input.type = "search";
    input.placeholder = "8.6, Movement 5, or a word";
    input.setAttribute("aria-label", "Number of a case, or a word");
    input.autocomplete = "off";
    input.spellcheck = false;
    var close = made("button", "rw-search-close", "Close");
    close.type = "button";
    close.addEventListener("click", function () { dialog.close(); });
    form.append(input, close);
    status = made("p", "rw-search-status");
    status.setAttribute("role", "status");
    list = made("ol", "rw-search-results");
    dialog.append(form, status, list);
    document.body.appendChild(dialog);
    form.addEventListener("submit", function (event) {
      event.preventDefault();
      var first = list.querySelector("a");
      if (first) { first.click(); }
    });
    input.addEventListener("input", function () { load(show); });
    dialog.addEventListener("keydown", move);
    dialog.addEventListener("click", function (event) {
      if (event.target === dialog) { dialog.close(); }
    });
    list.addEventListener("click", function (event) {
      if (event.target.closest("a")) { dialog.close(); }
    });
  }

  function move(event) {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") { return; }
    var links = Array.prototype.slice.call(list.querySelectorAll("a"));
    var at = links.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1);
    event.preventDefault();
    (at < 0 ? input : links[Math.min(at, links.length - 1)] || input).focus();
  }

  function show() {
    var found = find(input.value, here());
    list.replaceChildren.apply(list, found.slice(0, MOST).map(shown));
    status.textContent = !input.value.trim() ? "" : found.length === 0 ? "Nothing found" :
      found.length === 1 ? "1 result" : found.length + " results" + (found.length > MOST ? ", the first " + MOST + " shown" : "");
  }

  function shown(entry) {
    var item = made("li");
    var link = made("a");
    link.href = base() + "/" + entry.u;
    if (entry.n) { link.append(made("span", "rw-number", entry.n[0])); }
    var what = made("span", "rw-search-title", entry.t || "");
    link.append(what);
    var kind = [entry.k === "case" ? "" : entry.k, entry.m, entry.b && entry.b !== here() ? state.data.books[entry.b] : ""].filter(Boolean).join(" · ");
    if (kind) { link.append(made("span", "rw-search-kind", kind)); }
    var piece = snippet(entry);
    if (piece) { link.append(made("span", "rw-search-text", piece)); }
    item.append(link);
    return item;
  }

  function snippet(entry) {
    var text = entry.x || (entry.s && entry.k !== "page" ? entry.s.join(", ") : "");
    return text.length > 160 ? text.slice(0, 159).replace(/\s+\S*$/, "") + "…" : text;
  }

  function open() {
    if (!dialog) { build(); }
    if (!dialog.open) { dialog.showModal(); }
    input.select();
    load(show);
  }

  document.addEventListener("click", function (event) {
    if (event.target.closest("[data-rw-search]")) { open(); }
  });
  document.addEventListener("keydown", function (event) {
    var typing = /^(?:INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) || event.target.isContentEditable;
    if (!typing && !event.ctrlKey && !event.metaKey && !event.altKey && event.key === "/") {
      event.preventDefault();
      event.stopPropagation();
      open();
    }
  }, true);

  /* the entry of an absolute address, for previews */
  function at(address) {
    var wanted = decodeURI(address);
    return state.data.entries.find(function (entry) { return decodeURI(new URL(base() + "/" + entry.u, location.href).href) === wanted; });
  }

  window.rulewright = { load: function () { return new Promise(load); }, find: find, at: at };
})();
