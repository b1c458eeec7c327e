// The part of docs/interop.md about the gateway.
import type { Recorded } from "./recorded.ts";
import type { CountingServer, Smuggling } from "./smuggled.ts";
import type { RecordedSubject } from "./sessions.ts";
import type { Compared } from "./suites.ts";

const BEGIN = "<!-- relayed: `npm run relayed` writes what stands between these marks -->";
const END = "<!-- relayed: end -->";

export interface Row extends Pick<RecordedSubject, "name" | "version" | "revision"> {
  /** Null if it could not be run, for this reason. */
  recorded: Recorded | string;
}

export interface SmuggledRow extends Pick<CountingServer, "name" | "version"> {
  /** A string is the reason why it could not be run. */
  smuggled: Smuggling | string;
}

const table = (heads: string[], rows: string[][]): string[] =>
  [heads, heads.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);

function differs({ recorded }: Row): string {
  if (typeof recorded === "string") return `not run: ${recorded}`;
  const wires = [recorded.toHost, recorded.toServer].filter(
    ({ difference }) => difference !== null,
  );
  return wires.length === 0 ? "nothing" : `**${wires.length} of 2 wires**`;
}

/** The page with other tables between its marks. */
export function withTables(
  page: string,
  rows: readonly Row[],
  suites: readonly Compared[],
  smuggling: readonly SmuggledRow[],
): string {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from)
    throw new Error("docs/interop.md has lost the marks of its gateway tables");
  const count = (row: Row, wire: keyof Recorded): string =>
    typeof row.recorded === "string" ? "" : String(row.recorded[wire].count);
  const sessions = rows.map((row) => [
    `${row.name} ${row.version}`,
    row.revision,
    count(row, "toHost"),
    count(row, "toServer"),
    differs(row),
  ]);
  const outcomes = suites.map(({ suite, checks, same, named, differences }) => [
    `${suite.name}, ${suite.revision}`,
    String(checks),
    String(same),
    differences.length === 0 ? "" : `**${differences.length}**`,
    [...named].map(([reason, keys]) => `${keys.length}: ${reason}`).join(" "),
  ]);
  const shapes = smuggling.map(({ name, version, smuggled }) =>
    typeof smuggled === "string"
      ? [`${name} ${version}`, "", "", `not run: ${smuggled}`, ""]
      : [
          `${name} ${version}`,
          String(smuggled.shapes),
          String(smuggled.direct),
          smuggled.through === 0 ? "0" : `**${smuggled.through}**`,
          `${smuggled.approved.ran} of ${smuggled.approved.sent}`,
        ],
  );
  const lines = [
    BEGIN,
    "",
    `Run of ${new Date().toISOString().slice(0, 10)}, under Node ${process.versions.node}.`,
    "",
    ...table(["server", "version", "messages to the host", "to the server", "differs"], sessions),
    "",
    ...table(["suite", "checks", "same outcome", "differ", "differ on purpose"], outcomes),
    "",
    ...table(["server", "shapes", "run direct", "run through", "approved calls run"], shapes),
    "",
  ];
  return `${page.slice(0, from)}${lines.join("\n")}\n${page.slice(to)}`;
}
