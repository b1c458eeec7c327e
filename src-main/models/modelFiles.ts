// The model files that the user picked or that the app downloaded.
import type { ModelRef } from "#shared/models/model.ts";
import { fail, ok, type Failure, type Outcome } from "#shared/outcome.ts";
import type { LocalModels } from "./local/files/localModels.ts";
import { LOCAL_PROVIDER_ID } from "./storedModels.ts";

interface Parts {
  local: LocalModels;
  /** The paths of the picked files, as stored. */
  paths(): readonly string[];
  save(paths: string[]): Outcome<null, Failure>;
  /** Lists the models again. */
  look(): Promise<unknown>;
}

export class ModelFiles {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async add(path: string): Promise<Outcome<ModelRef, Failure>> {
    const { local, paths, save, look } = this.#parts;
    const files = [...paths().filter((file) => file !== path), path];
    local.setPicked(files);
    const checked = await local.check(path);
    if (!checked.ok) {
      local.setPicked(paths());
      return checked;
    }
    const saved = save(files);
    if (!saved.ok) {
      local.setPicked(paths());
      return saved;
    }
    await look();
    return ok({ providerId: LOCAL_PROVIDER_ID, modelId: checked.value.modelId });
  }

  remove(modelId: string): Outcome<null, Failure> {
    const { local, paths, save, look } = this.#parts;
    const file = local.fileOf(modelId);
    if (file === null || file.from === "found") return fail({ kind: "not-found", what: "model" });
    if (file.from === "fetched") {
      const removed = local.removeFetched(modelId);
      if (!removed.ok) return removed;
    } else {
      // A picked file belongs to the user: drop it from the list, but never delete it.
      const files = paths().filter((path) => path !== file.path);
      const saved = save(files);
      if (!saved.ok) return saved;
      local.setPicked(files);
    }
    void look();
    return ok(null);
  }
}
