// Creates what hears the hooks of agents and holds their actions at the desk.
import path from "node:path";
import type { JsonObject } from "#shared/json.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { DeskIntake } from "../core/ports.ts";
import { callingAgent } from "../agents/hooks/callingAgent.ts";
import { HeldActions } from "../agents/hooks/heldActions.ts";
import { HookDoor } from "../agents/hooks/hookDoor.ts";
import { openSessions, Sessions } from "../agents/hooks/sessions.ts";
import type { AgentsService } from "../agents/agents.ts";
import type { HookFiles } from "../agents/gateway/hookFiles.ts";
import type { GatewayService } from "../agents/gateway/gateway.ts";
import type { LoopbackRoom } from "../net/loopbackRoom.ts";

const clock = { nowMs: Date.now };

export function openHooksRoom({
  hookFiles,
  loopback,
  ...deps
}: {
  profile: string;
  hookFiles: HookFiles;
  desk: DeskIntake;
  agents: AgentsService;
  gateway: GatewayService;
  loopback: LoopbackRoom;
  note(kind: string, facts: JsonObject): Outcome<unknown, Failure>;
  fault(failure: Failure): void;
}): HeldActions {
  const { profile, agents, fault } = deps;
  const sessions = new Sessions(openSessions(path.join(profile, "hook-sessions.json")), clock);
  sessions.faults.forEach(fault);
  const held = new HeldActions({ ...deps, sessions, callerOf: callingAgent, clock });
  loopback.add(new HookDoor(held.hear));
  for (const id of hookFiles.reporting()) agents.takeReported(id);
  return held;
}
