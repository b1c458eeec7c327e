// Creates the agents, whose hooks lead to the desk, with the files that they need.
import { randomUUID } from "node:crypto";
import path from "node:path";
import { ok } from "#shared/outcome.ts";
import { AgentsService } from "../agents/agents.ts";
import type { AgentsParts } from "../agents/agents.ts";
import { AgentCalls } from "../agents/agentCalls.ts";
import type { AgentCallsParts } from "../agents/agentCalls.ts";
import { AgentDoors } from "../agents/agentDoors.ts";
import type { AgentDoorsParts } from "../agents/agentDoors.ts";
import { HOOK_PREFIX } from "../agents/hooks/hookDoor.ts";
import { takeReported } from "../agents/hooks/reportedFile.ts";
import { nodeOn } from "../agents/gateway/relayFiles.ts";
import { agentFiles } from "../agents/agentFiles.ts";
import { agentPlaces, agentTraces } from "../agents/agentPlaces.ts";
import type { LoginShell } from "../servicePorts.ts";
import type { LoopbackRoom } from "../net/loopbackRoom.ts";
import { agentRunner } from "../agents/agentRunner.ts";
import { tokens } from "../profile/tokens.ts";

type Deps = Pick<AgentsParts, "store" | "hooks" | "changed" | "note" | "fault"> & {
  loginShell: LoginShell;
  loopback: LoopbackRoom;
};

export function openAgentsRoom({ loginShell, loopback, ...deps }: Deps): AgentsService {
  const agents = new AgentsService({
    ...deps,
    tokens,
    http: {
      async address(id) {
        const base = await loopback.base();
        return base.ok ? ok(`${base.value}${HOOK_PREFIX}${id}`) : base;
      },
    },
    files: agentFiles,
    places: agentPlaces(loginShell),
    runner: agentRunner(loginShell),
    takeReported: (id) => takeReported(path.dirname(deps.hooks.script), id),
    node: async () => nodeOn(await loginShell.path()),
    isWindows: process.platform === "win32",
    clock: { nowMs: Date.now, newId: randomUUID },
  });
  agents.faults.forEach(deps.fault);
  return agents;
}

type DoorsDeps = Pick<AgentDoorsParts, "agents" | "gateway" | "originals" | "changed" | "fault"> &
  Pick<AgentCallsParts, "programs" | "port">;

/** The agents' three doors as one. */
export function openAgentDoors({ programs, port, ...deps }: DoorsDeps): AgentDoors {
  const files = { files: agentFiles, traces: agentTraces(), tokens };
  const calls = new AgentCalls({ programs, port, clock: { nowMs: Date.now }, ...files });
  const doors = new AgentDoors({ ...deps, ...files, calls });
  doors.faults.forEach(deps.fault);
  return doors;
}
