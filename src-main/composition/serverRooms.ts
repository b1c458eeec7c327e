// Creates the services between servers and the desk: connections, traffic, calls, importing host configs.
import { randomUUID } from "node:crypto";
import path from "node:path";
import type { Failure } from "#shared/outcome.ts";
import type { DeskIntake, Hasher } from "../core/ports.ts";
import type { TextThread } from "../servers/mcp/textThread.ts";
import { Connector } from "../servers/mcp/session/connector.ts";
import { ProgramInspector } from "../servers/mcp/identity/program.ts";
import type { routedFetch } from "../servers/mcp/transports/networkRoute.ts";
import { CallsService } from "../servers/calls/calls.ts";
import { ImportingService } from "../servers/importing.ts";
import type { Audience } from "../audience.ts";
import type { Secrets } from "../profile/encryption/secrets.ts";
import type { ServersAudience } from "../servers/serverEntry.ts";
import type { ProgramsService } from "../programs/programs.ts";
import type { LimitsService } from "../rules/limits.ts";
import type { ServerHosts } from "../servers/serverHosts.ts";
import { ServersService } from "../servers/servers.ts";
import type { ServersDeps } from "../servers/servers.ts";
import { TrafficService } from "../servers/traffic.ts";
import { ConfigFiles } from "../agents/configFiles.ts";
import { hasher } from "../profile/hasher.ts";
import type { Platform } from "./platform.ts";
import type { RoomStores } from "./stores.ts";

const clock = { nowMs: Date.now, newId: randomUUID };

/** Connects nothing yet. */
export function openServices(
  deps: { platform: Platform; entries: string; fault(failure: Failure): void },
  stores: Pick<RoomStores, "servers" | "known">,
  listener: ServersAudience,
  {
    audience,
    desk,
    secrets,
    commandHasher,
    note,
    removed,
    send,
    texts,
  }: {
    audience: Audience;
    desk: DeskIntake;
    secrets: Secrets;
    commandHasher: Hasher;
    note: ServersDeps["note"];
    removed: ServersDeps["removed"];
    send: ReturnType<typeof routedFetch>;
    texts: TextThread;
  },
): {
  servers: ServersService;
  traffic: TrafficService;
  calls: CallsService;
  importing: ImportingService;
} {
  const { platform } = deps;
  const servers = new ServersService({
    store: stores.servers,
    known: stores.known,
    inspector: new ProgramInspector(platform.loginShell),
    secrets,
    connector: new Connector({
      desk,
      loginShell: platform.loginShell,
      startDemo: () => platform.startDemo(path.join(deps.entries, "demo.js")),
      send,
      texts,
      ...(platform.signIn === null ? {} : { signIn: { ...platform.signIn, store: secrets, send } }),
      appVersion: platform.version,
      newId: randomUUID,
    }),
    audience: listener,
    hasher,
    commandHasher,
    clock,
    note,
    removed,
  });
  servers.faults.forEach(deps.fault);
  return {
    servers,
    traffic: new TrafficService(servers, audience),
    calls: new CallsService({ servers, audience, clock }),
    importing: new ImportingService(new ConfigFiles(), servers),
  };
}

/** Hears of servers: the window, and what is derived from them. */
export const serversAudience = (
  audience: Audience,
  limits: LimitsService,
  serverHosts: ServerHosts,
  programs: Pick<ProgramsService, "onServerRemoved" | "view">,
): ServersAudience => ({
  serverChanged(server) {
    audience.push({ kind: "server", server });
    limits.changed();
    serverHosts.changed();
    // Its program may have come back with it, and can do no more than it.
    pushPrograms(audience, programs);
  },
  serverRemoved(id) {
    // Replaces a pending push about the same server.
    audience.pushLatest(`server ${id}`, () => ({ kind: "server-removed", id }));
    serverHosts.changed();
    programs.onServerRemoved(id);
  },
  serverLines: (id, lines) => audience.push({ kind: "server-lines", id, lines }),
});

export const pushPrograms = (audience: Audience, programs: Pick<ProgramsService, "view">): void =>
  audience.pushLatest("programs", () => ({ kind: "programs", programs: programs.view() }));
