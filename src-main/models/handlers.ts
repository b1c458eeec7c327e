// What the window may do with models: one line per channel.
import { ok, type Outcome, type Failure } from "#shared/outcome.ts";
import type { Handlers } from "../ipc/dispatch.ts";
import type { LocalModelsService } from "./local/localService.ts";
import type { ModelsService } from "./models.ts";
import type { NetworkService } from "./net/networkService.ts";

/** System dialogs; null when the user cancelled. */
interface ModelDialogs {
  pickModelFile(): Promise<string | null>;
  pickCertificate(): Promise<string | null>;
}

const done = (..._nothing: void[]): Outcome<null, Failure> => ok(null);

export function modelHandlers(
  models: ModelsService,
  localModels: LocalModelsService,
  network: NetworkService,
  dialogs: ModelDialogs,
): Pick<Handlers, Extract<keyof Handlers, `${"models" | "network" | "local"}.${string}`>> {
  return {
    "models.refresh": async () => done(await models.refresh()),
    "models.addProvider": (input) => models.addProvider(input),
    "models.updateProvider": (id, input) => models.updateProvider(id, input),
    "models.removeProvider": (id) => models.removeProvider(id),
    "models.tryProvider": (input, id) => models.tryProvider(input, id),
    "models.restoreProvider": (id) => models.restoreProvider(id),
    "models.forgetRemoved": () => done(models.dropRemoved()),
    "models.variables": async () => ok(await models.variables()),
    "models.watch": (looking) => done(models.watch(looking)),
    "models.override": (model, abilities, waits) => {
      const said = models.override(model, abilities);
      return said.ok ? models.wait(model, waits) : said;
    },
    "models.enable": (model, enabled) => models.enable(model, enabled),
    "models.enableMany": (providerId, modelIds, enabled) =>
      models.enableMany(providerId, modelIds, enabled),
    "models.setDefault": (model) => models.setDefault(model),
    "models.pickFile": async () => {
      const file = await dialogs.pickModelFile();
      return file === null ? ok(null) : models.addFile(file);
    },
    "models.removeFile": (modelId) => models.removeFile(modelId),
    "models.download": (id) => models.download(id),
    "models.cancelDownload": (id) => models.cancelDownload(id),
    "network.look": async (addresses) => ok(await network.look(addresses)),
    "network.set": (patch, password) => network.set(patch, password),
    "network.pickCertificate": async () => {
      const file = await dialogs.pickCertificate();
      if (file === null) return ok(null);
      const added = network.addCertificate(file);
      return added.ok ? ok(file) : added;
    },
    "network.dropCertificate": (file) => network.dropCertificate(file),
    "local.look": async (devices) => done(await localModels.look(devices)),
    "local.configure": (modelId, settings) => localModels.configure(modelId, settings),
    "local.unload": async () => ok(await localModels.unload()),
  };
}
