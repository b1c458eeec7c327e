// What was seen of each agent, case by case: a test adds to it, `npm run agents` prints it and writes docs/agents.md.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/** In the order of the table. */
const CASES = {
  allow: "Allowed",
  reject: "Rejected with a reason",
  edit: "Edited",
  wait: "Decided after 90 seconds",
  parallel: "Three calls at once",
  subagent: "Call of a sub-agent",
  ownConfig: "It writes its own config",
  deadline: "Nobody decides in time",
  absentBlock: "Countersign isn’t running, choice Block",
  absentLeave: "Countersign isn’t running, the other choice",
  deskKilled: "Countersign is killed meanwhile",
  scriptKilled: "The hook’s script is killed",
  shellKilled: "The script and what started it are killed",
  noNode: "Node.js is gone",
  late: "The agent’s own limit is over first",
  undo: "Undone",
} as const;
export type Case = keyof typeof CASES;

/** Begins anew with nothing seen. */
export function clear(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}

/** A file for each case, as tests of one agent may run side by side. */
export function note(folder: string, agent: string, what: Case, words: string): void {
  mkdirSync(path.join(folder, agent), { recursive: true });
  writeFileSync(path.join(folder, agent, what), words);
}

function seenOf(folder: string, agent: string, what: Case): string {
  const file = path.join(folder, agent, what);
  return existsSync(file) ? readFileSync(file, "utf8") : "–";
}

/** As a table of Markdown. */
export function tableIn(folder: string): string {
  const agents = readdirSync(folder).toSorted();
  const cell = (words: string): string => words.replaceAll("|", "\\|").replaceAll("\n", " ");
  const rows = (Object.keys(CASES) as Case[]).map((what) => [
    CASES[what],
    ...agents.map((agent) => cell(seenOf(folder, agent, what))),
  ]);
  return [["", ...agents], ["---", ...agents.map(() => "---")], ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

const MARKS = {
  begin: "<!-- agents: `npm run agents` writes what stands between these marks -->",
  end: "<!-- agents: end -->",
} as const;

/** The page with this between its marks. */
export function withTable(page: string, text: string): string {
  const [from, to] = [page.indexOf(MARKS.begin), page.indexOf(MARKS.end)];
  if (from < 0 || to < from) throw new Error("docs/agents.md has lost the marks of its table");
  return `${page.slice(0, from + MARKS.begin.length)}\n\n${text}\n\n${page.slice(to)}`;
}
