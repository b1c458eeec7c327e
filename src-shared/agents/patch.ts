// `apply_patch`: the text of a patch as changes, as Codex 0.171 and opencode 1.18 read it where both their parsers are
// strict. What only one of their leniences would accept is not understood.
import type { AgentId, FileChange, PatchHunk } from "./agent.ts";

const BEGIN = "*** Begin Patch";
const END = "*** End Patch";
const ADD = "*** Add File: ";
const DELETE = "*** Delete File: ";
const UPDATE = "*** Update File: ";
const MOVE = "*** Move to: ";
const AT_END = "*** End of File";

/** The changes of a patch, in order, one a file; null if the agent might read it in any other way. */
export function parsePatch(agent: AgentId, text: string): FileChange[] | null {
  const lines = text.replace(/\n$/, "").split("\n");
  // Rust ends a line at CR LF as well, and other agents don't.
  if (text.includes("\r") || lines[0] !== BEGIN || lines.at(-1) !== END) return null;
  const body = lines.slice(1, -1);
  // opencode takes the first such line for the end, with spaces before it as well.
  if (body.some((line) => line.trim() === END)) return null;
  const changes: FileChange[] = [];
  for (let at = 0; at < body.length;) {
    const end = endOfFile(body, at + 1);
    const change = changeIn(agent, body.slice(at, end));
    if (change === null) return null;
    changes.push(change);
    at = end;
  }
  return changes.length > 0 && haveOwnFiles(changes) ? changes : null;
}

/** The line after the last one of the file whose heading stands before `from`. */
function endOfFile(body: string[], from: number): number {
  const next = body.findIndex(
    (line, at) => at >= from && /^\*\*\* (Add|Delete|Update) File: /.test(line),
  );
  return next === -1 ? body.length : next;
}

/** A second change of a file would start from what the first one wrote. */
function haveOwnFiles(changes: FileChange[]): boolean {
  const paths = changes.flatMap((change) =>
    change.kind === "patch" && change.moveTo !== undefined
      ? [change.path, change.moveTo]
      : [change.path],
  );
  return new Set(paths.map(plainPath)).size === paths.length;
}

/** A path without steps that lead nowhere, in lower case. */
function plainPath(path: string): string {
  const steps: string[] = [];
  for (const step of path.toLowerCase().split(/[/\\]/)) {
    if (step === ".." && steps.length > 0 && steps.at(-1) !== "..") steps.pop();
    else if (step !== "." && (step !== "" || steps.length === 0)) steps.push(step);
  }
  return steps.join("/");
}

/** A path that both agents read alike; null for others, such as one with spaces around it. */
function pathAfter(heading: string, line: string): string | null {
  const path = line.slice(heading.length);
  return path !== "" && path === path.trim() ? path : null;
}

function changeIn(agent: AgentId, [heading = "", ...lines]: string[]): FileChange | null {
  if (heading.startsWith(ADD)) {
    const path = pathAfter(ADD, heading);
    if (path === null || !lines.every((line) => line.startsWith("+"))) return null;
    const content = lines.map((line) => `${line.slice(1)}\n`).join("");
    // opencode drops the last of two line ends.
    const isCut = agent === "opencode" && /(^|\n)\n$/.test(content);
    return { kind: "add", path, content: isCut ? content.slice(0, -1) : content };
  }
  if (heading.startsWith(DELETE)) {
    const path = pathAfter(DELETE, heading);
    return path === null || lines.length > 0 ? null : { kind: "delete", path };
  }
  if (!heading.startsWith(UPDATE)) return null;
  const path = pathAfter(UPDATE, heading);
  const isMoved = lines[0]?.startsWith(MOVE) === true;
  const moveTo = isMoved ? pathAfter(MOVE, lines[0] ?? "") : undefined;
  const hunks = hunksIn(agent, isMoved ? lines.slice(1) : lines);
  if (path === null || moveTo === null || hunks === null) return null;
  return { kind: "patch", path, hunks, moveTo };
}

const isPlace = (line: string): boolean => line === "@@" || line.startsWith("@@ ");

function hunksIn(agent: AgentId, lines: string[]): PatchHunk[] | null {
  const groups: string[][] = [];
  for (const line of lines) {
    if (isPlace(line) || groups.length === 0) groups.push([]);
    groups.at(-1)?.push(line);
  }
  const hunks = groups.flatMap((group) => hunkIn(agent, group) ?? []);
  return hunks.length > 0 && hunks.length === groups.length ? hunks : null;
}

/** The lines from one `@@` to the next. Codex takes the first hunk without one, and opencode skips its lines. */
function hunkIn(agent: AgentId, [first = "", ...more]: string[]): PatchHunk | null {
  const place = isPlace(first) ? first.slice(3) : "";
  if (first === "@@ " || place !== place.trimEnd()) return null;
  if (agent === "opencode" && !isPlace(first)) return null;
  const body = isPlace(first) ? more : [first, ...more];
  // opencode drops this line, and what follows it.
  const atEnd = body.at(-1) === AT_END && agent !== "opencode";
  const lines = (atEnd ? body.slice(0, -1) : body).map((line) =>
    // Codex takes an empty line for one of the file.
    signed(line === "" && agent === "codex" ? " " : line),
  );
  if (lines.length === 0 || !lines.every((line) => line !== null)) return null;
  const after = agent === "opencode" ? place.trim() : place;
  return { after: after === "" ? [] : [after], lines, atEnd };
}

function signed(line: string): PatchHunk["lines"][number] | null {
  const sign = line.charAt(0);
  return sign === " " || sign === "+" || sign === "-" ? { sign, text: line.slice(1) } : null;
}
