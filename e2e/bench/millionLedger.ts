// The ledger of a million ended requests: verified, exported, and a month of it deleted by retention while requests are
// decided in the window.
import { rmSync, statSync } from "node:fs";
import path from "node:path";
import { root } from "../../scripts/setup/paths.mjs";
import { FileJobThread } from "../../src-main/history/fileJobs.ts";
import { NO_HASH } from "../../src-shared/ledger/row.ts";
import type { Page } from "playwright/test";
import { FIRST_MS } from "./endedRequests.ts";
import type { Figure } from "./figure.ts";
import { watchFrames } from "./frames.ts";
import { inApp } from "./subjects.ts";

const DAY_MS = 24 * 3_600_000;
const MONTH_DAYS = 30;
/** The first trips of an app are slow whatever else it does. */
const WARM = 5;
const TRIPS = 20;
const jobs = new FileJobThread(path.join(root, "out/main/files.js"));

export async function verified(ledger: string): Promise<Figure[]> {
  const toldMs: number[] = [];
  const place = { file: ledger, key: null };
  const beganMs = performance.now();
  const done = await jobs.run({ kind: "verify", ...place, known: {} }, () => {
    toldMs.push(performance.now());
  });
  const tookMs = performance.now() - beganMs;
  const until = done.ok && done.value.fault === null ? done.value.head : null;
  if (!done.ok || until === null) throw new Error(`not verified: ${JSON.stringify(done)}`);
  const { rows, contents } = done.value;
  const waits = toldMs.map((atMs, at) => atMs - (toldMs[at - 1] ?? beganMs));
  const againMs = performance.now();
  const after = { seq: 0, hash: NO_HASH };
  const alone = await jobs.run({ kind: "verify-rows", ...place, after, until }, () => undefined);
  const rowsMs = performance.now() - againMs;
  if (!alone.ok || alone.value !== null) throw new Error(`not verified: ${JSON.stringify(alone)}`);
  return [
    {
      name: `verify: 100,000 of ${rows} rows`,
      unit: "s",
      values: [(rowsMs / rows) * 100],
      aim: 1,
    },
    {
      name: `verify: 100,000 rows with their ${contents.kept} contents`,
      unit: "s",
      values: [(tookMs / rows) * 100],
      aim: 1,
    },
    {
      name: "verify: the longest without progress",
      unit: "ms",
      values: waits,
      of: "most",
      aim: 2000,
    },
  ];
}

/** Until the file has bytes. All of it; the export is cancelled then. */
export async function exported(ledger: string): Promise<Figure[]> {
  const file = `${ledger}.jsonl`;
  const values: number[] = [];
  for (let run = 0; run < 3; run += 1) {
    const job = { ledger, key: null, requests: null, contents: true, file, nowMs: Date.now() };
    const beganMs = performance.now();
    const timer = setInterval(() => {
      if ((statSync(`${file}.part`, { throwIfNoEntry: false })?.size ?? 0) === 0) return;
      clearInterval(timer);
      values.push(performance.now() - beganMs);
      jobs.cancel();
    }, 1);
    await jobs.run({ kind: "export", ...job }, () => undefined);
    clearInterval(timer);
    rmSync(file, { force: true });
  }
  return [{ name: "export: its first bytes", unit: "ms", values, of: "most", aim: 500 }];
}

/**
 * Deletes the oldest month from the profile's ledger: a round of it beside a window where nothing happens, and a round
 * while requests are decided.
 */
export async function monthDeleted(profile: string): Promise<Figure[]> {
  const days = Math.floor((Date.now() - FIRST_MS) / DAY_MS) - MONTH_DAYS;
  return inApp(profile, async (page, trip) => {
    for (let run = 0; run < WARM; run += 1) await trip();
    const without: number[] = [];
    for (let run = 0; run < TRIPS; run += 1) without.push((await trip()).repliedMs);
    // V8 collects what the trips have left about when the window has been quiet for a while, which takes a frame.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("HeapProfiler.collectGarbage");
    const frames = await watchFrames(page);
    const quiet = await round(page, days);
    const between = await frames();
    const decided: number[] = [];
    const deciding = new AbortController();
    const other = round(page, days).finally(() => deciding.abort());
    while (!deciding.signal.aborted) decided.push((await trip()).repliedMs);
    const rounds = [quiet, await other];
    return [
      {
        name: `retention deletes 1,000 of ${rounds.map(({ requests }) => requests).join(" + ")} requests`,
        unit: "s",
        values: rounds.map(({ requests, seconds }) => (seconds / requests) * 1000),
        of: "most",
        aim: 60,
      },
      { name: "the worst frame meanwhile", unit: "ms", values: between, of: "most", aim: 50 },
      {
        name: "approve clicked → the server has the response, meanwhile: the slowest",
        unit: "ms",
        values: decided,
        of: "most",
        floor: [Math.max(...without)],
        floorIs: `the slowest of ${TRIPS} without`,
        aim: 15,
      },
    ];
  });
}

/** One round of retention, after so many days. */
const round = (page: Page, days: number): Promise<{ requests: number; seconds: number }> =>
  page.evaluate(async (after) => {
    const value = <T>(result: { ok: true; value: T } | { ok: false; failure: object }): T => {
      if (!result.ok) throw new Error(JSON.stringify(result.failure));
      return result.value;
    };
    const retention = { days: after, megabytes: null, textOnly: false };
    await window.pressKey();
    value(await window.desk.invoke("settings.set", { retention }));
    await window.pressKey();
    const beganMs = performance.now();
    const { last, failed } = value(await window.desk.invoke("retention.run"));
    if (last === null || failed !== null) throw new Error(JSON.stringify(failed));
    return { requests: last.requests, seconds: (performance.now() - beganMs) / 1000 };
  }, days);
