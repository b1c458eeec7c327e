// Assembles the parts of this folder, for `app/compose` or a command-line program.
import type { Generator } from "../desk/ports.ts";
import { DEFAULT_IDLE_MINUTES } from "#shared/models/local/local.ts";
import type { LocalSettings } from "#shared/models/local/local.ts";
import type { LocalRoom } from "./local/localPorts.ts";
import type { LocalModels, ProviderPool } from "./modelPorts.ts";
import { Catalog } from "./catalog.ts";
import { createKnowledge } from "./knowledge/knowledge.ts";
import { Admission } from "./local/engine/admission.ts";
import type { EngineProcess, LocalEngine } from "./local/engine/enginePort.ts";
import { createLocalEngine } from "./local/engine/host.ts";
import { createLocalModels, isLocalSupported } from "./local/files/localModels.ts";
import { readMemory } from "./local/machine.ts";
import { OFFERS } from "./local/files/offers.ts";
import { createLocalRoom } from "./local/files/room.ts";
import { Shelf } from "./local/files/shelf.ts";
import { localProvider } from "./providers/local.ts";

export interface ModelsRoom {
  generator: Generator;
  pool: ProviderPool;
  local: LocalModels;
  localRoom: LocalRoom;
  /** Ends the engine process. */
  close(): void;
}

/**
 * Opens the models. `folders` are scanned for model files; downloads go to the first (see `modelFolders`).
 * `startEngine` starts the engine's process, with the first request to a local model, not before.
 */
export function openModels(options: {
  folders: string[];
  startEngine(): EngineProcess;
  /** The user's settings for the model in a file. */
  settingsOf(path: string): LocalSettings;
  /** How providers and downloads are reached: with the user's proxies and certificates. */
  fetch?: typeof globalThis.fetch;
}): ModelsRoom {
  const { folders, settingsOf, fetch } = options;
  const engine = openEngine(options);
  const shelf = new Shelf({ folders, settingsOf });
  const own = localProvider(engine, shelf, settingsOf);
  const catalog = new Catalog(own, undefined, fetch, createKnowledge());
  const supported = isLocalSupported();
  const local = createLocalModels(shelf, OFFERS, supported, fetch);
  return {
    generator: lateGenerator(catalog),
    pool: catalog,
    local,
    localRoom: createLocalRoom({
      engine,
      shelf,
      supported,
      fileOf: (modelId) => local.fileOf(modelId),
    }),
    close: () => engine.close(),
  };
}

/** The AI SDK is large: it is loaded some seconds after the start, or with the first generation. */
const READ_AFTER_MS = 5000;

function lateGenerator(catalog: Catalog): Generator {
  let reading: Promise<Generator> | null = null;
  const read = (): Promise<Generator> =>
    (reading ??= import("./generation/generate.ts").then(({ createGenerator }) =>
      createGenerator(catalog),
    ));
  setTimeout(() => void read(), READ_AFTER_MS).unref();
  return { generate: async (input) => (await read()).generate(input) };
}

function openEngine({
  startEngine,
  settingsOf,
}: {
  startEngine(): EngineProcess;
  settingsOf(path: string): LocalSettings;
}): LocalEngine {
  const admission = new Admission({
    settingsOf,
    availableBytes: async () => (await readMemory()).availableBytes,
    engine: () => engine.state(),
  });
  const engine = createLocalEngine(startEngine, {
    admit: (model) => admission.admit(model),
    explain: (model, death) => admission.explain(model, death),
    idleMs(model) {
      const { idleMinutes = DEFAULT_IDLE_MINUTES } = model === null ? {} : settingsOf(model.path);
      return idleMinutes === null ? null : idleMinutes * 60_000;
    },
  });
  return engine;
}
