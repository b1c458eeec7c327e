// Helpers of this room's tests: the engine as a plain Node process, and where the small real model lies.
import { fork, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import path from "node:path";
import type { EngineProcess } from "./enginePort.ts";
import { processMemory } from "./machine.ts";
import type { EngineModel, EngineRequest, FromEngine } from "./protocol.ts";

/** The engine of this checkout as a child of plain Node; `children` collects what was started. */
export function startEngineFork(children: ChildProcess[]): EngineProcess {
  const child = fork(path.join(import.meta.dirname, "engine.ts"), [], {
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  children.push(child);
  return {
    post: (message) => child.send(message),
    onMessage: (listener) => child.on("message", (message) => listener(message as FromEngine)),
    onExit: (listener) =>
      child.once("exit", (code, signal) =>
        listener(signal === null ? code : 128 + constants.signals[signal]),
      ),
    kill: () => child.kill("SIGKILL"),
    memoryBytes: () => processMemory(child.pid),
  };
}

/** The small model that `scripts/setup.mjs` fetches. Its absence is a failure, never a reason to skip. */
export function smallModelPath(): string {
  const folder =
    process.env["COUNTERSIGN_MODELS_DIR"] ??
    path.join(import.meta.dirname, "../../../.cache/models");
  const file = path.join(folder, "SmolLM2-135M-Instruct.Q4_1.gguf");
  if (!existsSync(file)) throw new Error(`${file} is missing: run \`node scripts/setup.mjs\``);
  return file;
}

export function smallModel(maxContextTokens = 2048): EngineModel {
  return { path: smallModelPath(), maxContextTokens };
}

/** A request with nothing special about it. */
export function plainRequest(text: string, more: Partial<EngineRequest> = {}): EngineRequest {
  return {
    model: smallModel(),
    messages: [
      { role: "system", content: "You are a helpful assistant." },
      { role: "user", content: text },
    ],
    maxTokens: 64,
    temperature: 0,
    stop: [],
    tools: [],
    toolChoice: "auto",
    ...more,
  };
}
