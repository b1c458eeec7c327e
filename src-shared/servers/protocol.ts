// The protocol's versions, and what each lets a server and us do. A new version is one entry here, and the schema of its
// requests (`scripts/requestSchemas.mjs`); everything else asks for an ability.
import type { Era } from "./server.ts";

export interface Abilities {
  /** How a connection begins: by `initialize`, or without it, by what each request says of us. */
  handshake: "initialize" | "discover";
  /** The server sends requests of its own: sampling, forms, roots. Without it nothing that it asks so is answered. */
  pushedRequests: boolean;
  /** It embeds them in the result of a call of ours ("multi round-trip requests"). */
  embeddedRequests: boolean;
  /** It takes a request for sampling to be a task, and fetches the result later. */
  samplingTasks: boolean;
  toolsInSampling: boolean;
  audio: boolean;
  /** A response to what came without tools is one block of content, no list. */
  oneBlock: boolean;
  /** Several messages come as one array. */
  batches: boolean;
  /** `ping` is answered; without it `server/discover` is the cheapest request that every server answers. */
  ping: boolean;
  /** How a server learns the least level of its log: by a request of its own, or from each call. */
  logLevel: "set" | "with-calls";
  /** A server is told that the folders which it may know of have changed; without it, it asks when it wants to know. */
  rootsChanged: boolean;
  /** Arguments that a tool names so travel as HTTP headers too. */
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

/** Oldest first. Versions are dates: their order is that of their letters. */
const VERSIONS: readonly { version: string; era: Era; abilities: Abilities }[] = [
  { version: "2024-11-05", era: "legacy", abilities: FIRST },
  { version: "2025-03-26", era: "legacy", abilities: MARCH_2025 },
  { version: "2025-06-18", era: "legacy", abilities: JUNE_2025 },
  { version: "2025-11-25", era: "legacy", abilities: NOVEMBER_2025 },
  { version: "2026-07-28", era: "modern", abilities: JULY_2026 },
];

export const PROTOCOL_VERSIONS: readonly string[] = VERSIONS.map(({ version }) => version);

/** What is spoken with a server; the version is empty until it is known. */
export interface Spoken {
  protocolVersion: string;
  era?: Era;
}

/** The abilities of a version; of one that is not known here, those of the last before it in its era. */
export function abilitiesOf({ protocolVersion, era }: Spoken): Abilities {
  const known = VERSIONS.filter((one) => era === undefined || one.era === era);
  const nearest = known.findLast(({ version }) => version <= protocolVersion) ?? known[0];
  return nearest?.abilities ?? FIRST;
}

/** The version to propose in an era. */
export const newestOf = (era: Era): string =>
  VERSIONS.findLast((one) => one.era === era)?.version ?? "";
