// Masks the values of secrets in a text on its way to a model: a server's log or a user's argument may contain one.
import { SECRET_MARK } from "#shared/request/context/piece.ts";
import { isJsonObject } from "#shared/json.ts";

/**
 * Shorter values would match everywhere, so they are masked only next to their name.
 */
const SHORTEST = 4;

/** A masked text, and how many places were replaced. */
export interface Masked {
  text: string;
  masked: number;
  /** Names of secrets too short to be masked reliably, whose values may still be in the text. */
  left: string[];
}

/** A secret with the name of its variable or header. */
export interface NamedSecret {
  name: string;
  value: string;
}

/** A secret too short to be searched for everywhere. */
export interface ShortSecret {
  name: string;
  /** Matches `NAME=1`, `"NAME": "1"`, `Name: 1`; the first group is kept. */
  named: RegExp;
  /** Matches the value as a word of its own. */
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

/** Every form in which the values may appear in a text, longest first. */
export function formsOf(values: readonly string[]): string[] {
  const forms = new Set<string>();
  for (const value of values) {
    for (const word of [value, ...withoutScheme(value), ...tokensWithin(value)]) {
      if (word.length < SHORTEST) continue;
      forms.add(word);
      forms.add(JSON.stringify(word).slice(1, -1));
      // encodeURIComponent throws on a lone surrogate.
      if (!/\p{Surrogate}/u.test(word)) forms.add(encodeURIComponent(word));
    }
  }
  return [...forms].toSorted((a, b) => b.length - a.length);
}

/** Replaces every one of `forms`, which must be sorted longest first, and those of `short` that follow their name. */
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

/** For `Bearer abc`, also mask `abc`. */
function withoutScheme(value: string): string[] {
  const [, word] = /^(?:Bearer|Basic|Token)\s+(.+)$/is.exec(value) ?? [];
  return word === undefined ? [] : [word];
}

/** For a secret stored as JSON, such as a sign-in, also mask each token in it. */
function tokensWithin(value: string): string[] {
  if (!value.startsWith("{")) return [];
  try {
    return tokensOf(JSON.parse(value));
  } catch {
    return [];
  }
}

/** Sign-ins store their tokens as `access` and `refresh`. */
const SECRET_FIELD = /token|secret|verifier|password|key|^(?:access|refresh)$/i;

function tokensOf(value: unknown): string[] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === "string" ? (SECRET_FIELD.test(name) ? [inner] : []) : tokensOf(inner),
  );
}
