// IPC channels of agents whose hooks lead to the desk.
import { z } from "zod";
import { AGENT_IDS } from "../agents/agent.ts";
import type { AgentChange, AgentView } from "../agents/agentView.ts";
import { agentChoicesSchema } from "../agents/entry.ts";
import { act, read } from "./effects.ts";

const agent = z.enum(AGENT_IDS);
const hash = z.string().max(64).nullable();

export const agentsChannels = {
  "agents.look": read(),
  "agents.preview": read(agent, agentChoicesSchema),
  /** Changes the agent's config only if it still has this hash; null: if it does not exist. */
  "agents.set": act(agent, agentChoicesSchema, hash),
  "agents.previewUndo": read(agent),
  "agents.undo": act(agent, hash),
} as const;

export interface AgentsResults {
  /** The agents that are on this computer or set up. */
  "agents.look": AgentView[];
  "agents.preview": AgentChange;
  "agents.set": null;
  "agents.previewUndo": AgentChange;
  "agents.undo": null;
}
