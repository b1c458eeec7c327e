// What a person may set, with the defaults. Broken values fall back one by one, said on screen.
import { z } from "zod";

export const settingsSchema = z.object({
  language: z.enum(["system", "en", "zh"]).default("system"),
  theme: z.enum(["system", "light", "dark"]).default("system"),
  /** One system notification per burst of new requests. */
  notifications: z.boolean().default(true),
});
export type Settings = z.infer<typeof settingsSchema>;
export const defaultSettings: Settings = settingsSchema.parse({});

/** The master switch. Rules come with the operator's issue. */
export type MasterSwitch = "review" | "stopped";
