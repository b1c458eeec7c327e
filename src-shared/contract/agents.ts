// IPC channels of the agents of this computer: their doors, setting them up and undoing that.
import { z } from "zod";
import { agentSetupSchema, DOORS } from "../agents/agentRow.ts";
import type { AgentCheck, AgentRow, SetupChanges } from "../agents/agentRow.ts";
import { act, read, stop } from "./effects.ts";

const hash = z.string().max(64).nullable();
/** As in its `AgentRow`. */
const name = z.string().min(1).max(4096);
const doors = z.array(z.enum(DOORS)).min(1).max(DOORS.length);
/** By file: the hash of what was previewed; null for none. */
const hashes = z.record(z.string().min(1).max(4096), hash);

export const agentsChannels = {
  "agents.list": read(),
  "agents.previewSetup": read(name, agentSetupSchema),
  /** Changes the files only if exactly these would change and still have these hashes. */
  "agents.setUp": act(name, agentSetupSchema, hashes),
  "agents.previewUndo": read(name, doors),
  "agents.undo": act(name, doors, hashes),
  /** Runs the agent without a person, which uses its model; takes minutes. Fails as `cancelled` once it is stopped. */
  "agents.check": act(name),
  "agents.stopCheck": stop(name),
} as const;

export interface AgentsResults {
  "agents.list": AgentRow[];
  "agents.previewSetup": SetupChanges;
  /** The servers that the user has to confirm. */
  "agents.setUp": { confirm: string[] };
  "agents.previewUndo": SetupChanges;
  "agents.undo": null;
  "agents.check": AgentCheck;
  "agents.stopCheck": null;
}
