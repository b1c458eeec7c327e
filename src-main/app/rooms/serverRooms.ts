// Creates the services between servers and the desk: connections, traffic, calls, importing host configs.
import { randomUUID } from "node:crypto";
import path from "node:path";
import { app } from "electron";
import type { Failure } from "../../../src-shared/outcome.ts";
import type { DeskIntake, Hasher } from "../../desk/ports.ts";
import type { TextThread } from "../../background/texts.ts";
import { createConnector } from "../../mcp/session/connector.ts";
import { createProgramInspector } from "../../mcp/identity/program.ts";
import type { routedFetch } from "../../mcp/transports/networkRoute.ts";
import { CallsService } from "../../services/calls/calls.ts";
import { ImportingService } from "../../services/servers/importing.ts";
import type { LoginShell, Secrets, ServiceAudience } from "../../services/ports.ts";
import { ServersService } from "../../services/servers/servers.ts";
import { TrafficService } from "../../services/servers/traffic.ts";
import { configFiles } from "../../store/profile/configFiles.ts";
import { openKnown } from "../../store/profile/known.ts";
import { openServers } from "../../store/profile/servers.ts";
import { openBrowser } from "../system/browser.ts";
import { inEachLanguage } from "../words/words.ts";
import { startDemo } from "./demo.ts";
import { hasher } from "./hasher.ts";

const clock = { nowMs: Date.now, newId: randomUUID };

/** Connects nothing yet. */
export function openServices(
  ground: { profile: string; entries: string; fault(failure: Failure): void },
  audience: ServiceAudience,
  {
    desk,
    secrets,
    commandHasher,
    loginShell,
    send,
    texts,
  }: {
    desk: DeskIntake;
    secrets: Secrets;
    commandHasher: Hasher;
    loginShell: LoginShell;
    send: ReturnType<typeof routedFetch>;
    texts: TextThread;
  },
): {
  servers: ServersService;
  traffic: TrafficService;
  calls: CallsService;
  importing: ImportingService;
} {
  const servers = new ServersService({
    store: openServers(path.join(ground.profile, "servers.json")),
    known: openKnown(path.join(ground.profile, "known.json")),
    looker: createProgramInspector(loginShell),
    secrets,
    connector: createConnector({
      desk,
      loginShell,
      startDemo: () => startDemo(path.join(ground.entries, "demo.js")),
      send,
      texts,
      signIn: {
        store: secrets,
        openBrowser,
        send,
        callbackWords: {
          done: inEachLanguage(({ browser }) => browser.done),
          foreign: inEachLanguage(({ browser }) => browser.foreign),
        },
      },
      appVersion: app.getVersion(),
      newId: randomUUID,
    }),
    audience,
    hasher,
    commandHasher,
    clock,
  });
  servers.faults.forEach(ground.fault);
  return {
    servers,
    traffic: new TrafficService({ trafficOf: (id) => servers.traffic(id), audience }),
    calls: new CallsService({ servers, audience, clock }),
    importing: new ImportingService(configFiles(), () => servers.views()),
  };
}
