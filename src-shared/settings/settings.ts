// What a person may set, with the defaults. Broken values fall back one by one, said on screen.
import { z } from "zod";

export const settingsSchema = z.object({
  language: z.enum(["system", "en", "zh"]),
  theme: z.enum(["system", "light", "dark"]),
  /** One system notification per burst of new requests. */
  notifications: z.boolean(),
});
export type Settings = z.infer<typeof settingsSchema>;
export const defaultSettings: Settings = {
  language: "system",
  theme: "system",
  notifications: true,
};

/** One change by the person: only the members that change. */
export const settingsPatchSchema = settingsSchema.partial().strict();
export type SettingsPatch = z.infer<typeof settingsPatchSchema>;

/** Where the master switch stands: every request waits for a person, or every new one is refused. */
export type MasterSwitch = "review" | "stopped";
