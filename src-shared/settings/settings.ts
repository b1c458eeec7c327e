// What the user may set, with the defaults. Broken values fall back one by one, said on screen.
import { LANGUAGE_CODES } from "../languages.ts";
import { z } from "zod";
import { findingKinds } from "../inspect/kinds.ts";
import { allLimitsSchema } from "../policy/limitSchemas.ts";
import { PANE_NAMES } from "./panes.ts";
import { ZOOMS } from "./zoom.ts";
import { retentionSchema } from "../servers/policy/retention.ts";

/** More would run into the limits of every provider. */
export const CANDIDATES_AT_ONCE_MAX = 20;

/** Amounts in another currency than USD, by a rate that the user has set on `asOf` (`YYYY-MM-DD`). */
export const ownCurrencySchema = z.object({
  /** ISO 4217, such as `EUR`. */
  code: z.string().regex(/^[A-Z]{3}$/),
  /** How much of it 1 USD is. */
  perUsd: z.number().positive().max(1e9),
  asOf: z.iso.date(),
});
export type OwnCurrency = z.infer<typeof ownCurrencySchema>;

/** A filter of the history under a name of the user's. */
export const savedSearchSchema = z.object({
  name: z.string().trim().min(1).max(100),
  text: z.string().trim().min(1).max(10_000),
});
export type SavedSearch = z.infer<typeof savedSearchSchema>;

/** The rows beside a request. */
export const sideRows = ["findings", "model", "cost", "settings", "stop-reason"] as const;
export type SideRowId = (typeof sideRows)[number];

export const settingsSchema = z.object({
  language: z.enum(["system", ...LANGUAGE_CODES]),
  theme: z.enum(["system", "light", "dark"]),
  /** One system notification per burst of new requests. */
  notifications: z.boolean(),
  /** After a reply or a rejection the next pending request opens. */
  advance: z.boolean(),
  /** Closing the window keeps Countersign in the tray, where there is one. */
  closeToTray: z.boolean(),
  /** That was said once. */
  trayTold: z.boolean(),
  /** How large the window draws everything. */
  zoom: z.literal(ZOOMS),
  /** Widths that were set; the others are the usual ones. */
  panes: z.partialRecord(z.enum(PANE_NAMES), z.number().int().min(100).max(2000)),
  /** Null: amounts are in USD. */
  currency: ownCurrencySchema.nullable(),
  /** How many answers are generated at once for one request; further ones wait for their turn. */
  candidatesAtOnce: z.number().int().min(1).max(CANDIDATES_AT_ONCE_MAX),
  /** Rows beside a request that were left open. */
  openRows: z.array(z.enum(sideRows)).max(sideRows.length),
  /** Everything about a request is shown at once: all rows open, token counts at every block. */
  allDetails: z.boolean(),
  /** The ledger is encrypted on disk, from the next start on; only where the system has a key store. */
  encryptLedger: z.boolean(),
  /** In the order in which they are offered. */
  savedSearches: z.array(savedSearchSchema).max(200),
  /** Kinds of findings that are not looked for: neither shown nor weighed. */
  findingsOff: z.array(z.enum(findingKinds)).max(findingKinds.length),
  /** How long the content of ended requests is kept, where their server has no rule of its own. */
  retention: retentionSchema,
  /** What holds for all servers together. */
  limits: allLimitsSchema,
});
export type Settings = z.infer<typeof settingsSchema>;

/** One change by the user: only the fields that change. */
export const settingsPatchSchema = settingsSchema.partial().strict();
export type SettingsPatch = z.infer<typeof settingsPatchSchema>;

/** Every request waits for the user, rules decide what they may, or every new one is refused. */
export const masterSwitchSchema = z.enum(["review", "rules", "stopped"]);
/** Where the master switch stands. */
export type MasterSwitch = z.infer<typeof masterSwitchSchema>;
