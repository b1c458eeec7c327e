// Combines the mode at the top of the window with a server's own setting.
import type { MasterSwitch } from "../../settings/settings.ts";
import type { ServerPolicy } from "./policy.ts";

const STRICTNESS: Record<MasterSwitch, number> = { rules: 0, review: 1, stopped: 2 };

/** The stricter of the two: a server's own setting never loosens the mode. */
export const effectiveSwitch = (master: MasterSwitch, own: ServerPolicy["control"]): MasterSwitch =>
  own !== "as-set" && STRICTNESS[own] > STRICTNESS[master] ? own : master;
