// `npm run bench`: the ten figures that a user or a server notices, each beside a floor measured in the same run where
// there is one. Prints them and writes their section of docs/benchmarks.md; nothing here fails a test.
// `-- --only flood` measures one of them (by its name below) and writes nothing. `-- --gateway`, `-- --endpoint`,
// `-- --agents`, `-- --sessions`, `-- --million` and `-- --team` measure the gateway, programs, agents' own tools, their long
// conversations, a history of a million and a team's database.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { build } from "../../scripts/setup/build.mjs";
import { root } from "../../scripts/setup/paths.mjs";
import { openScreen } from "../../scripts/setup/screen.mjs";
import { agents } from "./agents.ts";
import { allowedByRule } from "./allowed.ts";
import { spreadOf } from "./clock.ts";
import { endpoint } from "./endpoint/run.ts";
import { flood } from "./flood/run.ts";
import { gateway } from "./gateway.ts";
import { endLine, machineLines } from "./machine.ts";
import { million } from "./million.ts";
import { scanned } from "./scan.ts";
import { searched } from "./search.ts";
import { sessions } from "./sessions/run.ts";
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

/** @type {Record<string, [string, () => Promise<Figure[]>][]>} */
const SECTIONS = {
  gateway: [["gateway", gateway]],
  endpoint: [["endpoint", endpoint]],
  agents: [["agents", agents]],
  sessions: [["sessions", sessions]],
  million: [["million", million]],
};

// Playwright ends the app at such a signal and leaves this process, which would wait for it forever.
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
  process.once(signal, () => process.exit(1));
}

/** @param {string} text */
const say = (text) => process.stdout.write(`${text}\n`);
/** @param {number} value */
const shown = (value) => (value >= 20 ? value.toFixed(0) : value.toFixed(value >= 2 ? 1 : 2));

/** @param {number} ratio */
const times = (ratio) => (Number.isFinite(ratio) ? `, × ${ratio.toFixed(2)}` : "");

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
    least === null ? "" : `${shown(least)} (${floorIs ?? ""})${times(value / least)}`,
  ];
}

/** @param {string[][]} rows */
const markdown = (rows) =>
  [
    "| what | measured | aim | 95 of 100 within | runs | floor, and how many times it |",
    "| --- | --- | --- | --- | --- | --- |",
    ...rows.map((row) => `| ${row.join(" | ")} |`),
  ].join("\n");

/**
 * Replaces a section of docs/benchmarks.md.
 * @param {string} name
 * @param {string} text
 */
async function write(name, text) {
  const file = path.join(root, "docs", "benchmarks.md");
  const page = await readFile(file, "utf8");
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const [before, rest] = [page.slice(0, page.indexOf(begin)), page.slice(page.indexOf(end))];
  await writeFile(file, `${before}${begin}\n\n${text}\n\n${rest}`);
}

/** @param {[string, () => Promise<Figure[]>][]} scenarios @returns {Promise<string>} */
async function measured(scenarios) {
  // The shipped build is measured.
  if (!(await build({ show: false })).ok) throw new Error("the build failed");
  const begun = await machineLines();
  const screen = await openScreen();
  Object.assign(process.env, screen.env);
  const startMs = performance.now();
  const rows = [];
  try {
    for (const [name, measure] of scenarios) {
      say(`${name} …`);
      rows.push(...(await measure()).map(cells));
    }
  } finally {
    screen.close();
  }
  const took = `${((performance.now() - startMs) / 60_000).toFixed(1)} minutes`;
  const lines = [...begun, `${endLine()} It took ${took}.`].map((line) => `${line}  `);
  return [...lines, "", markdown(rows)].join("\n");
}

/** The figures of a team's database, which need no window. */
async function team() {
  const begun = await machineLines();
  const table = await teamTable();
  return [...begun, endLine()].map((line) => `${line}  `).join("\n") + `\n\n${table.join("\n")}`;
}

async function main() {
  const [what = "", one = ""] = process.argv.slice(2).map((word) => word.replace(/^--/u, ""));
  const every = Object.entries(SCENARIOS);
  const scenarios = { "": every, only: every.filter(([name]) => name === one), ...SECTIONS };
  const chosen = Reflect.get(scenarios, what);
  if (what !== "team" && (chosen ?? []).length === 0)
    throw new Error(
      `takes --gateway, --endpoint, --agents, --sessions, --million, --team, or --only ${Object.keys(SCENARIOS).join(", ")}`,
    );
  const text = what === "team" ? await team() : await measured(chosen);
  say(`\n${text}`);
  if (one === "") await write(what === "" ? "table" : what, text);
}

await main();
