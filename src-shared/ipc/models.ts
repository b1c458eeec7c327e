// The channels of models and their providers: a part of the contract.
import { z } from "zod";
import type { ModelRef } from "../models/model.ts";
import { abilitiesSchema } from "../models/overrides.ts";
import { providerInputSchema } from "../models/providers/providerInput.ts";
import { modelWaitsSchema } from "../models/waits.ts";
import { act, read, stop } from "./effects.ts";

const id = z.string().min(1).max(200);
const modelRef = z.strictObject({ providerId: id, modelId: z.string().min(1).max(500) });

/** Arguments of each. */
export const modelsChannels = {
  "models.refresh": read(),
  "models.addProvider": act(providerInputSchema),
  "models.updateProvider": act(id, providerInputSchema),
  "models.tryProvider": act(providerInputSchema, id.nullable()),
  "models.removeProvider": act(id),
  "models.restoreProvider": act(id),
  "models.forgetRemoved": stop(),
  "models.variables": read(),
  "models.watch": read(z.boolean()),
  "models.enable": act(modelRef, z.boolean()),
  "models.enableMany": act(
    id,
    z.union([z.literal("all"), z.array(z.string().min(1).max(500)).max(10_000)]),
    z.boolean(),
  ),
  "models.setDefault": act(modelRef.nullable()),
  "models.override": act(modelRef, abilitiesSchema.nullable(), modelWaitsSchema.nullable()),
  "models.pickFile": act(),
  "models.removeFile": act(z.string().max(500)),
  "models.download": act(id),
  "models.cancelDownload": stop(id),
} as const;

/** What each gives. */
export interface ModelsResults {
  "models.refresh": null;
  "models.addProvider": string;
  "models.updateProvider": null;
  /** How many models it lists; nothing is kept. */
  "models.tryProvider": number;
  "models.removeProvider": null;
  "models.restoreProvider": null;
  "models.forgetRemoved": null;
  /** Names of the known environment variables that are set; never a value. */
  "models.variables": string[];
  /** Whether somebody looks at models, so that what runs on this machine is asked again and again. */
  "models.watch": null;
  "models.enable": null;
  "models.enableMany": null;
  "models.setDefault": null;
  /**
   * What the user says of a model; null: what the others say holds again. And how long it may be silent; null: as usual
   * for its provider.
   */
  "models.override": null;
  /** Null when the user picked none. */
  "models.pickFile": ModelRef | null;
  "models.removeFile": null;
  "models.download": null;
  "models.cancelDownload": null;
}
