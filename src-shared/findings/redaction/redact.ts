// Replaces values in a request by stable placeholders, so that models do not get them. `redactRestore.ts` puts them
// back into the response.
import type { Json } from "../../json.ts";
import type { RequestDocument } from "../../request/document/message.ts";
import type { Redacted } from "./redaction.ts";
import type { Redaction } from "./redactionSchema.ts";
import { Patterns } from "../text/patterns.ts";
import { ANY_MARK, holdsBracket, keyOf, markOf, nameFor, numbersBeside } from "./redactMarks.ts";
import { spellingsOf, stretchesOf } from "./redactSpellings.ts";
import { walkRequest } from "./redactWalk.ts";

/** A placeholder and its value. */
export interface Entry {
  /** For example `⟦EMAIL_1⟧`. */
  mark: string;
  /** For example `EMAIL`. */
  name: string;
  number: number;
  /** The exact text replaced; for a number its decimal digits. */
  text: string;
  /** It replaced a JSON number, not a part of a string. */
  asNumber?: true;
}

/** The placeholders of one generation. Contains the values, so it stays in the memory of main. */
export type Mapping = readonly Entry[];

export interface RedactedRequest {
  document: RequestDocument;
  mapping: Mapping;
  /** Null when there is no placeholder in the document. */
  redacted: Redacted | null;
  /**
   * Kinds of values that could not be replaced: too short, with a placeholder's brackets, or part of the protocol's
   * own words.
   */
  left: string[];
}

/** Shorter values cannot be told apart from the rest of a text. */
export const REDACT_MIN = 3;

/**
 * The request with every occurrence of the values replaced: in messages, the system prompt, tool descriptions,
 * arguments and results, stop sequences, field names and numbers, also in other case, escaped for JSON or a URL, or
 * without spaces. Overlapping values are replaced together. Each spelling gets its own placeholder, so that it is
 * restored exactly. `before` is the mapping of the generation that this one continues: its placeholders stay valid,
 * and its values are replaced as well.
 */
export function redactRequest(
  document: RequestDocument,
  redactions: readonly Redaction[],
  before: Mapping = [],
): RedactedRequest {
  const wanted = redactions.filter(({ value }) => value !== "");
  const names = new Map<string, string>();
  const left = new Set<string>();
  for (const { text, name } of before) names.set(text, name);
  // The restored response may have them in other spellings, such as JSON escapes.
  for (const { text, name, asNumber } of before) {
    for (const spelling of asNumber === true ? [] : spellingsOf(text)) {
      if (!names.has(spelling)) names.set(spelling, name);
    }
  }
  for (const { kind, value } of wanted) {
    if (value.trim().length < REDACT_MIN || holdsBracket(value)) {
      left.add(kind);
      continue;
    }
    for (const spelling of spellingsOf(value)) {
      if (!names.has(spelling)) names.set(spelling, nameFor(kind));
    }
  }
  const book = new Book(document, names, before);
  const replaced = names.size === 0 ? document : walkRequest(document, book);
  const mapping = book.entries();
  const whole = wanted.length + mapping.length === 0 ? "" : JSON.stringify(replaced);
  // A value that is also a word of the protocol cannot be replaced; the caller must not send the request.
  const said = new Patterns(
    [...wanted.map(({ value }) => value), ...before.map(({ text }) => text)].map(inJson),
  ).heldBy(whole);
  for (const { kind, value } of wanted) if (said.has(inJson(value))) left.add(kind);
  for (const { name, text } of before) if (said.has(inJson(text))) left.add(name);
  return { document: replaced, mapping, redacted: countOf(whole, mapping), left: [...left] };
}

/** Assigns placeholders in the order of the values in the document. */
class Book {
  readonly #names: ReadonlyMap<string, string>;
  readonly #values: Patterns;
  readonly #document: RequestDocument;
  readonly #byText = new Map<string, Entry>();
  readonly #taken = new Map<string, Set<number>>();

  /** @param names the placeholder name of each value */
  constructor(document: RequestDocument, names: ReadonlyMap<string, string>, before: Mapping) {
    this.#document = document;
    this.#names = names;
    this.#values = new Patterns([...names.keys()]);
    for (const entry of before)
      this.#byText.set(textKey(entry.text, entry.asNumber === true), entry);
  }

  entries(): Mapping {
    return [...this.#byText.values()];
  }

  readonly text = (text: string): string => {
    const stretches = stretchesOf(text, this.#values);
    if (stretches.length === 0) return text;
    let next = "";
    let from = 0;
    for (const { start, end, value } of stretches) {
      next += text.slice(from, start) + this.#entry(text.slice(start, end), value, false).mark;
      from = end;
    }
    return next + text.slice(from);
  };

  readonly number = (number: number): Json => {
    const text = String(number);
    const [stretch] = stretchesOf(text, this.#values);
    return stretch === undefined ? number : this.#entry(text, stretch.value, true).mark;
  };

  /** The placeholder of exactly this text; `value` is the longest value in it and decides the name. */
  #entry(text: string, value: string, asNumber: boolean): Entry {
    const key = textKey(text, asNumber);
    const known = this.#byText.get(key);
    if (known !== undefined) return known;
    const name = this.#nameOf(value);
    const number = this.#nextOf(name);
    const entry: Entry = {
      mark: markOf(name, number),
      name,
      number,
      text,
      ...(asNumber ? { asNumber } : {}),
    };
    this.#byText.set(key, entry);
    return entry;
  }

  /** A name that does not contain a value itself. */
  #nameOf(value: string): string {
    const name = this.#names.get(value) ?? "VALUE";
    const says = (word: string): boolean => this.#values.isIn(`${word}_`);
    return [name, "VALUE", "HIDDEN", "X"].find((word) => !says(word)) ?? name;
  }

  #nextOf(name: string): number {
    const letters = keyOf(name, 0);
    let taken = this.#taken.get(letters);
    if (taken === undefined) {
      taken = this.#takenIn(name);
      this.#taken.set(letters, taken);
    }
    let number = 1;
    while (taken.has(number) || this.#values.isIn(`${name}_${number}`)) number += 1;
    taken.add(number);
    return number;
  }

  /**
   * The numbers already in use with this name, including those in the request itself: a `⟦EMAIL_1⟧` from the server
   * is not a placeholder.
   */
  #takenIn(name: string): Set<number> {
    const taken = new Set<number>();
    numbersBeside(name, JSON.stringify(this.#document), taken);
    const look = (text: string): string => {
      numbersBeside(name, text, taken);
      return text;
    };
    walkRequest(this.#document, { text: look, number: (number) => number });
    for (const entry of this.#byText.values()) {
      if (keyOf(entry.name, 0) === keyOf(name, 0)) taken.add(entry.number);
    }
    return taken;
  }
}

const textKey = (text: string, asNumber: boolean): string => `${asNumber ? "#" : "="}${text}`;

const inJson = (value: string): string => JSON.stringify(value).slice(1, -1);

/** @param whole the request as JSON */
function countOf(whole: string, mapping: Mapping): Redacted | null {
  const byName = new Map<string, { name: string; values: number; places: number }>();
  const byMark = new Map<string, number>();
  for (const [mark] of mapping.length === 0 ? [] : whole.matchAll(ANY_MARK)) {
    byMark.set(mark, (byMark.get(mark) ?? 0) + 1);
  }
  for (const { name, mark } of mapping) {
    const places = byMark.get(mark);
    if (places === undefined) continue;
    const sum = byName.get(name) ?? { name, values: 0, places: 0 };
    sum.values += 1;
    sum.places += places;
    byName.set(name, sum);
  }
  return byName.size === 0 ? null : { names: [...byName.values()] };
}
