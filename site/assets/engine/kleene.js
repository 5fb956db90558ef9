/* What is open and why, truth of three values, exact numbers: as `engines/interpreter/unknown.py` and `kleene.py`.

   A whole number up to 2^53 is a JavaScript number; every other number is an `Exact`, a pair of BigInt in lowest terms. */
((R) => {
  "use strict";

  /** What is wrong with what was given: a sentence. */
  class WrongInput extends Error {}

  // ---- open ------------------------------------------------------------------------------------------------------------------

  /** Why a condition or an answer is open. `facts` are keys in the order in which they were met, `whys` of being undetermined. */
  class Open {
    constructor(conflict, whys, facts, readings, outside = false) {
      this.conflict = conflict;
      this.whys = whys;
      this.facts = facts;
      this.readings = readings;
      this.outside = outside; // a result out of its range is among the reasons
    }
  }

  const NONE = [];
  const KNOWN = new Map();

  /** The reason `why` about a case, or about none: one object for each, so that lists of reasons have it once. */
  function reason(why, about) {
    const name = `${why}\n${about}`;
    if (!KNOWN.has(name)) KNOWN.set(name, { why, case: about });
    return KNOWN.get(name);
  }

  const openBy = (why, about) => new Open(false, [reason(why, about)], NONE, NONE);
  const openFor = (facts) => new Open(false, NONE, facts, NONE);
  const openReadings = (readings, conflict = false, outside = false) => new Open(conflict, NONE, NONE, readings, outside);
  const CONFLICT = new Open(true, NONE, NONE, NONE);
  const OUT_OF_RANGE = new Open(false, NONE, NONE, NONE, true);
  const SILENT = openBy("silent", null);
  const NOUGHT = openBy("zero divisor", null);
  const TIE = openBy("tie", null); // several fit where one is meant
  const NONE_THERE = openBy("none to choose from", null); // the greatest, least or only one of none
  const THROUGH_NONE = openBy("path through none", null); // a field of none, or an answer about it
  const impliedReason = (why, about) => openBy(why, about);
  const SAY_NOTHING = ["none to choose from", "path through none"];
  const notHeld = (about) => openBy("not held", about);

  /** Undetermined only because no rule speaks. */
  const saysNothing = (open) => open === SILENT
    || (open.whys.length > 0 && open.whys.every((one) => SAY_NOTHING.includes(one.why)) && !open.conflict && !open.outside && !open.facts.length && !open.readings.length);

  const union = (one, other) => (one === other || !other.length ? one : !one.length ? other : [...new Set([...one, ...other])]);

  /** Both reasons. */
  function join(one, other) {
    if (one === other) return one;
    const { conflict, whys, facts, readings, outside } = other;
    return new Open(one.conflict || conflict, union(one.whys, whys), union(one.facts, facts), union(one.readings, readings), one.outside || outside);
  }

  const joinAll = (several) => several.reduce(join);

  // ---- truth -----------------------------------------------------------------------------------------------------------------

  const isOpen = (value) => value instanceof Open;
  const opposite = (value) => (isOpen(value) ? value : !value);

  function both(one, other) {
    if (one === false || other === false) return false;
    if (one === true) return other;
    return other === true ? one : join(one, other);
  }

  const allOf = (parts) => parts.reduce(both, true);

  /** A long `or`; parts are worked out until one is true. */
  function anyOf(parts) {
    let opened = null;
    for (const value of parts) {
      if (value === true) return true;
      if (value !== false) opened = opened ? join(opened, value) : value;
    }
    return opened || false;
  }

  // ---- exact numbers ---------------------------------------------------------------------------------------------------------

  class Exact {
    constructor(above, below) {
      this.above = above;
      this.below = below;
    }
    toString() {
      return this.below === 1n ? `${this.above}` : `${this.above}/${this.below}`;
    }
    toJSON() {
      return this.toString();
    }
  }

  const above = (number) => (number instanceof Exact ? number.above : BigInt(number));
  const below = (number) => (number instanceof Exact ? number.below : 1n);

  /** A quotient of two BigInt as a number. */
  function exact(over, under = 1n) {
    if (under < 0n) [over, under] = [-over, -under];
    let [divisor, rest] = [over < 0n ? -over : over, under];
    while (rest) [divisor, rest] = [rest, divisor % rest];
    if (divisor > 1n) [over, under] = [over / divisor, under / divisor];
    const whole = under === 1n ? Number(over) : NaN;
    return Number.isSafeInteger(whole) ? whole : new Exact(over, under);
  }

  function add(one, other) {
    const sum = one + other;
    if (Number.isSafeInteger(sum)) return sum;
    return exact(above(one) * below(other) + above(other) * below(one), below(one) * below(other));
  }

  function times(one, other) {
    const product = typeof one === "number" && typeof other === "number" ? one * other : NaN;
    if (Number.isSafeInteger(product)) return product + 0; // no minus nought
    return exact(above(one) * above(other), below(one) * below(other));
  }

  const minus = (value) => times(-1, value);
  const divide = (one, other) => (other === 0 ? NOUGHT : exact(above(one) * below(other), below(one) * above(other)));

  /** Below, at or above nought, as one number is less than another, equal or more. */
  function order(one, other) {
    if (one instanceof Exact || other instanceof Exact) {
      [one, other] = [above(one) * below(other), above(other) * below(one)];
    }
    return one < other ? -1 : one > other ? 1 : 0;
  }

  const same = (one, other) =>
    one === other || (one instanceof Exact && other instanceof Exact && one.above === other.above && one.below === other.below);
  /** What stands for a value in sets and maps: equal values have equal ones. */
  const hashed = (value) => (value instanceof Exact ? `\n${value}` : value);
  const unique = (values) => (values.length > 1 ? [...new Map(values.map((one) => [hashed(one), one])).values()] : values);
  const least = (values) => values.reduce((one, other) => (order(other, one) < 0 ? other : one));
  const greatest = (values) => values.reduce((one, other) => (order(other, one) > 0 ? other : one));
  const isWhole = (value) => typeof value === "number" || (value instanceof Exact && value.below === 1n);

  function roundDown(value) {
    if (typeof value === "number") return value;
    const whole = value.above / value.below;
    return exact(whole * value.below > value.above ? whole - 1n : whole);
  }

  const ROUNDINGS = {
    "down": roundDown,
    "up": (value) => minus(roundDown(minus(value))),
    "to nearest": (value) => roundDown(add(value, new Exact(1n, 2n))), // halves go up
  };
  /** The value rounded as a rule says, to whole numbers or to multiples of its step. */
  function roundWith(rule, value) {
    const round = ROUNDINGS[rule.rounding], step = stepOf(rule);
    return step === 1 ? round(value) : times(round(divide(value, step)), step);
  }
  const stepOf = ({ step }) => (step === null || step === undefined ? 1 : plain(step));

  const OPERATORS = { "+": add, "-": (one, other) => add(one, minus(other)), "*": times, "/": divide };
  const COMPARISONS = {
    "is": same,
    "is not": (one, other) => !same(one, other),
    "is at least": (one, other) => order(one, other) >= 0,
    "is at most": (one, other) => order(one, other) <= 0,
    "is more than": (one, other) => order(one, other) > 0,
    "is less than": (one, other) => order(one, other) < 0,
  };

  const total = (values) => values.reduce(add, 0);
  const first = (values, most, sign) => [...values].sort((one, other) => sign * order(one, other)).slice(0, order(most, 0) > 0 ? Number(`${roundDown(most)}`) : 0);
  /** What is made of the values of all members; `most` is how many of them count, where not all do. */
  const FINISHES = {
    "number": (found) => found.length,
    "number of different": (found) => new Set(found.map(hashed)).size,
    "sum": total,
    "greatest": (found) => (found.length ? greatest(found) : NONE_THERE),
    "least": (found) => (found.length ? least(found) : NONE_THERE),
    "sum of the greatest": (found, most) => total(first(found, most, -1)),
    "sum of the least": (found, most) => total(first(found, most, 1)),
    "only": (found) => (found.length ? (found.length === 1 ? found[0] : TIE) : NONE_THERE),
  };

  /** A value of the document as one of the engine. */
  function plain(value) {
    if (value === null || typeof value !== "object" || value instanceof Exact) {
      if (typeof value === "number" && !Number.isSafeInteger(value)) throw new WrongInput(`${value} is not an exact number`);
      return value;
    }
    const part = (one) => (typeof one === "object" ? above(plain(one)) : BigInt(one));
    return exact(part(value.numerator), part(value.denominator));
  }

  /** A value of the engine as one of the document. */
  const written = (value) =>
    value instanceof Exact ? { kind: "fraction", numerator: `${value.above}`, denominator: `${value.below}` } : value;

  /** A document from its text; whole numbers too large for JavaScript are kept. */
  const read = (text) =>
    JSON.parse(text.replace(/"(?:[^"\\]|\\.)*"|-?\d{16,}/g, (found) =>
      found[0] === '"' ? found : `{"kind":"fraction","numerator":"${found}","denominator":1}`));

  const has = (object, name) => Object.prototype.hasOwnProperty.call(object, name);

  Object.assign(R, {
    WrongInput, Open, Exact, CONFLICT, OUT_OF_RANGE, SILENT, THROUGH_NONE, NOUGHT, COMPARISONS, FINISHES, OPERATORS, ROUNDINGS,
    add, allOf, anyOf, both, divide, greatest, has, hashed, impliedReason, isOpen, isWhole, join, joinAll, least, minus, notHeld, openBy, openFor, openReadings, opposite,
    order, plain, read, reason, roundWith, same, saysNothing, stepOf, times, union, unique, written,
  });
})((globalThis.Rulewright = globalThis.Rulewright || {}));
