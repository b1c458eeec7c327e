// What an edit makes of a file, as the agent itself would apply it. Where the agent would look for something like the
// text, or in another way than is known, the answer is a fault.
import { formatPatch, OMIT_HEADERS, structuredPatch } from "diff";
import type { StructuredPatchHunk } from "diff";
import type { Action, AgentId, FileChange, PatchHunk, Replacement } from "./agent.ts";

/**
 * `not-found`: the text does not stand there like this; the agent may still find one like it. `unsure`: how the agent
 * goes on from here is not known. With the others it refuses.
 */
export type ChangeFault = "absent" | "exists" | "not-found" | "not-unique" | "unchanged" | "unsure";

/** `after`: the file's text then; null if it is deleted. */
export type Applied = { after: string | null } | { fault: ChangeFault };

const BOM = "\uFEFF";
const withoutMark = (text: string): string => (text.startsWith(BOM) ? text.slice(1) : text);

/** The changes of files that an action asks for. A written file is one that is added. */
export function changesOf(action: Action): FileChange[] {
  if (action.kind === "edit") return action.changes;
  return action.kind === "write"
    ? [{ kind: "add", path: action.path, content: action.content.text }]
    : [];
}

/** `before`: the file's text with its byte order mark and line ends; null if there is none. */
export function applyChange(agent: AgentId, before: string | null, change: FileChange): Applied {
  if (change.kind === "add") return added(agent, before, change.content);
  if (change.kind === "delete") return before === null ? { fault: "absent" } : { after: null };
  if (change.kind === "patch")
    return before === null ? { fault: "absent" } : patched(agent, before, change.hunks);
  const { replacements } = change;
  if (replacements.some(({ from }) => from === "")) return filled(before, replacements);
  if (before === null) return { fault: "absent" };
  if (agent === "claude-code") return editedByClaude(before, replacements);
  return agent === "opencode"
    ? editedByOpencode(before, replacements)
    : editedPlainly(before, replacements);
}

/** Claude Code keeps the mark of the file it replaces; opencode only where it writes, not where it patches. */
function added(agent: AgentId, before: string | null, content: string): Applied {
  if (!["claude-code", "codex", "opencode"].includes(agent))
    return isPlain(before ?? "") && isPlain(content) ? { after: content } : { fault: "unsure" };
  const loses = before?.startsWith(BOM) === true && !content.startsWith(BOM);
  if (!loses || agent === "codex") return { after: content };
  return agent === "opencode"
    ? { fault: "unsure" }
    : { after: content === "" ? "" : BOM + content };
}

/** An edit of nothing makes a file. */
function filled(before: string | null, [only, ...more]: Replacement[]): Applied {
  if (only === undefined || more.length > 0 || only.all) return { fault: "unsure" };
  if (before === null) return { after: only.to.text };
  return { fault: before.trim() === "" ? "unsure" : "exists" };
}

/** Its text has LF alone while it is edited, and is written with CR LF if more lines end so in the first 4,096 units. */
function editedByClaude(before: string, replacements: Replacement[]): Applied {
  const head = before.slice(0, 4096);
  const [ends, crlf] = [head.split("\n").length - 1, head.split("\r\n").length - 1];
  let text = before.replaceAll("\r\n", "\n");
  const written: string[] = [];
  for (const { from, to, all } of replacements) {
    const core = from.replace(/\n+$/, "");
    if (core !== "" && written.some((earlier) => earlier.includes(core)))
      return { fault: "unsure" };
    const first = text.indexOf(from);
    if (first === -1) return { fault: "not-found" };
    if (!all && text.includes(from, first + from.length)) return { fault: "not-unique" };
    // What is deleted takes the end of its line along.
    const line = `${from}\n`;
    const gone = to.text === "" && !from.endsWith("\n") && text.includes(line) ? line : from;
    const next = all ? text.replaceAll(gone, () => to.text) : text.replace(gone, () => to.text);
    if (next === text) return { fault: "unchanged" };
    text = next;
    written.push(to.text);
  }
  return {
    after: crlf > ends - crlf ? text.replaceAll("\r\n", "\n").replaceAll("\n", "\r\n") : text,
  };
}

/** Without a mark and other line ends, for which every agent has its own way. */
const isPlain = (text: string): boolean => !text.startsWith(BOM) && !text.includes("\r");

/** What every agent does alike: one text that stands there, in the midst of a plain file, becomes another one. */
function editedPlainly(before: string, [only, ...more]: Replacement[]): Applied {
  if (only === undefined || more.length > 0) return { fault: "unsure" };
  const { from, to, all } = only;
  if (![before, from, to.text].every(isPlain)) return { fault: "unsure" };
  if (from === to.text) return { fault: "unchanged" };
  const parts = before.split(from);
  if (parts.length === 1) return { fault: "not-found" };
  if (parts.length > 2 && !all) return { fault: "not-unique" };
  const after = parts.join(to.text);
  // Gemini CLI keeps the end of the last line as it was.
  const isSame = before.endsWith("\n") === after.endsWith("\n");
  // Some read `$&` in the new text, as JavaScript does.
  return isSame && !(all && to.text.includes("$")) ? { after } : { fault: "unsure" };
}

function editedByOpencode(before: string, [only, ...more]: Replacement[]): Applied {
  if (only === undefined || more.length > 0) return { fault: "unsure" };
  const text = withoutMark(before);
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const [from = "", to = ""] = [only.from, only.to.text].map((part) =>
    part.replaceAll("\r\n", "\n").replaceAll("\n", end),
  );
  if (from === to) return { fault: "unchanged" };
  const first = text.indexOf(from);
  if (first === -1) return { fault: "not-found" };
  if (!only.all && text.lastIndexOf(from) !== first) return { fault: "not-unique" };
  // With `all`, opencode reads `$&` and its like in the new text, as JavaScript does.
  const next = only.all
    ? text.replaceAll(from, to)
    : text.slice(0, first) + to + text.slice(first + from.length);
  const isMarked = before.startsWith(BOM) || next.startsWith(BOM);
  return { after: (isMarked ? BOM : "") + withoutMark(next) };
}

/**
 * Codex keeps the lines that it only looks for, and the file's line ends. opencode writes those lines as the patch has
 * them, puts added ones before an empty last line, and takes that line for the file's end.
 */
function patched(agent: AgentId, before: string, hunks: PatchHunk[]): Applied {
  const isCodex = agent === "codex";
  const isCrlf = isCodex && before.includes("\r\n");
  if (isCrlf && /(^|[^\r])\n/.test(before)) return { fault: "unsure" };
  const lines = (isCodex ? before.replaceAll("\r\n", "\n") : withoutMark(before)).split("\n");
  if (lines.at(-1) === "") lines.pop();
  const splices: { at: number; count: number; lines: string[] }[] = [];
  let from = 0;
  for (const { after, lines: given, atEnd } of hunks) {
    for (const place of after) {
      const at = placeOf(lines, [place], from, false);
      if (at === null) return { fault: "not-found" };
      from = at + 1;
    }
    const old = given.filter(({ sign }) => sign !== "+").map(({ text }) => text);
    const last = !isCodex && lines.at(-1) === "" ? lines.length - 1 : lines.length;
    if (old.length === 0 && hunks.length > 1) return { fault: "unsure" };
    const at = old.length === 0 ? last : placeOf(lines, old, from, atEnd);
    if (at === null) return { fault: "not-found" };
    let read = at;
    const next = given.flatMap(({ sign, text }) => {
      const kept = sign === "+" ? text : lines[read++];
      return sign === "-" ? [] : [isCodex ? (kept ?? "") : text];
    });
    splices.push({ at, count: old.length, lines: next });
    if (old.length > 0) from = at + old.length;
  }
  const result = [...lines];
  for (const { at, count, lines: put } of splices.sort((a, b) => a.at - b.at).toReversed())
    result.splice(at, count, ...put);
  if (isCodex) return { after: result.map((line) => line + (isCrlf ? "\r\n" : "\n")).join("") };
  if (result.at(-1) !== "") result.push("");
  const text = result.join("\n");
  return { after: before.startsWith(BOM) ? BOM + withoutMark(text) : text };
}

const ALIKE: ((line: string) => string)[] = [
  (line) => line,
  (line) => line.trimEnd(),
  (line) => line.trim(),
];

/** Where these lines stand from `from` on: exactly so, else but for spaces at the end, else at either side. */
function placeOf(lines: string[], wanted: string[], from: number, atEnd: boolean): number | null {
  const last = lines.length - wanted.length;
  const start = atEnd ? Math.max(from, last) : from;
  for (const alike of ALIKE) {
    const sought = wanted.map(alike);
    for (let at = start; at <= last; at += 1)
      if (sought.every((line, offset) => line === alike(lines[at + offset] ?? ""))) return at;
    // Rust and JavaScript disagree about these two.
    if ([...lines, ...wanted].some((line) => /[\u0085\uFEFF]/.test(line))) return null;
  }
  return null;
}

/** A difference of more lines is shown as one block: finding the shortest one takes long by then. */
const MOST_CHANGED_LINES = 1000;

/** A unified diff without headings, with three lines around each change; empty where nothing changes. */
export function unifiedDiff(before: string, after: string): string {
  if (before === after) return "";
  const options = { context: 3, maxEditLength: MOST_CHANGED_LINES };
  const patch = structuredPatch("", "", before, after, "", "", options) ?? {
    oldFileName: "",
    newFileName: "",
    oldHeader: "",
    newHeader: "",
    hunks: [oneBlock(before, after)],
  };
  return formatPatch(patch, OMIT_HEADERS);
}

/** How many lines a unified diff without headings adds and removes. */
export function lineCounts(diff: string): { added: number; removed: number } {
  const counts = { added: 0, removed: 0 };
  for (const line of diff.split("\n")) {
    if (line.startsWith("+")) counts.added += 1;
    if (line.startsWith("-")) counts.removed += 1;
  }
  return counts;
}

/** All lines from the first to the last one that differs, with three around them. */
function oneBlock(before: string, after: string): StructuredPatchHunk {
  const [old, next] = [before.split(/(?<=\n)/), after.split(/(?<=\n)/)];
  const most = Math.min(old.length, next.length);
  let [head, tail] = [0, 0];
  while (head < most && old[head] === next[head]) head += 1;
  while (tail < most - head && old.at(-1 - tail) === next.at(-1 - tail)) tail += 1;
  const from = Math.max(0, head - 3);
  const lines = [
    ...old.slice(from, head).map((line) => ` ${line}`),
    ...old.slice(head, old.length - tail).map((line) => `-${line}`),
    ...next.slice(head, next.length - tail).map((line) => `+${line}`),
    ...old
      .slice(old.length - tail)
      .slice(0, 3)
      .map((line) => ` ${line}`),
  ];
  const shown = Math.min(3, tail) - tail;
  return {
    oldStart: from + 1,
    oldLines: old.length + shown - from,
    newStart: from + 1,
    newLines: next.length + shown - from,
    lines: lines.flatMap((line) =>
      line.endsWith("\n") ? [line.slice(0, -1)] : [line, "\\ No newline at end of file"],
    ),
  };
}
