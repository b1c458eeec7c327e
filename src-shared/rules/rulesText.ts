// Writes the rules file with minimal changes, for readers and version control: an unchanged rule keeps its text and
// comments, a changed one keeps the text of its other fields.
import { applyEdits, createScanner, modify, parseTree } from "jsonc-parser";
import type { Node } from "jsonc-parser";
import { sameJson } from "../request/document/change.ts";
import type { Json } from "../json.ts";
import { listIn, readRules } from "./rulesFile.ts";
import type { Rule } from "./rule.ts";

/** Written beside the rules file, for completion in editors. */
export const SCHEMA_FILE = "rules.schema.json";

const FORMAT = { formattingOptions: { insertSpaces: true, tabSize: 2, eol: "\n" } } as const;

/**
 * The text of a file with these rules. `before` is the text to update, or null; an invalid one or a bare array is not
 * reused. Reading the result gives the same rules.
 */
export function rulesText(rules: readonly Rule[], before: string | null): string {
  const parts = before === null ? null : partsOf(before);
  if (parts === null) {
    const items = rules.map((rule) => `\n    ${newText(rule)}`).join(",");
    const list = rules.length === 0 ? "[]" : `[${items}\n  ]`;
    return `{\n  "$schema": "./${SCHEMA_FILE}",\n  "rules": ${list}\n}\n`;
  }
  const known = new Map(parts.items.map((item) => [item.rule.id, item]));
  const items = rules.map((rule): Item => {
    const item = known.get(rule.id);
    if (item === undefined) return { rule, lead: "\n    ", text: newText(rule), trail: "" };
    return { ...item, text: changedText(item, rule) };
  });
  const body = items
    .map(({ lead, text, trail }, at) => `${lead}${text}${at < items.length - 1 ? "," : ""}${trail}`)
    .join("");
  const end = items.length > 0 && !parts.end.startsWith("\n") ? `\n  ${parts.end}` : parts.end;
  return `${parts.head}${body}${items.length === 0 ? parts.end.trim() : end}${parts.foot}`;
}

/** A rule with the text around it, up to the next rule. */
interface Item {
  rule: Rule;
  /** White space and comments before it. */
  lead: string;
  text: string;
  /** Comments after it in the same line. */
  trail: string;
}

/** A file split at its rules. */
interface Parts {
  /** Up to the opening bracket of the list. */
  head: string;
  items: Item[];
  /** From the last rule to the closing bracket of the list. */
  end: string;
  foot: string;
}

function partsOf(text: string): Parts | null {
  const { rules, faults } = readRules(text);
  const bare = text.replace(/^\uFEFF/, "");
  const root = faults.length > 0 ? undefined : parseTree(bare, [], { allowTrailingComma: true });
  if (root?.type !== "object") return null;
  const { list } = listIn(root);
  const nodes = list?.children ?? [];
  if (list === undefined || nodes.length !== rules.length) return null;
  let from = list.offset + 1;
  const items = nodes.map((node, at): Item => {
    const lead = bare.slice(from, node.offset);
    const end = node.offset + node.length;
    const next = nodes[at + 1]?.offset ?? list.offset + list.length - 1;
    const { trail, to } = trailOf(bare, end, next);
    from = to;
    // The cast is safe: there are as many rules as nodes.
    return { rule: rules[at] as Rule, lead, text: textAt(bare, node), trail };
  });
  const close = list.offset + list.length - 1;
  return {
    head: bare.slice(0, list.offset + 1),
    items,
    end: bare.slice(from, close),
    foot: bare.slice(close),
  };
}

const textAt = (text: string, { offset, length }: Node): string =>
  text.slice(offset, offset + length);

/** Token kinds of jsonc-parser's scanner (`SyntaxKind`, a const enum, which type stripping cannot import). */
const [COMMA, LINE_COMMENT, BLOCK_COMMENT, LINE_BREAK] = [5, 12, 13, 14];

/** The comments in the line where a rule ends, without the comma, and where they end. */
function trailOf(text: string, from: number, end: number): { trail: string; to: number } {
  const scanner = createScanner(text, false);
  scanner.setPosition(from);
  let [trail, to, pending] = ["", from, ""];
  for (;;) {
    const kind: number = scanner.scan();
    const at = scanner.getTokenOffset();
    if (at >= end || kind === LINE_BREAK) return { trail, to };
    const token = text.slice(at, at + scanner.getTokenLength());
    if (kind === COMMA) to = at + 1;
    else if (kind === LINE_COMMENT || kind === BLOCK_COMMENT) {
      trail += pending + token;
      to = at + token.length;
    }
    pending = kind === COMMA || kind === LINE_COMMENT || kind === BLOCK_COMMENT ? "" : token;
  }
}

/** The fields of a new rule in writing order, without defaults. */
function plain(rule: Rule): Record<string, Json | undefined> {
  const { id, name, note, on, gate, when, server, exactly, decide, ...rest } = rule;
  const { refusal, changes, secondLook, team, holds } = rest;
  return {
    id,
    name,
    note,
    ...(on ? {} : { on }),
    gate,
    when,
    server,
    exactly,
    decide,
    refusal,
    changes: changes as unknown as Json | undefined,
    secondLook,
    team,
    ...(holds.kind === "always" ? {} : { holds }),
  };
}

const newText = (rule: Rule): string =>
  JSON.stringify(plain(rule), null, 2).replaceAll("\n", "\n    ");

/** The text of an existing rule in which only changed fields are rewritten. */
function changedText({ rule: before, text }: Item, rule: Rule): string {
  const names = new Set([...Object.keys(before), ...Object.keys(rule)]) as Set<keyof Rule>;
  let next = text;
  for (const name of names) {
    const value = rule[name] as Json | undefined;
    if (sameJson(before[name] as Json | undefined, value)) continue;
    next = applyEdits(next, modify(next, [name], value, FORMAT));
  }
  return next;
}
