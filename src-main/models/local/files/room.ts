// The local models as their own page shows them: files with metadata, the machine, the engine.
import type { LocalEngineView, LocalMachine } from "#shared/models/local/local.ts";
import type { LocalFile, LocalRoom } from "../localPorts.ts";
import type { LocalEngine } from "../engine/enginePort.ts";
import { cores, readMemory } from "../machine.ts";
import type { LocalModels } from "../../modelPorts.ts";
import type { EngineDescription } from "../engine/protocol.ts";
import type { Shelf } from "./shelf.ts";
import path from "node:path";

interface Parts {
  engine: LocalEngine;
  shelf: Shelf;
  fileOf: LocalModels["fileOf"];
  supported: boolean;
}

/** Creates the port of the local models service. */
export function createLocalRoom(parts: Parts): LocalRoom {
  return new Room(parts);
}

class Room implements LocalRoom {
  readonly #parts: Parts;
  /** Read once: devices do not change while the app runs. */
  #description: Promise<EngineDescription | null> | null = null;
  #machine: LocalMachine | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  files(): LocalFile[] {
    return this.#parts.shelf.models.map((model) => ({
      modelId: model.modelId,
      name: model.name,
      path: model.path,
      file: path.basename(model.path),
      from: this.#parts.fileOf(model.modelId)?.from ?? "found",
      facts: model.facts,
    }));
  }

  machine(): LocalMachine {
    return (
      this.#machine ?? {
        totalBytes: 0,
        availableBytes: 0,
        threads: cores(),
        cores: cores(),
        devices: null,
      }
    );
  }

  async look(devices: boolean): Promise<void> {
    const { engine, supported } = this.#parts;
    if (devices) this.#description ??= supported ? engine.describe() : Promise.resolve(null);
    const [memory, description] = await Promise.all([readMemory(), this.#description]);
    this.#machine = {
      ...memory,
      cores: cores(),
      threads: description?.threads ?? cores(),
      devices: description?.devices ?? null,
    };
  }

  engine(): LocalEngineView {
    const state = this.#parts.engine.state();
    if (!state.running && !state.busy) return { kind: "off" };
    const { loaded } = state;
    const model = this.#parts.shelf.models.find((item) => item.path === loaded?.path);
    return {
      kind: "on",
      modelId: model?.modelId ?? null,
      contextTokens: loaded?.contextTokens ?? null,
      busy: state.busy,
      waiting: state.waiting,
      memoryBytes: state.memoryBytes,
      unloadAtMs: state.unloadAtMs,
    };
  }

  onEngine(listener: () => void): void {
    this.#parts.engine.onChange(listener);
  }

  async unload(): Promise<boolean> {
    return this.#parts.engine.unload();
  }

  retime(): void {
    this.#parts.engine.retime();
  }
}
