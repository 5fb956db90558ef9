/* On every page of a book: if the reader has laid words of their own over it, they are shown, and the page *Your own copy* is made to work.
   Nothing is loaded where there is neither. Scripts are loaded by elements, so that it works from a disk. */
(() => {
  "use strict";
  const here = document.currentScript.src, banner = document.querySelector("[data-rw-book]"), page = document.querySelector(".rw-copy");
  if (!banner) return;
  const folder = banner.dataset.rwBook;

  function kept() { try { return localStorage.getItem(`rulewright-copy-${folder}`); } catch { return null; } }

  function script(address) {
    return new Promise((resolve, reject) => {
      const element = document.createElement("script");
      element.src = address;
      element.addEventListener("load", resolve);
      element.addEventListener("error", () => reject(new Error(`${address} is not there`)));
      document.head.append(element);
    });
  }

  async function start() {
    if (page) await script(new URL("../find/numbers.js", here).href);
    await script(new URL("copy.js", here).href);
    await script(new URL("copy-data.js", location.href).href);
    const C = globalThis.rulewrightCopy, book = C.book(folder);
    if (page) C.manage(page, book);
    else C.show(book, C.store.kept(folder));
  }

  if (page || kept()) start().catch(() => undefined); // a book that holds every case now has no data for it
})();
