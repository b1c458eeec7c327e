// Protocol versions and what each of them supports. To add a version, add an entry here and its request schema
// (`scripts/requestSchemas.mjs`); all other code checks abilities.
import type { Era } from "./server.ts";

export interface Abilities {
  /** A connection starts with `initialize`, or with `server/discover` and client info on every request. */
  handshake: "initialize" | "discover";
  /** The server can send requests: sampling, elicitation, roots. If false, such requests are not answered. */
  pushedRequests: boolean;
  /** The server embeds its requests in the result of a call ("multi round-trip requests"). */
  embeddedRequests: boolean;
  /** The server can run a sampling request as a task and fetch the result later. */
  samplingTasks: boolean;
  toolsInSampling: boolean;
  audio: boolean;
  /** A response to a request without tools is a single content block, not a list. */
  oneBlock: boolean;
  /** Several messages can be sent as a JSON array. */
  batches: boolean;
  /** `ping` is supported; if not, `server/discover` is the cheapest request that every server answers. */
  ping: boolean;
  /** How the log level reaches the server: by a request of its own, or with each call. */
  logLevel: "set" | "with-calls";
  /**
   * The client announces changed roots (`notifications/roots/list_changed`); if not, the server asks when it needs
   * the list.
   */
  rootsChanged: boolean;
  /** Arguments that a tool marks for it are also sent as HTTP headers. */
  argumentHeaders: boolean;
}

const FIRST: Abilities = {
  handshake: "initialize",
  pushedRequests: true,
  embeddedRequests: false,
  samplingTasks: false,
  toolsInSampling: false,
  audio: false,
  oneBlock: true,
  batches: true,
  ping: true,
  logLevel: "set",
  rootsChanged: true,
  argumentHeaders: false,
};
const MARCH_2025: Abilities = { ...FIRST, audio: true };
const JUNE_2025: Abilities = { ...MARCH_2025, batches: false };
const NOVEMBER_2025: Abilities = { ...JUNE_2025, toolsInSampling: true, samplingTasks: true };
const JULY_2026: Abilities = {
  ...NOVEMBER_2025,
  handshake: "discover",
  pushedRequests: false,
  embeddedRequests: true,
  samplingTasks: false,
  oneBlock: false,
  ping: false,
  logLevel: "with-calls",
  rootsChanged: false,
  argumentHeaders: true,
};

/** Oldest first. Versions are dates and sort as strings. */
const VERSIONS: readonly { version: string; era: Era; abilities: Abilities }[] = [
  { version: "2024-11-05", era: "legacy", abilities: FIRST },
  { version: "2025-03-26", era: "legacy", abilities: MARCH_2025 },
  { version: "2025-06-18", era: "legacy", abilities: JUNE_2025 },
  { version: "2025-11-25", era: "legacy", abilities: NOVEMBER_2025 },
  { version: "2026-07-28", era: "modern", abilities: JULY_2026 },
];

export const PROTOCOL_VERSIONS: readonly string[] = VERSIONS.map(({ version }) => version);

/** The protocol spoken with a server; `protocolVersion` is empty until negotiated. */
export interface Spoken {
  protocolVersion: string;
  era?: Era;
}

/** The abilities of a version; an unknown version has those of the latest earlier one in its era. */
export function abilitiesOf({ protocolVersion, era }: Spoken): Abilities {
  const known = VERSIONS.filter((one) => era === undefined || one.era === era);
  const nearest = known.findLast(({ version }) => version <= protocolVersion) ?? known[0];
  return nearest?.abilities ?? FIRST;
}

/** The version to propose in an era. */
export const newestOf = (era: Era): string =>
  VERSIONS.findLast((one) => one.era === era)?.version ?? "";
