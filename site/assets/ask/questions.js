/* The page "Ask the rules": the list of its questions, or the calculator of the one that the address holds. */
(() => {
  "use strict";
  const A = globalThis.rulewrightAsk;

  /** Shows the calculator where the address holds a question, and the list where it does not. */
  function follow(page, book) {
    const at = page.querySelector(".rw-calculator");
    const before = page.querySelector(".rw-question-list");
    const address = (state) => A.written(state);
    let calculator = null;
    let own = null; // what this page has written itself
    let place = 0; // how far down the list the reader was
    const count = () => (history.state && history.state.rwSteps) || 0; // the answers that the browser can take back
    const behind = A.el("button", { type: "button", hidden: true, on: { click: () => history.back() } }, "Back: take the last answer back");
    page.querySelector(".rw-to-list").append(behind);
    const tell = (changed, isStep) => {
      history[isStep ? "pushState" : "replaceState"]({ rwSteps: count() + (isStep ? 1 : 0) }, "", (own = A.written(changed)));
      behind.hidden = !count();
    };
    const steps = { note: () => {}, isBehind: () => false }; // its button is beside the way to the list
    const show = (event) => {
      if (location.hash === own && !at.hidden) return;
      const state = A.read(book, location.hash);
      behind.hidden = !count();
      const wasList = !before.hidden;
      at.hidden = state === null;
      before.hidden = state !== null;
      page.querySelector(".rw-to-list").hidden = state === null;
      if (state === null) return wasList ? null : back();
      own = location.hash;
      if (calculator && wasList === false && state.question === calculator.state.question) return calculator.show(state); // the way back or forth
      if (calculator) calculator.show(state, true);
      else calculator = new A.Calculator(at, book, state, { address, isChosen: Boolean(event), tell, history: steps });
      scrollTo(0, 0);
    };
    /** Where the reader was in the list, at the question that was left. */
    const back = () => {
      const left = calculator && [...before.querySelectorAll("li[data-question]")].find((one) => one.dataset.question === calculator.state.question && one.getClientRects().length);
      if (left) left.querySelector("a").focus({ preventScroll: true });
      scrollTo(0, place);
      requestAnimationFrame(() => before.hidden || scrollTo(0, place)); // after the browser, which knows the list only as short as it was
    };
    before.addEventListener("click", ({ target }) => {
      if (target.closest("li[data-question] a")) place = scrollY;
    });
    addEventListener("hashchange", show);
    show();
  }

  Object.assign(A, { follow });
})();
