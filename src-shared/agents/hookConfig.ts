// The desk's entries in an agent's config file: what they are, and the file's text with and without them. Comments, the
// other bytes and others' hooks in their order stay.
import { createScanner, findNodeAtLocation, getNodeValue, parseTree } from "jsonc-parser";
import type { Node, ParseError } from "jsonc-parser";
import { indentOf, isToml, tomlOf } from "./gateway/hostEntryText.ts";
import { isJsonObject } from "../json.ts";
import type { Json, JsonObject } from "../json.ts";
import { sameJson } from "../request/document/change.ts";
import type { AgentTable, EventRole } from "./agent.ts";
import type { ActionChoice } from "./comesToUser.ts";
import { commandLine, powerShellLine } from "./hookCommand.ts";
import type { HookCommand, HookWaits } from "./hookCommand.ts";

/** How an agent reaches the desk: by the script, or at an address under the loopback port that has the entry's id. */
export type HookWay =
  | ({ kind: "command" } & HookCommand)
  | { kind: "http"; id: string; url: string; token: string };

/** What stands in the list `hooks.EVENT`: one matcher with its hooks, or a hook. */
export interface HookEntry {
  event: string;
  group: JsonObject;
}

/** Nobody waits for what only reports; the agent's own limit would be minutes. */
const REPORT_MS = 10_000;
/** At the end of a session: Codex takes no more, and warns at each run. */
const ENDED_MS = 3000;

/**
 * What an agent's config needs for a choice, in the order in which it is written. Null for an agent with a plugin
 * instead, and for a command that can't be written on this system.
 */
export function entriesFor(
  { hook, events }: Pick<AgentTable, "hook" | "events">,
  way: HookWay,
  actions: ActionChoice,
): HookEntry[] | null {
  const { unitMs, limitMs, blocksOnFailure, hasPermission, listed } = hook;
  if (unitMs === null) return null;
  const waitsFor = (role: EventRole): HookWaits => {
    if (role !== "before" && role !== "permission") return "report";
    return role === "before" && actions === "asked" && hasPermission ? "asked" : "held";
  };
  const entries = Object.entries(events).map(([event, role]): HookEntry | null => {
    const waits = waitsFor(role);
    // Settings of agents, and what a rule leaves to the user, are held also where the agent asks by itself.
    const reportMs = role === "ended" ? ENDED_MS : REPORT_MS;
    const timeout = (waits === "report" ? reportMs : limitMs) / unitMs;
    if (listed !== undefined) {
      if (way.kind !== "command") return null;
      const { isWindows } = way;
      const command = isWindows ? powerShellLine(way, waits) : commandLine(way, waits);
      return command === null ? null : { event, group: listed(command, timeout, isWindows) };
    }
    const started = hookOf(way, waits);
    if (started === null) return null;
    const closes = blocksOnFailure && role === "before" && waits === "held";
    const one = { ...started, timeout, ...(closes ? { onFailure: "block" } : {}) };
    return { event, group: { matcher: "*", hooks: [one] } };
  });
  return entries.every((entry) => entry !== null) ? entries : null;
}

function hookOf(way: HookWay, waits: HookWaits): JsonObject | null {
  if (way.kind === "http")
    return { type: "http", url: way.url, headers: { Authorization: `Bearer ${way.token}` } };
  const command = commandLine(way, waits);
  return command === null ? null : { type: "command", command };
}

/** The settings in a file; null where it can't be read as such. */
export function settingsIn(file: string, text: string): JsonObject | null {
  if (isToml(file)) {
    const read = tomlOf(text);
    return read.ok ? read.value : null;
  }
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const value: unknown = tree === undefined ? undefined : getNodeValue(tree);
  return errors.length === 0 && isJsonObject(value) ? value : null;
}

interface FoundHook {
  event: string;
  /** In the list of its event: its own place, or its group's and then its own. */
  at: [number] | [number, number];
  group: JsonObject;
}

/** Hooks with this text anywhere in them, last first; null where the file is not of this form. */
function hooksWith(text: string, id: string): FoundHook[] | null {
  const root = settingsIn(".json", text);
  const listed = root?.["hooks"] === undefined ? {} : root["hooks"];
  if (root === null || !isJsonObject(listed)) return null;
  return Object.entries(listed)
    .flatMap(([event, groups]) =>
      listOf(groups).flatMap((group, at): FoundHook[] => {
        if (!isJsonObject(group)) return [];
        if (group["hooks"] === undefined)
          return JSON.stringify(group).includes(id) ? [{ event, at: [at], group }] : [];
        return listOf(group["hooks"]).flatMap((hook, inner): FoundHook[] =>
          JSON.stringify(hook).includes(id)
            ? [{ event, at: [at, inner], group: { ...group, hooks: [hook] } }]
            : [],
        );
      }),
    )
    .toReversed();
}

const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);

/** The entries that name this id, as they stand there now; null where the file is not of this form. */
export function entriesIn(text: string, id: string): HookEntry[] | null {
  const found = hooksWith(text, id);
  return found === null ? null : found.toReversed().map(({ event, group }) => ({ event, group }));
}

/** Whether two lists have the same entries, in any order. */
export const sameEntries = (a: readonly HookEntry[], b: readonly HookEntry[]): boolean =>
  a.length === b.length &&
  a.every(({ event, group }) =>
    b.some((other) => other.event === event && sameJson(other.group, group)),
  );

/** The text with these entries after the others; `text` null for no file. Null where they would not be read there. */
export function withEntries(text: string | null, entries: readonly HookEntry[]): string | null {
  let next = text === null || text.trim() === "" ? emptyFor(entries) : text;
  for (const { event, group } of entries) {
    const root = settingsIn(".json", next);
    if (root === null) return null;
    if (root["hooks"] === undefined) next = withField(next, [], `"hooks": {}`);
    else if (!isJsonObject(root["hooks"])) return null;
    const groups = nodeAt(next, ["hooks", event]);
    if (groups === undefined) next = withField(next, ["hooks"], `${JSON.stringify(event)}: []`);
    else if (groups.type !== "array") return null;
    next = withField(next, ["hooks", event], JSON.stringify(group, null, "\t"));
  }
  // A field that stands twice would be read in its other place.
  const written = settingsIn(".json", next)?.["hooks"];
  const isThere = ({ event, group }: HookEntry): boolean =>
    isJsonObject(written) && sameJson(listOf(written[event]).at(-1), group);
  return entries.every(isThere) ? next : null;
}

/**
 * The text without the hooks that name this id; null where they can't be found or taken out. What they were written
 * into comes back to the byte if nothing else has changed since; `before` null: there was no file.
 */
export function withoutEntries(
  text: string,
  id: string,
  written: { before: string | null; entries: readonly HookEntry[] },
): { text: string | null } | null {
  const { before, entries } = written;
  if (entries.length > 0 && withEntries(before, entries) === text) return { text: before };
  const found = hooksWith(text, id);
  if (found === null) return null;
  let next = text;
  for (const { event, at } of found) {
    const group = ["hooks", event, at[0]];
    next = withoutField(next, at[1] === undefined ? group : [...group, "hooks", at[1]]);
    // What is empty then goes along: without hooks it does nothing.
    const around: Path[] = [
      ...(at[1] === undefined ? [] : [[...group, "hooks"]]),
      ["hooks", event],
      ["hooks"],
    ];
    for (const path of around)
      if (nodeAt(next, path)?.children?.length === 0)
        next = withoutField(next, path.length === 4 ? path.slice(0, 3) : path);
  }
  return entriesIn(next, id)?.length === 0 ? { text: next } : null;
}

/** A new file. Where hooks are listed by themselves, the form's version stands before them. */
const emptyFor = (entries: readonly HookEntry[]): string =>
  entries.some(({ group }) => group["hooks"] === undefined) ? '{ "version": 1 }\n' : "{}\n";

type Path = (string | number)[];

export function nodeAt(text: string, path: Path): Node | undefined {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  return tree === undefined ? undefined : findNodeAtLocation(tree, path);
}

/** Where the comma after `from` ends; undefined if another token comes first. */
function endOfComma(text: string, from: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(from);
  scanner.scan();
  const at = scanner.getTokenOffset();
  return text.charAt(at) === "," ? at + 1 : undefined;
}

/** The text with a last member in the object or list at `path`, on lines of its own. `member` is indented by tabs. */
export function withField(text: string, path: Path, field: string): string {
  const node = nodeAt(text, path);
  if (node === undefined) return text;
  const { tabSize, insertSpaces, eol } = indentOf(text);
  const unit = insertSpaces ? " ".repeat(tabSize) : "\t";
  const lines = field
    .replaceAll(/^\t+/gm, (tabs) => unit.repeat(tabs.length))
    .split("\n")
    .map((line) => eol + unit.repeat(path.length + 1) + line);
  const close = node.offset + node.length - 1;
  const last = node.children?.at(-1);
  const end = last === undefined ? 0 : last.offset + last.length;
  const hasComma = last !== undefined && endOfComma(text, end) !== undefined;
  const head = text.slice(0, close).trimEnd();
  const before = last === undefined || hasComma ? head : `${head.slice(0, end)},${head.slice(end)}`;
  const gap = text.slice(head.length, close);
  const closing = /\n/.test(gap) ? gap : eol + unit.repeat(path.length);
  return before + lines.join("") + (hasComma ? "," : "") + closing + text.slice(close);
}

/** The text without the member at `path`, one comma, and the line that it leaves empty. */
export function withoutField(text: string, path: Path): string {
  const value = nodeAt(text, path);
  const node = value?.parent?.type === "property" ? value.parent : value;
  if (node?.parent === undefined) return text;
  const after = node.offset + node.length;
  const end = endOfComma(text, after) ?? after;
  let head = text.slice(0, node.offset);
  const earlier = node.parent.children?.[node.parent.children.indexOf(node) - 1];
  if (end === after && earlier !== undefined) {
    const comma = endOfComma(head, earlier.offset + earlier.length) ?? 0;
    head = head.slice(0, Math.max(0, comma - 1)) + head.slice(comma);
  }
  const tail = text.slice(end);
  return (/^[ \t]*\r?\n/.test(tail) ? head.trimEnd() : head) + tail;
}
