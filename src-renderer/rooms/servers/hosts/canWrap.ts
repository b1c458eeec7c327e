// Which servers of a host can go through Countersign now.
import type { HostServerView } from "#shared/gateway/gatewayView.ts";

export const canWrap = ({ state, notWrappable }: HostServerView): boolean =>
  notWrappable === undefined && (state === "direct" || state === "drifted");
