// What the window may do with hosts and agents: one line per channel.
import { ok } from "#shared/outcome.ts";
import type { AgentDoors } from "./agentDoors.ts";
import type { AgentsService } from "./agents.ts";
import type { GatewayService } from "./gateway/gateway.ts";
import type { Handlers } from "../ipc/dispatch.ts";

/** @param pickHostFile a system dialog for a host's config file; null when the user cancelled */
export function agentHandlers(
  doors: AgentDoors,
  agents: AgentsService,
  gateway: GatewayService,
  pickHostFile: () => Promise<string | null>,
): Pick<Handlers, Extract<keyof Handlers, `hosts.${string}` | `agents.${string}`>> {
  return {
    "hosts.look": async () => ok(await gateway.view()),
    "hosts.pick": async () => {
      const file = await pickHostFile();
      return ok(file === null ? null : await gateway.pick(file));
    },
    "hosts.connect": (serverId) => gateway.connectHost(serverId),
    "hosts.disconnect": (id) => gateway.disconnectHost(id),
    "agents.list": async () => ok(await doors.list()),
    "agents.previewSetup": (name, setup) => doors.previewSetup(name, setup),
    "agents.setUp": (name, setup, hashes) => doors.setUp(name, setup, hashes),
    "agents.previewUndo": (name, of) => doors.previewUndo(name, of),
    "agents.undo": (name, of, hashes) => doors.undo(name, of, hashes),
    "agents.check": (name) => agents.check(name),
    "agents.stopCheck": (name) => {
      agents.stopCheck(name);
      return ok(null);
    },
  };
}
