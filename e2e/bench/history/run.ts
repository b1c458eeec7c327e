// How fast the history answers over many ended requests: through its thread, as the app asks it.
import { constants, copyFileSync, existsSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { HistoryThread } from "../../../src-main/background/history.ts";
import type { FindingKind } from "../../../src-shared/inspect/kinds.ts";
import { fromJsonText } from "../../../src-shared/ledger/history.ts";
import type { HistoryView } from "../../../src-shared/ledger/history.ts";
import { root } from "../../../scripts/setup/paths.mjs";
import { dryRunTimes } from "./dryRun.ts";
import { firstAsks } from "./firstAsks.ts";
import { ledgerOf } from "./ledger.ts";
import { scrollFigures, scrollRows } from "./scroll.ts";

/** The worst of each kind: words of many and of few, patterns, amounts, texts, all of them together. Asked repeatedly. */
const FILTERS = [
  "",
  "is:ended",
  "is:rejected",
  "-is:rejected",
  "server:github",
  "model:claude*",
  "model:*son*",
  "tokens:>900",
  "before:2023-12-01",
  "协议",
  "协",
  "summarize",
  '"climate energy"',
  "error4*",
  "-summarize",
  "协议 OR climate OR server:notes",
  "server:github is:replied model:claude* tokens:>400 -tool:plan report",
  "size:>1000 OR waited:>1h OR offers:x*",
] as const;
const RUNS = 15;

export interface Measured {
  name: string;
  times: number[];
}

export interface HistoryFigures {
  rows: Measured[];
  /** Seconds in which the index was made; and made anew, once other kinds of findings are switched on. */
  builtS: number;
  anewS: number;
  /** Bytes a request in the ledger and in the index. */
  ledgerBytes: number;
  indexBytes: number;
  /** The longest that this thread, which only waited, was held up meanwhile, in milliseconds. */
  heldUpMs: number;
}

const indexFile = (): string => path.join(root, ".cache", "bench-history", "history.db");

/** Rows of the real window over the same ledger; its index is made where there is none yet. */
export async function scrollTable(
  requests: number,
  say: (text: string) => void,
  row: (name: string, values: number[]) => string[],
): Promise<string[][]> {
  const files = { ledger: ledgerOf(requests, say), index: indexFile() };
  if (!existsSync(files.index)) say("Making its index …");
  await withThread(files, (_thread, ready) => ready(requests));
  return scrollRows(await scrollFigures(files, requests), requests, row);
}

export async function historyFigures(
  requests: number,
  say: (text: string) => void,
): Promise<HistoryFigures> {
  const ledger = ledgerOf(requests, say);
  const index = indexFile();
  for (const part of ["", "-wal", "-shm"]) rmSync(`${index}${part}`, { force: true });
  say("Making its index …");
  const began = performance.now();
  await withThread({ ledger, index }, (_thread, ready) => ready(requests));
  const builtS = (performance.now() - began) / 1000;
  const anewS = await anewSeconds({ ledger, index }, requests, say);
  say("Asking …");
  const rows: Measured[] = [];
  let heldUpMs = 0;
  const opening: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    await withThread({ ledger, index }, async (thread) => {
      opening.push(await timed(() => thread.read("find", "is:ended")));
    });
  }
  rows.push({ name: "thread started, first answer (ms)", times: opening });
  await withThread({ ledger, index }, async (thread, ready) => {
    await ready(requests);
    const stop = watchHolds((ms) => {
      heldUpMs = Math.max(heldUpMs, ms);
    });
    rows.push(...(await firstAsks(thread)));
    for (const filter of FILTERS) rows.push(await filterTimes(thread, filter));
    rows.push(await pageTimes(thread, requests));
    rows.push(await itemTimes(thread, requests));
    rows.push(...(await dryRunTimes(thread, requests)));
    stop();
  });
  const perRequest = (file: string): number => statSync(file).size / requests;
  return {
    rows,
    builtS,
    anewS,
    heldUpMs,
    ledgerBytes: perRequest(ledger),
    indexBytes: perRequest(index),
  };
}

/** A copy of the index is opened as after a kind of finding was switched off: until it is whole again, in seconds. */
async function anewSeconds(
  { ledger, index }: { ledger: string; index: string },
  requests: number,
  say: (text: string) => void,
): Promise<number> {
  say("Making its index anew, as after a kind of finding was switched off …");
  const copy = `${index}.off`;
  copyFileSync(index, copy, constants.COPYFILE_FICLONE);
  const began = performance.now();
  const files = { ledger, index: copy, findingsOff: ["confusable" as const] };
  await withThread(files, (_thread, ready) => ready(requests));
  const tookS = (performance.now() - began) / 1000;
  for (const part of ["", "-wal", "-shm"]) rmSync(`${copy}${part}`, { force: true });
  return tookS;
}

async function withThread(
  files: { ledger: string; index: string; findingsOff?: readonly FindingKind[] },
  work: (thread: HistoryThread, ready: (total: number) => Promise<void>) => Promise<void>,
): Promise<void> {
  let heard: (view: HistoryView) => void = () => undefined;
  const thread = new HistoryThread({
    entry: path.join(root, "out/main/history.js"),
    start: { files: { ...files, key: null } },
    moved: (view) => heard(view),
  });
  const ready = (total: number): Promise<void> =>
    new Promise((resolve) => {
      heard = (view) => {
        if (view.state.kind === "ready" && view.total >= total) resolve();
      };
      thread.begin();
    });
  await work(thread, ready);
  await thread.close();
}

async function timed(work: () => Promise<{ ok: boolean }>): Promise<number> {
  const began = performance.now();
  const { ok } = await work();
  if (!ok) throw new Error("the history did not answer");
  return performance.now() - began;
}

async function filterTimes(thread: HistoryThread, filter: string): Promise<Measured> {
  const times: number[] = [];
  let total = 0;
  for (let run = 0; run < RUNS; run += 1) {
    const began = performance.now();
    const found = await thread.read("find", filter);
    times.push(performance.now() - began);
    if (!found.ok) throw new Error(found.failure.kind);
    total = fromJsonText(found.value).total;
  }
  return {
    name: `filter ${filter === "" ? "(none)" : filter}, asked again, ${total} found (ms)`,
    times,
  };
}

async function pageTimes(thread: HistoryThread, requests: number): Promise<Measured> {
  const found = await thread.read("find", "");
  if (!found.ok) throw new Error(found.failure.kind);
  const { query } = fromJsonText(found.value);
  const times: number[] = [];
  for (let run = 0; run < 100; run += 1) {
    const from = Math.floor((run / 100) * requests);
    times.push(await timed(() => thread.read("page", query, from, 100)));
  }
  return { name: "a page of 100 rows, anywhere in the list (ms)", times };
}

async function itemTimes(thread: HistoryThread, requests: number): Promise<Measured> {
  const times: number[] = [];
  for (let run = 0; run < 50; run += 1) {
    const n = String(Math.floor((run / 50) * requests)).padStart(12, "0");
    times.push(await timed(() => thread.read("item", `00000000-0000-4000-8000-${n}`)));
  }
  return { name: "one item whole (ms)", times };
}

/** How long this thread could do nothing: what main would feel. */
function watchHolds(told: (ms: number) => void): () => void {
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    told(now - last - 5);
    last = now;
  }, 5);
  return () => clearInterval(timer);
}
