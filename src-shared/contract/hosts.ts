// IPC channels of hosts and their servers.
import { z } from "zod";
import type { GatewayView, HostEntryTexts } from "../agents/gateway/gatewayView.ts";
import { act, dialog, read } from "./effects.ts";

const id = z.string().max(200);

export const hostsChannels = {
  "hosts.look": read(),
  "hosts.pick": dialog(),
  /** Makes an entry by which another host reaches this server. */
  "hosts.connect": act(id),
  "hosts.disconnect": act(id),
} as const;

export interface HostsResults {
  "hosts.look": GatewayView;
  /** Opens a dialog for a config file; null if the user cancelled. */
  "hosts.pick": GatewayView | null;
  "hosts.connect": HostEntryTexts;
  "hosts.disconnect": null;
}
