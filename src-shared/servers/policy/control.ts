// Combines the mode at the top of the window with a server's own setting.
import type { MasterSwitch } from "../../settings/settings.ts";
import type { ServerPolicy } from "./policy.ts";

const STRICTNESS: Record<ServerPolicy["control"], number> = {
  "as-set": 0,
  rules: 0,
  review: 1,
  stopped: 2,
};

/** The stricter of two servers' or programs' settings. */
export const stricterControl = (
  one: ServerPolicy["control"],
  other: ServerPolicy["control"],
): ServerPolicy["control"] => (STRICTNESS[other] > STRICTNESS[one] ? other : one);

/** The stricter of the two: a server's own setting never loosens the mode. */
export const effectiveSwitch = (master: MasterSwitch, own: ServerPolicy["control"]): MasterSwitch =>
  own !== "as-set" && STRICTNESS[own] > STRICTNESS[master] ? own : master;
