// Dependencies of the gateway.
import type { ServersService } from "../../servers/servers.ts";
import type { Clock } from "../../core/ports.ts";
import type { ConfigFiles } from "../../servicePorts.ts";
import type { HostSessions } from "../../servers/hostSessions.ts";
import type { Tokens } from "../../profile/tokens.ts";
import type { HostFiles, HttpEndpoint, RelayStart, WrapStore } from "../../servers/gatewayPorts.ts";

export interface GatewayParts {
  store: WrapStore;
  configs: ConfigFiles;
  files: HostFiles;
  tokens: Tokens;
  relay: RelayStart;
  http: HttpEndpoint;
  servers: Pick<ServersService, "views" | "add" | "update" | "withEndpoint"> & {
    sessions: Pick<HostSessions, "ask" | "open">;
  };
  clock: Pick<Clock, "nowMs" | "newId">;
  /** A session started or ended, or a host's file was changed. */
  changed(): void;
}
