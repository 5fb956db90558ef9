/* Which facts matter: those in which alone two possible situations differ that differ in outcome. As `engines/interpreter/relevance.py`. */
((R) => {
  "use strict";
  const { isUnnamed, same } = R;
  const MOST_COMPARED = 50_000; // so many places of two branches are held against each other
  const MOST_PAIRS = 50_000;
  const MOST_KINDS = 12;
  const MOST_RENAMED = 2_000;
  const MANY = "many"; // outcomes, none of them that of a leaf

  /** A fact, and what comes of each of its values: pairs of the value and a node, or the outcome. */
  class Node {
    constructor(fact, branches) {
      this.fact = fact;
      this.branches = branches;
    }
  }

  /** The facts that are proved to matter, and those that may; `whole`: nothing was left that could tell of others. */
  class Matter {
    constructor() {
      Object.assign(this, { proved: new Set(), perhaps: new Set(), whole: true, compared: 0 });
    }
    /** A fact that matters where these facts are so: of one about a thing that was not named those that bring it in, which may. */
    add(fact, facts, isProved = true) {
      for (const named of broughtInBy(fact, facts)) (isProved && !aboutUnnamed(fact) ? this.proved : this.perhaps).add(named);
    }
    has(fact, facts) {
      return aboutUnnamed(fact) ? broughtInBy(fact, facts).every((one) => this.proved.has(one) || this.perhaps.has(one)) : this.proved.has(fact);
    }
  }

  /** The facts that are proved to matter, and those that may, in the order in which the situations have them. */
  function factsThatMatter(trial, leaves) {
    const facts = [...new Set(leaves.flatMap((leaf) => [...leaf.facts.keys()].flatMap((fact) => broughtInBy(fact, leaf.facts))))];
    const isJudged = leaves.some((leaf) => trial.near(leaf.facts).size);
    const renamed = renamedLeaves(leaves);
    const several = renamed || leaves;
    const found = new Matter();
    if (!renamed) for (const leaf of leaves) for (const [fact, value] of leaf.facts) if (isUnnamed(value)) found.perhaps.add(fact);
    addAlone(several, found, isJudged ? trial : null);
    if (found.whole && isJudged && found.proved.size < facts.length && !toldBy([...found.proved], several)) addInParts(trial, leaves, found);
    if (!found.whole) for (const fact of facts) found.perhaps.add(fact); // a smaller set may be among what is left
    return [facts.filter((fact) => found.proved.has(fact)), facts.filter((fact) => found.perhaps.has(fact) && !found.proved.has(fact))];
  }

  // ---- in one fact alone -------------------------------------------------------------------------------------------------------

  /** Adds the facts in which alone two situations differ that differ in outcome, both possible as far as `trial` can tell. */
  function addAlone(leaves, found, trial) {
    const seen = new Set();
    const waiting = [[treeOf(leaves), new Map()]];
    while (waiting.length) {
      const [tree, known] = waiting.pop();
      if (!(tree instanceof Node) || (trial === null && seen.has(tree) && !R.unnamedIn(known).length)) continue;
      seen.add(tree);
      for (const [value, branch] of [...tree.branches.values()].reverse()) waiting.push([branch, new Map(known).set(tree.fact, value)]);
      addAt(tree, known, found, trial);
    }
  }
  /** Adds the fact of a node, if two of its branches lead to different outcomes where everything else is the same. */
  function addAt({ fact, branches }, known, found, trial) {
    const each = [...branches.values()];
    for (const [place, [value, one]] of each.entries()) {
      for (const [otherwise, other] of each.slice(place + 1)) {
        for (const rest of apart(one, other, known, found)) {
          const several = [value, otherwise].map((with_) => new Map(rest).set(fact, with_));
          if (found.has(fact, several[0])) break;
          const isPossible = trial === null || trial.possibleTogether(several);
          if (isPossible !== false) found.add(fact, several[0], isPossible === true);
        }
        if (!aboutUnnamed(fact) && found.has(fact, known)) return;
      }
    }
  }
  /** The facts with which one tree leads to another outcome than the other. */
  function* apart(first, second, known, found) {
    found.compared += 1;
    if (found.compared > MOST_COMPARED) {
      found.whole = false;
      return;
    }
    const [one, other] = [under(first, known), under(second, known)];
    if (one === other || one === null || other === null) return;
    const node = one instanceof Node ? one : other;
    if (!(node instanceof Node)) yield known;
    else for (const [value] of node.branches.values()) yield* apart(one, other, new Map(known).set(node.fact, value), found);
  }
  /** The part of a tree that is left where some facts are known; null where there is none. */
  function under(tree, known) {
    let found = tree;
    while (found instanceof Node && known.has(found.fact)) found = (found.branches.get(R.hashed(known.get(found.fact))) || [null, null])[1];
    return found;
  }
  /** The tree of these situations, each with its facts in the order in which they were tried; the same part is one object. */
  function treeOf(leaves) {
    const root = { fact: null, inside: new Map(), outcome: null };
    for (const leaf of leaves) {
      let place = root;
      for (const [fact, value] of leaf.facts) {
        place.fact = fact;
        const name = R.hashed(value);
        if (!place.inside.has(name)) place.inside.set(name, [value, { fact: null, inside: new Map(), outcome: null }]);
        [, place] = place.inside.get(name);
      }
      place.outcome = leaf.outcome.id;
    }
    const made = new Map();
    const numbers = new Map();
    const make = ({ fact, inside, outcome }) => {
      if (fact === null) return outcome;
      const branches = new Map([...inside].map(([name, [value, place]]) => [name, [value, make(place)]]));
      const nameOf = (branch) => (branch instanceof Node ? `node ${numbers.get(branch)}` : `end ${branch}`);
      const name = JSON.stringify([fact.id, ...[...branches].map(([value, [, branch]]) => [`${typeof value} ${value}`, nameOf(branch)])]);
      if (!made.has(name)) {
        made.set(name, new Node(fact, branches));
        numbers.set(made.get(name), numbers.size);
      }
      return made.get(name);
    };
    return make(root);
  }

  // ---- in a smallest set -------------------------------------------------------------------------------------------------------

  /** Adds what matters where statements leave no two situations that differ in one fact alone: each is split until it is possible. */
  function addInParts(trial, leaves, found) {
    const parts = [];
    for (const leaf of leaves) {
      for (const part of trial.parts(leaf.facts)) {
        if (part === null) {
          found.whole = false;
          return;
        }
        parts.push({ facts: part, outcome: leaf.outcome });
      }
    }
    const several = renamedLeaves(parts) || parts;
    addAlone(several, found, null);
    const sets = new Map();
    let count = 0;
    for (const [one, other] of pairs(several)) {
      if ((count += 1) > MOST_PAIRS) {
        found.whole = false;
        return;
      }
      const differ = differences(one.facts, other.facts);
      if (differ.length < 2 || differ.some((fact) => found.proved.has(fact))) continue;
      const named = new Set(differ.flatMap((fact) => broughtInBy(fact, one.facts)));
      sets.set([...named].map((fact) => fact.id).sort().join(), named);
    }
    const isIn = (small, large) => [...small].every((fact) => large.has(fact));
    const isSmallest = (differ) => ![...differ].some((fact) => found.proved.has(fact))
      && ![...sets.values()].some((smaller) => smaller.size < differ.size && isIn(smaller, differ));
    for (const differ of [...sets.values()].filter(isSmallest)) for (const fact of differ) found.proved.add(fact);
  }

  /** Each two that differ in outcome. */
  function* pairs(leaves) {
    for (const [index, one] of leaves.entries()) {
      for (let place = index + 1; place < leaves.length; place += 1) {
        if (one.outcome.id !== leaves[place].outcome.id) yield [one, leaves[place]];
      }
    }
  }

  /** What both tell, differently. */
  const differences = (one, other) => [...one].filter(([name, value]) => other.has(name) && !same(other.get(name), value)).map(([name]) => name);

  const written = (value) => `${typeof value} ${value}`;

  /** What leaves say of some facts, written down. */
  const told = (leaf, facts) => facts.map((fact) => written(leaf.facts.get(fact))).join("\n");

  /** The leaves by which of these facts they tell. */
  function kindsOf(leaves, factsOf) {
    const found = new Map();
    for (const leaf of leaves) {
      const facts = factsOf(leaf);
      const name = facts.map((fact) => fact.id).join();
      if (!found.has(name)) found.set(name, { facts, leaves: [] });
      found.get(name).leaves.push(leaf);
    }
    return [...found.values()];
  }

  /** Whether these facts tell the outcome: any two leaves that differ in outcome differ in one of them that both tell. */
  function toldBy(facts, leaves) {
    const kinds = kindsOf(leaves, (leaf) => facts.filter((fact) => leaf.facts.has(fact)));
    return kinds.length <= MOST_KINDS && kinds.every((one, place) => kinds.slice(place).every((other) =>
      agree(one.leaves, other.leaves, one.facts.filter((fact) => other.facts.includes(fact)))));
  }

  /** Whether leaves of the one kind and of the other that have these facts in common have one outcome. */
  function agree(some, others, shared) {
    const key = (leaf) => told(leaf, shared);
    const outcomes = new Map();
    const differs = (leaf) => outcomes.has(key(leaf)) && outcomes.get(key(leaf)) !== leaf.outcome.id;
    for (const leaf of some) outcomes.set(key(leaf), differs(leaf) ? MANY : leaf.outcome.id);
    return !others.some(differs);
  }

  // ---- things that were not named ----------------------------------------------------------------------------------------------

  /** Each leaf under every way of telling apart the things in it that were not named; null where that is too many. */
  function renamedLeaves(leaves) {
    const brought = leaves.map((leaf) => R.unnamedIn(leaf.facts));
    const of = (several, record) => several.filter((one) => R.recordOf(one) === record);
    const records = [...new Set(brought.flat().map(R.recordOf))].sort();
    if (!records.length) return leaves;
    const pools = records.map((record) => {
      const most = 1 + Math.max(...brought.map((several) => of(several, record).length));
      return Array.from({ length: most }, (_, place) => R.unnamed(record, place + 1));
    });
    const found = [];
    for (const [index, leaf] of leaves.entries()) {
      const mine = records.map((record) => of(brought[index], record));
      const choices = mine.map((ones, place) => permutations(pools[place], ones.length, MOST_RENAMED));
      if (choices.includes(null) || found.length + choices.reduce((many, one) => many * one.length, 1) > MOST_RENAMED) return null;
      for (const taken of R.product(choices)) {
        const names = new Map(mine.flatMap((ones, place) => ones.map((old, position) => [old, taken[place][position]])));
        found.push(underNames(leaf, names));
      }
    }
    return found;
  }

  function permutations(pool, length, most) {
    let found = [[]];
    for (let place = 0; place < length; place += 1) {
      if (found.length * pool.length > most * 2) return null;
      found = found.flatMap((one) => pool.filter((value) => !one.includes(value)).map((value) => [...one, value]));
    }
    return found;
  }

  function underNames({ facts, outcome }, names) {
    const rename = (value) => (names.has(value) ? names.get(value) : value);
    const renamed = [...facts].map(([fact, value]) => [fact.args.some(isUnnamed) ? fact.root.of(fact.args.map(rename)) : fact, rename(value)]);
    return { facts: new Map(renamed), outcome };
  }

  const aboutUnnamed = (fact) => fact.args.some(isUnnamed);

  /** The fact itself; if it is about a thing that was not named, those whose value that thing is. */
  function broughtInBy(fact, facts) {
    const found = [fact];
    if (!aboutUnnamed(fact)) return found;
    for (const one of found) {
      for (const [name, value] of facts) if (isUnnamed(value) && one.args.includes(value) && !found.includes(name)) found.push(name);
    }
    return found.filter((one) => !aboutUnnamed(one));
  }

  Object.assign(R, { aboutUnnamed, broughtInBy, differences, factsThatMatter, pairsApart: pairs });
})(globalThis.Rulewright);
