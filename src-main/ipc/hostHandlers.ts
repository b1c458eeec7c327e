// IPC handlers for hosts: one line per channel, calling the gateway.
import { ok } from "../../src-shared/outcome.ts";
import type { GatewayService } from "../services/gateway/gateway.ts";
import type { Handlers } from "./dispatch.ts";

export interface HostHandlerParts {
  gateway: GatewayService;
  /** A system dialog for a host's config file; null when the user cancelled. */
  pickHostFile(): Promise<string | null>;
}

export function hostHandlers({
  gateway,
  pickHostFile,
}: HostHandlerParts): Pick<Handlers, Extract<keyof Handlers, `hosts.${string}`>> {
  return {
    "hosts.look": async () => ok(await gateway.view()),
    "hosts.pick": async () => {
      const file = await pickHostFile();
      return ok(file === null ? null : await gateway.pick(file));
    },
    "hosts.previewWrap": (file, paths) => gateway.previewWrap(file, paths),
    "hosts.wrap": (file, paths, hash) => gateway.wrap(file, paths, hash),
    "hosts.previewUndo": (file) => gateway.previewUndo(file),
    "hosts.undo": (file, hash) => gateway.undo(file, hash),
    "hosts.connect": (serverId) => gateway.connectHost(serverId),
    "hosts.disconnect": (id) => gateway.disconnectHost(id),
  };
}
