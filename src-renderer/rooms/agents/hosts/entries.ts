// The entries of hosts' configs.
import type { HostServerView } from "#shared/gateway/gatewayView.ts";

/** Whether it can go through Countersign now. */
export const canWrap = ({ state, notWrappable }: HostServerView): boolean =>
  notWrappable === undefined && (state === "direct" || state === "drifted");
