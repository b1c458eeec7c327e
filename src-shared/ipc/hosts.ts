// IPC channels of hosts and their servers.
import { z } from "zod";
import type { GatewayView, HostChange, HostEntryTexts } from "../gateway/gatewayView.ts";
import { act, dialog, read } from "./effects.ts";

const file = z.string().min(1).max(4096);
const id = z.string().max(200);
const hash = z.string().max(64);
const paths = z
  .array(
    z
      .array(z.union([z.string(), z.number()]))
      .min(1)
      .max(20),
  )
  .min(1)
  .max(200);

export const hostsChannels = {
  "hosts.look": read(),
  "hosts.pick": dialog(),
  "hosts.previewWrap": read(file, paths),
  /** Changes the file only if it still has this hash. */
  "hosts.wrap": act(file, paths, hash),
  "hosts.previewUndo": read(file),
  "hosts.undo": act(file, hash),
  /** Makes an entry by which another host reaches this server. */
  "hosts.connect": act(id),
  "hosts.disconnect": act(id),
} as const;

export interface HostsResults {
  "hosts.look": GatewayView;
  /** Opens a dialog for a config file; null if the user cancelled. */
  "hosts.pick": GatewayView | null;
  "hosts.previewWrap": HostChange;
  /** Returns the servers' ids, so that the user can review those that need confirmation. */
  "hosts.wrap": string[];
  "hosts.previewUndo": HostChange;
  "hosts.undo": null;
  "hosts.connect": HostEntryTexts;
  "hosts.disconnect": null;
}
