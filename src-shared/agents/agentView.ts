// What can differ of an agent's hook, and changes of configs to preview.

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
