// Dependencies of the gateway.
import type { Failure, Outcome } from "../../../src-shared/outcome.ts";
import type { ImportedServer } from "../../../src-shared/servers/config/importConfig.ts";
import type { ServerView } from "../../../src-shared/servers/server.ts";
import type { Clock } from "../../desk/ports.ts";
import type { ConfigFiles } from "../ports.ts";
import type { HostSessions } from "../servers/hostSessions.ts";
import type { HostFiles, HttpEndpoint, RelayStart, Tokens, WrapStore } from "./gatewayPorts.ts";

export interface GatewayParts {
  store: WrapStore;
  configs: ConfigFiles;
  files: HostFiles;
  tokens: Tokens;
  relay: RelayStart;
  http: HttpEndpoint;
  servers: {
    views(): ServerView[];
    add(input: ImportedServer["input"], enabled: boolean): Outcome<string, Failure>;
    sessions: Pick<HostSessions, "ask" | "count" | "open">;
  };
  clock: Pick<Clock, "nowMs" | "newId">;
  /** A session started or ended, or a host's file was changed. */
  changed(): void;
}
