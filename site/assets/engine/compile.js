/* Terms as functions, made once for a core: `code(situation, environment)` gives a value, or an `Open`. As `engines/interpreter/compile.py`,
   `tables.py` and `reachability.py`. An environment is an array of the values that are bound. */
((R) => {
  "use strict";
  const { SILENT, WrongInput, add, anyOf, both, has, hashed, isOpen, isWhole, join, joinAll, notHeld, openBy, opposite, order, plain, same } = R;

  /** The code of `of` and then `work` on its value; of `none` there is nothing to work out. */
  const strictOne = (of, work) => (s, e) => {
    const value = of(s, e);
    return isOpen(value) ? value : value === null ? SILENT : work(value);
  };
  /** The reasons of two of which the first is open. Where a fact is lacking, the other is looked at when it is known. */
  const openWith = (one, right, s, e) => {
    const other = one.facts.length ? one : right(s, e);
    return isOpen(other) ? join(one, other) : one;
  };
  const strictTwo = (left, right, work) => (s, e) => {
    const one = left(s, e);
    if (isOpen(one)) return openWith(one, right, s, e);
    const other = right(s, e);
    return isOpen(other) ? other : work(one, other);
  };
  const strictNumbers = (left, right, work) =>
    strictTwo(left, right, (one, other) => (one === null || other === null ? SILENT : work(one, other)));
  const negation = (code) => (s, e) => opposite(code(s, e));

  function conjunction(codes) {
    return (s, e) => {
      let opened = null;
      for (const code of codes) {
        const value = code(s, e);
        if (value === false) return false;
        if (value !== true) opened = opened ? join(opened, value) : value;
      }
      return opened || true;
    };
  }

  function disjunction(codes) {
    return (s, e) => {
      let opened = null;
      for (const code of codes) {
        const value = code(s, e);
        if (value === true) return true;
        if (value !== false) opened = opened ? join(opened, value) : value;
      }
      return opened || false;
    };
  }

  /** An environment with a variable in its slot. */
  function bound(e, slot, ...values) {
    const found = e.slice(0, slot);
    found.push(...values);
    return found;
  }

  class Compiler {
    constructor(machine) {
      this.machine = machine;
      this.core = machine.core;
      this.groups = new Map();
    }

    compile(term) {
      if (!has(FORMS, term.kind)) throw new WrongInput(`\`${term.kind}\` is not known to this engine`);
      return FORMS[term.kind](this, term);
    }

    /** The key of a fact or question of these arguments, or an `Open` where one of them is open. */
    keyed(root, args) {
      if (!args.length) return () => root;
      if (args.every((arg) => arg.kind === "variable")) {
        const slots = args.map((arg) => arg.slot);
        if (slots.length === 1) return (s, e) => root.with(e[slots[0]]);
        return (s, e) => {
          let key = root;
          for (const slot of slots) key = key.with(e[slot]);
          return key;
        };
      }
      const several = this.several(args);
      return (s, e) => {
        const found = several(s, e);
        return isOpen(found) ? found : root.of(found);
      };
    }

    several(args) {
      const codes = args.map((arg) => this.compile(arg));
      return (s, e) => {
        const found = [];
        let opened = null;
        for (const code of codes) {
          const value = code(s, e);
          if (isOpen(value)) opened = opened ? join(opened, value) : value;
          found.push(value);
        }
        return opened || found;
      };
    }

    fact(term) {
      const decl = this.core.facts[term.fact];
      const keyed = this.keyed(this.machine.fact(term.fact), term.args);
      const between = decl.symmetric || decl.never_of_itself;
      return (s, e) => {
        let key = keyed(s, e);
        if (isOpen(key)) return key;
        if (between) {
          if (this.machine.ofItself(key)) return false;
          key = this.machine.inOrder(key);
        }
        const value = s.facts.get(key);
        return value === undefined ? s.unknown(key) : value;
      };
    }

    ask(question, args) {
      const keyed = this.keyed(this.machine.question(question), args);
      return (s, e) => {
        const key = keyed(s, e);
        return isOpen(key) ? key : s.result(key).value;
      };
    }

    /** Whether the `may not` of this address stands; where the answer is given or supposed, whether it is that. */
    barred(term) {
      const keyed = this.keyed(this.machine.question(term.question), term.args);
      return (s, e) => {
        const key = keyed(s, e);
        if (isOpen(key)) return key;
        const result = s.result(key);
        return result.fixed ? result.value === "forbidden" : anyOf(result.bars(term.by).map((one) => one.stands()));
      };
    }

    upTo(term) {
      const keyed = this.keyed(this.machine.question(term.question), term.args);
      return (s, e) => {
        const key = keyed(s, e);
        return isOpen(key) ? key : s.upTo(key, term.stage);
      };
    }

    asIf(term) {
      const { supposed } = term;
      const isFact = supposed.kind === "fact";
      const of = this.compile(term.of);
      const value = this.compile(term.value);
      const keyed = this.keyed(isFact ? this.machine.fact(supposed.fact) : this.machine.question(supposed.question), supposed.args);
      return (s, e) => {
        const key = keyed(s, e);
        const taken = value(s, e);
        if (isOpen(key) || isOpen(taken)) return joinAll([key, taken].filter(isOpen));
        return of(s.supposing(isFact, isFact ? this.machine.inOrder(key) : key, taken), e);
      };
    }

    // ---- comparisons -----------------------------------------------------------------------------------------------------------

    /** The place of a value on its scale, or the number itself. */
    ranked(scale, code) {
      if (scale === null) return code;
      const { values } = this.core.enums[scale];
      return strictOne(code, (value) => values.indexOf(value));
    }

    compare(term) {
      const left = this.ranked(term.scale, this.compile(term.left));
      const isEqual = term.op === "is" || term.op === "is not";
      if (isEqual && term.right.kind === "constant") {
        const constant = plain(term.right.value);
        const wanted = term.op === "is";
        return (s, e) => {
          const value = left(s, e);
          return isOpen(value) ? value : same(value, constant) === wanted;
        };
      }
      const right = this.ranked(term.scale, this.compile(term.right));
      return (isEqual ? strictTwo : strictNumbers)(left, right, R.COMPARISONS[term.op]);
    }

    inSet(term) {
      let of = this.compile(term.of);
      if (term.scale === null && term.members.every(([low, high]) => low.kind === "constant" && high === null)) {
        const values = new Set(term.members.map(([low]) => hashed(plain(low.value))));
        return (s, e) => {
          const value = of(s, e);
          return isOpen(value) ? value : values.has(hashed(value)) !== term.negated;
        };
      }
      of = this.ranked(term.scale, of);
      const parts = term.members.map(([low, high]) => {
        const lowest = this.ranked(term.scale, this.compile(low));
        if (high === null) return strictTwo(of, lowest, same);
        const highest = this.ranked(term.scale, this.compile(high));
        const from = strictTwo(of, lowest, (value, other) => value !== null && order(value, other) >= 0);
        const to = strictTwo(of, highest, (value, other) => value !== null && order(value, other) <= 0);
        return conjunction([from, to]);
      });
      return term.negated ? negation(disjunction(parts)) : disjunction(parts);
    }

    /** The condition on members of a group; null where every thing of the kind is one. */
    group(name) {
      if (!this.groups.has(name)) {
        const condition = this.core.groups[name].with;
        this.groups.set(name, condition === null ? null : this.compile(condition));
      }
      return this.groups.get(name);
    }

    inGroup(term) {
      const of = this.compile(term.of);
      const args = this.several(term.args);
      const belongs = (s, e) => {
        const value = of(s, e);
        const found = args(s, e);
        if (isOpen(value) || isOpen(found)) return joinAll([value, found].filter(isOpen));
        if (value === null || !R.belongsTo(s, this.core.groups[term.group].record, value)) return false;
        const condition = this.group(term.group);
        return condition === null ? true : condition(s, [...found, value]);
      };
      return term.negated ? negation(belongs) : belongs;
    }

    linked(term) {
      const link = this.compile(term.link);
      const ends = this.several([term.first, term.last]);
      return (s, e) => {
        const found = ends(s, e);
        if (isOpen(found)) return found;
        if (found[0] === null || found[1] === null) return SILENT;
        const there = new Map([...R.thoseThere(s, term.record), [found[0], true], [found[1], true]]);
        this.machine.work(there.size ** 2);
        return reached(there, found[0], found[1], (one, other) => link(s, bound(e, term.slot, one, other)));
      };
    }

    // ---- collections -----------------------------------------------------------------------------------------------------------

    /** Each that may belong, with whether it does, or an `Open` where the set itself is open. */
    members({ over, slot, with: condition }) {
      const inside = condition === null ? null : this.compile(condition);
      const candidates = this.candidates(over);
      return (s, e) => {
        const found = candidates(s, e);
        if (isOpen(found)) return found;
        this.machine.work(found.length);
        if (inside === null) return found.filter(([, belongs]) => belongs !== false);
        const kept = [];
        for (const [member, there] of found) {
          const belongs = both(there, inside(s, bound(e, slot, member)));
          if (belongs !== false) kept.push([member, belongs]);
        }
        return kept;
      };
    }

    candidates(over) {
      switch (over.kind) {
        case "things":
          return (s) => R.thoseThere(s, over.record);
        case "span": {
          this.machine.spend(over.high - over.low);
          const numbers = [];
          for (let number = over.low; number <= over.high; number += 1) numbers.push([number, true]);
          return () => numbers;
        }
        case "values": {
          const values = this.core.enums[over.enum].values.map((value) => [value, true]);
          return () => values;
        }
        case "members": {
          const args = this.several(over.args);
          return (s, e) => {
            const found = args(s, e);
            if (isOpen(found)) return found;
            const condition = this.group(over.group);
            const there = R.thoseThere(s, this.core.groups[over.group].record);
            return condition === null ? there : there.map(([thing, is]) => [thing, both(is, condition(s, [...found, thing]))]);
          };
        }
        default:
          throw new WrongInput(`\`${over.kind}\` is not known to this engine`);
      }
    }

    some(term) {
      const members = this.members(term.domain);
      return (s, e) => {
        const found = members(s, e);
        return isOpen(found) ? found : anyOf(found.map(([, belongs]) => belongs));
      };
    }

    every(term) {
      const members = this.members(term.domain);
      const body = this.compile(term.body);
      return (s, e) => {
        const found = members(s, e);
        if (isOpen(found)) return found;
        let failing = false;
        for (const [member, belongs] of found) {
          const fails = both(belongs, opposite(body(s, bound(e, term.domain.slot, member))));
          if (fails === true) return false;
          failing = anyOf([failing, fails]);
        }
        return opposite(failing);
      };
    }

    gathered(term) {
      const members = this.members(term.domain);
      const inner = term.term === null ? null : this.compile(term.term);
      const howMany = term.most === null ? () => 0 : this.compile(term.most);
      const scale = term.scale === null ? [] : this.core.enums[term.scale].values;
      const none = term.none ? this.compile(term.none) : null;
      const isRanked = term.gather === "greatest" || term.gather === "least";
      return (s, e) => {
        const found = members(s, e);
        if (isOpen(found)) return openWith(found, howMany, s, e);
        const most = howMany(s, e);
        let opened = isOpen(most) ? most : null;
        const gathered = [];
        for (const [member, belongs] of found) {
          let value = inner === null ? true : inner(s, bound(e, term.domain.slot, member));
          if (scale.length && value === null) value = SILENT; // `none` has no place in an order
          for (const one of [belongs, value]) if (isOpen(one)) opened = opened ? join(opened, one) : one;
          const place = scale.indexOf(value);
          gathered.push(place < 0 ? value : place);
        }
        if (opened) return opened;
        if (none && !gathered.length) return none(s, e);
        const result = R.FINISHES[term.gather](gathered, most);
        return scale.length && isRanked && isWhole(result) ? scale[result] : result;
      };
    }

    // ---- numbers and scales ----------------------------------------------------------------------------------------------------

    pick(term) {
      const codes = term.args.map((arg) => this.ranked(term.scale, this.compile(arg)));
      const choose = term.pick === "greatest" ? R.greatest : R.least;
      return (s, e) => {
        const found = codes.map((code) => code(s, e));
        const opened = found.filter(isOpen);
        if (opened.length) return joinAll(opened);
        if (found.includes(null)) return SILENT;
        return term.scale === null ? choose(found) : this.core.enums[term.scale].values[choose(found)];
      };
    }

    shift(term, overflow) {
      const scale = this.core.enums[term.scale];
      const last = scale.values.length - 1;
      return strictNumbers(this.compile(term.of), this.compile(term.by), (value, by) => {
        const place = add(scale.values.indexOf(value), by);
        const beyond = R.greatest([R.minus(place), add(place, -last), 0]);
        if (overflow) return beyond;
        const isBelow = order(place, 0) < 0;
        if (beyond !== 0 && !(isBelow ? scale.clamp_below : scale.clamp_above)) return SILENT;
        return scale.values[isBelow ? 0 : R.least([R.ROUNDINGS.down(place), last])];
      });
    }
  }

  const GRANTED = { "may": ["permitted", "required"], "may not": ["forbidden"], "must": ["required"] };
  const FORMS = {
    "constant"(c, term) {
      const value = plain(term.value);
      return () => value;
    },
    "variable": (c, { slot }) => (s, e) => e[slot],
    "fact": (c, term) => c.fact(term),
    "ask": (c, term) => c.ask(term.question, term.args),
    "ask verdict"(c, term) {
      const yes = GRANTED[term.permission];
      const ask = c.ask(term.question, term.args);
      return (s, e) => {
        const value = ask(s, e);
        return isOpen(value) ? value : yes.includes(value);
      };
    },
    "barred": (c, term) => c.barred(term),
    "up to": (c, term) => c.upTo(term),
    "as if": (c, term) => c.asIf(term),
    "compare": (c, term) => c.compare(term),
    "in set": (c, term) => c.inSet(term),
    "in group": (c, term) => c.inGroup(term),
    "not": (c, term) => negation(c.compile(term.of)),
    "and": (c, term) => conjunction(term.parts.map((part) => c.compile(part))),
    "or": (c, term) => disjunction(term.parts.map((part) => c.compile(part))),
    "some": (c, term) => c.some(term),
    "every": (c, term) => c.every(term),
    "gathered": (c, term) => c.gathered(term),
    "linked": (c, term) => c.linked(term),
    "arithmetic": (c, term) => strictNumbers(c.compile(term.left), c.compile(term.right), R.OPERATORS[term.operator]),
    "minus": (c, term) => strictOne(c.compile(term.of), R.minus),
    "rounded": (c, term) => strictOne(c.compile(term.of), R.ROUNDINGS[term.rounding]),
    "pick": (c, term) => c.pick(term),
    "shifted": (c, term) => c.shift(term, false),
    "overflow": (c, term) => c.shift(term, true),
  };

  // ---- tables ------------------------------------------------------------------------------------------------------------------

  /** The cell at the arguments, or an `Open` where table, row or cell is not there; notes row and column in `situation.rows`. */
  function compileTable(compiler, table) {
    if (!table.held || !table.rows.length) return () => notHeld(table.case);
    const [noRow, emptyCell] = [openBy("no row", table.case), openBy("empty cell", table.case)];
    const rows = axis(table, table.rows.map((row) => row.keys), table.row_slots);
    const columns = table.columns.length ? axis(table, table.columns, table.column_slots) : () => 0;
    const cells = table.rows.map((row) => row.cells.map((cell) => (cell === null ? null : compiler.compile(cell))));
    const last = isLastRow(table.rows[table.rows.length - 1].keys) ? table.rows.length - 1 : null;
    return (s, e) => {
      let row = rows(e);
      if (row === null) return noRow;
      const column = columns(e);
      if (last !== null && column !== null && !cells[row][column]) row = last;
      s.rows.push([row, column]);
      if (column === null) return noRow;
      return cells[row][column] ? cells[row][column](s, e) : emptyCell;
    };
  }

  /** Finds the place of the keys that hold of an environment: by an index where all are single values, else by a search. */
  function axis(table, keys, slots) {
    const name = (values) => values.map((value) => `${typeof value} ${value}`).join("\n");
    const index = new Map();
    const searched = [];
    keys.forEach((several, place) => {
      if (several.every((key) => key.kind === "one of" && key.values.length === 1)) {
        const text = name(several.map((key) => plain(key.values[0])));
        if (!index.has(text)) index.set(text, place);
      } else searched.push(place);
    });
    const ends = slots.map((_, position) => endsOf(table, keys, position));
    return (e) => {
      const values = slots.map((slot, position) => within(table, ends[position], e[slot]));
      const found = index.get(name(values));
      if (found !== undefined) return found;
      const place = searched.find((one) => keys[one].every((key, position) => keyHolds(key, values[position])));
      return place === undefined ? null : place;
    };
  }

  function within(table, ends, value) {
    if (ends === null || value === null) return value;
    const [low, high] = ends;
    if (table.clamp_below && low !== null && order(value, low) < 0) return low;
    return table.clamp_above && high !== null && order(value, high) > 0 ? high : value;
  }

  /** Whether these are the keys of a row `otherwise`: it holds where no other row does, and at the empty cells of the others. */
  const isLastRow = (keys) => keys.every((key) => key.kind === "any");

  function keyHolds(key, value) {
    if (key.kind === "any") return true;
    if (key.kind === "one of") return key.values.some((one) => same(plain(one), value));
    return value !== null && (key.low === null || order(value, plain(key.low)) >= 0) && (key.high === null || order(value, plain(key.high)) <= 0);
  }

  /** The least and the greatest number among the keys of one argument; null where the table does not clamp by numbers. */
  function endsOf(table, keys, position) {
    if (!table.clamp_below && !table.clamp_above) return null;
    const lows = [];
    const highs = [];
    for (const several of keys.filter((one) => !isLastRow(one))) {
      const key = several[position];
      const values = key.kind === "one of" ? key.values.map(plain) : [];
      if (key.kind === "range") {
        lows.push(plain(key.low));
        highs.push(plain(key.high));
      } else if (key.kind === "one of" && values.every(isWhole)) {
        lows.push(...values);
        highs.push(...values);
      } else return null;
    }
    if (!lows.length) return null;
    return [lows.includes(null) ? null : R.least(lows), highs.includes(null) ? null : R.greatest(highs)];
  }

  // ---- links -------------------------------------------------------------------------------------------------------------------

  /** Whether `last` is reached from `first`; `there` are the things, each with whether it is there. */
  function reached(there, first, last, linkOf) {
    const kept = new Map();
    const link = (one, other) => {
      const name = `${one}\n${other}`;
      if (!kept.has(name)) kept.set(name, linkOf(one, other));
      return kept.get(name);
    };
    let found = new Map();
    for (const [thing, is] of there) found.set(thing, both(is, link(first, thing)));
    for (let round = 0; round < 2 * there.size; round += 1) {
      if (found.get(last) === true) return true;
      const wider = new Map();
      for (const [thing, soFar] of found) wider.set(thing, both(there.get(thing), anyOf([soFar, ...through(found, thing, link)])));
      const before = found;
      if ([...wider].every(([thing, value]) => alike(before.get(thing), value))) break;
      found = wider;
    }
    return found.get(last);
  }

  const through = (found, thing, link) =>
    found.get(thing) === true ? [] : [...found].filter(([, value]) => value !== false).map(([other, value]) => both(value, link(other, thing)));

  const sameSet = (one, other) => one.length === other.length && one.every((each) => other.includes(each));

  function alike(one, other) {
    if (!(isOpen(one) && isOpen(other))) return one === other;
    return one.conflict === other.conflict && one.outside === other.outside && sameSet(one.whys, other.whys) && sameSet(one.facts, other.facts) && sameSet(one.readings, other.readings);
  }

  Object.assign(R, { Compiler, compileTable });
})(globalThis.Rulewright);
