// Knows how the parts of this room fit together: what `app/compose` (or a command-line use) needs to have models.
import type { Generator } from "../desk/ports.ts";
import type { LocalModels, ProviderPool } from "../services/modelPorts.ts";
import { Catalog } from "./catalog.ts";
import { createGenerator } from "./generate.ts";
import type { EngineProcess } from "./local/enginePort.ts";
import { createLocalEngine } from "./local/host.ts";
import { createLocalModels, isLocalSupported } from "./local/localModels.ts";
import { OFFERS } from "./local/offers.ts";
import { Shelf } from "./local/shelf.ts";
import { localProvider } from "./providers/local.ts";

/** The largest context that the local engine opens: memory grows with it. */
const MAX_CONTEXT_TOKENS = 8192;

export interface ModelsRoom {
  generator: Generator;
  pool: ProviderPool;
  local: LocalModels;
  /** Ends the engine process. */
  close(): void;
}

/**
 * Opens the room. `folders` are looked into for model files, the first gets downloads (see
 * `modelFolders`). `startEngine` starts the engine's process; it is called with the first request to
 * a local model, not before.
 */
export function openModels(options: {
  folders: string[];
  startEngine(): EngineProcess;
  /** How providers are reached: by the proxies and certificates of the person's network. */
  fetch?: typeof globalThis.fetch;
}): ModelsRoom {
  const engine = createLocalEngine(() => options.startEngine());
  const shelf = new Shelf({ folders: options.folders, maxContextTokens: MAX_CONTEXT_TOKENS });
  const catalog = new Catalog(
    localProvider(engine, shelf, MAX_CONTEXT_TOKENS),
    undefined,
    options.fetch,
  );
  return {
    generator: createGenerator(catalog),
    pool: catalog,
    local: createLocalModels(shelf, OFFERS, isLocalSupported()),
    close: () => engine.close(),
  };
}
