// The catalogue of a test: no files, no programs on this machine, nothing known of models, but for what is given.
import { fail, ok } from "#shared/outcome.ts";
import { Catalog } from "../catalog.ts";

export const testCatalog = (
  parts: Partial<ConstructorParameters<typeof Catalog>[0]> = {},
): Catalog =>
  new Catalog({
    local: {
      kind: "local",
      patience: { firstTokenMs: 1, idleMs: 1 },
      list: async () => ok([]),
      languageModel: (model) => fail({ kind: "model-gone", model, detail: "" }),
    },
    places: [],
    fetch: globalThis.fetch,
    knowledge: { describe: async (_place, models) => [...models] },
    ...parts,
  });
