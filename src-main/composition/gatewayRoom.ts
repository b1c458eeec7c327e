// Opens the gateway: the socket for relays, the relay files in the profile, the configs of hosts on this machine.
import { randomUUID } from "node:crypto";
import path from "node:path";
import type { Failure } from "#shared/outcome.ts";
import { openRelayListener, socketOf } from "../agents/gateway/relayListener.ts";
import { HttpListener } from "../agents/gateway/httpListener.ts";
import { HostEntries } from "../agents/gateway/hostEntries.ts";
import { hookFiles } from "../agents/gateway/hookFiles.ts";
import { relayScript, writeRelayFiles } from "../agents/gateway/relayFiles.ts";
import type { HookAdmission } from "../agents/hooks/hookDoor.ts";
import type { HookFiles } from "../agents/gateway/hookFiles.ts";
import { GatewayService } from "../agents/gateway/gateway.ts";
import type { LoginShell } from "../servers/mcp/transports/loginShell.ts";
import type { ServersService } from "../servers/servers.ts";
import { agentPlaces } from "../agents/agentPlaces.ts";
import { ConfigFiles } from "../agents/configFiles.ts";
import { hostFiles } from "../agents/hostFiles.ts";
import type { RelayListener } from "../agents/gateway/relayListener.ts";
import type { WrapStore } from "../agents/wrapStore.ts";
import type { LoopbackRoom } from "../net/loopbackRoom.ts";
import type { Platform } from "./platform.ts";

export interface GatewayRoom {
  gateway: GatewayService;
  /** The files of hooks in the profile. */
  hookFiles: HookFiles;
  /** Opens the socket. Resolves to whether relays and hooks can connect. */
  serve(hooks: HookAdmission): Promise<boolean>;
  /** Ends the sessions of all hosts. */
  close(): Promise<void>;
}

export function openGateway({
  profile,
  store,
  nextStart,
  servers,
  loginShell,
  loopback,
  changed,
  fault,
}: {
  profile: string;
  store: WrapStore;
  nextStart: Platform["nextStart"];
  servers: ServersService;
  loginShell: LoginShell;
  loopback: LoopbackRoom;
  changed(): void;
  fault(failure: Failure): void;
}): GatewayRoom {
  const folder = path.join(profile, "gateway");
  const socket = socketOf(folder);
  const door = new HttpListener((greeting, host) => gateway.admit(greeting, host));
  loopback.add(door);
  const gateway = new GatewayService({
    store,
    configs: new ConfigFiles(),
    files: hostFiles,
    entries: new HostEntries({
      script: relayScript(folder),
      places: agentPlaces(loginShell),
      loopback,
      clock: { nowMs: Date.now, newId: randomUUID },
    }),
    servers,
    changed,
  });
  gateway.faults.forEach(fault);
  if (gateway.usesHttp()) {
    void loopback.base().then((base) => {
      if (!base.ok) fault(base.failure);
    });
  }
  const hooksFiles = hookFiles(folder, socket);
  let opening: Promise<RelayListener | null> = Promise.resolve(null);
  async function open(hooks: HookAdmission) {
    writeRelayFiles(folder, { socket, start: nextStart() });
    return openRelayListener(socket, gateway.admit, hooks);
  }
  return {
    gateway,
    hookFiles: hooksFiles,
    serve(hooks) {
      opening = open(hooks).catch((error: unknown) => {
        fault({
          kind: "gateway-closed",
          detail: error instanceof Error ? error.message : String(error),
        });
        return null;
      });
      return opening.then((opened) => {
        if (opened !== null) hooksFiles.opened();
        return opened !== null;
      });
    },
    async close() {
      await (await opening)?.close();
      await door.close();
    },
  };
}
