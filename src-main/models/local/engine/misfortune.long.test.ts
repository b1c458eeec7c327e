// Failures of local models with the real engine: hostile templates, missing or damaged files, too little memory, a
// process that dies. Each fails only its own request, with its own message. Where nothing is measured, the model has
// few layers.
import { execFileSync, type ChildProcess } from "node:child_process";
import { copyFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { GenerationProgress, LocalSettings } from "#shared/models/local/local.ts";
import { memoryNeeded } from "#shared/models/local/local.ts";
import { Admission } from "./admission.ts";
import type { HostOptions } from "./enginePort.ts";
import { readGguf } from "../files/gguf.ts";
import { LocalEngine } from "./host.ts";
import { processMemory } from "../machine.ts";
import type { EngineModel } from "./protocol.ts";
import {
  plainRequest,
  shallowModel,
  smallModel,
  smallModelPath,
  startEngineFork,
  withTemplate,
} from "../testing.ts";

vi.setConfig({ testTimeout: 120_000 }); // a real model on two busy cores

const FRANCE = "What is the capital of France?";
const STORY = "Write a long story.";
const { model: light, folder, remove } = shallowModel();
/** Its response to FRANCE. */
let said: object;
let children: ChildProcess[] = [];
let engine: LocalEngine | null = null;

beforeAll(async () => {
  const { engine: host, ask } = open();
  const outcome = await ask(FRANCE, light());
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure));
  expect(outcome.value.text).not.toBe("");
  said = { ok: true, value: { text: outcome.value.text } };
  host.close();
  children = [];
});
afterEach(() => {
  engine?.close();
  engine = null;
  children = [];
});
afterAll(remove);

function open(
  options: Partial<HostOptions> = {},
  more: { settings?: LocalSettings; free?: number } = {},
) {
  const admission = new Admission({
    settingsOf: () => more.settings ?? {},
    availableBytes: async () => more.free ?? 64e9,
    engine: () => opened.state(),
  });
  const opened = new LocalEngine(() => startEngineFork(children), {
    admit: (model) => admission.admit(model),
    explain: (model, death) => admission.explain(model, death),
    ...options,
  });
  engine = opened;
  return {
    engine: opened,
    ask(
      text: string,
      model: EngineModel,
      run: { onDelta?: () => void; seen?: GenerationProgress[]; signal?: AbortSignal } = {},
    ) {
      return opened.generate(plainRequest(text, { model, maxTokens: text === STORY ? 400 : 8 }), {
        signal: run.signal ?? new AbortController().signal,
        onDelta: run.onDelta ?? (() => undefined),
        onProgress: (progress) => run.seen?.push(progress),
      });
    },
  };
}

const copy = (name: string): EngineModel => {
  const file = path.join(folder, name);
  copyFileSync(light().path, file);
  return { path: file, maxContextTokens: 512 };
};

const hostile = (name: string, template: string): EngineModel => {
  const file = path.join(folder, name);
  writeFileSync(file, withTemplate(readFileSync(light().path), template));
  return { path: file, maxContextTokens: 512 };
};

describe("a hostile chat template", () => {
  it("that does not end is ended, and what waits runs in another process", async () => {
    const { ask } = open({ templateMs: 2000 });
    const loop =
      "{% for a in range(1000000) %}{% for b in range(1000000) %}{% for c in range(1000000) %}" +
      "{% set x = c %}{% endfor %}{% endfor %}{% endfor %}";
    const stuck = ask(FRANCE, hostile("loop.gguf", loop));
    const other = ask(FRANCE, light());
    expect(await stuck).toMatchObject({
      ok: false,
      failure: { kind: "model-template-stuck", afterMs: expect.any(Number) },
    });
    expect(await other).toMatchObject(said);
    expect(children).toHaveLength(2);
  });

  it("that grows without end is ended before it has taken the machine's memory", async () => {
    const { ask } = open({ templateBytes: 400 << 20 });
    const grow =
      "{% set ns = namespace(x='0123456789abcdef') %}" +
      "{% for i in range(64) %}{% set ns.x = ns.x ~ ns.x %}{% endfor %}{{ ns.x }}";
    expect(await ask(FRANCE, hostile("grow.gguf", grow))).toMatchObject({
      ok: false,
      failure: { kind: "model-template-stuck" },
    });
    expect(await ask(FRANCE, light())).toMatchObject(said);
  });

  it("that recurses without end costs only its process", async () => {
    const { ask } = open({ templateMs: 20_000 });
    const recursion = "{% macro f(x) %}{{ f(x) }}{% endmacro %}{{ f(messages) }}";
    const outcome = await ask(FRANCE, hostile("recursion.gguf", recursion));
    expect(outcome).toMatchObject({
      ok: false,
      failure: { kind: "model-file-invalid", file: "recursion.gguf" },
    });
    expect(await ask(FRANCE, light())).toMatchObject(said);
  });
});

describe("a model's file", () => {
  it("that vanishes is named, and nothing of it is used any more", async () => {
    const { ask } = open();
    const model = copy("vanishing.gguf");
    expect(await ask(FRANCE, model)).toMatchObject(said);
    rmSync(model.path);
    expect(await ask(FRANCE, model)).toEqual({
      ok: false,
      failure: { kind: "model-file-missing", file: "vanishing.gguf" },
    });
  });

  it("that is damaged in use fails the running request; the rest of the queue continues", async () => {
    const { ask } = open();
    const model = copy("damaged.gguf");
    let damaged = false;
    const broken = ask(STORY, model, {
      onDelta: () => {
        if (!damaged) truncateSync(model.path, 3_000_000);
        damaged = true;
      },
    });
    const other = ask(FRANCE, light());
    expect(await broken).toMatchObject({
      ok: false,
      failure: { kind: "model-file-changed", file: "damaged.gguf" },
    });
    expect(await other).toMatchObject(said);
    expect(await ask(FRANCE, model)).toMatchObject({
      ok: false,
      failure: { kind: "model-file-invalid", detail: "the file is cut short" },
    });
  });
});

describe("memory", () => {
  it("that is missing is refused before anything is loaded, unless the user allows it", async () => {
    const refused = open({}, { free: 100e6 });
    expect(await refused.ask(FRANCE, light(2048))).toEqual({
      ok: false,
      failure: { kind: "model-memory", neededBytes: expect.any(Number), availableBytes: 100e6 },
    });
    expect(children).toHaveLength(0);
    const allowed = open({}, { free: 100e6, settings: { despiteMemory: true } });
    expect(await allowed.ask(FRANCE, light())).toMatchObject(said);
  });

  it.runIf(process.platform === "linux")(
    "that ends while a model loads fails with a message, without hanging; a smaller context works",
    async () => {
      const { engine: host, ask } = open();
      await host.describe();
      expect(await ask(FRANCE, light(256))).toMatchObject(said);
      const pid = children.at(-1)?.pid ?? 0;
      const virtual = /VmSize:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
      const limit = Number(virtual) * 1024 + 60e6;
      execFileSync("prlimit", ["--pid", String(pid), `--as=${limit}`]);
      const outcome = await ask(FRANCE, smallModel(8192));
      expect(outcome).toMatchObject({ ok: false, failure: { kind: "model-load-crashed" } });
      expect(await ask(FRANCE, light(256))).toMatchObject(said);
    },
  );

  it("that runs out: a process that the system kills is told from one that crashes", async () => {
    const { ask } = open();
    let ended = false;
    const kill = (signal: NodeJS.Signals) => (): void => {
      if (!ended) children.at(-1)?.kill(signal);
      ended = true;
    };
    expect(await ask(STORY, light(), { onDelta: kill("SIGKILL") })).toEqual({
      ok: false,
      failure: { kind: "model-engine-killed" },
    });
    ended = false;
    expect(await ask(STORY, light(), { onDelta: kill("SIGSEGV") })).toMatchObject({
      ok: false,
      failure: { kind: "model-engine-crashed", exitCode: 139 },
    });
  });
});

describe("the queue", () => {
  it("tells each its place, moves up, and lets a waiting request leave at once", async () => {
    const { ask } = open();
    const seen: GenerationProgress[][] = [[], [], []];
    const leaves = new AbortController();
    const order: number[] = [];
    const first = ask(FRANCE, light(), { seen: seen[0] ?? [] }).then(() => order.push(0));
    const second = ask(STORY, light(), { seen: seen[1] ?? [], signal: leaves.signal });
    const third = ask(FRANCE, light(), { seen: seen[2] ?? [] }).then(() => order.push(2));
    expect(seen[2]?.at(-1)).toEqual({ kind: "queued", ahead: 2 });
    leaves.abort();
    expect(await second).toMatchObject({
      ok: true,
      value: { text: "", stop: { kind: "stopped" } },
    });
    expect(order).toEqual([]);
    expect(seen[2]?.at(-1)).toEqual({ kind: "queued", ahead: 1 });
    await Promise.all([first, third]);
    expect(order).toEqual([0, 2]);
    expect(seen[0]).toEqual([{ kind: "loading" }, { kind: "reading" }]);
    expect(seen[2]?.at(-1)).toEqual({ kind: "reading" });
    expect(seen[1]?.every(({ kind }) => kind === "queued")).toBe(true);
  });
});

describe("unloading", () => {
  it("ends the process after the running request", async () => {
    const { engine: host, ask } = open();
    const answering = ask(FRANCE, light());
    expect(await host.unload()).toBe(false);
    expect(await answering).toMatchObject(said);
    expect(host.state()).toMatchObject({
      running: true,
      busy: false,
      loaded: { path: light().path, contextTokens: 512 },
      unloadAtMs: expect.any(Number),
    });
    const { pid } = children[0] ?? {};
    expect(await host.unload()).toBe(true);
    expect(() => process.kill(pid ?? 0, 0)).toThrow("ESRCH");
    expect(host.state()).toMatchObject({ running: false, loaded: null, unloadAtMs: null });
  });
});

describe("the estimated memory", () => {
  it.runIf(process.platform === "linux")(
    "is at least what the process takes, and little more",
    async () => {
      const { ask } = open();
      expect(await ask(FRANCE, smallModel(8192))).toMatchObject({ ok: true });
      const taken = processMemory(children.at(-1)?.pid) ?? 0;
      const facts = await readGguf(smallModelPath());
      if (!facts.ok) throw new Error("the small model is not there");
      const needed = memoryNeeded(facts.value, 8192).bytes;
      expect(needed / taken).toBeGreaterThan(0.9);
      expect(needed / taken).toBeLessThan(1.4);
    },
  );
});
