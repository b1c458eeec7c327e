// Checks before a local model is used, and after its process has died: its file and the free memory.
import { stat } from "node:fs/promises";
import path from "node:path";
import { contextTokensOf, memoryNeeded, memoryVerdict } from "#shared/models/local/local.ts";
import type { LocalSettings } from "#shared/models/local/local.ts";
import type { ModelFailure } from "#shared/outcome.ts";
import type { EngineState } from "./enginePort.ts";
import { readGguf } from "../files/gguf.ts";
import type { EngineModel, EngineStage } from "./protocol.ts";

interface Parts {
  settingsOf(path: string): LocalSettings;
  /** Memory that programs can still allocate, in bytes. */
  availableBytes(): Promise<number>;
  engine(): EngineState;
}

/** Exit codes of a process killed with SIGKILL, as reported by Electron and by shells. */
const KILLED = new Set([9, 137]);

export class Admission {
  readonly #parts: Parts;
  /** Size and time of each file when it was last used. */
  readonly #stamps = new Map<string, string>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Why the model can't be used now, or null. Nothing is loaded yet. */
  async admit(model: EngineModel): Promise<ModelFailure | null> {
    const stamp = await stampOf(model.path);
    if (stamp === null) return { kind: "model-file-missing", file: path.basename(model.path) };
    const before = this.#stamps.get(model.path);
    this.#stamps.set(model.path, stamp);
    const { loaded, memoryBytes } = this.#parts.engine();
    const settings = this.#parts.settingsOf(model.path);
    const isThere = loaded?.path === model.path && before === stamp;
    const facts = await readGguf(model.path);
    if (!facts.ok) return facts.failure;
    const contextTokens = contextTokensOf(facts.value, { contextTokens: model.maxContextTokens });
    if (settings.despiteMemory === true) return null;
    if (isThere && loaded.contextTokens === contextTokens) return null;
    const neededBytes = memoryNeeded(facts.value, contextTokens).bytes;
    // The loaded model is unloaded first.
    const availableBytes = (await this.#parts.availableBytes()) + (memoryBytes ?? 0);
    return memoryVerdict(neededBytes, availableBytes) === "too-much"
      ? { kind: "model-memory", neededBytes, availableBytes }
      : null;
  }

  /** Why the process died while working with this model, as far as that can be determined. */
  async explain(
    model: EngineModel,
    { exitCode, stage }: { exitCode: number | null; stage: EngineStage | null },
  ): Promise<ModelFailure> {
    const file = path.basename(model.path);
    const stamp = await stampOf(model.path);
    if (stamp === null) return { kind: "model-file-missing", file };
    const facts = await readGguf(model.path);
    if (!facts.ok) {
      const detail = "detail" in facts.failure ? facts.failure.detail : "";
      return { kind: "model-file-changed", file, detail };
    }
    if (stamp !== this.#stamps.get(model.path)) {
      return { kind: "model-file-changed", file, detail: "" };
    }
    if (exitCode !== null && KILLED.has(exitCode)) return { kind: "model-engine-killed" };
    if (stage === "loading") return { kind: "model-load-crashed", exitCode };
    if (stage === "preparing") {
      const detail = "its chat template made llama.cpp end";
      return { kind: "model-file-invalid", file, detail };
    }
    return { kind: "model-engine-crashed", exitCode, detail: "" };
  }
}

async function stampOf(file: string): Promise<string | null> {
  const info = await stat(file).catch(() => null);
  return info === null ? null : `${info.size} ${info.mtimeMs} ${info.ino}`;
}
