// Creates the agents, whose hooks lead to the desk, with the files that they need.
import { randomUUID } from "node:crypto";
import { ok } from "#shared/outcome.ts";
import { AgentsService } from "../services/agents/agents.ts";
import type { AgentsParts } from "../services/agents/agents.ts";
import { AgentDoors } from "../services/agents/agentDoors.ts";
import type { GatewayService } from "../services/gateway/gateway.ts";
import { HOOK_PREFIX } from "../hooks/hookDoor.ts";
import { nodeOn } from "../gateway/relayFiles.ts";
import { agentFiles } from "../store/profile/agentFiles.ts";
import { agentPlaces, agentUse } from "../store/profile/agentPlaces.ts";
import type { LoginShell } from "../services/ports.ts";
import type { LoopbackRoom } from "./loopbackRoom.ts";
import { tokens } from "./tokens.ts";

type Ground = Pick<AgentsParts, "store" | "hooks" | "changed" | "note" | "fault"> & {
  loginShell: LoginShell;
  loopback: LoopbackRoom;
};

export function openAgentsRoom({ loginShell, loopback, ...ground }: Ground): AgentsService {
  const agents = new AgentsService({
    ...ground,
    tokens,
    http: {
      async address(id) {
        const base = await loopback.base();
        return base.ok ? ok(`${base.value}${HOOK_PREFIX}${id}`) : base;
      },
    },
    files: agentFiles,
    places: agentPlaces(loginShell),
    node: async () => nodeOn(await loginShell.path()),
    isWindows: process.platform === "win32",
    clock: { nowMs: Date.now, newId: randomUUID },
  });
  agents.faults.forEach(ground.fault);
  return agents;
}

/** The agents' three doors as one. */
export const openAgentDoors = (agents: AgentsService, gateway: GatewayService): AgentDoors =>
  new AgentDoors({ agents, gateway, files: agentFiles, uses: agentUse(), tokens });
