// Reads the rules file (JSON with comments and trailing commas) and reports the position of every fault. With a
// single fault, none of its rules holds.
import { findNodeAtLocation, getNodeValue, parseTree, printParseErrorCode } from "jsonc-parser";
import type { Node, ParseError } from "jsonc-parser";
import { z } from "zod";
import { parse } from "../filter/parse.ts";
import { repeatedNames } from "../servers/config/jsonText.ts";
import type { RuleFault } from "./fault.ts";
import { gatesOf } from "./gates.ts";
import { ruleSchema, rulesSchema } from "./rule.ts";
import type { Rule, RuleGate } from "./rule.ts";

/** A rules file; `$schema` is only for editors. */
export const rulesFileSchema = z.strictObject({
  $schema: z.string().max(4000).optional(),
  rules: rulesSchema,
});

/** JSON Schema (2020-12) of the file, for completion and checks in editors. */
export const rulesJsonSchema = (): object => z.toJSONSchema(rulesFileSchema, { io: "input" });

/** Longest file that is read, in UTF-16 units. */
export const RULES_TEXT_MAX = 16_000_000;
/** The most faults reported. */
const FAULTS_MOST = 100;

export interface ReadRules {
  /** The rules that could be read; none of them holds while there is a fault. */
  rules: Rule[];
  faults: RuleFault[];
}

/** Reads a rules file. A bare array of rules is accepted as well. */
export function readRules(text: string): ReadRules {
  if (text.length > RULES_TEXT_MAX) return broken(text, 0, "TooLong");
  const source = text.replace(/^\uFEFF/, "");
  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = parseTree(source, errors, { allowTrailingComma: true });
  } catch {
    // The parser is recursive and overflows at some thousand levels.
    return broken(source, 0, "TooDeep");
  }
  const [error] = errors;
  if (error !== undefined) return broken(source, error.offset, printParseErrorCode(error.error));
  if (root === undefined) return broken(source, 0, "ValueExpected");
  const reader = new Reader(source, root);
  const rules = reader.rules();
  const faults = reader.faults.toSorted((a, b) => a.line - b.line || a.column - b.column);
  return { rules, faults: faults.slice(0, FAULTS_MOST) };
}

const broken = (text: string, offset: number, detail: string): ReadRules => ({
  rules: [],
  faults: [{ ...placeOf(text, offset), fault: { kind: "json", detail } }],
});

/** Line and column from 1, in UTF-16 units. */
function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1) ?? "").length + 1 };
}

/** The list of rules in a file's tree, and its path. */
export function listIn(root: Node): { list: Node | undefined; path: (string | number)[] } {
  if (root.type === "array") return { list: root, path: [] };
  return { list: findNodeAtLocation(root, ["rules"]), path: ["rules"] };
}

class Reader {
  readonly faults: RuleFault[] = [];
  readonly #text: string;
  readonly #root: Node;

  constructor(text: string, root: Node) {
    this.#text = text;
    this.#root = root;
  }

  rules(): Rule[] {
    for (const { path, offset } of repeatedNames(this.#root))
      this.faults.push({
        ...placeOf(this.#text, offset),
        fault: { kind: "twice", path: written(path) },
      });
    const { list, path } = listIn(this.#root);
    if (list !== this.#root) this.#check(rulesFileSchema.partial(), this.#outline(), []);
    if (list?.type !== "array") {
      if (list === undefined && this.#root.type === "object") {
        this.#fault(this.#root, [], "rules: missing");
      }
      return [];
    }
    const known = new Set<string>();
    return (list.children ?? []).flatMap((node, at) => {
      const rule = this.#rule(node, [...path, at]);
      // Also for rules with other faults, so that all faults are reported at once.
      const id = idOf(getNodeValue(node));
      if (id !== undefined && known.has(id)) this.#twice([...path, at, "id"], id);
      if (id !== undefined) known.add(id);
      return rule === null ? [] : [rule];
    });
  }

  /** The file without its rules, which are checked one by one. */
  #outline(): unknown {
    if (this.#root.type !== "object") return getNodeValue(this.#root) as unknown;
    const value = getNodeValue(this.#root) as Record<string, unknown>;
    return { ...value, rules: Array.isArray(value["rules"]) ? [] : value["rules"] };
  }

  #rule(node: Node, path: (string | number)[]): Rule | null {
    const value = getNodeValue(node) as unknown;
    const id = idOf(value);
    const rule = this.#check(ruleSchema, value, path, id);
    const when: unknown = Reflect.get(Object(value), "when");
    if (rule === null && ruleSchema.shape.when.safeParse(when).success && typeof when === "string")
      this.#expression({ id, when }, [...path, "when"]);
    if (rule === null) return null;
    for (const { field, detail } of contradictionsIn(rule)) {
      this.#fault(this.#nodeAt([...path, field]), [...path, field], detail, id);
    }
    this.#expression(rule, [...path, "when"], gatesOf(rule));
    return rule;
  }

  #check<T>(
    schema: z.ZodType<T>,
    value: unknown,
    path: (string | number)[],
    ruleId?: string,
  ): T | null {
    const { success, data, error } = schema.safeParse(value);
    if (success) return data;
    for (const issue of error.issues) {
      const inside = issue.path.filter((part) => typeof part !== "symbol");
      const names = issue.code === "unrecognized_keys" ? issue.keys.map((key) => [key]) : [[]];
      for (const name of names) {
        const at = [...path, ...inside, ...name];
        const detail = name.length > 0 ? "unknown field" : issue.message;
        this.#fault(this.#nodeAt(at), at, detail, ruleId);
      }
    }
    return null;
  }

  #expression(
    { id, when }: { id: string | undefined; when: string },
    path: (string | number)[],
    gates: readonly RuleGate[] = [],
  ): void {
    for (const found of parse(when, gates).faults) {
      const node = this.#nodeAt(path);
      const offset = node.offset + rawOffset(this.#text, node, found.start);
      this.faults.push({
        ...placeOf(this.#text, offset),
        ...(id === undefined ? {} : { ruleId: id }),
        fault: { kind: "when", offset: found.start, detail: found.kind, found },
      });
    }
  }

  #twice(path: (string | number)[], ruleId: string): void {
    const { offset } = this.#nodeAt(path);
    const fault = { kind: "twice" as const, path: written(path) };
    this.faults.push({ ...placeOf(this.#text, offset), ruleId, fault });
  }

  #fault(node: Node, path: (string | number)[], detail: string, ruleId?: string): void {
    this.faults.push({
      // An unknown field is reported at its name.
      ...placeOf(this.#text, (detail === "unknown field" ? node.parent : node)?.offset ?? 0),
      ...(ruleId === undefined ? {} : { ruleId }),
      fault: { kind: "field", path: written(path), detail: detail.slice(0, 300) },
    });
  }

  /** The node at the path, or the nearest one around it. */
  #nodeAt(path: (string | number)[]): Node {
    for (let length = path.length; length > 0; length -= 1) {
      const node = findNodeAtLocation(this.#root, path.slice(0, length));
      if (node !== undefined) return node;
    }
    return this.#root;
  }
}

/** Fields that have no effect with the rule's other fields, or cannot be stored; the user would rely on them. */
export function contradictionsIn(rule: Rule): { field: keyof Rule; detail: string }[] {
  const { decide, gate, holds, changes, secondLook, team, refusal } = rule;
  const odds: { field: keyof Rule; detail: string }[] = [];
  if (refusal !== undefined && decide !== "refuse") {
    odds.push({ field: "refusal", detail: "only with decide: refuse" });
  }
  if (changes !== undefined && (gate === "response" || decide === "refuse")) {
    odds.push({
      field: "changes",
      detail: "only at the gate of the request, and not with refuse",
    });
  }
  if (secondLook === true && (gate !== "request" || decide === "refuse")) {
    odds.push({ field: "secondLook", detail: "only at the gate of the request" });
  }
  if (team === true && (gate === "response" || decide !== "ask")) {
    odds.push({ field: "team", detail: "only with decide: ask, at the gate of the request" });
  }
  if (holds.kind === "session" || holds.kind === "thread") {
    odds.push({ field: "holds", detail: "such a rule is kept in memory alone" });
  }
  return odds;
}

const idOf = (value: unknown): string | undefined => {
  const id: unknown = typeof value === "object" && value !== null ? Reflect.get(value, "id") : null;
  return typeof id === "string" ? id : undefined;
};

/** `["rules", 2, "decide"]` as `rules[2].decide`. */
const written = (path: readonly (string | number)[]): string =>
  path.reduce<string>(
    (so, part) =>
      typeof part === "number" ? `${so}[${part}]` : so === "" ? part : `${so}.${part}`,
    "",
  );

const ESCAPE = /\\(?:u[0-9a-fA-F]{4}|.)/sy;

/** Offset in the source of unit `at` of a string's value, from the opening quote. */
function rawOffset(text: string, { type, offset, length }: Node, at: number): number {
  if (type !== "string") return 0;
  let raw = 1;
  for (let unit = 0; unit < at && raw < length - 1; unit += 1) {
    ESCAPE.lastIndex = offset + raw;
    raw += ESCAPE.exec(text)?.[0].length ?? 1;
  }
  return raw;
}
