/* A core made ready to answer under one setting of the switches. As `engines/interpreter/plan.py`. */
((R) => {
  "use strict";
  const { WrongInput, allOf, anyOf, has, openReadings, opposite, order, plain } = R;
  const MOST_STEPS = 10_000_000;
  const LOOK = 32;
  let ids = 0;

  /** A name with arguments, as one object, so that keys are compared and found as they are. */
  class Key {
    constructor(name, args, root = null) {
      this.name = name;
      this.args = args;
      this.root = root || this;
      this.id = ids += 1;
      this.next = null;
    }
    with(arg) {
      const name = R.hashed(arg);
      this.next = this.next || new Map();
      let found = this.next.get(name);
      if (!found) this.next.set(name, (found = new Key(this.name, [...this.args, arg], this.root)));
      return found;
    }
    of(args) {
      return args.reduce((key, arg) => key.with(arg), this);
    }
  }

  /** The time that was allowed is over. */
  class Late extends Error {}

  class Machine {
    constructor(core) {
      Object.assign(this, { core, facts: new Map(), questions: new Map(), selections: new Map(), selected: new WeakMap(), chosen: new WeakMap(), steps: 0, worked: 0, looks: 0, deadline: null, things: null, ofThings: null });
      this.compiler = new R.Compiler(this);
    }
    root(known, kept, name) {
      if (!kept.has(name)) {
        if (!has(known, name)) throw new WrongInput(`the book has no \`${name}\``);
        kept.set(name, new Key(name, []));
      }
      return kept.get(name);
    }
    fact(name) {
      return this.root(this.core.facts, this.facts, name);
    }
    question(name) {
      return this.root(this.core.questions, this.questions, name);
    }
    /** Whether a fact is of a thing and itself, of which it is never yes. */
    ofItself({ name, args }) {
      return this.core.facts[name].never_of_itself && args[0] !== null && R.same(args[0], args[1]);
    }
    /** Of a symmetric fact the key with its two arguments in order. */
    inOrder(key) {
      const { name, args } = key;
      if (!this.core.facts[name].symmetric || args.includes(null) || order(...args) <= 0) return key;
      return this.fact(name).of([args[1], args[0]]);
    }
    /** Weighs rules and goes through things: the steps of `engines/interpreter/step_budget.py`. */
    work(steps) {
      this.worked += steps;
      this.spend(steps);
    }
    /** Every question ends: so many rules are weighed and things looked at, and no more. */
    spend(steps) {
      this.steps += steps;
      if (this.deadline !== null && (this.looks += 1) % LOOK === 0 && Date.now() > this.deadline) throw new Late();
      if (!(this.steps <= MOST_STEPS)) throw new WrongInput("this question takes too many steps");
    }
    /** The switches with these choices of readings besides. */
    choosing(switches, readings) {
      if (!this.chosen.has(switches)) this.chosen.set(switches, new Map());
      const kept = this.chosen.get(switches);
      const name = [...readings].join();
      if (!kept.has(name)) kept.set(name, { ...switches, readings: new Map([...switches.readings, ...readings]) });
      return kept.get(name);
    }
    selection(switches) {
      const kept = this.selected.get(switches);
      if (kept) return kept;
      const name = JSON.stringify([[...switches.options].sort(), switches.scenario, switches.games, [...switches.readings].sort()]);
      if (!this.selections.has(name)) this.selections.set(name, new Selection(this, switches));
      this.selected.set(switches, this.selections.get(name));
      return this.selections.get(name);
    }
    /** What is worked out for the things that there are, kept until others are asked about. */
    forThings(things) {
      const name = JSON.stringify([...things]);
      if (name !== this.things) Object.assign(this, { things: name, ofThings: new Map() });
      return this.ofThings;
    }
    /** The statements that rule situations out, each with what its parameters run over: a kind of things, or values. */
    get impossible() {
      const { core } = this;
      const pool = ({ type }) => (type.kind === "thing" ? type.record : R.domainOfType(core, type, new Map()));
      const value = core.impossible.map((one, number) => ({ number, code: this.compiler.compile(one.when), pools: one.params.map(pool) }));
      Object.defineProperty(this, "impossible", { value });
      return value;
    }
  }

  class Selection {
    constructor(machine, switches) {
      Object.assign(this, { machine, core: machine.core, switches, plans: new Map(), asleep: new Map(), chosen: new Map(), sensitivities: new Map() });
      for (const [name, { settled_as }] of Object.entries(this.core.readings)) if (settled_as !== null) this.chosen.set(name, settled_as);
      for (const [name, choice] of switches.readings) this.chosen.set(name, choice);
    }
    plan(name) {
      if (!this.plans.has(name)) this.plans.set(name, this.make(this.core.questions[name]));
      return this.plans.get(name);
    }
    /** Whether a provision is there: yes, no, or open where its reading is. */
    there(term) {
      const { options, scenario, games } = this.switches;
      const chosen = this.chosen.get(term.reading);
      switch (term.kind) {
        case "option on": return options.includes(term.option);
        case "in scenario": return term.scenarios.includes(scenario);
        case "in game": return games === null || term.games.some((one) => games.includes(one));
        case "chosen": return chosen === undefined ? openReadings([term.reading]) : chosen === term.choice;
        case "all of": return allOf(term.parts.map((part) => this.there(part)));
        case "any of": return anyOf(term.parts.map((part) => this.there(part)));
        case "none of": return opposite(anyOf(term.parts.map((part) => this.there(part))));
        default: throw new WrongInput(`\`${term.kind}\` is not known to this engine`);
      }
    }
    /** Of some provisions those that are there, or may be: then `maybe` is the reading. */
    live(several, make) {
      const found = [];
      several.forEach((one, index) => {
        const there = this.there(one.there);
        if (there !== false) found.push({ ...make(one, index), maybe: there === true ? null : there });
      });
      return found;
    }
    /** The statements on a question that an option that is off, or a scenario where none is played, would put in play. */
    dormant(name) {
      if (!this.asleep.has(name)) {
        const addresses = this.core.questions[name].rules.filter(({ stage, verb }) => stage === 0 && verb !== "need not").flatMap((rule) => rule.addresses);
        this.asleep.set(name, addresses.map((one) => this.asDormant(one)).filter(Boolean));
      }
      return this.asleep.get(name);
    }
    asDormant(address) {
      const { switches } = this;
      const parts = address.there.kind === "all of" ? address.there.parts : [address.there];
      const options = parts.filter((one) => one.kind === "option on" && !switches.options.includes(one.option)).map((one) => one.option);
      const scenarios = parts.filter((one) => one.kind === "in scenario" && switches.scenario === null).map((one) => one.scenarios[0]);
      if (!options.length && !scenarios.length) return null;
      const changed = new Selection(this.machine, { ...switches, options: [...switches.options, ...options], scenario: scenarios[0] ?? switches.scenario });
      return changed.there(address.there) === false ? null : { address: this.address(address), option: options[0] ?? null, scenario: scenarios[0] ?? null };
    }
    compiled(term) {
      return term === null ? null : this.machine.compiler.compile(term);
    }

    make(on) {
      const { question } = on;
      const { type, otherwise, params } = question;
      const declared = question.stages.length ? question.stages : [{ verb: null, name: "" }];
      const stages = declared.map(({ verb, name }) => ({ verb, name, rules: [], edges: [], into: [], links: new Map() }));
      const home = new Map();
      for (const core of on.rules) {
        const addresses = this.live(core.addresses, (one) => this.address(one));
        if (!addresses.length) continue;
        const { rules } = stages[core.stage];
        const live = { core, addresses, rule: addresses[0].rule, place: rules.length };
        rules.push(live);
        home.set(core.number, live);
      }
      this.edges(on, stages, home);
      const numeric = type !== null && type.kind === "number";
      const number = (name) => (numeric ? plain(type[name]) : null);
      const silence = question.kind !== "predicate" ? otherwise : otherwise === null ? false : null;
      return {
        question, stages, numeric, low: number("low"), high: number("high"), step: number("step"),
        asides: this.asides(on),
        absent: this.live(on.absent, (one, number_) => ({
          number: number_, clause: one.clause, guards: guards(one.clause.heads), when: this.compiled(one.clause.when),
          overriders: this.live(one.overridden_by, ({ by, when }) => ({ by, when: this.compiled(when) })),
        })),
        otherwise: silence !== null && typeof silence === "object" ? this.compiled(silence) : silence,
        bounds: boundsOf(params),
      };
    }
    address({ rule, unheld }) {
      const effect = rule.verb === "look up" ? R.compileTable(this.machine.compiler, this.core.tables[rule.table]) : this.compiled(rule.effect);
      const parts = rule.parts.map((part) => this.compiled(part.term));
      return { rule, guards: guards(rule.heads), parts, effect, unheld: this.live(unheld, ({ cases }) => ({ cases })).flatMap((one) => one.cases) };
    }

    // ---- who goes before whom --------------------------------------------------------------------------------------------------

    /** Every precedence that is there, pair by pair: edges between the places of rules in a stage. */
    edges(on, stages, home) {
      const pairs = on.precedence.map(() => new Map());
      const rules = (numbers) => numbers.filter((one) => home.has(one)).map((one) => home.get(one));
      on.precedence.forEach((precedence, index) => {
        const there = this.there(precedence.there);
        const [by, targets] = [rules(precedence.by), rules(precedence.targets)];
        if (there === false || !by.length || !targets.length) return;
        const stage = stages[by[0].core.stage];
        this.machine.spend(by.length * targets.length);
        let found = by.flatMap((one) => targets.filter((other) => other !== one).map((other) => [one.place, other.place]));
        if (precedence.kind === "carried") {
          for (const number of precedence.through) {
            for (const edge of pairs[number].values()) stage.links.set(edge.by, [...(stage.links.get(edge.by) || []), edge]);
          }
          const reach = new Map(by.map(({ place }) => [place, behind(stage, place)]));
          found = found.filter(([one, other]) => reach.get(one).has(other));
        }
        const when = this.compiled(precedence.when);
        for (const [one, other] of found) {
          const edge = { by: one, target: other, precedence, when, maybe: there === true ? null : there, yields: [] };
          pairs[index].set(`${one},${other}`, edge);
          stage.edges.push(edge);
        }
      });
      on.precedence.forEach(({ yields_to }, index) => {
        for (const edge of pairs[index].values()) {
          edge.yields = yields_to.map((other) => pairs[other].get(`${edge.target},${edge.by}`)).filter(Boolean);
        }
      });
      for (const stage of stages) {
        stage.into = stage.rules.map((_, place) => stage.edges.filter((edge) => edge.target === place));
        stage.hasKinds = stage.edges.some(isBest);
        stage.excuses = stage.rules.some((live) => live.core.verb === "need not");
      }
    }
    asides(on) {
      const found = this.live(on.asides, (aside, index) => ({ aside, index, when: this.compiled(aside.when) }));
      const places = new Map(found.map((live, place) => [live.index, place]));
      for (const live of found) live.attackers = live.aside.set_aside_by.filter((one) => places.has(one)).map((one) => places.get(one));
      return found;
    }
  }

  const isBest = ({ precedence }) => precedence.kind === "best of its kind";

  /** The places that a chain of two edges or more leads to from a place. */
  function behind(stage, place) {
    const next = (from) => (stage.links.get(from) || []).map((edge) => edge.target);
    const found = new Set();
    const waiting = next(place);
    while (waiting.length) {
      for (const after of next(waiting.pop())) {
        if (!found.has(after)) waiting.push(after);
        found.add(after);
      }
    }
    return found;
  }

  /** What the arguments for these parameters may be: between which ends, and whether `none`. */
  const boundsOf = (params) =>
    params.map((param) => ({ low: plain(param.type.low ?? null), high: plain(param.type.high ?? null), none: !!param.type.or_none }));

  /** The arguments of a head that must have one value. */
  const guards = (heads) =>
    heads.map((head, slot) => ({ slot, head })).filter(({ head }) => head === null || head.kind !== "free").map(({ slot, head }) => ({ slot, value: plain(head) }));

  Object.assign(R, { Late, Machine, boundsOf, isBest });
})(globalThis.Rulewright);
