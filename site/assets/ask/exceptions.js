/* What would change an answer, in its first line: `unless there is another unit`. Each exception is a button that takes it so. */
(() => {
  "use strict";
  const A = globalThis.rulewrightAsk;
  const { capital, el, ended } = A;
  const VOWEL = /^(?!uni(?!n)|us[eu]|eu|one\b)[aeiou]/; // `an army`, `a unit`
  const MOST_NAMED = 3; // the rest is counted, and listed under the answer

  /** The premises without which an answer is another one or not certain, each by itself. */
  const decisive = (answer) => answer.rests_on.filter((one) => one.alone);

  /** What is so if a premise is not: `the weather is not clear`. */
  function exception(words, { no_other: kind, key, value }) {
    if (kind !== null) {
      const name = words.kind(kind);
      return `there is ${words.things.has(kind) ? "another" : VOWEL.test(name) ? "an" : "a"} ${name}`;
    }
    if (typeof value === "boolean") return words.states(key, !value);
    return `${words.say("is", key)} not ${words.value(A.declared(words.core, key.name).type, value)}`;
  }

  /** The answer as a sentence with its exceptions; `turn` gives what a premise is turned over by. */
  function withExceptions(words, answer, turn) {
    if (answer.usual) return [usually(words, answer)];
    const sentence = A.sentence(words, answer);
    const premises = decisive(answer);
    if (!premises.length) return [sentence];
    const text = (one) => exception(words, one);
    const button = (one) => el("button", { type: "button", cls: "rw-exception", "aria-label": `${text(one)}: take it so`, data: { key: `x:${one.no_other ?? one.fact}` }, on: { click: turn(one) } }, text(one));
    const more = premises.length - MOST_NAMED;
    const parts = [...premises.slice(0, MOST_NAMED).map(button), ...(more > 0 ? [`one of ${more} more below is otherwise`] : [])];
    const between = (place) => (place === 0 ? "" : place === parts.length - 1 ? " or " : ", ");
    return [`${sentence.replace(/[.]$/, "")}, unless `, ...parts.flatMap((part, place) => [between(place), part]), "."];
  }

  /** The usual value of the fact that is asked for, and the rules that would give it another one. */
  function usually(words, { key, value, contrary }) {
    const rules = contrary.map((one) => `${words.states(key, one.value)} by ${words.case(one.case).shown}${one.conditions.length ? ` if ${one.conditions.join(" and ")}` : ""} (not said)`);
    return ended(`Usually ${[words.states(key, value), ...rules].join("; ")}`);
  }

  /** The kinds of which an answer takes it that there are no others, and of which the reader has named none. */
  function unnamedKinds(answer, things) {
    return decisive(answer).map((one) => one.no_other).filter((kind) => kind !== null && !things.some(([record]) => record === kind));
  }

  Object.assign(A, { capital, decisive, unnamedKinds, withExceptions });
})();
