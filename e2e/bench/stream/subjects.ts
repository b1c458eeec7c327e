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
      target: "node18",
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
  await page.evaluate((id) => {
    const args = { text: "stream", maxTokens: 100_000 };
    return window.desk.invoke("calls.start", id, "tool", "once", args);
  }, serverId);
  await page.getByRole("button", { name: /^Approve & generate/ }).waitFor();
  const streamed = await page.evaluate(measure);
  await page.evaluate(async () => {
    const snapshot = await window.desk.invoke("app.snapshot");
    if (!snapshot.ok) return;
    for (const { id, revision, askedHash, phase } of snapshot.value.samples) {
      const base = { revision, hash: askedHash };
      if (phase.kind !== "ended") {
        await window.desk.invoke("desk.decide", id, base, { kind: "reject", tellServer: false });
      }
      await window.desk.invoke("desk.dismiss", id);
    }
  });
  return streamed;
}

/** Runs in the page: approves, watches frames while text comes, ends with the news that the answer is complete. */
async function measure(): Promise<Streamed> {
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
      if (!watching && pushes.includes('"kind":"stream"')) {
        // The first text has opened the editor by the frame after the next one.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            watching = true;
            last = performance.now();
            observer.observe({ entryTypes: ["longtask"] });
            requestAnimationFrame(frame);
          }),
        );
      }
      if (!pushes.includes('"attempt-done"')) return;
      watching = false;
      end();
      resolve(performance.now());
    });
  });
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
  return { tookMs, frames, longTasks };
}
