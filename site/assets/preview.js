/* Rest on a reference with the mouse, come to it with the keyboard, or hold a finger on it: the case or term that it means is shown, without
   leaving the page. The words come from the search's data, and are set as text. */
(function () {
  "use strict";

  var WAIT = 300, HOLD = 450, LONGEST = 320, LINKS = "a.rw-ref, a.rw-term, .rw-refs a, .rw-index a.rw-number";
  var shown = null, timer = 0, held = null;

  function hide() {
    clearTimeout(timer);
    if (shown) {
      shown.link.removeAttribute("aria-describedby");
      shown.box.remove();
      shown = null;
    }
  }

  function box(entry) {
    var made = document.createElement("div"), head = document.createElement("p"), text = document.createElement("p");
    made.className = "rw-preview";
    made.id = "rw-preview";
    made.setAttribute("role", "tooltip");
    if (entry.n) {
      var number = document.createElement("span");
      number.className = "rw-number";
      number.textContent = entry.n[0];
      head.append(number, " ");
    }
    head.append(entry.t || "");
    text.textContent = entry.x ? (entry.x.length > LONGEST ? entry.x.slice(0, LONGEST).replace(/\s+\S*$/, "") + "…" : entry.x) : entry.m || "";
    made.append(head, text);
    return made;
  }

  function show(link) {
    window.rulewright.at(link.href).then(function (entry) {
      if (!entry || !(held === link || link.matches(":hover, :focus-visible"))) { return; }
      hide();
      shown = { box: box(entry), link: link };
      (document.querySelector("main") || document.body).append(shown.box); // what a page says is in its main part
      link.setAttribute("aria-describedby", "rw-preview");
      var at = link.getBoundingClientRect(), height = shown.box.offsetHeight;
      var below = at.bottom + height + 12 < window.innerHeight;
      shown.box.style.left = Math.max(8, Math.min(at.left, window.innerWidth - shown.box.offsetWidth - 16)) + "px";
      shown.box.style.top = (below ? at.bottom + 6 : Math.max(8, at.top - height - 6)) + "px";
    }, function () { /* what it would show is out of reach */ });
  }

  function linkOf(event) { return event.target.closest && event.target.closest(LINKS); }

  function after(wait, link, first) {
    clearTimeout(timer);
    timer = setTimeout(function () {
      if (first) { first(); }
      show(link);
    }, wait);
  }

  document.addEventListener("pointerover", function (event) {
    if (event.pointerType !== "mouse") { return; }
    if (linkOf(event)) { after(WAIT, linkOf(event)); }
  });
  document.addEventListener("pointerout", function (event) { if (event.pointerType === "mouse") { hide(); } });
  document.addEventListener("focusin", function (event) { if (linkOf(event)) { after(WAIT, linkOf(event)); } });
  document.addEventListener("focusout", hide);

  /* a finger: held, it shows the case; a tap follows the link as ever */
  document.addEventListener("pointerdown", function (event) {
    if (event.pointerType === "mouse") { return; }
    hide();
    held = null;
    var link = linkOf(event);
    if (link) { after(HOLD, link, function () { held = link; }); }
  });
  document.addEventListener("pointerup", function () { if (!shown && !held) { clearTimeout(timer); } });
  document.addEventListener("pointercancel", function () { if (!held) { clearTimeout(timer); } });
  document.addEventListener("contextmenu", function (event) { if (held && linkOf(event) === held) { event.preventDefault(); } });
  document.addEventListener("click", function (event) {
    if (held && linkOf(event) === held) { event.preventDefault(); }
    held = null;
  });
  /* a link that the keyboard comes to is scrolled into sight before it is rested on */
  document.addEventListener("scroll", function () { if (shown) { hide(); } }, { passive: true, capture: true });
  document.addEventListener("keydown", function (event) { if (event.key === "Escape") { hide(); } });
})();
