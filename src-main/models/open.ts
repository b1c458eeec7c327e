// Opens the models, in order: the network, the built-in engine, the providers and what the user does with them.
import type { Generator, Hasher } from "../core/ports.ts";
import { DEFAULT_IDLE_MINUTES } from "#shared/models/local/local.ts";
import type { LocalSettings } from "#shared/models/local/local.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { Audience } from "../audience.ts";
import type { Secrets } from "../profile/encryption/secrets.ts";
import type { SpentDay } from "#shared/models/cost/spending.ts";
import { Catalog } from "./catalog.ts";
import { Knowledge } from "./knowledge/knowledge.ts";
import { Admission } from "./local/engine/admission.ts";
import type { EngineProcess } from "./local/engine/enginePort.ts";
import { LocalEngine } from "./local/engine/host.ts";
import { LocalModels, isLocalSupported } from "./local/files/localModels.ts";
import { OFFERS } from "./local/files/offers.ts";
import { Shelf } from "./local/files/shelf.ts";
import { LocalModelsService } from "./local/localService.ts";
import type { LocalSettingsStore } from "./local/localSettings.ts";
import { readMemory } from "./local/machine.ts";
import { ModelsService } from "./models.ts";
import type { Network, NetworkParts } from "./net/network.ts";
import { NetworkService, type NetworkStore } from "./net/networkService.ts";
import { PLACES } from "./providers/discover.ts";
import { localProvider } from "./providers/local.ts";
import type { Environment } from "./providers/providerKeys.ts";
import { createSpeeds } from "./speeds.ts";
import type { ModelStore } from "./storedModels.ts";

interface Parts {
  stores: { models: ModelStore; localModels: LocalSettingsStore; network: NetworkStore };
  secrets: Secrets;
  /** Makes hashes that only Countersign can make. */
  keyed: Hasher;
  /** What generations used since that day. */
  spentSince(day: string): Outcome<SpentDay[], Failure>;
  /** Where the keys of providers may be read from. */
  environment: Environment;
  askSystem: NetworkParts["askSystem"];
  /** Scanned for model files; downloads go to the first (see `modelFolders`). */
  folders: string[];
  startEngine(): EngineProcess;
  audience: Audience;
  clock: { nowMs(): number; newId(): string };
  fault(failure: Failure): void;
}

export interface OpenedModels {
  models: ModelsService;
  network: NetworkService;
  localModels: LocalModelsService;
  generator: Generator;
  /** How addresses other than providers' are reached, by the same settings. */
  agentFor: Network["agentFor"];
  /** Stops downloads, and ends the engine's process. */
  close(): Promise<void>;
}

/** Requests nothing from a provider yet. */
export function openModels(parts: Parts): OpenedModels {
  const { stores, secrets, keyed, audience, clock } = parts;
  const network = new NetworkService(stores.network, secrets, {
    env: process.env,
    askSystem: parts.askSystem,
  });
  network.faults.forEach(parts.fault);
  stores.localModels.faults.forEach(parts.fault);
  const { engine, shelf, catalog } = openProviders({
    folders: parts.folders,
    startEngine: () => parts.startEngine(),
    settingsOf: (file) => stores.localModels.of(file),
    fetch: network.routes.fetch,
  });
  const files = new LocalModels(shelf, OFFERS, isLocalSupported(), network.routes.fetch);
  const models = new ModelsService({
    store: stores.models,
    secrets,
    keyed,
    environment: parts.environment,
    pool: catalog,
    local: files,
    speeds: createSpeeds((day) => parts.spentSince(day), clock.nowMs),
    audience,
    fault: parts.fault,
    ...clock,
  });
  const localModels = new LocalModelsService({
    engine,
    shelf,
    files,
    store: stores.localModels,
    changed: (local) => audience.set("local", () => local),
    relist: () => models.check("local"),
  });
  network.onChange(() => void models.refresh());
  // Both views depend on the same files.
  models.onChange(() => audience.set("local", () => localModels.view()));
  return {
    models,
    network,
    localModels,
    generator: lateGenerator(catalog),
    agentFor: (url) => network.routes.agentFor(url),
    async close() {
      await models.close();
      engine.close();
    },
  };
}

/** The providers that can be called, with the built-in engine and its files. */
export function openProviders({
  folders,
  startEngine,
  settingsOf,
  fetch,
}: {
  folders: string[];
  /** Starts the engine's process, with the first request to a local model, not before. */
  startEngine(): EngineProcess;
  /** The user's settings for the model in a file. */
  settingsOf(path: string): LocalSettings;
  /** How providers are reached: with the user's proxies and certificates. */
  fetch: typeof globalThis.fetch;
}): { engine: LocalEngine; shelf: Shelf; catalog: Catalog } {
  const admission = new Admission({
    settingsOf,
    availableBytes: async () => (await readMemory()).availableBytes,
    engine: () => engine.state(),
  });
  const engine = new LocalEngine(startEngine, {
    admit: (model) => admission.admit(model),
    explain: (model, death) => admission.explain(model, death),
    idleMs(model) {
      const { idleMinutes = DEFAULT_IDLE_MINUTES } = model === null ? {} : settingsOf(model.path);
      return idleMinutes === null ? null : idleMinutes * 60_000;
    },
  });
  const shelf = new Shelf({ folders, settingsOf });
  const catalog = new Catalog({
    local: localProvider(engine, shelf, settingsOf),
    places: PLACES,
    fetch,
    knowledge: new Knowledge(),
  });
  return { engine, shelf, catalog };
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
