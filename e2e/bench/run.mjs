// `npm run bench`: the ten figures that a user or a server notices, each beside a floor measured in the same run where
// there is one. Prints them and writes the table of docs/benchmarks.md; nothing here fails a test.
// `-- --only flood` measures one of them (by its name below) and writes nothing; `-- --gateway` those of the gateway,
// `-- --endpoint` those of programs, `-- --team` those of a team's database, which need no window.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { build } from "../../scripts/setup/build.mjs";
import { root } from "../../scripts/setup/paths.mjs";
import { openScreen } from "../../scripts/setup/screen.mjs";
import { allowedByRule } from "./allowed.ts";
import { spreadOf } from "./clock.ts";
import { endpoint } from "./endpoint/run.ts";
import { flood } from "./flood/run.ts";
import { gateway } from "./gateway.ts";
import { endLine, machineLines } from "./machine.ts";
import { scanned } from "./scan.ts";
import { searched } from "./search.ts";
import { started } from "./starts.ts";
import { trips } from "./subjects.ts";
import { teamTable } from "./team.ts";
import { manyWaiting } from "./waiting.ts";

/**
 * @typedef {object} Figure
 * @property {string} name
 * @property {string} unit
 * @property {number[]} values one per run
 * @property {"median" | "most"} [of] which of the values is the figure; the median where it is left out
 * @property {number[]} [floor] the same of the least program that could do it
 * @property {string} [floorIs]
 * @property {number} aim the most that it may be
 */

/** Each gives one figure or several. @type {Record<string, () => Promise<Figure[]>>} */
const SCENARIOS = {
  trips,
  allowed: allowedByRule,
  flood,
  scan: scanned,
  starts: started,
  waiting: manyWaiting,
  search: searched,
};

const FILE = path.join(root, "docs", "benchmarks.md");
const [BEGIN, END] = ["<!-- table -->", "<!-- end of table -->"];

// Playwright ends the app at such a signal and leaves this process, which would wait for it forever.
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
  process.once(signal, () => process.exit(1));
}

/** @param {string} text */
const say = (text) => process.stdout.write(`${text}\n`);
/** @param {number} value */
const shown = (value) => (value >= 20 ? value.toFixed(0) : value.toFixed(value >= 2 ? 1 : 2));

/** @param {Figure} figure */
function cells({ name, unit, values, of = "median", floor, floorIs, aim }) {
  const { median, p95, runs } = spreadOf(values);
  const value = of === "most" ? Math.max(...values) : median;
  const least = floor === undefined ? null : spreadOf(floor).median;
  return [
    name,
    `${value > aim ? `**${shown(value)}**` : shown(value)} ${unit}`,
    `≤ ${aim} ${unit}`,
    of === "most" ? "" : shown(p95),
    String(runs),
    least === null ? "" : `${shown(least)} (${floorIs ?? ""}), × ${(value / least).toFixed(2)}`,
  ];
}

/** @param {string[][]} rows */
const markdown = (rows) =>
  [
    "| what | measured | aim | 95 of 100 within | runs | floor, and how many times it |",
    "| --- | --- | --- | --- | --- | --- |",
    ...rows.map((row) => `| ${row.join(" | ")} |`),
  ].join("\n");

async function main() {
  const only = process.argv.includes("--only")
    ? process.argv[process.argv.indexOf("--only") + 1]
    : null;
  const beside = Object.entries({ gateway, endpoint }).filter(([name]) =>
    process.argv.includes(`--${name}`),
  );
  const chosen =
    beside.length > 0
      ? beside
      : Object.entries(SCENARIOS).filter(([name]) => only === null || name === only);
  if (chosen.length === 0)
    throw new Error(`--only takes one of ${Object.keys(SCENARIOS).join(", ")}`);
  // The shipped build is measured.
  if (!(await build({ show: false })).ok) throw new Error("the build failed");
  const begun = await machineLines();
  const screen = await openScreen();
  Object.assign(process.env, screen.env);
  const startMs = performance.now();
  const rows = [];
  try {
    for (const [name, measure] of chosen) {
      say(`${name} …`);
      rows.push(...(await measure()).map(cells));
    }
  } finally {
    screen.close();
  }
  const took = `${((performance.now() - startMs) / 60_000).toFixed(1)} minutes`;
  const lines = [...begun, `${endLine()} It took ${took}.`];
  say(["", ...lines, "", markdown(rows)].join("\n"));
  if (only !== null || beside.length > 0) return;
  const text = await readFile(FILE, "utf8");
  const table = [BEGIN, "", ...lines.map((line) => `${line}  `), "", markdown(rows), "", END].join(
    "\n",
  );
  const [before, after] = [
    text.slice(0, text.indexOf(BEGIN)),
    text.slice(text.indexOf(END) + END.length),
  ];
  await writeFile(FILE, `${before}${table}${after}`);
}

/** The figures of a team's database, into a table of their own. */
async function team() {
  const begun = await machineLines();
  const table = await teamTable();
  const lines = [...begun, endLine(), "", ...table];
  say(lines.join("\n"));
  const text = await readFile(FILE, "utf8");
  const [before = "", after = ""] = text.split(/<!-- team -->[^]*<!-- end of team -->/);
  await writeFile(
    FILE,
    `${before}<!-- team -->\n\n${lines.join("\n")}\n\n<!-- end of team -->${after}`,
  );
}

if (process.argv.includes("--team")) await team();
else await main();
