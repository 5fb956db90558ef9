/* The picture of how cases are connected, moved and enlarged by its view box: mouse, touch and keys. A number that is chosen shows what it is
   connected with, in the picture and in words under it; chosen again, it leads to its case. Without this script the numbers are links.
   A library for this (svg-pan-zoom, panzoom) would write styles into the page, which its policy forbids. */
(function () {
  "use strict";

  var box = document.querySelector("[data-rw-graph]"), svg = box && box.querySelector("svg");
  if (!svg) { return; }
  var STEP = 1.3, MOVE = 0.12, CLOSEST = 3, SLACK = 6; // the largest scale; pixels that a finger may tremble
  var LEAST = 13 / 14, EDGE = 150; // the scale at which letters are large enough to read; what is left of the first column of them
  var whole = svg.viewBox.baseVal, all = { x: whole.x, y: whole.y, w: whole.width, h: whole.height };
  var view = { x: all.x, y: all.y, w: all.w, h: all.h }, pointers = new Map(), dragged = false, chosen = null, before = null;
  var rows = Array.prototype.slice.call(svg.querySelectorAll("[data-n]"));
  var arcs = Array.prototype.slice.call(svg.querySelectorAll("[data-e]")).map(function (path) {
    var ends = path.getAttribute("data-e").split(" ");
    return { path: path, tail: rows[ends[0]], head: rows[ends[1]], words: path.textContent };
  });

  /* ---- the view ----------------------------------------------------------------------------------------------------------------- */

  function show(x, y, w) {
    var shape = svg.clientHeight / svg.clientWidth || 1, most = Math.max(all.w, all.h / shape) * 1.1;
    view.w = Math.min(Math.max(w, svg.clientWidth / CLOSEST), most);
    view.h = view.w * shape;
    view.x = Math.min(Math.max(x, all.x - view.w / 2), all.x + all.w - view.w / 2);
    view.y = Math.min(Math.max(y, all.y - view.h / 2), all.y + all.h - view.h / 2);
    svg.setAttribute("viewBox", [view.x, view.y, view.w, view.h].join(" "));
  }

  function fit(x, y, w, h) {
    var shape = svg.clientHeight / svg.clientWidth || 1, wide = Math.max(w, h / shape);
    show(x + w / 2 - wide / 2, y + h / 2 - wide * shape / 2, wide);
  }

  function zoom(by, at) {
    var frame = svg.getBoundingClientRect();
    var fx = at ? (at.clientX - frame.left) / frame.width : 0.5, fy = at ? (at.clientY - frame.top) / frame.height : 0.5;
    var px = view.x + fx * view.w, py = view.y + fy * view.h, old = view.w;
    show(view.x, view.y, view.w / by);
    if (old !== view.w) { show(px - fx * view.w, py - fy * view.h, view.w); }
  }

  function shift(dx, dy) { show(view.x + dx, view.y + dy, view.w); }

  /* All of it where it can be read; else the beginning, since the whole would be dust: it is a button away. */
  function start() {
    var most = svg.clientWidth / LEAST;
    fit(all.x, all.y, all.w, all.h);
    if (view.w > most) { show(all.x + Math.min(EDGE, Math.max(0, 730 - most)), all.y, most); }
  }

  /* ---- one case and its neighbours ------------------------------------------------------------------------------------------------ */

  /* On a small screen the words come first, unless the address asks for a case in the picture. */
  if (window.matchMedia("(max-width: 44.984375em)").matches && !location.hash) {
    var legend = document.querySelector("ul.rw-graph-legend"), last = box.parentNode;
    last.append(legend, box);
  }

  function near(row) { return arcs.filter(function (arc) { return arc.tail === row || arc.head === row; }); }

  function choose(row, bring) {
    chosen = row;
    var joined = row ? near(row) : [];
    var lit = joined.reduce(function (found, arc) { return found.add(arc.tail).add(arc.head); }, new Set([row]));
    svg.classList.toggle("rw-chosen", !!row);
    rows.forEach(function (one) { one.classList.toggle("rw-lit", lit.has(one)); one.classList.toggle("rw-at", one === row); });
    arcs.forEach(function (arc) { arc.path.classList.toggle("rw-lit", joined.indexOf(arc) >= 0); });
    say(row, joined);
    if (row && bring) { frame(Array.from(lit), row); }
  }

  /* All of them, if they can then still be read; else the one that was chosen, in the middle. */
  function frame(some, row) {
    var boxes = some.map(function (one) { return one.getBBox(); });
    var left = Math.min.apply(null, boxes.map(function (one) { return one.x; })), top = Math.min.apply(null, boxes.map(function (one) { return one.y; }));
    var right = Math.max.apply(null, boxes.map(function (one) { return one.x + one.width; }));
    var bottom = Math.max.apply(null, boxes.map(function (one) { return one.y + one.height; }));
    var most = svg.clientWidth / LEAST, place = row.getBBox(), shape = svg.clientHeight / svg.clientWidth;
    if (Math.max(right - left + 380, (bottom - top + 80) / shape) <= most) { fit(left - 190, top - 40, right - left + 380, bottom - top + 80); return; }
    show(place.x + place.width / 2 - most / 2, place.y - most * shape / 2, most);
  }

  function made(name, text, href) {
    var element = document.createElement(name);
    element.textContent = text;
    if (href) { element.href = href; }
    return element;
  }

  function title(row) { return row.querySelector("text").lastChild.textContent; }

  function say(row, joined) {
    note.textContent = "";
    if (!row) { return; }
    var head = made("p", ""), link = made("a", title(row), row.href.baseVal), list = made("ul", "");
    link.className = "rw-ref";
    head.append(link, made("span", joined.length ? " and what it is connected with:" : " is connected with no other case."));
    joined.forEach(function (arc) {
      var other = arc.tail === row ? arc.head : arc.tail, item = made("li", arc.words + ": "), go = made("a", title(other), "#" + other.id);
      item.append(go);
      list.append(item);
    });
    note.append(head, list);
  }

  function fromAddress() {
    var row = document.getElementById(location.hash.slice(1));
    if (rows.indexOf(row) >= 0) { choose(row, true); setTimeout(function () { box.scrollIntoView(); }); }
  }

  /* ---- mouse, touch and keys -------------------------------------------------------------------------------------------------------- */

  function spread() {
    var two = Array.from(pointers.values());
    return Math.hypot(two[0].clientX - two[1].clientX, two[0].clientY - two[1].clientY) || 1;
  }

  function middle() {
    var two = Array.from(pointers.values());
    return { clientX: (two[0].clientX + two[1].clientX) / 2, clientY: (two[0].clientY + two[1].clientY) / 2 };
  }

  svg.addEventListener("pointerdown", function (event) {
    if (event.button) { return; }
    if (!pointers.size) { dragged = false; before = chosen; }
    pointers.set(event.pointerId, { clientX: event.clientX, clientY: event.clientY, way: 0 });
  });
  svg.addEventListener("pointermove", function (event) {
    var last = pointers.get(event.pointerId);
    if (!last) { return; }
    var dx = event.clientX - last.clientX, dy = event.clientY - last.clientY, wide = pointers.size === 2 ? spread() : 0;
    var way = last.way + Math.abs(dx) + Math.abs(dy);
    if (way < SLACK && pointers.size === 1) { return; }
    if (!dragged) { dragged = true; svg.setPointerCapture(event.pointerId); }
    pointers.set(event.pointerId, { clientX: event.clientX, clientY: event.clientY, way: way });
    var unit = view.w / svg.clientWidth / pointers.size;
    shift(-dx * unit, -dy * unit);
    if (wide) { zoom(spread() / wide, middle()); }
  });
  ["pointerup", "pointercancel"].forEach(function (name) {
    svg.addEventListener(name, function (event) { pointers.delete(event.pointerId); });
  });
  svg.addEventListener("click", function (event) {
    var row = event.target.closest("[data-n]");
    if (dragged || (row && row !== before)) { event.preventDefault(); }
    if (!dragged) { choose(row, false); }
    dragged = false;
  });
  svg.addEventListener("dragstart", function (event) { event.preventDefault(); });
  svg.addEventListener("focusin", function (event) {
    var row = event.target.closest("[data-n]");
    if (!row || pointers.size) { return; }
    before = row; // it is chosen already: the key follows the link
    choose(row, false);
    var place = row.getBBox();
    if (place.x < view.x || place.x + place.width > view.x + view.w || place.y < view.y || place.y + place.height > view.y + view.h) {
      show(place.x + place.width / 2 - view.w / 2, place.y - view.h / 2, view.w);
    }
  });
  box.addEventListener("wheel", function (event) {
    if (!event.ctrlKey && !event.metaKey && !box.contains(document.activeElement)) { return; } // the page scrolls past it
    event.preventDefault();
    zoom(event.deltaY < 0 ? STEP : 1 / STEP, event);
  }, { passive: false });
  box.addEventListener("keydown", function (event) {
    if (event.ctrlKey || event.metaKey || event.altKey) { return; }
    var ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }, way = ways[event.key];
    if (way) { shift(way[0] * view.w * MOVE, way[1] * view.h * MOVE); } else if (event.key === "+" || event.key === "=") { zoom(STEP); } else if (event.key === "-") { zoom(1 / STEP); } else if (event.key === "0") { start(); } else if (event.key === "Escape") { choose(null); } else { return; }
    event.preventDefault();
  });

  /* ---- buttons, and the words under it ------------------------------------------------------------------------------------------- */

  var bar = document.createElement("div"), note = document.createElement("div");
  bar.className = "rw-graph-bar";
  [["+", "Larger", function () { zoom(STEP); }], ["−", "Smaller", function () { zoom(1 / STEP); }], ["All", "Show all of it", function () { fit(all.x, all.y, all.w, all.h); }]].forEach(function (one) {
    var button = made("button", one[0]);
    button.type = "button";
    button.setAttribute("aria-label", one[1]);
    button.addEventListener("click", one[2]);
    bar.append(button);
  });
  note.className = "rw-graph-note";
  note.setAttribute("role", "status");
  box.append(bar);
  box.after(note);
  box.classList.add("rw-moves");
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  start();
  window.addEventListener("resize", function () { show(view.x, view.y, view.w); });
  window.addEventListener("beforeprint", function () { svg.setAttribute("viewBox", [all.x, all.y, all.w, all.h].join(" ")); }); // paper has all of it
  window.addEventListener("afterprint", function () { show(view.x, view.y, view.w); });
  window.addEventListener("hashchange", fromAddress);
  if (document.readyState === "complete") { fromAddress(); } else { window.addEventListener("load", fromAddress); } // after the page's own way there
})();
