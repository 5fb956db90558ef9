/* The acts of amendment carried out on a reader's own text of a case, as the fold of the rulebook does it (`rulebook/acts.py`, `fold.py`,
   `order.py`). What a source does to a case comes from the build as a list (`rulebook/worklist.py`).

   A source to do: `source`, `on` (amendments), `moves`, `renames` (terms renamed throughout, last of all); `without`: the amendments of earlier sources that it withdraws, each as its source and
   its place there. An amendment: `part`, `acts`, `adds` (paragraphs), `instead` (paragraphs that take
   the place of the case). An act: `do`, `says`, its words `old` and `new`; `away`: its words are not held. */
(() => {
  "use strict";
  const C = (globalThis.rulewrightCopy = globalThis.rulewrightCopy || {});
  const W = C.words;
  const ON_WORDS = ["strikes", "strikes from", "inserts", "replaces words", "replaces tail", "redirects", "deletes part"];
  const NO_ORDER = "another amendment of the same source acts on the same words, and neither comes first";

  /** The text of a case after all sources, and what became of each act: `done`, `recorded` or `misfit`, and why. */
  function carriedOut(own, held, sources) {
    let one = { text: own, held, deleted: false };
    const acts = [];
    sources.forEach((todo, at) => {
      if (todo.without) one = carriedOut(own, held, sources.slice(0, at).map((earlier) => withoutThem(earlier, todo.without)));
      one = amended(one, todo, acts);
      if (todo.moves) one = { ...one, text: one.text.map((each) => (each.source === todo.source ? each : { ...each, text: C.prose.moved(each.text, todo.moves) })) };
      for (const pairs of one.deleted ? [] : todo.renames || []) one = { ...one, text: one.text.map((each) => (each.struck ? each : { ...each, text: C.prose.renamed(each.text, pairs) })) };
    });
    return { ...one, acts };
  }

  /** A source to do, without the amendments of it that are withdrawn; what these are comes from the last withdrawal, so its own counts no more. */
  function withoutThem(todo, withdrawn) {
    const on = todo.on.filter((_, at) => !withdrawn.some(([source, place]) => source === todo.source && place === at));
    return { ...todo, on, without: undefined };
  }

  /** First all acts of a source, on the text as it was, then all that it adds. */
  function amended(before, todo, acts) {
    const unordered = withoutOrder(before, todo), acted = [];
    let one = before;
    todo.on.forEach((amendment, at) => {
      if (one.deleted) return;
      const doing = actedOn(one, amendment, todo.source);
      acted.push(amendment);
      acts.push(...doing.acts.map((act) => ({ ...act, source: todo.source, ...(unordered.has(at) && act.state !== "recorded" ? { state: "misfit", why: NO_ORDER } : {}) })));
      one = doing.one;
      if (amendment.instead && !one.deleted) {
        one = { ...one, text: [...emptied(one.text), ...from(amendment.instead, todo.source)], held: amendment.insteadHeld };
      }
    });
    return acted.reduce((there, amendment) => ({ ...there, text: W.placed(there.text, amendment.part, from(amendment.adds || [], todo.source)) }), one);
  }

  const from = (paragraphs, source) => paragraphs.map((one) => ({ ...one, source }));
  const emptied = (text) => text.map((one) => ({ ...one, struck: true }));

  function actedOn(one, amendment, source, wanted = () => true) {
    const doing = { one, part: amendment.part, source, cut: null, acts: [], fits: true };
    for (const act of (amendment.acts || []).filter(wanted)) {
      const said = (state, why) => doing.acts.push({ says: act.says, state, ...(why ? { why } : {}) });
      try {
        said(ACTS[act.do](doing, act) ? "done" : "recorded");
      } catch (misfit) {
        if (!(misfit instanceof W.Unfit)) throw misfit;
        doing.fits = doing.fits && !doing.one.held;
        if (doing.one.held) said("misfit", misfit.message);
        else said("recorded");
      }
    }
    return doing;
  }

  /* Each does an act and says whether it was carried out; else it is recorded. */
  const ACTS = {
    "replaces case"(doing, act) {
      doing.one = { text: emptied(doing.one.text), held: Boolean(act.held), deleted: Boolean(act.deleted) };
      return !act.away;
    },
    "deletes case"(doing) {
      doing.one = { ...doing.one, text: emptied(doing.one.text), deleted: true };
      return true;
    },
    "deletes part"(doing, act) {
      if (act.elsewhere) return true;
      if (act.away || !doing.one.held) return false;
      if (!doing.part) throw new W.Unfit("the amendment does not say which part");
      const regions = W.partOf(doing.one.text, doing.part);
      if (JSON.stringify(regions) === JSON.stringify(W.whole(doing.one.text))) {
        throw new W.Unfit(`\`${doing.part}\` is not a step, paragraph or sentence of the case`);
      }
      return put(doing, W.struck(doing.one.text, regions));
    },
    strikes: onWords((doing, act, text) => W.changed(text, W.theWords(text, doing.part, act.old), "")),
    "replaces words": onWords((doing, act, text) => W.changed(text, W.theWords(text, doing.part, act.old), act.new)),
    inserts: onWords((doing, act, text) => W.inserted(text, W.theWords(text, doing.part, act.old), act.new)),
    "strikes from": onWords((doing, act, text) => {
      const [after, cut] = W.cutToEnd(text, doing.part, act.old);
      doing.cut = cut;
      return after;
    }),
    "replaces tail": onWords((doing, act, text) => (doing.cut && act.new ? W.tailed(text, doing.cut, act.new) : null)),
    appends: onWords((doing, act, text) => {
      if (!doing.one.held) return act.there ? [...text, { text: act.new, source: doing.source }] : null;
      return W.appended(text, doing.part, act.new, doing.source);
    }),
    redirects: onWords((doing, act, text) => {
      const within = new Set(W.partOf(text, doing.part).map((one) => one.paragraph));
      const after = text.map((one, at) => (within.has(at) ? { ...one, text: C.prose.redirected(one.text, act.old, act.new) } : one));
      if (!act.elsewhere && after.every((one, at) => one.text === text[at].text)) throw new W.Unfit(`the text makes no reference to \`${act.old}\``);
      return after;
    }),
    confirms: onWords((doing, act, text) => {
      if (act.old !== undefined) W.theWords(text, doing.part, act.old);
      return text;
    }),
    /** What is withdrawn is no more in the text that it is given; where that is the case itself, it goes. */
    withdraws(doing, act) {
      if (act.deleted) doing.one = { ...doing.one, text: emptied(doing.one.text), deleted: true };
      return true;
    },
    adds: (doing, act) => !act.away,
    other: () => true,
  };

  function onWords(after) {
    return (doing, act) => {
      if (act.away) return false;
      const text = after(doing, act, doing.one.text);
      return text !== null && put(doing, text);
    };
  }

  function put(doing, text) {
    doing.one = { ...doing.one, text };
    return true;
  }

  /* ---- amendments between which there is no order ----------------------------------------------------------------------------------- */

  const isOnWords = (act) => ON_WORDS.includes(act.do), isAppending = (act) => act.do === "appends";
  const takesOut = (amendment) => (amendment.acts || []).some((act) => act.do === "replaces case" || act.do === "deletes case");

  /** The places of the amendments of a source that meet another on the same words, where the order of the two makes a difference. */
  function withoutOrder(one, todo) {
    const found = new Set();
    todo.on.forEach((first, at) => {
      todo.on.slice(at + 1).forEach((second, behind) => {
        if (!takesOut(first) && !takesOut(second) && [...(first.acts || []), ...(second.acts || [])].some(isOnWords)
            && !(commute(one, first, second) && commute(one, second, first))) {
          found.add(at).add(at + 1 + behind);
        }
      });
    });
    return found;
  }

  /** Whether both orders fit and give the same words. What does not fit alone is not for want of an order, unless the other makes its words. */
  function commute(one, first, second) {
    const appends = (act) => isOnWords(act) || isAppending(act);
    const a = actedOn(one, first, "", appends), b = actedOn(one, second, "", isOnWords);
    const there = actedOn(a.one, second, "", isOnWords), back = actedOn(b.one, first, "", appends);
    if (!a.fits || !b.fits) return there.fits === b.fits && back.fits === a.fits;
    const words = (doing) => JSON.stringify(doing.one.text.map((each) => each.text));
    return there.fits && back.fits && words(there) === words(back);
  }

  C.carriedOut = carriedOut;
})();
