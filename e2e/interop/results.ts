// What a run found, as kept in results.json beside the suite, and docs/interop.md's table made from it.
import { STEPS } from "./subject.ts";

type Step = (typeof STEPS)[keyof typeof STEPS];

/** One family over one transport. `tried` in the order of the steps; `notRun` says why nothing was. */
export interface Row {
  family: string;
  version: string;
  transport: string;
  revision: string;
  /** Day of the run, `YYYY-MM-DD`, and the Electron that it ran on. */
  date: string;
  electron: string;
  tried: { step: Step; passed: boolean }[];
  /** How a server of it gives up. */
  givesUp?: string;
  notRun?: string;
}

export interface Results {
  rows: Row[];
}

/** The reason in a row before its first run; it may not stay. */
export const NOT_YET = "no run has come to it";

export const MARKS = {
  begin: "<!-- interop: `npm run interop` writes what stands between these marks -->",
  end: "<!-- interop: end -->",
} as const;

/** Two rows are of one subject when these are equal. */
export const keyOf = ({
  family,
  transport,
  revision,
}: Pick<Row, "family" | "transport" | "revision">): string =>
  [family, transport, revision].join(" | ");

const ALL: readonly Step[] = Object.values(STEPS);

function triedWords({ tried, notRun, givesUp }: Row): string {
  if (notRun !== undefined) return `not run: ${notRun}`;
  const passed = new Set(tried.filter((entry) => entry.passed).map(({ step }) => step));
  const failed = tried.filter((entry) => !entry.passed).map(({ step }) => step);
  const words = ALL.filter((step) => passed.has(step))
    .map((step) => (step === STEPS.giveUp && givesUp ? `${step} (${givesUp})` : step))
    .join(", ");
  return failed.length === 0 ? words : `${words}; **failed**: ${failed.join(", ")}`;
}

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");

/** The text between the marks; the formatter aligns it afterwards. */
export function tableOf({ rows }: Results): string {
  const runs = new Set(rows.map((row) => `${row.date} on Electron ${row.electron}`));
  const lines = rows.map((row) => {
    const transport = `${row.transport}, ${row.revision}`;
    return `| ${[`${row.family}: ${row.version}`, transport, triedWords(row)].map(cell).join(" | ")} |`;
  });
  return [
    "",
    `Run of ${[...runs].sort().join(" and ")}, through the app's window, with a scripted model.`,
    "",
    "| server family | transport | what was tried |",
    "| --- | --- | --- |",
    ...lines,
    "",
  ].join("\n");
}

/** The page with another table between its marks. */
export function withTable(page: string, results: Results): string {
  const from = page.indexOf(MARKS.begin);
  const to = page.indexOf(MARKS.end);
  if (from < 0 || to < from)
    throw new Error("docs/interop.md has lost the marks of the interop table");
  return `${page.slice(0, from + MARKS.begin.length)}\n${tableOf(results)}\n${page.slice(to)}`;
}

/** The cells of every table row in a text, without the spaces that align them. */
export const rowsIn = (text: string): string[] =>
  text
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) =>
      line
        .split("|")
        .map((part) => part.trim().replace(/^-+$/, "---"))
        .join("|"),
    );
