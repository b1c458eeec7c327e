// Connects models: the network, providers, the built-in engine, the user's settings.
import path from "node:path";
import type { Hasher } from "../desk/ports.ts";
import type { Failure } from "#shared/outcome.ts";
import { openNetwork } from "../models/net/network.ts";
import { openModels } from "../models/open.ts";
import { createLocalModelsService } from "../models/local/localService.ts";
import type { LocalModelsService } from "../models/local/localPorts.ts";
import type { ModelsService } from "../models/modelPorts.ts";
import { createModelsService } from "../models/models.ts";
import { NetworkService } from "../models/net/networkService.ts";
import type { Secrets, ServiceAudience, SpendingStore } from "../services/ports.ts";
import { createSpeeds } from "../models/speeds.ts";
import type { Platform } from "./platform.ts";
import type { RoomStores } from "./stores.ts";

interface ModelsRoomParts {
  profile: string;
  /** The folder of the built entries. */
  entries: string;
  platform: Platform;
  stores: Pick<RoomStores, "models" | "localModels" | "network">;
  secrets: Secrets;
  keyed: Hasher;
  spending: SpendingStore;
  audience: ServiceAudience;
  clock: { nowMs(): number; newId(): string };
  fault(failure: Failure): void;
}

interface ModelsRoom {
  models: ModelsService;
  network: NetworkService;
  localModels: LocalModelsService;
  room: ReturnType<typeof openModels>;
  ways: ReturnType<typeof openNetwork>;
}

/** Opens the models' services; requests nothing from a provider yet. */
export function openModelsRoom(parts: ModelsRoomParts): ModelsRoom {
  const { platform, stores, secrets, keyed, spending, audience, clock } = parts;
  const ways = openNetwork({
    settings: () => network.settings,
    password: () => network.password,
    env: process.env,
    askSystem: platform.askSystem,
  });
  const network = new NetworkService({
    store: stores.network,
    secrets,
    ways: () => ways,
    changed: () => void models.refresh(),
  });
  network.faults.forEach(parts.fault);
  const localSettings = stores.localModels;
  localSettings.faults.forEach(parts.fault);
  const room = openModels({
    fetch: ways.fetch,
    settingsOf: (file) => localSettings.of(file),
    folders: platform.modelFolders(parts.profile),
    startEngine: () => platform.startEngine(path.join(parts.entries, "engine.js")),
  });
  const models = createModelsService({
    store: stores.models,
    secrets,
    keyed,
    environment: {
      peek: platform.variable,
      read: async (name) => platform.variable(name) ?? (await platform.loginShell.variable(name)),
    },
    pool: room.pool,
    local: room.local,
    speeds: createSpeeds(spending, clock.nowMs),
    audience: {
      ...audience,
      // Both views depend on the same files.
      modelsChanged(view) {
        audience.modelsChanged(view);
        audience.localChanged(localModels.view());
      },
    },
    ...clock,
  });
  const localModels = createLocalModelsService({
    room: room.localRoom,
    store: localSettings,
    changed: (local) => audience.localChanged(local),
    relist: () => models.check("local"),
  });
  return { models, network, localModels, room, ways };
}
