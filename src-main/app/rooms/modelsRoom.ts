// Connects models: the network, providers, the built-in engine, the user's settings.
import path from "node:path";
import { app, session } from "electron";
import type { Hasher } from "../../desk/ports.ts";
import type { Failure } from "../../../src-shared/outcome.ts";
import { modelFolders } from "../../model/local/files/shelf.ts";
import { startEngineUtility } from "../../model/local/engine/utility.ts";
import { openNetwork } from "../../model/net/network.ts";
import { openModels } from "../../model/open.ts";
import { createLocalModelsService } from "../../services/models/localModels.ts";
import type { LocalModelsService } from "../../services/models/localPorts.ts";
import type { ModelsService } from "../../services/models/modelPorts.ts";
import { createModelsService } from "../../services/models/models.ts";
import { NetworkService } from "../../services/models/network.ts";
import type {
  LoginShell,
  Secrets,
  ServiceAudience,
  ShellVariables,
  SpendingStore,
} from "../../services/ports.ts";
import { createSpeeds } from "../../services/models/speeds.ts";
import { openLocalModels } from "../../store/profile/localModels.ts";
import { openModels as openModelStore } from "../../store/profile/models.ts";
import { openNetworkStore } from "../../store/profile/network.ts";

interface ModelsRoomParts {
  profile: string;
  /** The folder of the built entries. */
  entries: string;
  secrets: Secrets;
  keyed: Hasher;
  spending: SpendingStore;
  loginShell: LoginShell & ShellVariables;
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
  const { secrets, keyed, spending, loginShell, audience, clock } = parts;
  const inProfile = (name: string): string => path.join(parts.profile, name);
  const ways = openNetwork({
    settings: () => network.settings,
    password: () => network.password,
    env: process.env,
    askSystem: (url) => session.fromPartition("system-proxy").resolveProxy(url),
  });
  const network = new NetworkService({
    store: openNetworkStore(inProfile("network.json")),
    secrets,
    ways: () => ways,
    changed: () => void models.refresh(),
  });
  network.faults.forEach(parts.fault);
  const localSettings = openLocalModels(inProfile("local-models.json"));
  localSettings.faults.forEach(parts.fault);
  const room = openModels({
    fetch: ways.fetch,
    settingsOf: (file) => localSettings.of(file),
    folders: modelFolders({ profile: parts.profile, root: app.getAppPath(), env: process.env }),
    startEngine: () => startEngineUtility(path.join(parts.entries, "engine.js")),
  });
  const models = createModelsService({
    store: openModelStore(inProfile("models.json")),
    secrets,
    keyed,
    environment: {
      peek: (name) => process.env[name] || null,
      read: async (name) => process.env[name] || (await loginShell.variable(name)),
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
