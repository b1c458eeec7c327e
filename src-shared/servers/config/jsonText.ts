// Parses JSON with comments and trailing commas, and locates syntax errors.
import { parseTree, printParseErrorCode } from "jsonc-parser";
import type { Node, ParseError } from "jsonc-parser";
import type { ConfigFailure, Outcome } from "../../outcome.ts";
import { fail, ok } from "../../outcome.ts";

type NotJson = Extract<ConfigFailure, { kind: "config-not-json" }>;

/**
 * The parsed tree, or where the syntax error is (line and column from 1, in UTF-16 units). Fields without surrounding
 * braces, as documentation often prints them, are read as an object.
 */
export function readJsonText(text: string): Outcome<Node, NotJson> {
  const bare = text.replace(/^\uFEFF/, "");
  const snippet = /^\s*"/.test(bare);
  const whole = snippet ? `{${bare}\n}` : bare;
  const errors: ParseError[] = [];
  let tree: Node | undefined;
  try {
    tree = parseTree(whole, errors, { allowTrailingComma: true });
  } catch {
    // The parser is recursive and overflows the stack after some thousand levels of nesting.
    return fail(notJson(bare, 0, "TooDeep"));
  }
  const [first] = errors;
  if (first !== undefined) {
    const offset = Math.min(first.offset - (snippet ? 1 : 0), bare.length);
    return fail(notJson(bare, offset, printParseErrorCode(first.error)));
  }
  return tree === undefined ? fail(notJson(bare, 0, "ValueExpected")) : ok(tree);
}

function notJson(text: string, offset: number, detail: string): NotJson {
  const lines = text.slice(0, Math.max(0, offset)).split(/\r\n|\r|\n/);
  const column = (lines.at(-1) ?? "").length + 1;
  return { kind: "config-not-json", line: lines.length, column, detail };
}

/** The fields of an object node in order, including duplicates; empty for any other node. */
export function fieldsOf(node: Node | undefined): { name: string; node: Node }[] {
  if (node?.type !== "object") return [];
  return (node.children ?? []).flatMap((property) => {
    const [key, value] = property.children ?? [];
    return key === undefined || value === undefined || typeof key.value !== "string"
      ? []
      : [{ name: key.value, node: value }];
  });
}

/** Names that an object has twice: JSON parsers take the last, while a reader of the file may take the first. */
export function* repeatedNames(
  node: Node,
  path: readonly (string | number)[] = [],
): Generator<{ name: string; path: (string | number)[]; offset: number }> {
  if (node.type === "array")
    for (const [at, item] of (node.children ?? []).entries())
      yield* repeatedNames(item, [...path, at]);
  if (node.type !== "object") return;
  const seen = new Set<string>();
  for (const { children: [key, value] = [] } of node.children ?? []) {
    const name = String(key?.value);
    if (key !== undefined && seen.has(name))
      yield { name, path: [...path, name], offset: key.offset };
    seen.add(name);
    if (value !== undefined) yield* repeatedNames(value, [...path, name]);
  }
}

/** The last field with this name, as in `JSON.parse`. */
export const fieldOf = (node: Node | undefined, name: string): Node | undefined =>
  fieldsOf(node).findLast((field) => field.name === name)?.node;
