// Default settings, apart from the schemas so that the window does not load zod at startup.
import { noLimits } from "../rules/limits/limits.ts";
import { keepEverything } from "../servers/policy/keepAll.ts";
import type { Settings } from "./settings.ts";

export const defaultSettings: Settings = {
  language: "system",
  theme: "system",
  notifications: true,
  advance: true,
  closeToTray: true,
  trayTold: false,
  zoom: 100,
  panes: {},
  candidatesAtOnce: 3,
  openRows: [],
  findingsOff: [],
  encryptLedger: false,
  updates: "unasked",
  savedSearches: [],
  retention: keepEverything,
  limits: noLimits,
};
