/* A text as a QR code (ISO/IEC 18004): bytes, the lowest level of error correction, the smallest version that holds it. `rulewrightCode(text)`
   gives it as a picture, null for a text that is too long for a phone to read; `rulewrightCode.modules(text)` its rows of dark and light. */
(() => {
  "use strict";
  const MOST = 25; // versions; what is larger is too fine for a phone
  const QUIET = 4; // modules around it
  // Of the versions from 1 on at level L: the codewords of correction in each block, and the number of blocks.
  const CORRECTION = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26];
  const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12];
  const MASKS = [
    (x, y) => (x + y) % 2, (x, y) => y % 2, (x) => x % 3, (x, y) => (x + y) % 3, (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
    (x, y) => ((x * y) % 2) + ((x * y) % 3), (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2, (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
  ];

  /** The product of two elements of the field of 256 over 0x11d. */
  function times(one, other) {
    let product = 0;
    for (let bit = 7; bit >= 0; bit -= 1) product = (product << 1) ^ ((product >>> 7) * 0x11d) ^ (((other >>> bit) & 1) * one);
    return product;
  }

  /** The codewords of correction of a block: the remainder of its polynomial. */
  function correction(block, count) {
    let divisor = [...Array(count - 1).fill(0), 1];
    let root = 1;
    for (let place = 0; place < count; place += 1) {
      divisor = divisor.map((one, at) => times(one, root) ^ (at + 1 < count ? divisor[at + 1] : 0));
      root = times(root, 2);
    }
    let rest = Array(count).fill(0);
    for (const one of block) {
      const factor = one ^ rest[0];
      rest = [...rest.slice(1), 0].map((other, at) => other ^ times(divisor[at], factor));
    }
    return rest;
  }

  /** How many codewords a version has: modules that are no pattern, by eights. */
  function capacity(version) {
    const aligned = version > 1 ? Math.floor(version / 7) + 2 : 0;
    const patterns = aligned ? (25 * aligned - 10) * aligned - 55 + (version > 6 ? 36 : 0) : 0;
    return Math.floor(((16 * version + 128) * version + 64 - patterns) / 8);
  }
  const room = (version) => capacity(version) - CORRECTION[version - 1] * BLOCKS[version - 1];
  const bits = (value, length) => Array.from({ length }, (_, at) => (value >>> (length - 1 - at)) & 1);

  /** The codewords of a text in a version: data, filled up, in blocks that take turns, then their corrections. */
  function codewords(bytes, version) {
    const all = [...bits(4, 4), ...bits(bytes.length, version < 10 ? 8 : 16), ...bytes.flatMap((one) => bits(one, 8))];
    const most = room(version);
    all.push(...Array(Math.min(4, most * 8 - all.length)).fill(0));
    while (all.length % 8) all.push(0);
    const data = Array.from({ length: all.length / 8 }, (_, at) => all.slice(at * 8, at * 8 + 8).reduce((sum, bit) => sum * 2 + bit, 0));
    for (let pad = 0xec; data.length < most; pad ^= 0xec ^ 0x11) data.push(pad);
    const count = BLOCKS[version - 1];
    const short = Math.floor(most / count);
    const blocks = [];
    for (let place = 0, at = 0; place < count; place += 1) {
      const size = short + (place >= count - (most % count) ? 1 : 0);
      blocks.push(data.slice(at, (at += size)));
    }
    const corrections = blocks.map((one) => correction(one, CORRECTION[version - 1]));
    const inTurn = (several) => Array.from({ length: Math.max(...several.map((one) => one.length)) }, (_, at) => several.map((one) => one[at])).flat().filter((one) => one !== undefined);
    return [...inTurn(blocks), ...inTurn(corrections)];
  }

  /** Where the small squares of a version are, on both axes. */
  function alignments(version) {
    if (version === 1) return [];
    const count = Math.floor(version / 7) + 2;
    const step = Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2;
    return [6, ...Array.from({ length: count - 1 }, (_, at) => version * 4 + 10 - at * step).reverse()];
  }

  /** A value with the remainder of its division by a generator behind it. */
  function withRemainder(value, generator, length) {
    let rest = value;
    for (let at = 0; at < length; at += 1) rest = (rest << 1) ^ ((rest >>> (length - 1)) * generator);
    return (value << length) | rest;
  }

  /** The patterns of a version: dark and light, undefined where data goes. */
  function patterns(version, mask) {
    const size = version * 4 + 17;
    const rows = Array.from({ length: size }, () => Array(size));
    const put = (x, y, is) => x >= 0 && y >= 0 && x < size && y < size && (rows[y][x] = Boolean(is));
    for (let at = 0; at < size; at += 1) [[6, at], [at, 6]].forEach(([x, y]) => put(x, y, at % 2 === 0));
    for (const [left, top] of [[3, 3], [size - 4, 3], [3, size - 4]]) {
      for (let y = -4; y <= 4; y += 1) for (let x = -4; x <= 4; x += 1) put(left + x, top + y, ![2, 4].includes(Math.max(Math.abs(x), Math.abs(y))));
    }
    const places = alignments(version);
    const last = places[places.length - 1];
    for (const cx of places) for (const cy of places) {
      if ((cx === 6 && cy === 6) || (cx === 6 && cy === last) || (cx === last && cy === 6)) continue;
      for (let y = -2; y <= 2; y += 1) for (let x = -2; x <= 2; x += 1) put(cx + x, cy + y, Math.max(Math.abs(x), Math.abs(y)) !== 1);
    }
    const format = bits(withRemainder((1 << 3) | mask, 0x537, 10) ^ 0x5412, 15).reverse(); // 1: level L
    for (let at = 0; at < 6; at += 1) put(8, at, format[at]);
    [[8, 7, 6], [8, 8, 7], [7, 8, 8]].forEach(([x, y, at]) => put(x, y, format[at]));
    for (let at = 9; at < 15; at += 1) put(14 - at, 8, format[at]);
    for (let at = 0; at < 8; at += 1) put(size - 1 - at, 8, format[at]);
    for (let at = 8; at < 15; at += 1) put(8, size - 15 + at, format[at]);
    put(8, size - 8, true);
    if (version > 6) {
      bits(withRemainder(version, 0x1f25, 12), 18).reverse().forEach((bit, at) => {
        const [one, other] = [size - 11 + (at % 3), Math.floor(at / 3)];
        put(one, other, bit);
        put(other, one, bit);
      });
    }
    return rows;
  }

  /** The whole code under a mask: data goes up and down in columns of two from the right. */
  function laid(data, version, mask) {
    const rows = patterns(version, mask);
    const size = rows.length;
    const stream = data.flatMap((one) => bits(one, 8));
    let at = 0;
    for (let right = size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5; // the column of the timing pattern
      for (let step = 0; step < size; step += 1) {
        const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
        for (const x of [right, right - 1]) {
          if (rows[y][x] !== undefined) continue;
          rows[y][x] = Boolean((stream[at] || 0) ^ (MASKS[mask](x, y) === 0));
          at += 1;
        }
      }
    }
    return rows;
  }

  /** How hard a code is to read: runs, squares, what looks like a corner, and more dark than light. */
  function penalty(rows) {
    const size = rows.length;
    const lines = [...rows, ...rows.map((_, x) => rows.map((row) => row[x]))].map((line) => line.map((one) => (one ? "1" : "0")).join(""));
    let sum = 0;
    for (const line of lines) {
      for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
      sum += 40 * [...line.matchAll(/(?=00001011101|10111010000)/g)].length;
    }
    for (let y = 0; y + 1 < size; y += 1) for (let x = 0; x + 1 < size; x += 1) {
      if (rows[y][x] === rows[y][x + 1] && rows[y][x] === rows[y + 1][x] && rows[y][x] === rows[y + 1][x + 1]) sum += 3;
    }
    const dark = rows.flat().filter(Boolean).length;
    return sum + 10 * Math.max(0, Math.ceil(Math.abs(dark * 20 - size * size * 10) / (size * size)) - 1);
  }

  /** The rows of a code; null where the text is too long. `mask` is one that is set, else it is the one that is read best. */
  function modules(text, mask = null) {
    const bytes = Array.from(unescape(encodeURIComponent(text)), (one) => one.charCodeAt(0));
    const version = BLOCKS.findIndex((_, at) => at < MOST && bytes.length + (at < 9 ? 2 : 3) <= room(at + 1)) + 1;
    if (!version) return null;
    const data = codewords(bytes, version);
    if (mask !== null) return laid(data, version, mask);
    const each = MASKS.map((_, one) => laid(data, version, one));
    const penalties = each.map(penalty);
    return each[penalties.indexOf(Math.min(...penalties))];
  }

  globalThis.rulewrightCode = (text) => {
    const rows = modules(text);
    if (rows === null) return null;
    const make = (name, attributes) => {
      const one = document.createElementNS("http://www.w3.org/2000/svg", name);
      for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
      return one;
    };
    const side = rows.length + 2 * QUIET;
    const path = rows.flatMap((row, y) => row.flatMap((is, x) => (is ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : []))).join("");
    const svg = make("svg", { viewBox: `0 0 ${side} ${side}`, class: "rw-code", role: "img", "aria-label": "QR code of the link to this table", "shape-rendering": "crispEdges" });
    svg.append(make("rect", { width: side, height: side, fill: "#fff" }), make("path", { d: path, fill: "#000" }));
    return svg;
  };
  globalThis.rulewrightCode.modules = modules;
})();
