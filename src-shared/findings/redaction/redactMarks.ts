// The format of the placeholders for redacted values, the variants that a model may write for them, and text that
// only resembles them.

/** The most values of one request. */
export const REDACTIONS_MAX = 10_000;

/** The most letters of a name. */
const LETTERS_MAX = 40;
const DIGITS_MAX = 6;

/** Mathematical white square brackets, which ordinary texts do not have. */
const OPEN = "\u27E6";
const CLOSE = "\u27E7";

/** The brackets, their look-alikes (U+301A, U+301B), and their JSON and HTML escapes; in lower case. */
const OPENERS = [OPEN, "\u301A", "\\u27e6", "&#10214;", "&#x27e6;", "&lobrk;"] as const;
const CLOSERS = [CLOSE, "\u301B", "\\u27e7", "&#10215;", "&#x27e7;", "&robrk;"] as const;

/** The placeholder of a name (capital letters and single underscores) and a number, such as `⟦EMAIL_1⟧`. */
export const markOf = (name: string, number: number): string => `${OPEN}${name}_${number}${CLOSE}`;

/** Any text with the exact form of a placeholder. */
export const ANY_MARK = new RegExp(`${OPEN}[A-Z_]+[0-9]+${CLOSE}`, "gu");

/** True for a value with one of the brackets, which could become part of a placeholder and cannot be redacted. */
export const holdsBracket = (value: string): boolean => /[\u27E6\u27E7\u301A\u301B]/u.test(value);

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
const oneOf = (texts: readonly string[]): string => texts.map(escaped).join("|");

/** What models put between letters and digits: spaces, underscores (possibly escaped, as in Markdown) and hyphens. */
const GAP = String.raw`[\s_\\-]{0,3}`;

/**
 * Every unambiguous variant of a placeholder: its brackets (plain, escaped or look-alikes), and name and number in
 * any case and spacing. Groups: name, number. Bounded, so that a stream is not held back for long.
 */
const TOLERANT = `(?:${oneOf(OPENERS)})\\s{0,3}([a-z](?:${GAP}[a-z]){0,${LETTERS_MAX - 1}})${GAP}([0-9]{1,${DIGITS_MAX}})\\s{0,3}(?:${oneOf(CLOSERS)})`;
export const tolerantMark = (): RegExp => new RegExp(TOLERANT, "giu");

/** The longest text that `tolerantMark` matches, in UTF-16 units. */
const MARK_MAX = 8 + 3 + LETTERS_MAX * 4 + 3 + DIGITS_MAX + 3 + 8;

/** A key for a name and number, whatever their case and spacing. */
export const keyOf = (name: string, number: string | number): string =>
  `${name.toUpperCase().replace(/[^A-Z]/g, "")} ${Number(number)}`;

/** True when more text could make this a placeholder: the end of a streamed piece, from the bracket on. */
export function couldBecomeMark(text: string): boolean {
  if (text.length >= MARK_MAX) return false;
  const lower = text.toLowerCase();
  return OPENERS.some(
    (opener) =>
      opener.startsWith(lower) || (lower.startsWith(opener) && isBody(lower.slice(opener.length))),
  );
}

/** True for a (partial) name and number, possibly with the beginning of a closing bracket. */
function isBody(text: string): boolean {
  const body = /^\s{0,3}[a-z\s_\\-]*[0-9]{0,6}\s{0,3}/.exec(text)?.[0] ?? "";
  const rest = text.slice(body.length);
  return CLOSERS.some((closer) => closer.startsWith(rest) && closer !== rest);
}

/** An expression for the letters of a name with gaps between them. */
const loose = (name: string): string => [...name.replace(/[^A-Z]/g, "")].join(GAP);

/** Adds the numbers that follow the name in `text` in any variant, so that they are not assigned. */
export function numbersBeside(name: string, text: string, into: Set<number>): void {
  for (const [, number] of text.matchAll(new RegExp(`${loose(name)}${GAP}([0-9]+)`, "gi"))) {
    into.add(Number(number));
  }
}

/**
 * An expression for what a model may have meant as a placeholder of these names: other brackets, none, or an unknown
 * name. Null without names.
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

/** The placeholder name for a kind of finding: capital letters and single underscores. */
export function nameFor(kind: string): string {
  const words = kind
    .toUpperCase()
    .split(/[^A-Z]+/)
    .filter((word) => word !== "");
  const name = words.join("_").slice(0, LETTERS_MAX).replace(/_$/, "");
  return name === "" ? "VALUE" : name;
}
