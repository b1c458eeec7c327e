// For tests: servers in a folder, with their real files and connections.
import { randomUUID } from "node:crypto";
import path from "node:path";
import { ok } from "#shared/outcome.ts";
import { hasher } from "../core/serviceTesting.ts";
import type { DeskIntake } from "../core/ports.ts";
import { Secrets } from "../profile/encryption/secrets.ts";
import { openKnown } from "./knownStore.ts";
import { ProgramInspector } from "./mcp/identity/program.ts";
import { Connector } from "./mcp/session/connector.ts";
import { FakeDesk } from "./mcp/testing.ts";
import { ServersService } from "./servers.ts";
import type { ServersDeps } from "./servers.ts";
import { openServers } from "./serverStore.ts";

const loginShell = { path: () => Promise.resolve(process.env["PATH"] ?? "") };

export function serversIn(
  folder: string,
  {
    desk = new FakeDesk(),
    store = openServers(path.join(folder, "servers.json")),
    known = openKnown(path.join(folder, "known.json")),
    secrets = new Secrets(path.join(folder, "secrets.json"), null, () => {}),
    ...others
  }: Partial<ServersDeps> & { desk?: DeskIntake } = {},
): ServersService {
  return new ServersService({
    store,
    known,
    secrets,
    inspector: new ProgramInspector(loginShell),
    hasher,
    commandHasher: hasher,
    clock: { nowMs: Date.now, newId: randomUUID },
    listener: { serverChanged() {}, serverRemoved() {}, serverLines() {} },
    note: () => ok(undefined),
    connector: new Connector({
      signIn: null,
      desk,
      loginShell,
      startDemo: () => {
        throw new Error("no demo server here");
      },
      appVersion: "0.0.0-test",
      newId: randomUUID,
    }),
    ...others,
  });
}
