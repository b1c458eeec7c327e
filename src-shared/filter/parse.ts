// Parses filters: `server:github is:rejected tokens:>4000 "exact words" -tool:summarize`. Adjacent terms are combined
// with AND; OR (which binds least), AND, NOT (in capitals), `-` and parentheses work as usual.
import { parser } from "./grammar/table.ts";
import * as node from "./grammar/table.ts";
import { fieldNamed, fieldNames } from "./fields.ts";
import { FIELDS, isKnownAt, nearestFieldName } from "./fields.ts";
import type { FieldName, Comparison } from "./fields.ts";
import type { RuleGate } from "../rules/rule.ts";
import type { FaultKind, FilterFault, FilterQuery } from "./query.ts";
import { bareWord, quotedWord, readText, readValue } from "./values.ts";
import type { Read, WrittenValue } from "./values.ts";

/** Bounds that keep evaluation fast; longer filters are mistakes. */
export const LIMITS = { characters: 10_000, terms: 200, depth: 50 } as const;

/** A filter, or the faults of its text in order of position. */
export type Parsed = { query: FilterQuery; faults: [] } | { query: null; faults: FilterFault[] };

type Node = ReturnType<typeof parser.parse>["topNode"];

/**
 * Parses a filter; never throws. Empty text matches everything.
 * @param gates for a rule: the gates at which it applies. A field of which nothing is known at one of them is a fault.
 */
export function parse(text: string, gates: readonly RuleGate[] = []): Parsed {
  const limit = beyondLimits(text);
  if (limit !== null) return { query: null, faults: [limit] };
  const reader = new Reader(text, gates);
  // The grammar's tokens do not include lone surrogates.
  const query = reader.query(parser.parse(text.replace(/[\ud800-\udfff]/gu, "\ufffd")).topNode);
  if (reader.faults.length > 0) {
    return { query: null, faults: reader.faults.sort((a, b) => a.start - b.start) };
  }
  return { query, faults: [] };
}

const PIECES = /"(?:[^"\\]|\\.)*"?|[()（）]|[-－−](?=[-－−])|(?:\\.|[^\s()（）"\\])+|\\/gsu;

/** Checks the bounds before parsing, so that oversized input is cheap. */
function beyondLimits(text: string): FilterFault | null {
  if (text.length > LIMITS.characters) {
    const place = { start: LIMITS.characters, end: text.length };
    return { ...place, kind: "too-long", limit: LIMITS.characters };
  }
  let [pieces, depth] = [0, 0];
  for (const { 0: piece, index } of text.matchAll(PIECES)) {
    const place = { start: index, end: index + piece.length };
    if (piece === "(" || piece === "（") depth += 1;
    else if (piece === ")" || piece === "）") depth -= 1;
    else pieces += 1;
    if (depth > LIMITS.depth) return { ...place, kind: "too-deep", limit: LIMITS.depth };
    if (pieces > 2 * LIMITS.terms || depth < -LIMITS.depth) {
      return { ...place, kind: "too-many", limit: LIMITS.terms };
    }
  }
  return null;
}

/** The field that words in parentheses are values of: `is:(rejected OR refused)`. */
interface Values {
  name: FieldName;
  by: Comparison | null;
}

const all: FilterQuery = { kind: "all" };
const KEY = /^(.*?)[:：]?([>＞<＜=＝]*)$/su;

class Reader {
  readonly faults: FilterFault[] = [];
  readonly #text: string;
  readonly #gates: readonly RuleGate[];
  #terms = 0;
  #nots = 0;

  constructor(text: string, gates: readonly RuleGate[]) {
    this.#text = text;
    this.#gates = gates;
  }

  query(top: Node): FilterQuery {
    const found = this.#parts(top, null);
    return found[0] ?? all;
  }

  #fault(at: { from: number; to: number }, fault: FaultKind): FilterQuery {
    this.faults.push({ start: at.from, end: at.to, ...fault });
    return all;
  }

  #source({ from, to }: { from: number; to: number }): string {
    return this.#text.slice(from, to);
  }

  /** The children of a node as queries; syntax errors are added to the faults. */
  #parts(parent: Node, values: Values | null): FilterQuery[] {
    const found: FilterQuery[] = [];
    let before: Node | null = null;
    for (let child = parent.firstChild; child !== null; child = child.nextSibling) {
      if (child.type.isError) this.#lost(child, before, parent);
      else if (!SIGNS.has(child.type.id)) found.push(this.#part(child, values));
      before = child;
    }
    return found;
  }

  #part(child: Node, values: Values | null): FilterQuery {
    switch (child.type.id) {
      case node.Or:
        return joined("or", this.#parts(child, values));
      case node.And:
        return joined("and", this.#parts(child, values));
      case node.Not:
        return this.#not(child, values);
      case node.Group:
        return this.#group(child, values);
      case node.Pair:
        return this.#pair(child, values);
      case node.OpenString:
        return this.#fault(child, { kind: "open-quote" });
      default:
        return this.#word(child, values);
    }
  }

  #not(child: Node, values: Values | null): FilterQuery {
    this.#nots += 1;
    if (this.#nots > LIMITS.terms) {
      return this.#fault(child, { kind: "too-many", limit: LIMITS.terms });
    }
    const [of] = this.#parts(child, values);
    return { kind: "not", of: of ?? all };
  }

  #group(group: Node, values: Values | null): FilterQuery {
    if (group.firstChild?.type.id !== node.Open) {
      return this.#fault(group, { kind: "extra-close" });
    }
    const found = this.#parts(group, values);
    const isEmpty = found.length === 0 && group.lastChild?.type.id === node.Close;
    return isEmpty ? this.#fault(group, { kind: "empty-group" }) : (found[0] ?? all);
  }

  #word(word: Node, values: Values | null): FilterQuery {
    return this.#wordOrValue(word, this.#written(word), values);
  }

  /** A word is text, or in parentheses after a field a value of it. */
  #wordOrValue(
    at: { from: number; to: number },
    written: WrittenValue,
    values: Values | null,
  ): FilterQuery {
    const read = values === null ? readText(written) : readValue(values.name, values.by, written);
    return this.#read(at, read);
  }

  #written(word: Node): WrittenValue {
    const source = this.#source(word);
    if (word.type.id === node.String) return quotedWord(source);
    if (word.type.id !== node.BegunString) return bareWord(source);
    const { parts } = quotedWord(source.slice(0, -1));
    return { parts: [...parts, { wild: "any" }], quoted: true };
  }

  #read(at: { from: number; to: number }, read: Read): FilterQuery {
    this.#terms += 1;
    if (this.#terms === LIMITS.terms + 1) {
      return this.#fault(at, { kind: "too-many", limit: LIMITS.terms });
    }
    return read.ok ? read.query : this.#fault(at, read.fault);
  }

  #pair(pair: Node, values: Values | null): FilterQuery {
    const [key, value] = [pair.firstChild, pair.lastChild];
    if (key === null || value === null) return this.#fault(pair, { kind: "not-read" });
    const [, written = "", signs = ""] = KEY.exec(this.#source(key)) ?? [];
    const hasColon = this.#source(key).length > written.length + signs.length;
    const name = fieldNamed(written);
    const adjacent = !value.type.isError && value.from === key.to;
    // `https://…` and `a>b` are text; any other unknown field is a fault.
    const isText = name === null && (!hasColon || this.#text.startsWith("//", key.to));
    if (isText && value.type.id !== node.Group) {
      const whole = bareWord(this.#source({ from: key.from, to: adjacent ? value.to : key.to }));
      return this.#wordOrValue(pair, whole, values);
    }
    if (values !== null) return this.#fault(pair, { kind: "field-in-values", field: written });
    const place = { from: key.from, to: key.from + written.length };
    if (name === null) {
      const near = nearestFieldName(written, [...fieldNames]);
      return this.#fault(place, { kind: "unknown-field", field: written, nearest: near });
    }
    const early = this.#gates.find((gate) => !isKnownAt(name, gate));
    if (early !== undefined) {
      const gate = early === "request" ? 1 : 2;
      return this.#fault(place, { kind: "not-at-gate", field: name, gate });
    }
    const by = signs === "" ? null : (signs.normalize("NFKC") as Comparison);
    if (by !== null && !isComparable(name, by)) {
      return this.#fault(key, { kind: "not-comparable", field: name });
    }
    const isClosed = value.type.id === node.Group && value.firstChild?.type.id !== node.Open;
    if (!adjacent || isClosed) return this.#fault(key, { kind: "no-value", field: name });
    return this.#part(value, { name, by });
  }

  /** Reports a syntax error; the preceding sign tells what is missing. */
  #lost(error: Node, before: Node | null, parent: Node): void {
    const source = this.#source(error);
    const first = error.firstChild;
    if (first?.type.id === node.Close) this.#fault(first, { kind: "extra-close" });
    else if (before !== null && SIGNS.has(before.type.id) && before.type.id !== node.Open) {
      this.#fault(before, { kind: "no-operand", sign: this.#source(before) });
    } else if (/^(?:OR|AND)$/.test(source)) {
      this.#fault(error, { kind: "no-operand", sign: source });
    } else if (parent.type.id === node.Group && error.from === error.to) {
      const open = parent.firstChild ?? parent;
      if (!this.faults.some(({ start }) => start === open.from))
        this.#fault(open, { kind: "open-group" });
    } else if (parent.type.id !== node.Pair && source !== "") {
      this.#fault(error, { kind: "not-read" });
    }
  }
}

const isComparable = (name: FieldName, by: Comparison): boolean =>
  FIELDS[name].kind === "words" ? by === "=" : FIELDS[name].by === undefined;

const SIGNS: ReadonlySet<number> = new Set([
  node.NotSign,
  node.Minus,
  node.AndSign,
  node.OrSign,
  node.Open,
  node.Close,
]);

/** Combines queries with `kind`, flattening nested ones of the same kind; a single query stays as it is. */
function joined(kind: "and" | "or", parts: readonly FilterQuery[]): FilterQuery {
  const flat = parts.flatMap((part) => (part.kind === kind ? part.of : [part]));
  const [only] = flat;
  return flat.length > 1 ? { kind, of: flat } : (only ?? all);
}
