// Plain ways to write words so that a person does not read them: backwards, ROT13, base32, bits, numbers of characters,
// Morse. A model reads them all.
import type { Decoded } from "./encoded.ts";

export type Cipher = "backwards" | "rot13" | "base32" | "bits" | "codes" | "morse";

/** What is decoded of one run at most, in UTF-16 units. */
const RUN_MAX = 64_000;
/** Runs of one kind that are tried in one text. */
const RUNS_MAX = 200;

/** Words that no language has, and orders to a model always have when they are written so. */
const BACKWARDS = /snoitcurtsni|noitcurtsni|tpmorp|suoiverp|erongi|dragersid|laever/giu;
const ROT13 = /vafgehpgvba|cebzcg|cerivbhf|vtaber|qvfertneq|erirny|flfgrz/giu;
const BASE32 = /(?<![A-Za-z0-9])[A-Z2-7]{32,}={0,6}(?![A-Za-z0-9])/gu;
const BITS = /(?<!\d)[01]{8}(?:[ ,\n]{0,2}[01]{8}){9,8000}(?![2-9])/gu;
const CODES = /(?<![\d.])(?:\d{2,3}[ ,;]{1,2}){11,8000}\d{2,3}(?![\d.])/gu;
/** Words are apart by a slash, a bar or more space than letters. None is longer than what is decoded. */
const MORSE = /(?<![.-])(?:[.-]{1,5}(?: {0,3}[/|] {0,3}| {1,7}|\r?\n)){11,5000}[.-]{1,5}(?![.-])/gu;
/** How such a run goes on where it is longer than what is taken for one. */
const MORE = {
  base32: null,
  bits: /[ ,\n]{0,2}[01]{8}/uy,
  codes: /[ ,;]{1,2}\d{2,3}(?![\d.])/uy,
  morse: /(?: {0,3}[/|] {0,3}| {1,7}|\r?\n)[.-]{1,5}(?![.-])/uy,
};

/** Every run that could be words in one of these ways, and which. */
export function* ciphersIn(
  text: string,
  tooMany: () => void,
): Generator<Pick<Decoded, "start" | "end" | "text"> & { how: Cipher }> {
  for (const [how, marks] of [["backwards", BACKWARDS] as const, ["rot13", ROT13] as const]) {
    let done = -1;
    for (const match of few(text.matchAll(marks), tooMany)) {
      if (match.index < done) continue;
      const [start, end] = lineAround(text, match.index);
      done = end;
      const line = text.slice(start, end);
      yield { start, end, how, text: how === "rot13" ? rot13(line) : backwards(line) };
    }
  }
  const kinds = [
    ["base32", BASE32, fromBase32],
    ["bits", BITS, fromBits],
    ["codes", CODES, fromCodes],
    ["morse", MORSE, fromMorse],
  ] as const;
  for (const [how, of, decode] of kinds) {
    const runs = runsOf(text, of, MORE[how], tooMany);
    const all = how === "morse" ? spelling(runs) : runs;
    for (const { 0: found, index } of few(all, tooMany)) {
      if (found.length > RUN_MAX) tooMany();
      yield { start: index, end: index + found.length, how, text: decode(found.slice(0, RUN_MAX)) };
    }
  }
}

/** How much of a run is read again with what goes on from it, in UTF-16 units: words may lie across its end. */
const OVERLAP = 4000;

/** All matches; one that goes on is followed by another that begins within it. */
function* runsOf(
  text: string,
  of: RegExp,
  more: RegExp | null,
  tooMany: () => void,
): Generator<RegExpExecArray> {
  const all = new RegExp(of);
  let goesOnAt = Number.POSITIVE_INFINITY;
  for (let run = all.exec(text); ; run = all.exec(text)) {
    // Nothing stands between its parts by which the next one could begin.
    if ((run?.index ?? text.length) > goesOnAt) tooMany();
    if (run === null) return;
    yield run;
    const end = all.lastIndex;
    if (more !== null) more.lastIndex = end;
    const goesOn = more?.test(text) === true;
    goesOnAt = goesOn ? end : Number.POSITIVE_INFINITY;
    if (goesOn) all.lastIndex = Math.max(run.index + 1, end - OVERLAP);
  }
}

/** Those that spell more than a few letters: dot leaders and rules are many in honest texts. */
function* spelling(runs: Iterable<RegExpExecArray>): Generator<RegExpExecArray> {
  for (const run of runs) {
    const signs = new Set<string>();
    for (const [sign] of run[0].matchAll(/[.-]+/gu)) {
      if (signs.add(sign).size < SIGNS_MIN) continue;
      yield run;
      break;
    }
  }
}

function* few<T>(all: Iterable<T>, tooMany: () => void): Generator<T> {
  let count = 0;
  for (const one of all) {
    if ((count += 1) > RUNS_MAX) {
      tooMany();
      return;
    }
    yield one;
  }
}

/** The rest of a longer line is not looked at. */
const LINE_MAX = 1000;

function lineAround(text: string, at: number): [number, number] {
  const from = Math.max(0, at - LINE_MAX);
  const start = Math.max(from, text.lastIndexOf("\n", at) + 1);
  const end = text.indexOf("\n", at);
  return [start, Math.min(at + LINE_MAX, end === -1 ? text.length : end)];
}

const backwards = (text: string): string => [...text].reverse().join("");

const rot13 = (text: string): string =>
  text.replace(/[a-z]/giu, (letter) => {
    const base = letter <= "Z" ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });

function fromBase32(run: string): string {
  let [held, bits, text] = [0, 0, ""];
  for (const sign of run.replace(/=+$/u, "")) {
    held = ((held << 5) | "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(sign)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    text += String.fromCharCode((held >> bits) & 0xff);
  }
  return text;
}

const fromBits = (run: string): string =>
  (run.replace(/[^01]/gu, "").match(/[01]{8}/gu) ?? [])
    .map((byte) => String.fromCharCode(Number.parseInt(byte, 2)))
    .join("");

const fromCodes = (run: string): string =>
  (run.match(/\d+/gu) ?? []).map((code) => String.fromCharCode(Number(code))).join("");

/** ITU-R M.1677-1: E, T, I, A … by the dots and dashes of each letter. */
const LETTER_OF = new Map(
  (
    ".- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- " +
    "-..- -.-- --.."
  )
    .split(" ")
    .map((signs, at) => [signs, String.fromCharCode(97 + at)]),
);

/** Rows of dots and dashes spell the same few letters: they are no words. */
const LETTERS_MIN = 5;

/** So many different signs are in what spells as many letters, a space being one of them. */
const SIGNS_MIN = LETTERS_MIN;

function fromMorse(run: string): string {
  // Where letters are apart by two spaces, words are by three or more; a pair that is not may stand among them.
  const times = (of: RegExp): number => run.match(of)?.length ?? 0;
  const isWide = times(/[.-] {2}(?=[.-])/gu) > times(/[.-] (?=[.-])/gu);
  const between = isWide ? / {0,3}[/|] {0,3}| {3,7}|\r?\n/u : / {0,3}[/|] {0,3}| {2,7}|\r?\n/u;
  const text = run
    .split(between)
    .map((word) => word.split(/ {1,2}/u).map((one) => LETTER_OF.get(one) ?? ""))
    .map((letters) => letters.join(""))
    .filter((word) => word !== "")
    .join(" ");
  return new Set(text).size > LETTERS_MIN ? text : "";
}
