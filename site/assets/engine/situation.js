/* One situation: what is known of the facts, and the answers worked out in it. As `engines/interpreter/situation.py`. */
((R) => {
  "use strict";
  const { BEATEN, FALSE, OPEN, SILENT, STANDS, THROUGH_NONE, both, impliedReason, isOpen, join, joinAll, notHeld, opposite, order, same } = R;

  const NONE = [];

  /** An answer being worked out; `inner` are the answers that were asked for on the way. */
  class Result {
    constructor(plan, key) {
      this.plan = plan;
      this.key = key;
      this.value = null;
      this.clash = false; // rules of its own disagree
      this.fixed = false; // it is given or supposed
      this.heldBack = false; // a table is silent that is not held here
      this.over = null; // a value outside what is declared
      this.asides = NONE;
      this.weighed = [];
      this.inner = [];
      this.steps = [];
    }
    /** The rules of this address that forbid. */
    bars(address) {
      return this.weighed.filter(({ live: { core } }) => core.verb === "may not" && core.addresses.some((one) => one.rule.id === address));
    }
  }

  /** One rule in one answer: how it stands, its effect, its first false condition, what beat it and why. */
  class Weighed {
    constructor(live, stage) {
      this.live = live;
      this.stage = stage;
      this.address = live.addresses[0];
      this.state = STANDS;
      this.opened = null;
      this.holds = false; // its own condition is known to be true
      this.effect = null;
      this.excused = null; // of a `must` that a `need not` goes before: how its requirement stands
      this.firstFalse = -1;
      this.row = null;
      this.cycle = false;
      this.by = null;
      this.why = "";
    }
    stands() {
      return this.state === OPEN ? this.opened : this.state === STANDS;
    }
  }

  class Situation {
    constructor(selection, facts, { fixed, things, openWorld, usual }) {
      this.selection = selection;
      this.machine = selection.machine;
      this.facts = facts;
      this.fixed = fixed;
      this.things = things;
      this.openWorld = openWorld;
      this.usual = usual;
      this.memo = new Map();
      this.stages = null;
      this.children = null;
      this.unknowns = null;
      this.frame = [];
      this.rows = [];
    }
    /** What a fact that is not known is taken for: its usual value where that is assumed, else open; a fact of `none`, or of a number out of range,
        has no value. */
    unknown(key) {
      this.unknowns = this.unknowns || new Map();
      let found = this.unknowns.get(key);
      if (found === undefined) {
        const { name, args } = key;
        const isNone = isOutside(R.boundsOf(this.machine.core.facts[name].params), args);
        const assumed = this.usual === null || isNone ? undefined : this.usual.of(key);
        found = assumed !== undefined ? assumed : !isNone ? R.openFor([key]) : args.includes(null) ? THROUGH_NONE : SILENT;
        this.unknowns.set(key, found);
      }
      return found;
    }
    /** The same situation with one fact or answer set. */
    supposing(isFact, key, value) {
      this.children = this.children || new Map();
      if (!this.children.has(key)) this.children.set(key, new Map());
      const kept = this.children.get(key);
      const name = R.hashed(value);
      if (!kept.has(name)) {
        const set = (map, is) => (is ? new Map(map).set(key, value) : map);
        kept.set(name, this.changed(set(this.facts, isFact), { fixed: set(this.fixed, !isFact) }));
      }
      const found = kept.get(name);
      found.frame = this.frame;
      return found;
    }

    /** The same situation with these facts, and with some fields changed. */
    changed(facts, fields) {
      return new Situation(this.selection, facts, { ...this, ...fields });
    }

    /** The same situation with memos of its own: what is worked out there leaves no trace here. */
    detached() {
      return this.changed(this.facts, { usual: this.usual === null ? null : this.usual.with({}) });
    }
    /** Whether a rule that is not in play might apply, if it were. */
    mayApply({ address }, args) {
      if (!isAbout(address.guards, args)) return false;
      const apart = this.detached();
      try {
        return R.allOf(address.parts.map((part) => part(apart, args))) !== false;
      } catch (wrong) {
        if (wrong instanceof R.WrongInput) return true;
        throw wrong;
      }
    }

    // ---- questions -------------------------------------------------------------------------------------------------------------

    /** The answer to a question, worked out once. */
    result(key) {
      let found = this.memo.get(key);
      if (found === undefined) this.memo.set(key, (found = this.answer(key, null)));
      this.frame.push(found);
      return found;
    }
    /** A value as it is after a stage. */
    upTo(key, stage) {
      this.stages = this.stages || new Map();
      if (!this.stages.has(key)) this.stages.set(key, []);
      const kept = this.stages.get(key);
      kept[stage] = kept[stage] || this.answer(key, stage);
      this.frame.push(kept[stage]);
      return kept[stage].value;
    }
    answer(key, last) {
      const plan = this.selection.plan(key.name);
      const result = new Result(plan, key);
      const fixed = last === null ? this.fixed.get(key) : undefined;
      if (fixed !== undefined) Object.assign(result, { value: fixed, fixed: true });
      else if (isOutside(plan.bounds, key.args)) result.value = key.args.includes(null) ? THROUGH_NONE : outsideOf(plan);
      else {
        const { frame } = this;
        this.frame = result.inner;
        if (plan.asides.length) result.asides = this.asides(plan, key.args);
        R.combine[plan.question.kind](this, result, last);
        this.frame = frame;
      }
      return result;
    }

    // ---- conditions ------------------------------------------------------------------------------------------------------------

    /** The settings-aside on a question that are in force (true) or open, as pairs. */
    asides({ asides }, args) {
      const conditions = asides.map((one) => this.inForce(one.when, one.maybe, args));
      const { states, reasons } = R.settle(conditions, asides.map((one) => one.attackers.map((other) => [other, true, null])));
      const found = asides.map((one, index) => [one, states[index] === STANDS || (states[index] === OPEN && reasons.get(index))]);
      return found.filter(([, active]) => active !== false);
    }
    /** Whether a statement is in force: what its `when` is, and open where its reading is. */
    inForce(when, maybe, args) {
      const value = when === null ? true : when(this, args);
      return maybe === null ? value : both(value, maybe);
    }
    /** Whether all conditions at one address of a rule hold; null where it is not about these arguments. */
    condition(weighed, args) {
      let found = null;
      for (const address of weighed.live.addresses) {
        if (!isAbout(address.guards, args)) continue;
        if (found === null) weighed.address = address;
        const value = this.parts(weighed, address, args);
        if (value === true) return true;
        if (found === null || found === false) found = value;
        else if (value !== false) found = join(found, value);
      }
      return found;
    }
    parts(weighed, address, args) {
      let opened = address.maybe;
      for (let number = 0; number < address.parts.length; number += 1) {
        const value = address.parts[number](this, args);
        if (value === true) continue;
        if (value === false) {
          if (weighed.address === address) weighed.firstFalse = number;
          return false;
        }
        opened = opened === null ? value : join(opened, value);
      }
      return opened === null ? true : opened;
    }
    /** A condition, or what a setting-aside makes of it. */
    aside(weighed, asides, condition) {
      for (const [{ aside }, active] of asides) {
        if (!aside.targets.includes(weighed.live.core.number)) continue;
        if (active === true) {
          Object.assign(weighed, { by: aside, why: "set aside", state: BEATEN });
          return false;
        }
        condition = condition === true ? active : join(condition, active);
      }
      return condition;
    }
    /** The rules of a stage that are about these arguments, each with how it stands, and the ways in which they may stand.
        `before` is the value that roundings are given; where that is open, `ofValue` gives the ways with each that it may be. */
    stage(result, number, before = null) {
      const plan = result.plan.stages[number];
      const { args } = result.key;
      const weighed = [];
      const conditions = [];
      this.machine.work(1 + plan.rules.length);
      for (const live of plan.rules) {
        const one = new Weighed(live, number);
        let condition = this.condition(one, args);
        if (condition === null) continue;
        one.holds = condition === true;
        if (condition !== false && result.asides.length) condition = this.aside(one, result.asides, condition);
        if (condition === false) {
          if (one.state !== BEATEN) one.state = FALSE;
        } else if (condition !== true) {
          one.state = OPEN;
          one.opened = condition;
        }
        if (condition !== false && one.address.effect !== null) {
          this.effect(result, one, args);
          if (one.state === FALSE) condition = false;
        }
        weighed.push(one);
        conditions.push(condition);
      }
      result.weighed.push(...weighed);
      const isAlone = !plan.edges.length || weighed.length < 2;
      if (isAlone) return { weighed, ways: [R.independent(weighed)] };
      const stand = (rules, value) => R.stand(plan, rules, conditions, (when, maybe) => this.inForce(when, maybe, args), value);
      const ways = stand(weighed, before);
      const isSeveral = isOpen(before) && plan.edges.some((edge) => edge.precedence.on_clash);
      const copy = (one) => Object.assign(Object.create(Weighed.prototype), one);
      return { weighed, ways, ofValue: isSeveral ? (value) => stand(weighed.map(copy), value) : null };
    }
    /** Works out an effect. A table in which nothing is held at these keys does not speak; its silence is that of a case not held. */
    effect(result, weighed, args) {
      const before = this.rows.length;
      weighed.effect = weighed.address.effect(this, args);
      if (weighed.live.core.verb !== "look up") return;
      if (this.rows.length > before) weighed.row = this.rows[this.rows.length - 1];
      if (isOpen(weighed.effect)) {
        weighed.state = FALSE;
        result.heldBack = true;
      }
    }

    // ---- silence ---------------------------------------------------------------------------------------------------------------

    /** What silence means, where just these rules stand: undetermined where text is missing, else `silence`. */
    silence(result, weighed, stands, silence) {
      const opened = this.missingText(result, stands).map(([about, active]) =>
        active !== true && (active.facts.length || active.readings.length) ? active : notHeld(about));
      if (result.heldBack) {
        opened.push(...weighed.filter((one) => one.live.core.verb === "look up" && isOpen(one.effect)).map((one) => one.effect));
      }
      if (result.plan.question.not_held) opened.push(notHeld(null));
      if (opened.length) return joinAll(opened);
      return silence === SILENT ? reasonOfSilence(weighed) : silence;
    }
    /** The cases without text that bear on a question: unless their condition is false, or a rule that stands goes before them. */
    missingText({ plan, asides, key: { args } }, stands) {
      const found = [];
      for (const live of plan.absent) {
        if (!isAbout(live.guards, args)) continue;
        let active = this.inForce(live.when, live.maybe, args);
        for (const [{ aside }, on] of asides) if (aside.absent.includes(live.number)) active = both(active, opposite(on));
        for (const { by, when, maybe } of live.overriders) {
          if (stands.some((one) => one.live.core.number === by)) active = both(active, opposite(this.inForce(when, maybe, args)));
        }
        if (active !== false) found.push([live.clause.case, active]);
      }
      return found;
    }
  }

  /** Why no rule speaks: a case whose rule has none to choose from, or goes through none, or just silence. */
  function reasonOfSilence(weighed) {
    const implied = ({ firstFalse, live }) => live.rule.parts[firstFalse].implied;
    const [empty] = weighed.filter((one) => one.state === FALSE && one.firstFalse >= 0 && implied(one));
    return empty ? impliedReason(implied(empty), empty.live.rule.case) : SILENT;
  }

  const isAbout = (guards, args) => guards.every(({ slot, value }) => same(args[slot], value));

  /** Why nothing is said of a number beyond its range: a table has no row for it. */
  const outsideOf = ({ question, stages }) => {
    const [live] = question.kind === "table" ? stages[0].rules : [];
    return live ? R.openBy("no row", live.rule.case) : SILENT;
  };

  /** Whether an argument is no value of its parameter: a number beyond the range, `none` where there must be something. */
  const isOutside = (bounds, args) =>
    bounds.some(({ low, high, none }, slot) => {
      const value = args[slot];
      if (value === null) return !none;
      return (low !== null && order(value, low) < 0) || (high !== null && order(value, high) > 0);
    });

  Object.assign(R, { Situation });
})(globalThis.Rulewright);
