/* Keys: n and p go to the next and the previous case of a page, ? shows the list. Not while one types, nor with Ctrl, Alt or a dialog open.
   Who steers by voice can turn keys of one letter off, which is remembered on the device; the button at the foot of a page shows the list. */
(function () {
  "use strict";

  /* LINE: pixels from the top; a case that begins above them has been passed. */
  var KEY = "rulewright-keys", LINE = 90;
  var LIST = [["/", "find a case"], ["n", "the next case of this page"], ["p", "the case before"], ["?", "this list"], ["Esc", "close what is open"]];
  var root = document.documentElement, dialog = null;

  /* Heeded by `search.js`, too. A device may keep nothing. */
  function kept() { try { return localStorage.getItem(KEY) === "off"; } catch (_) { return false; } }
  function set(off, remember) {
    root.dataset.rwKeys = off ? "off" : "on";
    if (remember) { try { localStorage.setItem(KEY, root.dataset.rwKeys); } catch (_) { /* none */ } }
  }

  function made(tag, words) {
    var element = document.createElement(tag);
    element.textContent = words || "";
    return element;
  }

  function build() {
    var list = made("dl"), label = made("label"), box = made("input"), close = made("button", "Close"), heading = made("h2", "Keys");
    dialog = made("dialog");
    dialog.className = "rw-keys md-typeset";
    heading.id = "rw-keys";
    dialog.setAttribute("aria-labelledby", heading.id);
    LIST.forEach(function (pair) {
      var term = made("dt");
      term.append(made("kbd", pair[0]));
      list.append(term, made("dd", pair[1]));
    });
    box.type = "checkbox";
    box.checked = root.dataset.rwKeys !== "off";
    box.addEventListener("change", function () { set(!box.checked, true); });
    label.append(box, " Keys of one letter or sign are on");
    close.type = "button";
    close.className = "rw-button";
    close.addEventListener("click", function () { dialog.close(); });
    dialog.append(heading, list, label, close);
    document.body.append(dialog);
  }

  function open() {
    if (!dialog) { build(); }
    dialog.showModal();
  }

  /* The case that begins next below what is read, or last above it; its number takes the keyboard. */
  function go(way) {
    var heads = Array.prototype.filter.call(document.querySelectorAll(".rw-case[id]"), function (one) { return one.offsetParent; });
    var at = heads.findIndex(function (one) { return one.contains(document.activeElement); });
    if (at < 0) {
      at = heads.filter(function (one) { return one.getBoundingClientRect().top < LINE; }).length - 1;
      /* first to the head of the case that is read */
      if (way < 0 && heads[at] && heads[at].getBoundingClientRect().top < -LINE) { at += 1; }
    }
    var head = heads[at + way];
    if (!head) { return; }
    head.scrollIntoView();
    (head.querySelector("a") || head).focus({ preventScroll: true });
  }

  document.addEventListener("keydown", function (event) {
    var typing = /^(?:INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) || event.target.isContentEditable;
    if (typing || event.ctrlKey || event.metaKey || event.altKey || root.dataset.rwKeys === "off" || document.querySelector("dialog[open]")) { return; }
    if (event.key === "n" || event.key === "p") { go(event.key === "n" ? 1 : -1); }
    if (event.key === "?") {
      event.preventDefault();
      open();
    }
  });
  document.querySelectorAll("[data-rw-keys-list]").forEach(function (button) {
    button.hidden = false;
    button.addEventListener("click", open);
  });
  set(kept());
})();
