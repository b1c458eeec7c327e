// Schema of the user's settings. Invalid values fall back to their defaults one by one, and the user is told.
import { LANGUAGE_CODES } from "../languages.ts";
import { z } from "zod";
import { findingKinds, RETIRED_KINDS } from "../findings/kinds.ts";
import { allLimitsSchema } from "../rules/limitSchemas.ts";
import { PANE_NAMES } from "./panes.ts";
import { ZOOMS } from "./zoom.ts";
import { retentionSchema } from "../servers/policy/retention.ts";

/** More would exceed the rate limits of most providers. */
export const CANDIDATES_AT_ONCE_MAX = 20;

/** A named filter of the history. */
export const savedSearchSchema = z.object({
  name: z.string().trim().min(1).max(100),
  text: z.string().trim().min(1).max(10_000),
});
export type SavedSearch = z.infer<typeof savedSearchSchema>;

/** The collapsible rows beside a request. */
export const sideRows = ["findings", "model", "cost", "settings", "stop-reason"] as const;
export type SideRowId = (typeof sideRows)[number];

export const settingsSchema = z.object({
  language: z.enum(["system", ...LANGUAGE_CODES]),
  theme: z.enum(["system", "light", "dark"]),
  /** One system notification per burst of new requests. */
  notifications: z.boolean(),
  /** Open the next pending request after an approval or a rejection. */
  advance: z.boolean(),
  /** Keep running in the tray when the window is closed, if there is one. */
  closeToTray: z.boolean(),
  /** The user has been told about the tray. */
  trayTold: z.boolean(),
  /** Zoom of the window in percent. */
  zoom: z.literal(ZOOMS),
  /** Widths set by the user; others have their default. */
  panes: z.partialRecord(z.enum(PANE_NAMES), z.number().int().min(100).max(2000)),
  /** The number of candidates generated at the same time for one request; others are queued. */
  candidatesAtOnce: z.number().int().min(1).max(CANDIDATES_AT_ONCE_MAX),
  /** Rows beside a request that the user left open. */
  openRows: z.array(z.enum(sideRows)).max(sideRows.length),
  /** Encrypt the ledger on disk, from the next start on; only if the system has a keychain. */
  encryptLedger: z.boolean(),
  /** Updates of Countersign: not asked yet, never looked for, told of, or installed when the user quits. */
  updates: z.enum(["unasked", "never", "tell", "install"]),
  /** In the order in which they were saved. */
  savedSearches: z.array(savedSearchSchema).max(200),
  /** Checks that are turned off: not shown and not counted. */
  findingsOff: z
    .array(z.enum([...findingKinds, ...RETIRED_KINDS]))
    .max(findingKinds.length + RETIRED_KINDS.length)
    .transform((kinds) => findingKinds.filter((kind) => kinds.includes(kind))),
  /** Retention of servers without their own. */
  retention: retentionSchema,
  /** Limits for all servers together. */
  limits: allLimitsSchema,
});
export type Settings = z.infer<typeof settingsSchema>;

/** A change of settings: only the changed fields. */
export const settingsPatchSchema = settingsSchema.partial().strict();
export type SettingsPatch = z.infer<typeof settingsPatchSchema>;

/** The mode: every request waits for the user, rules can decide, or all new requests are refused. */
export const masterSwitchSchema = z.enum(["review", "rules", "stopped"]);
export type MasterSwitch = z.infer<typeof masterSwitchSchema>;
