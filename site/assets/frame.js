/* The frame around the text: where one is in the list of headings, the way back to the top, and the drawer of a phone. */
(function () {
  "use strict";

  var LINE = 90; // pixels from the top of the window: what has passed it is being read
  var links = Array.prototype.slice.call(document.querySelectorAll(".rw-toc a[href^='#']"));
  var headings = links.map(function (link) { return document.getElementById(decodeURIComponent(link.hash.slice(1))); });
  var top = document.querySelector("[data-rw-top]"), drawer = document.getElementById("__drawer");
  var before = window.scrollY, waiting = false, marked = -1;

  /* The last heading above the line; headings come in the order of the page. */
  function read() {
    var from = 0, to = headings.length;
    while (from < to) {
      var middle = (from + to) >> 1;
      if (headings[middle] && headings[middle].getBoundingClientRect().top > LINE) { to = middle; } else { from = middle + 1; }
    }
    return from - 1;
  }

  function mark(at) {
    if (at === marked) { return; }
    if (links[marked]) {
      links[marked].classList.remove("md-nav__link--active");
      links[marked].removeAttribute("aria-current");
    }
    marked = at;
    if (links[at]) {
      links[at].classList.add("md-nav__link--active");
      links[at].setAttribute("aria-current", "location");
      show(links[at]);
    }
  }

  /* Keep the marked heading in sight, without moving the page. */
  function show(link) {
    var box = link.closest(".md-sidebar__scrollwrap"), place = link.getBoundingClientRect(), frame = box.getBoundingClientRect();
    if (place.top < frame.top || place.bottom > frame.bottom) { box.scrollTop += place.top - frame.top - frame.height / 2; }
  }

  function follow() {
    waiting = false;
    if (links.length) { mark(read()); }
    top.hidden = window.scrollY >= before || window.scrollY < window.innerHeight; // only on the way back
    before = window.scrollY;
  }

  function later() {
    if (!waiting) {
      waiting = true;
      requestAnimationFrame(follow);
    }
  }

  window.addEventListener("scroll", later, { passive: true });
  later();
  top.addEventListener("click", function () { window.scrollTo(0, 0); });

  /* The drawer opens by a key as well, and is in the way of the Tab key only while it is open. */
  var nav = document.querySelector(".rw-nav"), opener = document.querySelector("[data-rw-drawer]"), here = nav.querySelector(".rw-here");

  /* the page one is on, in a list that is longer than the window */
  if (here && here.offsetParent) { show(here); }

  function pull(open) {
    drawer.checked = open;
    if (opener) { opener.setAttribute("aria-expanded", String(open)); }
  }

  document.addEventListener("keydown", function (event) {
    if (event.key === "Escape" && drawer.checked) {
      pull(false);
      if (opener) { opener.focus(); }
    }
  });
  drawer.addEventListener("change", function () { pull(drawer.checked); });
  nav.addEventListener("click", function (event) { if (event.target.closest("a")) { pull(false); } });
  if (opener) {
    opener.hidden = false;
    opener.addEventListener("click", function () {
      pull(!drawer.checked);
      if (drawer.checked) { nav.querySelector("a").focus(); }
    });
  }

  document.querySelectorAll("[data-rw-print]").forEach(function (button) {
    button.hidden = false;
    button.addEventListener("click", function () { window.print(); });
  });
})();
