// `models.json`: providers, picked files, models turned off, the default model. It contains no keys.
import { z } from "zod";
import { abilitiesSchema } from "#shared/models/overrides.ts";
import { REMOTE_KINDS } from "#shared/models/providers/providerKinds.ts";
import { modelWaitsSchema } from "#shared/models/waits.ts";
import type { ModelStore, StoredModels } from "./modelPorts.ts";
import { readJson, writeJson } from "../store/profile/jsonFile.ts";

const model = z.object({ providerId: z.string(), modelId: z.string() });
const fileSchema: z.ZodType<StoredModels> = z.object({
  providers: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(REMOTE_KINDS),
      name: z.string(),
      baseUrl: z.string(),
      variable: z.string().optional(),
      variableMark: z.string().optional(),
      apiVersion: z.string().optional(),
      keyId: z.string().optional(),
      modelNames: z.array(z.string()).optional(),
      only: z.array(z.string()).optional(),
    }),
  ),
  files: z.array(z.string()),
  disabled: z.array(model),
  defaultModel: model.nullable(),
  overrides: z.array(z.object({ model, abilities: abilitiesSchema })).optional(),
  waits: z.array(z.object({ model, waits: modelWaitsSchema })).optional(),
});
const empty: StoredModels = { providers: [], files: [], disabled: [], defaultModel: null };

export function openModels(file: string): ModelStore {
  return {
    load() {
      const { value, faults } = readJson(file, fileSchema, empty);
      return { models: value, faults };
    },
    save: (models) => writeJson(file, models),
  };
}
