// `npm run bench`: how fast and how large the app is, beside the least that could do the same, in one run on one
// machine. Prints a table; nothing here fails a test. `npm run bench -- --runs 10` for fewer runs,
// `-- --streaming` for streamed answers alone, `-- --ranking` for the ranking of models alone, `-- --ledger` for the
// ledger alone, `-- --findings` for looking through requests alone, `-- --rules` for rules alone, `-- --history` for the
// history of 100,000 requests alone, `-- --scroll` for scrolling through it alone, `-- --large` for large requests alone,
// `-- --estimate` for counting the tokens of a large prompt alone, `-- --flood` for a flood of requests alone.
import process from "node:process";
import { build, isBuilt } from "../../scripts/setup/build.mjs";
import { openScreen } from "../../scripts/setup/screen.mjs";
import { removeFolder, tempFolder } from "../support/app.ts";
import { spreadOf } from "./clock.ts";
import { findingTimes } from "./findings.ts";
import { floodRows } from "./flood/run.ts";
import { historyFigures, scrollTable } from "./history/run.ts";
import { estimateRows, estimateTimes } from "./large/estimate.ts";
import { largeRows } from "./large/run.ts";
import { ledgerTimes, verifyTimes } from "./ledger.ts";
import { localMemory } from "./localMemory.ts";
import { endLine, machineLines } from "./machine.ts";
import { memoryOf } from "./memory.ts";
import { countTimes, describeTimes, rankTimes } from "./ranking.ts";
import { allowedTrips, judgeTimes } from "./rules.ts";
import { streamRows } from "./stream/run.ts";
import { appTrips, bareClient, floorTrips, startApp, startEmpty } from "./subjects.ts";

// Playwright ends the app at such a signal and leaves this process: what measures would then tell of an app that "exited",
// or wait for it for ever.
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
  process.once(signal, () => {
    process.stderr.write(
      `\nEnded from outside, by ${signal}: what had not come to its end is not printed.\n`,
    );
    process.exit(1);
  });
}

const asked = process.argv.indexOf("--runs");
const RUNS = asked === -1 ? 30 : Number(process.argv[asked + 1]);
const STARTS = Math.max(3, Math.ceil(RUNS / 3));
/** Round trips that rules allow: so many that code which runs in each of them has come to its pace. */
const TRIPS_LEAST = 300;
/** Of those, the first ones: of an app that has just been started. */
const TRIPS_COLD = 60;
/** How long a window stands idle before its memory is read: longer than anything that is done at idle. */
const IDLE_MS = 8000;

/** @param {string} text */
const say = (text) => process.stdout.write(`${text}\n`);

/** @param {() => Promise<import("./subjects.ts").Start>} start */
async function starts(start) {
  const times = [];
  const memories = [];
  for (let run = 0; run < STARTS; run += 1) {
    const { paintedMs, pid, close } = await start();
    times.push(paintedMs);
    if (run < 3) {
      await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
      memories.push(memoryOf(pid));
    }
    await close();
  }
  return { times, memories };
}

/** @param {number[]} values */
const cells = (values) => {
  const { median, p95, runs } = spreadOf(values);
  return [median.toFixed(1), p95.toFixed(1), String(runs)];
};

/** @param {string} name @param {number[]} values @param {number[]} [floor] */
function row(name, values, floor) {
  const ratio = floor ? (spreadOf(values).median / spreadOf(floor).median).toFixed(2) : "";
  return [name, ...cells(values), ratio];
}

async function rankingRows() {
  const { firstMs, againMs } = await describeTimes();
  return [
    row("ranking 1,000 models for a request (ms)", rankTimes(100)),
    row("reading the catalogues, describing 1,000 models (ms)", [firstMs]),
    row("describing 1,000 models (ms)", [againMs]),
    ...Object.entries(countTimes(20)).map(([kind, times]) =>
      row(`counting the tokens of 1 MB of ${kind} (ms)`, times),
    ),
  ];
}

async function rulesRows() {
  const judged = row("judging a request of 4 KB by 1,000 rules (ms)", judgeTimes(200));
  const { first, own, bare, electron, inOne } = await allowedTrips(Math.max(RUNS, TRIPS_LEAST));
  return [
    judged,
    row("allowed by a rule at both gates: the very first (ms)", [first]),
    ...beside(`  the next ${TRIPS_COLD} (ms)`, (times) => times.slice(0, TRIPS_COLD), {
      ...{ own, bare, electron },
    }),
    ...beside("  those after them (ms)", (times) => times.slice(TRIPS_COLD), {
      ...{ own, bare, electron },
    }),
    ...beside("one call that asks so often, allowed likewise (ms)", (times) => times, inOne),
  ];
}

/**
 * Round trips, and the same ones of the clients that do the least.
 * @param {string} name
 * @param {(times: number[]) => number[]} of
 * @param {{ own: number[], bare: number[], electron: number[] }} trips
 */
function beside(name, of, trips) {
  const [own, bare, electron] = [of(trips.own), of(trips.bare), of(trips.electron)];
  const [all, here] = [spreadOf(own), spreadOf(electron)];
  const ratios = [all.median / here.median, all.p95 / here.p95];
  return [
    row(name, own, bare),
    row("    floor: SDK client and AI SDK alone, same model", bare),
    row("    floor: the same in Electron's main process", electron, bare),
    ["    × that floor", ...ratios.map((ratio) => ratio.toFixed(2)), String(all.runs), ""],
  ];
}

async function ledgerRows() {
  const { decisionMs, requestBytes } = ledgerTimes();
  const { rows, texts, tookMs, floor } = await verifyTimes();
  const mb = (floor.bytes / 1e6).toFixed(0);
  return [
    row("a decision on disk (ms)", decisionMs),
    row("the ledger's file, for each request (bytes)", [requestBytes]),
    row(`verifying ${rows} rows, ${texts} texts (rows a second)`, [(rows / tookMs) * 1000]),
    row("  floor: SQLite reading it, on one core (rows a second)", [(rows / floor.readMs) * 1000]),
    row(`  floor: SHA-256 of its ${mb} MB in one go, on one core`, [(rows / floor.hashMs) * 1000]),
  ];
}

/** @param {string[][]} rows */
function table(rows) {
  const widths = rows[0]?.map((_cell, at) => Math.max(...rows.map((one) => one[at]?.length ?? 0)));
  for (const one of rows) {
    const padded = one.map((cell, at) =>
      at === 0 ? cell.padEnd(widths?.[at] ?? 0) : cell.padStart(widths?.[at] ?? 0),
    );
    say(padded.join("   "));
  }
}

const HEAD = ["", "median", "p95", "runs", "× floor"];

/** `--requests 20000` for a smaller ledger. */
function requestsAsked() {
  const at = process.argv.indexOf("--requests");
  return at === -1 ? 100_000 : Number(process.argv[at + 1]);
}

async function historyTable() {
  await built();
  const requests = requestsAsked();
  const found = await historyFigures(requests, say);
  table([HEAD, ...found.rows.map(({ name, times }) => row(name, times))]);
  const bytes = `${found.ledgerBytes.toFixed(0)} bytes a request in the ledger, ${found.indexBytes.toFixed(0)} in its index`;
  say("");
  say(`${requests} requests: ${bytes}; the index was made in ${found.builtS.toFixed(1)} s.`);
  say(`The asking thread was held up for ${found.heldUpMs.toFixed(0)} ms at most.`);
}

/** @type {Record<string, () => Promise<unknown>>} parts that need no window */
const WITHOUT_WINDOW = {
  "--findings": async () => table([HEAD, ...(await findingRows())]),
  "--history": historyTable,
  "--ranking": async () => table([HEAD, ...(await rankingRows())]),
  "--ledger": async () => table([HEAD, ...(await ledgerRows())]),
};

/** @type {Record<string, () => Promise<unknown>>} parts of the built app */
const WITH_WINDOW = {
  "--streaming": async () => table([HEAD, ...(await streamRows())]),
  "--large": async () => table(await largeRows()),
  "--flood": async () => table(await floodRows(say)),
  "--rules": async () => table([HEAD, ...(await rulesRows())]),
  "--estimate": async () => table([HEAD, ...estimateRows(await estimateTimes(), row)]),
  "--scroll": async () => table([HEAD, ...(await scrollTable(requestsAsked(), say, row))]),
};

/** @param {Record<string, () => Promise<unknown>>} parts */
const askedOf = (parts) => Object.entries(parts).find(([name]) => process.argv.includes(name))?.[1];

async function findingRows() {
  return [
    ...Object.entries(await findingTimes(20)).map(([kind, times]) =>
      row(`looking through 1 MB of ${kind} (ms)`, times),
    ),
  ];
}

async function main() {
  for (const line of await machineLines()) say(line);
  say("");
  const alone = askedOf(WITHOUT_WINDOW);
  await (alone === undefined ? withWindow(askedOf(WITH_WINDOW) ?? everything) : alone());
  say("");
  say(endLine());
}

/** What is measured is what ships. */
async function built() {
  if (!(await isBuilt()) && !(await build({ show: false })).ok) throw new Error("the build failed");
}

/** @param {(profile: string) => Promise<unknown>} work is given a profile of its own */
async function withWindow(work) {
  await built();
  const screen = await openScreen();
  Object.assign(process.env, screen.env);
  const profile = await tempFolder();
  try {
    await work(profile);
  } finally {
    screen.close();
    await removeFolder(profile);
  }
}

/** @param {string} profile */
async function everything(profile) {
  say("Round trips of the bare SDK client …");
  const bare = await bareClient(500);
  say("A bare window with Monaco and that client …");
  const floor = await floorTrips(RUNS);
  say("The app …");
  const own = await appTrips(RUNS);
  say("Starting an empty window …");
  const empty = await starts(startEmpty);
  say("Starting the app …");
  // The first start of a profile makes its files; the others find them.
  await (await startApp(profile)).close();
  const app = await starts(() => startApp(profile));
  say("A streamed answer …");
  const streamed = await streamRows();
  say("Requests that a rule lets through …");
  const rules = await rulesRows();
  say("Large and very many things …");
  const large = await largeRows();
  say("A local model in memory and out of it …");
  const local = await localMemory();
  await print({ bare, floor, own, empty, app, streamed: [...streamed, ...rules] });
  say("");
  table(large);
  printLocal(local);
}

/** @param {import("./localMemory.ts").LocalMemory} local */
function printLocal({ beforeMiB, loadedMiB, afterMiB, processes, unloadMs }) {
  const mib = (/** @type {number} */ value) => value.toFixed(0);
  say(
    `Local model (SmolLM2-135M), PSS of all processes: ${mib(beforeMiB)} MiB before, ${mib(loadedMiB)} loaded, ` +
      `${mib(afterMiB)} after "unload now"; processes ${processes.join(" → ")}; gone within ${unloadMs.toFixed(0)} ms.`,
  );
}

/**
 * @typedef {{ times: number[], memories: import("./memory.ts").Memory[] }} Starts
 * @param {{ bare: number[], floor: import("./subjects.ts").Trip[], own: import("./subjects.ts").Trip[], empty: Starts, app: Starts, streamed: string[][] }} found
 */
async function print({ bare, floor, own, empty, app, streamed }) {
  const shown = own.map((trip) => trip.shownMs);
  const shownFloor = floor.map((trip) => trip.shownMs);
  const replied = own.map((trip) => trip.repliedMs);
  const repliedFloor = floor.map((trip) => trip.repliedMs);
  const pss = (/** @type {Starts} */ { memories }) => memories.map((memory) => memory.pssMiB);
  const rss = (/** @type {Starts} */ { memories }) => memories.map((memory) => memory.rssMiB);
  say("");
  table([
    HEAD,
    row("bare SDK client, round trip (ms)", bare),
    row("request sent → visible and editable (ms)", shown, shownFloor),
    row("  floor: bare window, Monaco, SDK client", shownFloor),
    row("approve clicked → the server has it (ms)", replied, repliedFloor),
    row("  floor: button, IPC, SDK client", repliedFloor),
    row("cold start → first screen painted (ms)", app.times, empty.times),
    row("  floor: empty window", empty.times),
    row("memory at idle, PSS of all processes (MiB)", pss(app), pss(empty)),
    row("  floor: empty window", pss(empty)),
    row("memory at idle, RSS of all processes (MiB)", rss(app), rss(empty)),
    row("  floor: empty window", rss(empty)),
    ...streamed,
    ...(await rankingRows()),
    ...(await ledgerRows()),
    ...(await findingRows()),
  ]);
  const more = spreadOf(pss(app)).median - spreadOf(pss(empty)).median;
  say("");
  say(`Above an empty window: ${more.toFixed(0)} MiB PSS.`);
}

await main();
