// The desk's entry in an agent's config, as data: what its user sets, and what the hook's script needs.
import { z } from "zod";
import { ACTION_CHOICES } from "./comesToUser.ts";

/** What the script says while Countersign is not running and can't be started. */
export const ABSENT_CHOICES = ["block", "leave"] as const;
export type AbsentChoice = (typeof ABSENT_CHOICES)[number];

/** What the user sets for an agent. */
export const agentChoicesSchema = z.strictObject({
  actions: z.enum(ACTION_CHOICES).default("asked"),
  absent: z.enum(ABSENT_CHOICES).default("block"),
  /** What comes to the user goes to the team, if this desk is in one. */
  team: z.literal(true).optional(),
});
export type AgentChoices = z.infer<typeof agentChoicesSchema>;

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

/** Beside the script, as `ID.json`: closed to other users, and never in the agent's config. */
export const hookEntrySchema = z.strictObject({
  id: z.string(),
  token: z.string(),
  absent: z.enum(ABSENT_CHOICES),
  /** How long the script waits for the desk's verdict before it denies by itself: the agent's limit less 15 seconds. */
  denyAfterMs: z.number().positive(),
});
export type HookEntryFile = z.infer<typeof hookEntrySchema>;

/** The line that the script sends to the desk. One line comes back: `HookAnswer`. */
export interface HookGreeting {
  /** The version of the script, in place of the relay's `relay`. */
  hook: number;
  id: string;
  token: string;
  /** The script's own folder, which the agent sets. */
  folder: string;
  /** The parent of the script's process. */
  pid: number;
  /** How long ago the script began, in milliseconds: the agent's clock runs since then. */
  ageMs: number;
  /** What the agent wrote to the script, as text. */
  event: string;
}

/** What the script does then. */
export type HookAnswer =
  | { ok: true; stdout: string; stderr: string; exit: number }
  | { ok: false; message: string };

/** An event about which the script decided by itself, handed in later. Texts are cut to what is kept. */
export const reportedSchema = z.object({
  atMs: z.number(),
  tool: z.string().max(200),
  session: z.string().max(200),
  /** The agent's name of the event. */
  event: z.string().max(200),
  why: z.enum(["not-running", "too-late", "failed"]),
  /** It let the action pass: the event only reported, or the user leaves it to the agent. Otherwise it was refused. */
  passed: z.boolean(),
});
export type ReportedByHook = z.infer<typeof reportedSchema>;
