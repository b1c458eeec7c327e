// 10,000 requests in one second from one server, while another one asks and gets a response: how long the window is
// blocked, and the outcome of each request.
import path from "node:path";
import type { Page } from "playwright/test";
import { launch, removeFolder, tempFolder, writeConfig } from "../../support/app.ts";
import { Desk } from "../../support/desk.ts";
import { projectNode } from "../../support/paths.ts";
import { press } from "../../support/press.ts";
import type { Figure } from "../figure.ts";
import { watchFrames, worstOf } from "../frames.ts";
import { emptyDuringFlood } from "./floor.ts";

const REQUESTS = 10_000;
const RUNS = 3;
/** Editors that a window creates at its start. */
const WARM = 3;

const flooding = path.join(import.meta.dirname, "server.mjs");
const other = path.join(import.meta.dirname, "../server.mjs");

/** The flooding server's report. */
interface Flooded {
  /** Refused, each once. */
  refused: number;
  /** Accepted, and cancelled by their server in the end: never answered. */
  withdrawn: number;
  /** Answered twice, or after they were cancelled. */
  twice: number;
}

/** One figure: the worst frame of all floods, including the first request that the window shows. */
export async function flood(): Promise<Figure[]> {
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
    await started(desk.page);
    const frames: number[] = [];
    for (let run = 0; run < RUNS; run += 1) frames.push(await oneFlood(desk));
    await running.close();
    const empty = await emptyDuringFlood(flooding, REQUESTS, RUNS);
    return [
      {
        name: "worst frame while 10,000 requests come in a second and another server is answered",
        unit: "ms",
        values: frames,
        of: "most",
        floor: empty.map(worstOf),
        floorIs: "an empty window then",
        aim: 100,
      },
    ];
  } finally {
    await running.close();
    await removeFolder(running.profile);
    await removeFolder(folder);
  }
}

/** Resolves when the start has ended: the window has created its first editors, out of sight. */
async function started(page: Page): Promise<void> {
  await page.waitForFunction(
    (count) => document.querySelectorAll("body > [aria-hidden][inert] > div").length >= count,
    WARM,
  );
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

/** The worst frame in milliseconds; also checks that each request was ended exactly once. */
async function oneFlood(desk: Desk): Promise<number> {
  const from = await desk.server("flood");
  const second = await desk.server("other");
  const watched = await watchFrames(desk.page);
  const runId = await desk.do("calls.start", from.id, "tool", "flood", { count: REQUESTS });
  const ended = resultOf(desk.page, runId);
  for (let n = 0; n < 3; n += 1) await askedAndAnswered(desk.page, second.id);
  const { refused, withdrawn, twice } = JSON.parse(await ended) as Flooded;
  if (refused + withdrawn !== REQUESTS || twice > 0) {
    throw new Error(`${refused} refused, ${withdrawn} withdrawn, ${twice} answered twice`);
  }
  const worst = worstOf(await watched());
  await desk.page.evaluate(async () => {
    const snapshot = await window.desk.invoke("app.snapshot");
    const ids = snapshot.ok ? snapshot.value.requests.map(({ id }) => id) : [];
    for (const id of ids) await window.desk.invoke("desk.dismiss", id);
  });
  return worst;
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
  set?: [unknown, { revision: number; askedHash: string; requester?: { serverId: string } }][];
}

/** Another server asks; once the window has its request it is rejected. */
async function askedAndAnswered(page: Page, serverId: string): Promise<void> {
  // For the call and for the decision; not part of the measurement.
  await press(page);
  await press(page);
  await page.evaluate(async (id) => {
    const { desk } = window;
    const arrived = new Promise<{ id: string; revision: number; hash: string }>((resolve) => {
      const end = desk.subscribe((pushes) => {
        // A flood's pushes are examined only where they are about the other one.
        if (!pushes.includes("other asks")) return;
        const all = JSON.parse(pushes) as { change: Asked }[];
        for (const { change } of all) {
          const [, request] = change.set?.[0] ?? [];
          if (change.id === undefined || request?.requester?.serverId !== id) continue;
          end();
          resolve({ id: change.id, revision: request.revision, hash: request.askedHash });
        }
      });
    });
    await desk.invoke("calls.start", id, "tool", "once", { text: "other asks" });
    const { id: requestId, ...base } = await arrived;
    const rejected = await desk.invoke("desk.decide", requestId, base, {
      kind: "reject",
      tellServer: false,
    });
    if (!rejected.ok) throw new Error(rejected.failure.kind);
    await desk.invoke("desk.dismiss", requestId);
  }, serverId);
}
