// The placeholders that stand for redacted values: how they are written, in which other forms a model may give them
// back beyond doubt, and what only looks like one.

/** The most letters of a name. */
const LETTERS_MAX = 40;
const DIGITS_MAX = 6;

/** The brackets that no ordinary text uses: mathematical white square brackets. */
const OPEN = "\u27E6";
const CLOSE = "\u27E7";

/** The brackets, their look-alikes (U+301A, U+301B), and what they become in JSON or HTML; lower case. */
const OPENERS = [OPEN, "\u301A", "\\u27e6", "&#10214;", "&#x27e6;", "&lobrk;"] as const;
const CLOSERS = [CLOSE, "\u301B", "\\u27e7", "&#10215;", "&#x27e7;", "&robrk;"] as const;

/** The placeholder of a name (capital letters and single underscores) and a number, such as `⟦EMAIL_1⟧`. */
export const markOf = (name: string, number: number): string => `${OPEN}${name}_${number}${CLOSE}`;

/** Whatever is written like a placeholder, exactly. */
export const ANY_MARK = new RegExp(`${OPEN}[A-Z_]+[0-9]+${CLOSE}`, "gu");

/** A value with one of the brackets in it could become a part of a placeholder: it cannot be redacted. */
export const holdsBracket = (value: string): boolean => /[\u27E6\u27E7\u301A\u301B]/u.test(value);

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
const oneOf = (texts: readonly string[]): string => texts.map(escaped).join("|");

/** What models put between letters and digits: spaces, underscores (those that Markdown escapes too), hyphens. */
const GAP = String.raw`[\s_\\-]{0,3}`;

/**
 * Every form of a placeholder that is beyond doubt: its brackets (as they are, escaped, or their look-alikes), a name
 * and a number in any case and spacing. Groups: name, number. Bounded, so that no stream waits for long.
 */
const TOLERANT = `(?:${oneOf(OPENERS)})\\s{0,3}([a-z](?:${GAP}[a-z]){0,${LETTERS_MAX - 1}})${GAP}([0-9]{1,${DIGITS_MAX}})\\s{0,3}(?:${oneOf(CLOSERS)})`;
export const tolerantMark = (): RegExp => new RegExp(TOLERANT, "giu");

/** The longest text that a `tolerantMark` matches, in UTF-16 units. */
const MARK_MAX = 8 + 3 + LETTERS_MAX * 4 + 3 + DIGITS_MAX + 3 + 8;

/** By what a name and a number are one, whatever their case and spacing. */
export const keyOf = (name: string, number: string | number): string =>
  `${name.toUpperCase().replace(/[^A-Z]/g, "")} ${Number(number)}`;

/** True when more text could make a placeholder of it: the end of a stream's piece, from its bracket on. */
export function couldBecomeMark(text: string): boolean {
  if (text.length >= MARK_MAX) return false;
  const lower = text.toLowerCase();
  return OPENERS.some(
    (opener) =>
      opener.startsWith(lower) || (lower.startsWith(opener) && isBody(lower.slice(opener.length))),
  );
}

/** A name and number, or their beginning, and perhaps the beginning of what closes them. */
function isBody(text: string): boolean {
  const body = /^\s{0,3}[a-z\s_\\-]*[0-9]{0,6}\s{0,3}/.exec(text)?.[0] ?? "";
  const rest = text.slice(body.length);
  return CLOSERS.some((closer) => closer.startsWith(rest) && closer !== rest);
}

/** The letters of a name with anything between them that models put there. */
const loose = (name: string): string => [...name.replace(/[^A-Z]/g, "")].join(GAP);

/** Adds the numbers that stand beside the name in `text`, in whatever form: none of them is given to a value. */
export function numbersBeside(name: string, text: string, into: Set<number>): void {
  for (const [, number] of text.matchAll(new RegExp(`${loose(name)}${GAP}([0-9]+)`, "gi"))) {
    into.add(Number(number));
  }
}

/**
 * What a model may have meant as a placeholder of one of these names, and may not have: in other brackets, in none, or
 * one that nobody has given it. Null where there are no names.
 */
export function doubtfulMark(names: readonly string[]): RegExp | null {
  if (names.length === 0) return null;
  const known = names.toSorted((a, b) => b.length - a.length);
  const any = `${OPEN}[^${OPEN}${CLOSE}\\n]{0,60}${CLOSE}?`;
  const [left, right] = [
    "[\\[\\u3010\\u3014\\u3016({<]{1,2}",
    "[\\]\\u3011\\u3015\\u3017)}>]{1,2}",
  ];
  const bracketed = `${left}\\s?(?:${known.map(loose).join("|")})${GAP}[0-9]{1,6}\\s?${right}`;
  const words = known.map((name) => name.split("_").join("\\\\?_"));
  const bare = `(?<![a-z0-9_])(?:${words.join("|")})\\\\?_[0-9]{1,6}(?![a-z0-9])`;
  return new RegExp(`${any}|${bracketed}|${bare}`, "gi");
}

/** The name for values of a kind of finding: capital letters and single underscores. */
export function nameFor(kind: string): string {
  const words = kind
    .toUpperCase()
    .split(/[^A-Z]+/)
    .filter((word) => word !== "");
  const name = words.join("_").slice(0, LETTERS_MAX).replace(/_$/, "");
  return name === "" ? "VALUE" : name;
}
