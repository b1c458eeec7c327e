// 10,000 requests in one second from one server, while another one asks and is answered: how long the window and main
// stand still, what becomes of each request, what stays of the memory.
import path from "node:path";
import type { Page } from "playwright/test";
import { launch, removeFolder, tempFolder, writeConfig } from "../../support/app.ts";
import { Desk } from "../../support/desk.ts";
import { projectNode } from "../../support/paths.ts";
import { press } from "../../support/press.ts";
import { p95Of, watchFrames, worstOf } from "../frames.ts";
import { longestTasks } from "../large/tasks.ts";
import { memoryOf } from "../memory.ts";
import { emptyDuringFlood } from "./floor.ts";

const REQUESTS = 10_000;
const RUNS = 3;
/** Longer than anything that is done at idle, a collection of garbage included. */
const IDLE_MS = 10_000;

const flooding = path.join(import.meta.dirname, "server.mjs");
const other = path.join(import.meta.dirname, "../server.mjs");

/** What the flooding server says of it. */
interface Flooded {
  sentMs: number;
  tookMs: number;
  /** Refused, each once. */
  refused: number;
  /** Taken, and withdrawn by their server in the end: never answered. */
  withdrawn: number;
  /** Answered twice, or after they were withdrawn. */
  twice: number;
}

interface FloodRun extends Flooded {
  /** Milliseconds between two frames of the window, in order. */
  frames: number[];
  mainMs: number;
  windowMs: number;
  /** Of the worst frame what the window itself took of the processor. */
  worstFrameOwnMs: number;
  /** From another server's request to its answer, by hand, in the middle of it. */
  otherMs: number[];
}

/** Rows for the table of the bench: name and what was measured, a run a column. */
export async function floodRows(say: (text: string) => void): Promise<string[][]> {
  const folder = await tempFolder();
  const config = await writeConfig(folder, {
    flood: { command: projectNode, args: [flooding] },
    other: { command: projectNode, args: [other] },
  });
  const running = await launch({ config });
  try {
    const desk = new Desk(running);
    await desk.ready();
    await desk.connectAll();
    const pid = running.app.process().pid ?? 0;
    say("The first flood …");
    // Of this one as many are held as a server may ask within a minute; it warms what the others use, in memory as well.
    const runs: FloodRun[] = [await oneFlood(desk)];
    await wait(IDLE_MS);
    const beforeMiB = memoryOf(pid).pssMiB;
    for (let run = 1; run <= RUNS; run += 1) {
      say(`Flood ${run} of ${RUNS} …`);
      runs.push(await oneFlood(desk));
    }
    await wait(IDLE_MS);
    const afterMiB = memoryOf(pid).pssMiB;
    await running.close();
    say("An empty window …");
    const empty = await emptyDuringFlood(flooding, REQUESTS, RUNS + 1);
    return rows(
      runs,
      empty,
      `${mib(beforeMiB)} → ${mib(afterMiB)} (${change(beforeMiB, afterMiB)})`,
    );
  } finally {
    await running.close();
    await removeFolder(running.profile);
    await removeFolder(folder);
  }
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function oneFlood(desk: Desk): Promise<FloodRun> {
  const flood = await desk.server("flood");
  const second = await desk.server("other");
  const otherMs: number[] = [];
  let flooded: Flooded | null = null;
  let frames: number[] = [];
  const longest = await longestTasks(desk.page, async () => {
    const watched = await watchFrames(desk.page);
    const runId = await desk.do("calls.start", flood.id, "tool", "flood", { count: REQUESTS });
    const ended = resultOf(desk.page, runId);
    for (let n = 0; n < 3; n += 1) otherMs.push(await askedAndAnswered(desk.page, second.id));
    flooded = JSON.parse(await ended) as Flooded;
    frames = await watched();
  });
  await desk.page.evaluate(async () => {
    const snapshot = await window.desk.invoke("app.snapshot");
    const ids = snapshot.ok ? snapshot.value.samples.map(({ id }) => id) : [];
    for (const id of ids) await window.desk.invoke("desk.dismiss", id);
  });
  if (flooded === null) throw new Error("the flood did not end");
  return { ...(flooded as Flooded), frames, ...longest, otherMs };
}

/** The text that a run ends with. */
const resultOf = (page: Page, runId: string): Promise<string> =>
  page.evaluate(
    (id) =>
      new Promise<string>((resolve, reject) => {
        const end = window.desk.subscribe((pushes) => {
          const all = JSON.parse(pushes) as { change: { kind: string; run?: Ran } }[];
          const run = all.findLast(({ change }) => change.run?.id === id)?.change.run;
          if (run === undefined || run.state === "running") return;
          end();
          const [block] = run.result?.content ?? [];
          if (block === undefined) reject(new Error(run.state));
          else resolve(block.text);
        });
        interface Ran {
          id: string;
          state: string;
          result?: { content?: { text: string }[] };
        }
      }),
    runId,
  );

interface Asked {
  kind: string;
  id?: string;
  set?: [unknown, { revision: number; askedHash: string; asker?: { serverId: string } }][];
}

/** Another server asks; once the window has its request it is rejected. Milliseconds, by the page's clock. */
async function askedAndAnswered(page: Page, serverId: string): Promise<number> {
  // For the call and for the decision; not a part of what is measured.
  await press(page);
  await press(page);
  return page.evaluate(async (id) => {
    const started = performance.now();
    const { desk } = window;
    const arrived = new Promise<{ id: string; revision: number; hash: string }>((resolve) => {
      const end = desk.subscribe((pushes) => {
        // A flood's pushes are only looked at where they are about the other one.
        if (!pushes.includes("other asks")) return;
        const all = JSON.parse(pushes) as { change: Asked }[];
        for (const { change } of all) {
          const [, sample] = change.set?.[0] ?? [];
          if (change.id === undefined || sample?.asker?.serverId !== id) continue;
          end();
          resolve({ id: change.id, revision: sample.revision, hash: sample.askedHash });
        }
      });
    });
    await desk.invoke("calls.start", id, "tool", "once", { text: "other asks" });
    const { id: sampleId, ...base } = await arrived;
    const rejected = await desk.invoke("desk.decide", sampleId, base, {
      kind: "reject",
      tellServer: false,
    });
    if (!rejected.ok) throw new Error(rejected.failure.kind);
    await desk.invoke("desk.dismiss", sampleId);
    return performance.now() - started;
  }, serverId);
}

const mib = (value: number): string => value.toFixed(0);
const change = (before: number, after: number): string =>
  `${((after / before - 1) * 100).toFixed(0)}%`;

function rows(
  runs: readonly FloodRun[],
  empty: readonly (readonly number[])[],
  memory: string,
): string[][] {
  const cells = (of: (run: FloodRun) => number): string[] => runs.map((run) => of(run).toFixed(0));
  const floor = (of: (frames: readonly number[]) => number): string[] =>
    empty.map((frames) => of(frames).toFixed(0));
  return [
    [
      `${REQUESTS} requests of one server in a second`,
      "first",
      ...runs.slice(1).map((_run, at) => `run ${at + 1}`),
    ],
    ["  sent within (ms)", ...cells(({ sentMs }) => sentMs)],
    ["  the last refusal after (ms)", ...cells(({ tookMs }) => tookMs)],
    ["  refused, each once", ...cells(({ refused }) => refused)],
    ["  taken, and withdrawn by their server", ...cells(({ withdrawn }) => withdrawn)],
    ["  answered twice, or when withdrawn", ...cells(({ twice }) => twice)],
    ["  worst frame of the window (ms)", ...cells(({ frames }) => worstOf(frames))],
    ["    of that the window's own processor time", ...cells((run) => run.worstFrameOwnMs)],
    ["    floor: of an empty window, the same read and refused", ...floor(worstOf)],
    ["  95 of 100 frames within (ms)", ...cells(({ frames }) => p95Of(frames))],
    ["    floor: of an empty window then", ...floor(p95Of)],
    ["  longest task of the window, processor time (ms)", ...cells(({ windowMs }) => windowMs)],
    ["  longest task of main, processor time (ms)", ...cells(({ mainMs }) => mainMs)],
    [
      "  another server asks and is answered meanwhile, at worst (ms)",
      ...cells(({ otherMs }) => Math.max(...otherMs)),
    ],
    ["  memory before → after, PSS (MiB)", memory, ...runs.slice(1).map(() => "")],
  ];
}
