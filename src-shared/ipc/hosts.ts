// The channels about hosts and their servers: a part of the contract.
import { z } from "zod";
import type { GatewayView, HostChange } from "../gateway/gatewayView.ts";
import { act, dialog, read } from "./effects.ts";

const file = z.string().min(1).max(4096);
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
  /** Changes exactly the file that `hash` stands for. */
  "hosts.wrap": act(file, paths, hash),
  "hosts.previewUndo": read(file),
  "hosts.undo": act(file, hash),
} as const;

export interface HostsResults {
  "hosts.look": GatewayView;
  /** The system asks for a config file; null when the user picked none. */
  "hosts.pick": GatewayView | null;
  "hosts.previewWrap": HostChange;
  /** The ids of the servers, to review those that need approval. */
  "hosts.wrap": string[];
  "hosts.previewUndo": HostChange;
  "hosts.undo": null;
}
