// `models.json`: providers, picked files, models turned off, the default model. It contains no keys.
import { z } from "zod";
import { abilitiesSchema } from "#shared/models/ranking/abilities.ts";
import { REMOTE_KINDS } from "#shared/models/providers/providerKinds.ts";
import { modelWaitsSchema } from "#shared/models/waits.ts";
import { jsonStore, type JsonStore } from "../profile/jsonFile.ts";

const modelSchema = z.object({ providerId: z.string(), modelId: z.string() });

/** A provider as stored on disk. Its key is in `Secrets` under `provider:<id>`. */
const providerSchema = z.object({
  id: z.string(),
  kind: z.enum(REMOTE_KINDS),
  name: z.string(),
  baseUrl: z.string(),
  /** The environment variable that its key is read from, instead of a stored one. */
  variable: z.string().optional(),
  /** Proves that the user chose the variable for this address: a keyed hash that only Countersign can make. */
  variableMark: z.string().optional(),
  /** For Azure: the API version to request. */
  apiVersion: z.string().optional(),
  /** For Bedrock: the access key id that belongs to the stored secret. */
  keyId: z.string().optional(),
  /** Models to offer that the provider does not list. */
  modelNames: z.array(z.string()).optional(),
  /** If set, only these models are turned on; otherwise all but those in `disabled`. */
  only: z.array(z.string()).optional(),
});
export type StoredProvider = z.infer<typeof providerSchema>;

const fileSchema = z.object({
  providers: z.array(providerSchema),
  /** Paths of the GGUF files that the user picked. */
  files: z.array(z.string()),
  /** Models turned off. */
  disabled: z.array(modelSchema),
  defaultModel: modelSchema.nullable(),
  /** What the user says of models' abilities; takes precedence over every other source. */
  overrides: z.array(z.object({ model: modelSchema, abilities: abilitiesSchema })).optional(),
  /** How long each model may be silent. */
  waits: z.array(z.object({ model: modelSchema, waits: modelWaitsSchema })).optional(),
});
export type StoredModels = z.infer<typeof fileSchema>;

/** The id of the provider that runs models inside the app; it always exists. */
export const LOCAL_PROVIDER_ID = "local";

/** A file of the profile, or what the command line names. */
export type ModelStore = JsonStore<StoredModels>;

const empty: StoredModels = { providers: [], files: [], disabled: [], defaultModel: null };

export const openModels = (file: string): ModelStore => jsonStore(file, fileSchema, empty);
