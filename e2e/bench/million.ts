// History with a million ended requests: its index is built while the desk decides, then searched cold and warm through
// the history's thread, and the app is started with it. `-- --million 20000` tries the same with fewer.
import { constants, copyFileSync, existsSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { root } from "../../scripts/setup/paths.mjs";
import { HistoryThread } from "../../src-main/history/historyThread.ts";
import { ALL_ENDED, fromJsonText } from "../../src-shared/ledger/history.ts";
import type { HistoryFound, HistoryView } from "../../src-shared/ledger/history.ts";
import { removeFolder, tempFolder } from "../support/app.ts";
import { spreadOf } from "./clock.ts";
import { ledgerOf } from "./endedRequests.ts";
import type { Figure } from "./figure.ts";
import { exported, monthDeleted, verified } from "./millionLedger.ts";
import { FILTERS } from "./search.ts";
import { starts } from "./starts.ts";
import { appTrips, startApp } from "./subjects.ts";

const REQUESTS = Number(process.argv[3] ?? 1_000_000);
const TRIPS = 20;
const PAGES = 30;
const MB = 1e6;

interface Files {
  ledger: string;
  index: string;
}

export async function million(): Promise<Figure[]> {
  const profile = await tempFolder();
  const empty = await tempFolder();
  const files = {
    ledger: path.join(profile, "ledger.db"),
    index: path.join(profile, "history.db"),
  };
  try {
    // The app writes into its ledger.
    copyFileSync(ledgerOf(REQUESTS), files.ledger, constants.COPYFILE_FICLONE);
    const built = await build(files);
    const searched = await search(files);
    const deciding = await whileBuilding(profile, files);
    const starting = await started(profile, empty);
    const verifying = await verified(files.ledger);
    const exporting = await exported(files.ledger);
    const deleting = await monthDeleted(profile);
    return [
      ...built,
      ...searched,
      ...deciding,
      ...starting,
      ...verifying,
      ...exporting,
      ...deleting,
    ];
  } finally {
    await removeFolder(profile);
    await removeFolder(empty);
  }
}

/** Starts the history's thread; `until` says when it is ready. */
async function threadOn(
  files: Files,
  until: (view: HistoryView) => boolean,
): Promise<HistoryThread> {
  let heard: (view: HistoryView) => void = () => undefined;
  const thread = new HistoryThread({
    entry: path.join(root, "out/main/history.js"),
    start: { files: { ...files, key: null } },
    moved: (view) => heard(view),
  });
  await new Promise<void>((resolve) => {
    heard = (view) => until(view) && resolve();
    thread.begin();
  });
  return thread;
}

const isReady = ({ state, total }: HistoryView): boolean =>
  state.kind === "ready" && total >= REQUESTS;

/** Half of it, then the rest after a restart. */
async function build(files: Files): Promise<Figure[]> {
  const before = process.memoryUsage().rss;
  let most = 0;
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().rss - before)), 200);
  const beganMs = performance.now();
  const first = await threadOn(files, ({ total }) => total >= REQUESTS / 2);
  await first.close();
  let resumedAt = -1;
  const second = await threadOn(files, (view) => {
    if (resumedAt < 0 && view.total > 0) resumedAt = view.total;
    return isReady(view);
  });
  const seconds = (performance.now() - beganMs) / 1000;
  await second.close();
  clearInterval(timer);
  if (resumedAt < REQUESTS / 2) throw new Error(`after a restart it went on from ${resumedAt}`);
  const size = (file: string): number => (existsSync(file) ? statSync(file).size / MB : 0);
  const scale = 1_000_000 / REQUESTS;
  return [
    {
      name: "the index of a million is built, with one restart",
      unit: "s",
      values: [seconds * scale],
      aim: 333,
    },
    { name: "memory while it is built", unit: "MB", values: [most / MB], of: "most", aim: 300 },
    {
      name: "the index of a million on disk",
      unit: "MB",
      values: [size(files.index) * scale],
      floor: [size(files.ledger) * scale],
      floorIs: "the audit log",
      aim: 2000,
    },
  ];
}

/** Empties the system's cache of files, where this process may. */
function dropCache(): void {
  try {
    writeFileSync("/proc/sys/vm/drop_caches", "1");
  } catch {
    // Then only SQLite's is empty.
  }
}

interface Search {
  pageMs: number;
  countMs: number;
  found: HistoryFound;
}

/** The first page, and the count with it or after it. */
async function timed(thread: HistoryThread, text: string): Promise<Search> {
  const beganMs = performance.now();
  const answer = await thread.read("find", text);
  const pageMs = performance.now() - beganMs;
  if (!answer.ok) throw new Error(answer.failure.kind);
  const found = fromJsonText(answer.value);
  for (let { left } = found; left > 0;) {
    const more = await thread.read("more", found.query);
    if (!more.ok) throw new Error(more.failure.kind);
    found.total = more.value.total;
    ({ left } = more.value);
  }
  return { pageMs, countMs: performance.now() - beganMs, found };
}

async function cold(files: Files, text: string): Promise<Search> {
  dropCache();
  const thread = await threadOn(files, isReady);
  const search = await timed(thread, text);
  await thread.close();
  return search;
}

async function search(files: Files): Promise<Figure[]> {
  const opened = [await cold(files, ALL_ENDED), await cold(files, ALL_ENDED)];
  const filtered: Search[] = [];
  for (const filter of FILTERS) filtered.push(await cold(files, `(${filter}\n) ${ALL_ENDED}`));
  const thread = await threadOn(files, isReady);
  await timed(thread, ALL_ENDED);
  const again = [];
  for (let run = 0; run < 5; run += 1) again.push(await timed(thread, ALL_ENDED));
  const pages: number[] = [];
  for (let page = 0; page < PAGES; page += 1) {
    const last = again.at(-1)?.found;
    const beganMs = performance.now();
    // From all over it: a jump to any date is one to any row.
    const from = Math.floor(((page * 7919) % PAGES) * ((last?.total ?? 0) / PAGES));
    const rows = await thread.read("page", last?.query ?? 0, from, 100);
    pages.push(performance.now() - beganMs);
    if (!rows.ok) throw new Error(rows.failure.kind);
  }
  await thread.close();
  const ms = (name: string, values: number[], aim: number): Figure => ({
    name,
    unit: "ms",
    values,
    of: "most",
    aim,
  });
  return [
    ms(
      "History opens: first page and count, cold",
      opened.map(({ countMs }) => countMs),
      300,
    ),
    ms(
      "History opens: first page and count, warm",
      again.map(({ countMs }) => countMs),
      100,
    ),
    ms("a page from anywhere", pages, 100),
    ms(
      "the slowest of 14 filters, cold: first page",
      filtered.map(({ pageMs }) => pageMs),
      500,
    ),
    ms(
      "the slowest of 14 filters, cold: all counted",
      filtered.map(({ countMs }) => countMs),
      1000,
    ),
  ];
}

/** From a server's write to the editor, while the index is built again, and when it is there. */
async function whileBuilding(profile: string, files: Files): Promise<Figure[]> {
  const kept = `${files.index}.kept`;
  copyFileSync(files.index, kept, constants.COPYFILE_FICLONE);
  for (const part of ["", "-wal", "-shm"]) rmSync(`${files.index}${part}`, { force: true });
  const busy = await appTrips(TRIPS, profile);
  for (const part of ["", "-wal", "-shm"]) rmSync(`${files.index}${part}`, { force: true });
  copyFileSync(kept, files.index, constants.COPYFILE_FICLONE);
  rmSync(kept);
  const idle = await appTrips(TRIPS, profile);
  const shown = (trips: typeof idle): number[] => trips.map(({ shownMs }) => shownMs);
  const floor = spreadOf(shown(idle)).median;
  return [
    {
      name: "sent → editable while the index is built",
      unit: "ms",
      values: shown(busy),
      floor: shown(idle),
      floorIs: "when it is there",
      aim: Math.round(1.1 * floor),
    },
  ];
}

async function started(profile: string, empty: string): Promise<Figure[]> {
  await (await startApp(empty)).close();
  const without = await starts(() => startApp(empty));
  await (await startApp(profile)).close();
  const withIt = await starts(() => startApp(profile));
  const [floorMs, floorMiB] = [spreadOf(without.times).median, spreadOf(without.memories).median];
  return [
    {
      name: `start with it (${floorMs.toFixed(0)} ms without)`,
      unit: "× one without",
      values: withIt.times.map((ms) => ms / floorMs),
      aim: 1.1,
    },
    {
      name: `memory at idle with it (${floorMiB.toFixed(0)} MiB without)`,
      unit: "MiB more",
      values: withIt.memories.map((mib) => mib - floorMiB),
      aim: 20,
    },
  ];
}
