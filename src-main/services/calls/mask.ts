// Takes the values of secrets out of a text that leaves for a model: what a server writes into its log or a
// person into an argument may hold one.
import { SECRET_MARK } from "../../../src-shared/context/piece.ts";
import { isJsonObject } from "../../../src-shared/json.ts";

/** Shorter values would be found everywhere: they are taken out only where their name stands before them. */
const SHORTEST = 4;

/** A text without secrets, and how many places were replaced. */
export interface Masked {
  text: string;
  masked: number;
  /** Names of secrets too short to be taken out for certain, whose values may still stand there. */
  left: string[];
}

/** A secret with the name that the user entered it under: of a variable or a header. */
export interface NamedSecret {
  name: string;
  value: string;
}

/** A secret that is too short to be looked for everywhere. */
export interface ShortSecret {
  name: string;
  /** `NAME=1`, `"NAME": "1"`, `Name: 1`; its first group is what stays. */
  named: RegExp;
  /** The value where it stands alone. */
  alone: RegExp;
}

export function shortOf(secrets: readonly NamedSecret[]): ShortSecret[] {
  const short = secrets.filter(({ value }) => value !== "" && value.length < SHORTEST);
  return short.map(({ name, value }) => {
    const end = "(?![A-Za-z0-9])";
    const before = `(?<![A-Za-z0-9_])${literal(name)}[\\\\"']*[ \\t]*[:=][ \\t]*[\\\\"']*`;
    return {
      name,
      named: new RegExp(`(${before})${literal(value)}${end}`, "gi"),
      alone: new RegExp(`(?<![A-Za-z0-9])${literal(value)}${end}`),
    };
  });
}

const literal = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");

/** Every form in which the values may stand in a text, longest first. */
export function formsOf(values: readonly string[]): string[] {
  const forms = new Set<string>();
  for (const value of values) {
    for (const word of [value, ...withoutScheme(value), ...tokensWithin(value)]) {
      if (word.length < SHORTEST) continue;
      forms.add(word);
      forms.add(JSON.stringify(word).slice(1, -1));
      // A lone surrogate has no form in an address.
      if (!/\p{Surrogate}/u.test(word)) forms.add(encodeURIComponent(word));
    }
  }
  return [...forms].toSorted((a, b) => b.length - a.length);
}

/** Replaces each of `forms`, which must come longest first, and of `short` what stands beside its name. */
export function masked(
  text: string,
  forms: readonly string[],
  short: readonly ShortSecret[] = [],
): Masked {
  let count = 0;
  let rest = text;
  for (const form of forms) {
    const pieces = rest.split(form);
    count += pieces.length - 1;
    rest = pieces.join(SECRET_MARK);
  }
  for (const { named } of short) {
    rest = rest.replaceAll(named, (_whole, before: string) => {
      count += 1;
      return before + SECRET_MARK;
    });
  }
  const left = short.filter(({ alone }) => alone.test(rest)).map(({ name }) => name);
  return { text: rest, masked: count, left: [...new Set(left)] };
}

/** `Bearer abc` hides `abc`. */
function withoutScheme(value: string): string[] {
  const [, word] = /^(?:Bearer|Basic|Token)\s+(.+)$/is.exec(value) ?? [];
  return word === undefined ? [] : [word];
}

/** What is kept as JSON (a sign-in with its tokens) hides each token in it. */
function tokensWithin(value: string): string[] {
  if (!value.startsWith("{")) return [];
  try {
    return tokensOf(JSON.parse(value));
  } catch {
    return [];
  }
}

/** A sign-in keeps its tokens as `access` and `refresh`. */
const SECRET_MEMBER = /token|secret|verifier|password|key|^(?:access|refresh)$/i;

function tokensOf(value: unknown): string[] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === "string" ? (SECRET_MEMBER.test(name) ? [inner] : []) : tokensOf(inner),
  );
}
