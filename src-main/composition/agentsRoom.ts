// Creates the agents, whose hooks lead to the desk, with the files that they need.
import type { JsonObject } from "#shared/json.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { AgentsService } from "../agents/agents.ts";
import { AgentCalls } from "../agents/agentCalls.ts";
import { AgentDoors } from "../agents/agentDoors.ts";
import type { AgentStore } from "../agents/agentStore.ts";
import type { GatewayService } from "../agents/gateway/gateway.ts";
import type { HookFiles } from "../agents/gateway/hookFiles.ts";
import type { OriginalStore } from "../agents/originalStore.ts";
import { agentPlaces, agentTraces } from "../agents/agentPlaces.ts";
import type { LoginShell } from "../servers/mcp/transports/loginShell.ts";
import type { LoopbackRoom } from "../net/loopbackRoom.ts";
import { agentRunner } from "../agents/agentRunner.ts";
import type { ProgramsService } from "../programs/programs.ts";

export function openAgentsRoom({
  loginShell,
  fault,
  ...deps
}: {
  store: AgentStore;
  hooks: HookFiles;
  loginShell: LoginShell;
  loopback: LoopbackRoom;
  changed(): void;
  note(kind: string, facts: JsonObject): Outcome<unknown, Failure>;
  fault(failure: Failure): void;
}): AgentsService {
  const agents = new AgentsService({
    ...deps,
    fault,
    places: agentPlaces(loginShell),
    runner: agentRunner(loginShell),
  });
  agents.faults.forEach(fault);
  return agents;
}

/** The agents' three doors as one. */
export function openAgentDoors({
  programs,
  loopback,
  ...deps
}: {
  agents: AgentsService;
  gateway: GatewayService;
  programs: ProgramsService;
  loopback: LoopbackRoom;
  originals: OriginalStore;
  changed(): void;
  fault(failure: Failure): void;
}): AgentDoors {
  const traces = agentTraces();
  const calls = new AgentCalls(programs, traces, loopback);
  const doors = new AgentDoors({ ...deps, traces, calls });
  doors.faults.forEach(deps.fault);
  return doors;
}
