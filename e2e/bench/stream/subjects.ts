// What is measured of a streamed answer: the AI SDK alone and the whole desk, on the same provider, in the same run;
// and what the window draws meanwhile.
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { Page } from "playwright/test";
import { build } from "vite";
import { runtime } from "../../../scripts/runtime.mjs";
import { launch, removeFolder, tempFolder, writeConfig } from "../../support/app.ts";
import { projectNode } from "../../support/paths.ts";
import { press } from "../../support/press.ts";
import { connectBench } from "../subjects.ts";
import type { Provider } from "./provider.ts";

const serverScript = path.join(import.meta.dirname, "../server.mjs");
const run = promisify(execFile);

export interface Bare {
  /** How long each answer took, in milliseconds. */
  times: (baseUrl: string, runs: number) => Promise<number[]>;
  close: () => Promise<void>;
}

/** The AI SDK alone, in the runtime of the app. */
export async function openBare(): Promise<Bare> {
  const outDir = await mkdtemp(path.join(os.tmpdir(), "countersign-bare-"));
  await build({
    configFile: false,
    logLevel: "silent",
    ssr: { noExternal: true },
    build: {
      ssr: path.join(import.meta.dirname, "bare.ts"),
      outDir,
      target: "node20",
      rollupOptions: { output: { format: "cjs", entryFileNames: "bare.cjs" } },
    },
  });
  const { executable } = await runtime();
  return {
    async times(baseUrl, runs) {
      const env = { ...process.env, ELECTRON_RUN_AS_NODE: "1" };
      const args = [path.join(outDir, "bare.cjs"), baseUrl, String(runs)];
      const { stdout } = await run(executable, args, { env, timeout: 300_000 });
      return JSON.parse(stdout) as number[];
    },
    close: () => rm(outDir, { recursive: true, force: true }),
  };
}

/** One answer through the desk. Times in milliseconds. */
export interface Streamed {
  /** From the approval to the news in the window that the answer is complete. */
  tookMs: number;
  /** Between two frames of the window while text came, in order. */
  frames: number[];
  /** Tasks of the window above 50 ms meanwhile. */
  longTasks: number[];
  /** The most that one task of the window took of the processor meanwhile: what it takes on an idle machine. */
  busiestMs: number;
  /** The same of what opens gate 2 once the answer is complete. */
  openingMs: number;
}

export interface DeskStreams {
  page: Page;
  once: () => Promise<Streamed>;
  close: () => Promise<void>;
}

export async function openDesk(provider: Provider): Promise<DeskStreams> {
  const folder = await tempFolder();
  const config = await writeConfig(folder, {
    bench: {
      command: projectNode,
      args: [serverScript],
      countersign: { limits: { perMinute: 100_000 } },
    },
  });
  const { page, close, profile } = await launch({ config });
  await page.getByRole("navigation").waitFor();
  const serverId = await connectBench(page);
  await page.evaluate(async (baseUrl) => {
    const provided = { kind: "openai-compatible" as const, name: "Loopback", baseUrl, key: null };
    await window.pressKey();
    const added = await window.desk.invoke("models.addProvider", provided);
    if (!added.ok) throw new Error(JSON.stringify(added.failure));
  }, provider.baseUrl);
  return {
    page,
    once: () => once(page, serverId),
    async close() {
      await close();
      await removeFolder(profile);
      await removeFolder(folder);
    },
  };
}

async function once(page: Page, serverId: string): Promise<Streamed> {
  await press(page);
  await page.evaluate((id) => {
    const args = { text: "stream", maxTokens: 100_000 };
    return window.desk.invoke("calls.start", id, "tool", "once", args);
  }, serverId);
  await page.getByRole("button", { name: /^Approve & generate/ }).waitFor();
  const tasks = await watchTasks(page);
  const measured = await page.evaluate(measure);
  const streamed = { ...measured, ...(await tasks()) };
  await page.evaluate(async () => {
    const snapshot = await window.desk.invoke("app.snapshot");
    if (!snapshot.ok) return;
    for (const { id, revision, askedHash, phase } of snapshot.value.samples) {
      const base = { revision, hash: askedHash };
      if (phase.kind !== "ended") {
        await window.pressKey();
        await window.desk.invoke("desk.decide", id, base, { kind: "reject", tellServer: false });
      }
      await window.desk.invoke("desk.dismiss", id);
    }
  });
  return streamed;
}

/** What Chromium writes of a task, or of a thread's name. Times in microseconds. */
interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  tdur?: number;
  args?: { name?: string };
}

/** Traces the window's tasks; the function that ends it gives the longest by the processor's time, in ms. */
async function watchTasks(
  page: Page,
): Promise<() => Promise<{ busiestMs: number; openingMs: number }>> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) =>
    events.push(...(value as unknown as TraceEvent[])),
  );
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["toplevel", "__metadata", "blink.user_timing"] },
  });
  return async () => {
    const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
    await session.send("Tracing.end");
    await complete;
    await session.detach();
    const drawing = new Set(
      events
        .filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain")
        .map(({ pid, tid }) => `${pid} ${tid}`),
    );
    const tasks = events.filter(
      ({ name, pid, tid }) => name.endsWith("RunTask") && drawing.has(`${pid} ${tid}`),
    );
    const at = (mark: string): number => events.findLast(({ name }) => name === mark)?.ts ?? 0;
    const longest = (from: number, to: number): number =>
      Math.max(0, ...tasks.filter(({ ts }) => ts >= from && ts < to).map(({ tdur = 0 }) => tdur)) /
      1000;
    // The news that the answer is complete is part of the task that opens gate 2.
    const opening = tasks.findLast(({ ts }) => ts <= at("streamed"))?.ts ?? at("streamed");
    return {
      busiestMs: longest(at("streaming"), opening),
      openingMs: longest(opening, Number.POSITIVE_INFINITY),
    };
  };
}

/** Runs in the page: approves, watches frames while text comes, ends with the news that the answer is complete. */
async function measure(): Promise<Omit<Streamed, "busiestMs" | "openingMs">> {
  const snapshot = await window.desk.invoke("app.snapshot");
  if (!snapshot.ok) throw new Error("no snapshot");
  const { samples, models } = snapshot.value;
  const sample = samples.find(({ phase }) => phase.kind === "request");
  const model = models.providers
    .flatMap((provider) => provider.models)
    .find(({ ref }) => ref.modelId === "m");
  if (!sample?.proposed || model === undefined) throw new Error("nothing to approve");
  const frames: number[] = [];
  const longTasks: number[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longTasks.push(Math.round(duration));
  });
  let begun = false;
  let watching = false;
  let last = 0;
  const frame = (): void => {
    const now = performance.now();
    if (!watching) return;
    frames.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  const done = new Promise<number>((resolve) => {
    const end = window.desk.subscribe((pushes) => {
      if (!begun && pushes.includes('"kind":"stream"')) {
        begun = true;
        // The first text has opened the editor by the frame after the next one.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            watching = true;
            performance.mark("streaming");
            last = performance.now();
            observer.observe({ entryTypes: ["longtask"] });
            requestAnimationFrame(frame);
          }),
        );
      }
      if (!pushes.includes('"attempt-done"')) return;
      watching = false;
      performance.mark("streamed");
      end();
      resolve(performance.now());
    });
  });
  await window.pressKey();
  const startedMs = performance.now();
  const base = { revision: sample.revision, hash: sample.askedHash };
  const decided = await window.desk.invoke("desk.decide", sample.id, base, {
    kind: "approve-request",
    document: sample.proposed,
    model: model.ref,
  });
  if (!decided.ok) throw new Error(JSON.stringify(decided.failure));
  const tookMs = (await done) - startedMs;
  observer.disconnect();
  // Gate 2 opens meanwhile.
  await new Promise((resolve) => setTimeout(resolve, 500));
  return { tookMs, frames, longTasks };
}
