// What was seen of each agent, case by case: a test adds to it, `npm run agents` prints it and writes docs/agents.md.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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

/** The agent and its version, and what happened in each case. */
type Column = [agent: string, seen: Partial<Record<Case, string>>];

const fileOf = (folder: string, agent: string): string => path.join(folder, `${agent}.json`);

/** Begins anew with nothing seen. */
export function clear(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}

function seenOf(folder: string, agent: string): Column[1] {
  try {
    return JSON.parse(readFileSync(fileOf(folder, agent), "utf8")) as Column[1];
  } catch {
    return {};
  }
}

export function note(folder: string, agent: string, what: Case, words: string): void {
  mkdirSync(folder, { recursive: true });
  const all = { ...seenOf(folder, agent), [what]: words };
  writeFileSync(fileOf(folder, agent), JSON.stringify(all));
}

/** As a table of Markdown. */
export function tableIn(folder: string): string {
  const agents = readdirSync(folder).map((file) => path.basename(file, ".json"));
  const columns = agents.map((agent): Column => [agent, seenOf(folder, agent)]);
  const cell = (words: string | undefined): string =>
    (words ?? "–").replaceAll("|", "\\|").replaceAll("\n", " ");
  const rows = (Object.keys(CASES) as Case[]).map((what) => [
    CASES[what],
    ...columns.map(([, seen]) => cell(seen[what])),
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
