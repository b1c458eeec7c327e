// IPC channels of models and providers.
import { z } from "zod";
import type { ModelRef } from "../models/model.ts";
import { abilitiesSchema } from "../models/ranking/abilities.ts";
import { providerInputSchema } from "../models/providers/providerInput.ts";
import { modelWaitsSchema } from "../models/waits.ts";
import { act, read, stop } from "./effects.ts";

const id = z.string().min(1).max(200);
const modelRef = z.strictObject({ providerId: id, modelId: z.string().min(1).max(500) });

/** Arguments of each channel. */
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

/** Results of each channel. */
export interface ModelsResults {
  "models.refresh": null;
  "models.addProvider": string;
  "models.updateProvider": null;
  /** Tests the settings without storing them; returns the number of listed models. */
  "models.tryProvider": number;
  "models.removeProvider": null;
  "models.restoreProvider": null;
  "models.forgetRemoved": null;
  /** Names, never values, of the known environment variables that are set. */
  "models.variables": string[];
  /** Tells whether models are on screen, so that local servers are polled. */
  "models.watch": null;
  "models.enable": null;
  "models.enableMany": null;
  "models.setDefault": null;
  /** Sets the user's overrides of a model and its timeouts; null resets either. */
  "models.override": null;
  /** Null if the user cancelled. */
  "models.pickFile": ModelRef | null;
  "models.removeFile": null;
  "models.download": null;
  "models.cancelDownload": null;
}
