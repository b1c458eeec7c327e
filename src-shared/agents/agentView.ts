// Agents of this computer as the window shows them, and changes of their configs to preview.
import type { AgentId } from "./agent.ts";
import type { AgentChoices } from "./entry.ts";

/**
 * What is not as Countersign wrote it. `record`: the profile's own list of agents. `entry-gone`, `entry-changed`,
 * `hooks-off`: in the agent's config. `script`: the script or a file beside it. `socket`: where the script finds the desk.
 */
export const AGENT_DIFFERENCES = [
  "record",
  "entry-gone",
  "entry-changed",
  "hooks-off",
  "script",
  "socket",
] as const;
export type AgentDifference = (typeof AGENT_DIFFERENCES)[number];

export type AgentState =
  /** Countersign does not see what it does with its own tools. */
  | { kind: "direct" }
  /** Set up, but no event has come yet. */
  | { kind: "unheard" }
  | { kind: "held"; sinceMs: number }
  | { kind: "changed"; what: AgentDifference[] };

export interface AgentView {
  agent: AgentId;
  name: string;
  /** Of its program; null where its files do not say it. */
  version: string | null;
  /** The config file with its hooks, whether or not it exists. */
  file: string;
  state: AgentState;
  /** Null while it is not set up. */
  choices: AgentChoices | null;
  /** It can leave to its hook what it would ask its user about. */
  hasPermission: boolean;
  /** It blocks a call whose hook fails or takes too long. */
  blocksOnFailure: boolean;
  /** There is no Node.js, and it knows no other way to the desk. */
  needsNode: boolean;
}

/** A change to preview: the whole file before and after, with secrets masked. */
export interface AgentChange {
  file: string;
  /** Of the file as read; null if there is none. */
  hash: string | null;
  /** Where the old file is copied to; null if it is not. */
  backup: string | null;
  before: string;
  after: string;
}
