// The agents of this computer as the room Agents shows them: three doors each, with what is known of them.
import { z } from "zod";
import type { HostView } from "./gateway/gatewayView.ts";
import type { AgentId, AgentTable } from "./agent.ts";
import { agentChoicesSchema } from "./entry.ts";
import type { AgentChoices, AgentDifference } from "./entry.ts";

/** What an agent reaches the world through: its own tools, its MCP servers, its model. */
export const DOORS = ["tools", "servers", "calls"] as const;
export type Door = (typeof DOORS)[number];

/** What the user has to do in the agent before Countersign sees anything of it. `trust`: Codex' `/hooks`. */
export type AgentNeed = AgentTable["needs"][number] | "node";

/** Why what was measured no longer counts. */
export const OUTDATED = ["version", "file", "hook"] as const;
export type Outdated = (typeof OUTDATED)[number];

/** The ways past the desk that a check tries, in the order in which they are shown. */
export const CHECK_TRIES = ["rejected", "undecided", "absent", "subagent"] as const;
export type CheckTry = (typeof CHECK_TRIES)[number];

/**
 * `held`: the file did not appear and the desk knows why. `ran`: it appeared. `not-tried`: the agent can't do this
 * without a person, or its model did not call the tool.
 */
const checkResultSchema = z.strictObject({
  try: z.enum(CHECK_TRIES),
  came: z.enum(["held", "ran", "not-tried"]),
  tookMs: z.number(),
});
export type CheckResult = z.infer<typeof checkResultSchema>;

/** One run of the agent with harmless commands, each of which must leave no file. */
export const agentCheckSchema = z.strictObject({
  atMs: z.number(),
  version: z.string().nullable(),
  folder: z.string(),
  command: z.string(),
  results: z.array(checkResultSchema),
  /** Tokens of the user's model, as the agent said them; null: it doesn't say. */
  tokens: z.number().nullable(),
});
export type AgentCheck = z.infer<typeof agentCheckSchema>;

/** The weakest thing that is known of the hook decides. */
export type ToolsState =
  | { kind: "direct" }
  /** Set up; no event of it has been decided through this entry yet. */
  | { kind: "unchecked"; outdated: { why: Outdated; sinceMs: number } | null; needs: AgentNeed[] }
  /** `check`: null: its first real action was the proof. */
  | { kind: "held"; sinceMs: number; check: AgentCheck | null }
  /** Held, but the agent runs the tool when its hook takes longer than this, or is killed. */
  | { kind: "opens"; sinceMs: number; limitMs: number; check: AgentCheck | null }
  /** The last check found a way past the desk. */
  | { kind: "not-held"; check: AgentCheck }
  | { kind: "changed"; what: AgentDifference[] };

export interface ToolsDoor {
  state: ToolsState;
  /** Null while it is not set up. */
  choices: AgentChoices | null;
  /** It can leave to its hook what it would ask its user about. */
  hasPermission: boolean;
  /** It blocks a call whose hook fails; otherwise *Block* is offered only as far as the hook's script lives. */
  blocksOnFailure: boolean;
  /** How long it waits for its hook; null: without limit. */
  limitMs: number | null;
  /** What is known of its hook is from its documentation: it was never run with one here. */
  isUnmeasured?: true;
  /** It runs without a person, so that *Check…* can start it. */
  canBeChecked: boolean;
}

/** An agent that is on this computer or set up. */
export interface AgentView extends ToolsDoor {
  agent: AgentId;
  name: string;
  /** Of its program; null where its files do not say it. */
  version: string | null;
  /** The config file with its hooks, whether or not it exists. */
  file: string;
  /** There is no Node.js, and it knows no other way to the desk. */
  needsNode: boolean;
}

export type CallsState =
  | { kind: "direct" }
  /** Set up; no model call of it has come yet. */
  | { kind: "unused" }
  | { kind: "held"; lastMs: number };

export interface CallsDoor {
  state: CallsState;
  /** Whom it calls by itself, as a name for people: Anthropic, OpenAI. */
  provider: string;
  /** The program whose token it has; null while it is direct. */
  programId: string | null;
}

/** A file of the agent that Countersign has changed. */
export interface ChangedFile {
  file: string;
  door: Door;
  added: number;
  removed: number;
}

export interface AgentRow {
  /** As users know it. It names the agent in every channel. */
  name: string;
  /** Null: Countersign has no table of its tools. */
  agent: AgentId | null;
  /** Of its program; null where its files do not say it. */
  version: string | null;
  /** A program with a window of its own, such as Cursor; otherwise one of the terminal. */
  hasWindow: boolean;
  /** When the agent was used last, as the times of its own files say; null where there are none. */
  usedAtMs: number | null;
  /** The newest request of any of its doors; null: none has come. */
  lastRequestMs: number | null;
  /** Null: its tools can't be held. */
  tools: ToolsDoor | null;
  /** Its config files with MCP servers. */
  servers: HostView[];
  /** Null: its address of a model can't be set in a file. */
  calls: CallsDoor | null;
  changed: ChangedFile[];
}

/** What the dialog sets. Whatever is left out becomes, or stays, direct. */
export const agentSetupSchema = z.strictObject({
  tools: agentChoicesSchema.nullable(),
  servers: z
    .array(
      z.strictObject({
        file: z.string().min(1).max(4096),
        path: z
          .array(z.union([z.string(), z.number()]))
          .min(1)
          .max(20),
      }),
    )
    .max(1000),
  calls: z.boolean(),
});
export type AgentSetup = z.infer<typeof agentSetupSchema>;

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

/** The real files before and after, one change a file. */
export type SetupChanges = AgentChange[];
