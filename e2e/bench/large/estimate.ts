// How soon the tokens of a large prompt are known, in the real window: what the worker takes for them, by its own clock, and
// the way there and back, which waits for the window while it draws the same request.
import type { Worker as PageWorker } from "playwright/test";
import { countTokens } from "../../../src-shared/models/cost/countTokens.ts";
import { launch, removeFolder, tempFolder, writeConfig } from "../../support/app.ts";
import { Desk } from "../../support/desk.ts";
import { Puppet, question } from "../../support/puppet.ts";
import { longestTasks } from "./tasks.ts";

const RUNS = 10;
const CHARACTERS = 1_000_000;
const KINDS = {
  // Not four characters a token: that is what stands there until it is counted.
  prose: "Characteristically, the 13 representatives' responsibilities were misunderstood. ",
  code: "export function add(a: number, b: number): number {\n  return a + b;\n}\n",
  Chinese: "请简单介绍一下模型上下文协议，以及它的采样请求。\n",
} as const;

/** Milliseconds. */
export interface EstimateRun {
  /** From the sending of the text until the worker began with it. Not known of the first. */
  toWorkerMs: number;
  /** From then until its answer was sent. Not known of the first. */
  countedMs: number;
  /** From then until the window heard of it. Not known of the first. */
  backMs: number;
  /** From the sending of the text until the figure had been drawn. */
  drawnMs: number;
  /** The longest task of its worker, and of the window while the request came, by processor time. */
  workerMs: number;
  windowMs: number;
}

/** Times by kind of text; the first run of all, which starts the worker, is left to itself. */
export interface EstimateTimes {
  first: EstimateRun;
  kinds: Record<string, EstimateRun[]>;
}

export async function estimateTimes(): Promise<EstimateTimes> {
  const server = await Puppet.open();
  const folder = await tempFolder();
  const config = await writeConfig(folder, { puppet: server.config });
  const running = await launch({ config });
  try {
    const desk = new Desk(running);
    await desk.ready();
    await desk.connectAll();
    await desk.page.evaluate(watchWorkers);
    let worker: PageWorker | null = null;
    desk.page.on("worker", (one) => {
      if (one.url().includes("/tokens-")) worker = one;
    });
    let n = 0;
    const run = (unit: string): Promise<EstimateRun> => {
      n += 1;
      // Another text and another count each time: what was counted is remembered, what stood there is still there.
      return once(desk, server, unit.repeat(CHARACTERS / unit.length - n), worker);
    };
    const first = await run(KINDS.prose);
    await (worker as PageWorker | null)?.evaluate(watchCounting);
    const kinds: Record<string, EstimateRun[]> = {};
    for (const [kind, unit] of Object.entries(KINDS)) {
      const runs: EstimateRun[] = [];
      for (let at = 0; at < RUNS; at += 1) runs.push(await run(unit));
      kinds[kind] = runs;
    }
    return { first, kinds };
  } finally {
    await running.close();
    await server.close();
    await removeFolder(running.profile);
    await removeFolder(folder);
  }
}

/** Runs in the page: notes when a text went to a worker that counts, and when its count came back. */
function watchWorkers(): void {
  const known = new WeakSet<Worker>();
  // oxlint-disable-next-line typescript/unbound-method -- called with its own worker
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function watched(this: Worker, ...given: [unknown]) {
    const [texts] = given;
    if (Array.isArray(texts) && texts.every((text) => typeof text === "string")) {
      if (!known.has(this)) {
        known.add(this);
        this.addEventListener("message", () => performance.mark("heard"));
      }
      performance.mark("asked");
    }
    Reflect.apply(post, this, given);
  };
}

/** Runs in the worker: notes, by the machine's clock, when it began with a text and when its answer was sent. */
function watchCounting(): void {
  const nowMs = (): number => performance.timeOrigin + performance.now();
  const count = globalThis.onmessage as ((event: MessageEvent) => void) | null;
  globalThis.onmessage = (event: MessageEvent): void => {
    const beganMs = nowMs();
    count?.(event);
    Reflect.set(globalThis, "lastCount", { beganMs, sentMs: nowMs() });
  };
}

async function once(
  desk: Desk,
  server: Puppet,
  text: string,
  worker: PageWorker | null,
): Promise<EstimateRun> {
  let times = { askedMs: Number.NaN, heardMs: Number.NaN, drawnMs: Number.NaN };
  const { windowMs, workerMs } = await longestTasks(desk.page, async () => {
    const drawn = desk.page.evaluate(drawnFigure, countTokens(text));
    server.ask(question(text));
    times = await drawn;
  });
  await desk.page.evaluate(async () => {
    const snapshot = await window.desk.invoke("app.snapshot");
    for (const { id, revision, askedHash } of snapshot.ok ? snapshot.value.samples : []) {
      const base = { revision, hash: askedHash };
      await window.pressKey();
      await window.desk.invoke("desk.decide", id, base, { kind: "reject", tellServer: false });
      await window.desk.invoke("desk.dismiss", id);
    }
  });
  const counting = await worker?.evaluate(
    () => Reflect.get(globalThis, "lastCount") as { beganMs: number; sentMs: number } | undefined,
  );
  const { beganMs, sentMs } = counting ?? { beganMs: Number.NaN, sentMs: Number.NaN };
  return {
    toWorkerMs: beganMs - times.askedMs,
    countedMs: sentMs - beganMs,
    backMs: times.heardMs - sentMs,
    drawnMs: times.drawnMs - times.askedMs,
    windowMs,
    workerMs,
  };
}

/** Runs in the page: waits until the figure stands beside the text, and has been drawn. Times by the machine's clock. */
async function drawnFigure(
  tokens: number,
): Promise<{ askedMs: number; heardMs: number; drawnMs: number }> {
  for (const mark of ["asked", "heard"]) performance.clearMarks(mark);
  const words = `about ${tokens.toLocaleString("en-US")} tokens`;
  const stands = (): boolean =>
    document.querySelector("main")?.textContent.includes(words) ?? false;
  const deadline = performance.now() + 10_000;
  while (!stands()) {
    if (performance.now() > deadline) throw new Error(`it does not say ${words}`);
    await new Promise(requestAnimationFrame);
  }
  // A task after this frame: it has been drawn by then.
  await new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", () => resolve());
    port1.start();
    port2.postMessage(null);
  });
  const drawnMs = performance.timeOrigin + performance.now();
  const at = (mark: string): number =>
    performance.timeOrigin + (performance.getEntriesByName(mark).at(-1)?.startTime ?? Number.NaN);
  return { askedMs: at("asked"), heardMs: at("heard"), drawnMs };
}

/** Rows for the table of the bench. */
export function estimateRows(
  { first, kinds }: EstimateTimes,
  row: (name: string, values: number[]) => string[],
): string[][] {
  const of = (pick: (run: EstimateRun) => number, runs: readonly EstimateRun[]): number[] =>
    runs.map((run) => pick(run));
  return [
    row("estimate of a prompt of 1 MB, the first, its worker started: drawn (ms)", [first.drawnMs]),
    ...Object.entries(kinds).flatMap(([kind, runs]) => [
      row(
        `estimate of 1 MB of ${kind}: counted in the worker (ms)`,
        of((run) => run.countedMs, runs),
      ),
      row(
        "  of its processor time (ms)",
        of((run) => run.workerMs, runs),
      ),
      row(
        "  before: text sent → the worker begins (ms)",
        of((run) => run.toWorkerMs, runs),
      ),
      row(
        "  after: answer sent → the window, which draws the request, hears of it (ms)",
        of((run) => run.backMs, runs),
      ),
      row(
        "  in all: text sent → the figure drawn (ms)",
        of((run) => run.drawnMs, runs),
      ),
    ]),
    row(
      "  the window's longest task meanwhile, processor time (ms)",
      Object.values(kinds)
        .flat()
        .map(({ windowMs }) => windowMs),
    ),
  ];
}
