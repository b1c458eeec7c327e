// Test helpers: the engine as a plain Node process, and the path of the small real model.
import { fork, type ChildProcess, type Serializable } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import path from "node:path";
import type { EngineProcess } from "./engine/enginePort.ts";
import { processMemory } from "./machine.ts";
import type { EngineModel, EngineRequest } from "./engine/protocol.ts";
import { shallow } from "./testingShallow.ts";

/** The engine of this checkout as a child process of plain Node; started processes are added to `children`. */
export function startEngineFork(children: ChildProcess[]): EngineProcess {
  const child = fork(path.join(import.meta.dirname, "../../workers/engine.ts"), [], {
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  children.push(child);
  return {
    post: (message) => child.send(message as Serializable),
    on: (listener) => void child.on("message", listener),
    onExit: (listener) =>
      child.once("exit", (code, signal) =>
        listener(signal === null ? code : 128 + constants.signals[signal]),
      ),
    kill: () => child.kill("SIGKILL"),
    memoryBytes: () => processMemory(child.pid),
  };
}

/** The small model, where `scripts/setup.mjs` puts it. If it is missing, tests fail; they never skip. */
export function smallModelPath(): string {
  const cache =
    process.env["COUNTERSIGN_CACHE"] ?? path.join(import.meta.dirname, "../../../.cache");
  const folder = process.env["COUNTERSIGN_MODELS_DIR"] ?? path.join(cache, "models");
  const file = path.join(folder, "SmolLM2-135M-Instruct.Q4_1.gguf");
  if (!existsSync(file)) throw new Error(`${file} is missing: run \`node scripts/setup.mjs\``);
  return file;
}

export function smallModel(maxContextTokens = 2048): EngineModel {
  return { path: smallModelPath(), maxContextTokens };
}

/** Of the small model's 30 layers. With one layer it always writes the same text. */
const SHALLOW_LAYERS = 2;

/**
 * A folder with the small model, most of its layers removed: for tests of the engine, not of what the model writes,
 * which is meaningless and always the same.
 */
export function shallowModel(): {
  model(maxContextTokens?: number): EngineModel;
  folder: string;
  remove(): void;
} {
  const folder = mkdtempSync(path.join(tmpdir(), "countersign-shallow-"));
  const file = path.join(folder, "shallow.gguf");
  writeFileSync(file, shallow(readFileSync(smallModelPath()), SHALLOW_LAYERS));
  return {
    folder,
    model: (maxContextTokens = 512) => ({ path: file, maxContextTokens }),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** A request with defaults only. */
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

/**
 * The same model with another chat template. The header grows by whole units of alignment, so the weights stay in
 * place.
 */
export function withTemplate(model: Buffer, template: string): Buffer {
  const key = Buffer.from("tokenizer.chat_template");
  // After the key comes its value: type 8 (a text), a length, the text.
  const at = model.indexOf(key) + key.length + 4;
  const before = Number(model.readBigUInt64LE(at));
  const padding = (((before - Buffer.byteLength(template)) % 32) + 32) % 32;
  const text = Buffer.from(template + " ".repeat(padding));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  return Buffer.concat([model.subarray(0, at), length, text, model.subarray(at + 8 + before)]);
}
