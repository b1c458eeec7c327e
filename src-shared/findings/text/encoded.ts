// Finds encoded parts of a text that decode to words: base64, data URLs, percent, hex and character escapes.
import { base64Bytes, isWords, utf8Text } from "./decode.ts";

export interface Decoded {
  start: number;
  end: number;
  how: "base64" | "data-url" | "percent" | "hex" | "escapes" | "entities";
  /** The decoded text, cut at about 64,000 UTF-16 units. */
  text: string;
  /** An ordinary encoding: only reported for findings inside it. */
  usual?: true;
}

/** The most bytes decoded of one run. */
const BYTES_MAX = 64_000;
/** The longest run that is decoded completely, in UTF-16 units. */
const UNITS_MAX: Record<Decoded["how"], number> = {
  base64: (BYTES_MAX / 3) * 4,
  "data-url": (BYTES_MAX / 3) * 4,
  hex: BYTES_MAX * 2,
  percent: BYTES_MAX,
  escapes: BYTES_MAX * 4,
  entities: BYTES_MAX * 4,
};
/** The most runs tried in one text. */
const RUNS_MAX = 5000;

/** Shorter runs are more often names and hashes, in UTF-16 units. */
const BASE64_MIN = 20;
const HEX_MIN = 24;
/** The lines of a block, as in mails, are one run. */
const BASE64 = /[A-Za-z0-9+/_-]{20,}(?:\r?\n[A-Za-z0-9+/_-]{4,76}){0,2000}={0,2}/uy;
const DATA_URL_END = /data:[\w.+/-]{0,80}(?:;[\w=.-]{1,40}){0,4};base64,$/iu;
const HEX = /(?:0x)?[0-9a-f]{2}(?:[ :,]?[0-9a-f]{2}){11,}/iuy;
const BASE64_RUN: Run = {
  of: BASE64,
  signs: tableOf(/[A-Za-z0-9+/_-]/u),
  least: BASE64_MIN,
};
const HEX_RUN: Run = { of: HEX, signs: tableOf(/[0-9A-Fa-fx :,]/u), least: HEX_MIN };
const ESCAPE = /\\u\{([0-9a-f]{1,6})\}|\\u([0-9a-f]{4})|\\x([0-9a-f]{2})/giu;
const ENTITY = /&#(?:x([0-9a-f]{1,6})|([0-9]{1,7}));/giu;
const PERCENT = /%([0-9a-f]{2})/giu;

/** Every run of `text` that decodes to words, and how often a limit was reached. */
export function decodedIn(text: string): { found: Decoded[]; unseen: number } {
  const found: Decoded[] = [];
  let unseen = 0;
  const tooMany = (): void => void (unseen += 1);
  const add = (start: number, end: number, how: Decoded["how"], decoded: string | null): void => {
    if (decoded === null || !isWords(decoded)) return;
    if (end - start > UNITS_MAX[how]) unseen += 1;
    const usual = how === "percent" && !isNeedless(text.slice(start, end));
    found.push({ start, end, how, text: decoded, ...(usual ? { usual } : {}) });
  };
  for (const [start, end] of runsOf(text, { ...BASE64_RUN, tooMany })) {
    if (!isMixed(text, start, end)) continue;
    const isUrl = DATA_URL_END.test(text.slice(Math.max(0, start - 300), start));
    const decoded = utf8Text(base64Bytes(text, start, end, BYTES_MAX));
    add(start, end, isUrl ? "data-url" : "base64", decoded);
  }
  for (const [start, end] of runsOf(text, { ...HEX_RUN, tooMany }))
    add(start, end, "hex", fromHex(text, start, end));
  if (/\\[ux]/u.test(text)) {
    for (const [start, end] of stretches(text, ESCAPE, tooMany)) {
      add(start, end, "escapes", unescaped(text.slice(start, end), ESCAPE, [16, 16, 16]));
    }
  }
  if (text.includes("&#")) {
    for (const [start, end] of stretches(text, ENTITY, tooMany)) {
      add(start, end, "entities", unescaped(text.slice(start, end), ENTITY, [16, 10]));
    }
  }
  if (text.includes("%")) {
    for (const [start, end] of stretches(text, PERCENT, tooMany)) {
      add(start, end, "percent", fromPercent(text.slice(start, end)));
    }
  }
  return { found, unseen };
}

/** 1 for each ASCII unit that `of` matches. */
function tableOf(of: RegExp): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, unit) =>
    of.test(String.fromCharCode(unit)) ? 1 : 0,
  );
}

interface Run {
  /** Must be sticky. */
  of: RegExp;
  signs: Uint8Array;
  least: number;
}

/** The runs that `of` matches, tried only where at least `least` of its characters are together. */
function* runsOf(
  text: string,
  { of, signs, least, tooMany }: Run & { tooMany(): void },
): Generator<readonly [number, number]> {
  let [runs, done] = [0, 0];
  // Every run of that length contains one of these positions.
  for (let at = least - 1; at < text.length; at += least) {
    if (signs[text.charCodeAt(at)] !== 1) continue;
    let start = at;
    while (start > done && signs[text.charCodeAt(start - 1)] === 1) start -= 1;
    let end = at + 1;
    while (end < text.length && signs[text.charCodeAt(end)] === 1) end += 1;
    if (end - start < least) continue;
    done = end;
    for (let from = start; from < end;) {
      of.lastIndex = from;
      // A run must not begin within a word.
      const isInside = /[0-9a-z]/iu.test(text.charAt(from - 1)) && from === start;
      const match = isInside ? null : of.exec(text);
      if (match === null) {
        // Tries again after the next separator.
        const gap = text.slice(from, end).search(/[ :,]/u);
        if (gap === -1) break;
        from += gap + 1;
        continue;
      }
      if ((runs += 1) > RUNS_MAX) {
        tooMany();
        return;
      }
      from += match[0].length;
      done = Math.max(done, from);
      yield [match.index, from];
    }
    at = Math.max(at, done - (done % least) - 1);
  }
}

/** Base64 of text mixes upper and lower case or digits throughout; paths, names and rulers do not. */
function isMixed(text: string, start: number, end: number): boolean {
  const request = text.slice(start, Math.min(end, start + 200));
  return (
    /[a-z]/u.test(request) && /[A-Z]/u.test(request) && /[0-9]|[A-Z].*[a-z].*[A-Z]/u.test(request)
  );
}

/** The most characters between two escapes of one stretch. */
const GAP_MAX = 24;
const ESCAPES_MIN = 4;

/** Stretches of escapes close to each other, with the text between them. */
function* stretches(
  text: string,
  of: RegExp,
  tooMany: () => void,
): Generator<readonly [number, number]> {
  let [start, end, count, yielded] = [-1, -1, 0, 0];
  for (const match of text.matchAll(of)) {
    const near =
      end !== -1 &&
      match.index - end <= GAP_MAX &&
      !/[\n"'<>]/u.test(text.slice(end, match.index)) &&
      !/\s\S*\s/u.test(text.slice(end, match.index));
    if (!near) {
      if (count >= ESCAPES_MIN) {
        if ((yielded += 1) > RUNS_MAX) {
          tooMany();
          return;
        }
        yield [start, end];
      }
      [start, count] = [match.index, 0];
    }
    end = match.index + match[0].length;
    count += 1;
  }
  if (count >= ESCAPES_MIN) yield [start, end];
}

function fromHex(text: string, start: number, end: number): string | null {
  const digits = text
    .slice(start, Math.min(end, start + BYTES_MAX * 2))
    .replace(/^0x|[ :,]/giu, "");
  const bytes = new Uint8Array(Math.floor(digits.length / 2));
  for (let i = 0; i < bytes.length; i += 1)
    bytes[i] = Number.parseInt(digits.slice(i * 2, i * 2 + 2), 16);
  return utf8Text(bytes);
}

/** `bases` has the radix for each group of `of`. */
const unescaped = (run: string, of: RegExp, bases: readonly number[]): string =>
  run.slice(0, BYTES_MAX * 4).replace(of, (whole, ...groups: unknown[]) => {
    const index = bases.findIndex((_, i) => typeof groups[i] === "string");
    const code = Number.parseInt(String(groups[index]), bases[index] ?? 16);
    return code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
      ? String.fromCodePoint(code)
      : whole;
  });

/** An incomplete escape or multi-byte character at the end of a cut text. */
const CUT = /(?:%(?:[c-f][0-9a-f](?:%[89ab][0-9a-f]){0,3}))?(?:%[0-9a-f]?)?$/iu;

function fromPercent(run: string): string | null {
  try {
    // Cut between two characters, so that a long text still decodes.
    const part = run.slice(0, BYTES_MAX).replace(CUT, "");
    return decodeURIComponent((run.length > BYTES_MAX ? part : run).replaceAll("+", " "));
  } catch {
    // Not UTF-8.
    return null;
  }
}

/** True when letters are escaped that need not be, perhaps to hide them. */
const isNeedless = (run: string): boolean =>
  (run.match(/%(?:4[1-9a-f]|5[0-9a]|6[1-9a-f]|7[0-9a])/giu)?.length ?? 0) >= 8;
