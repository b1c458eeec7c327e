// Who decides about one server's requests: where the master switch stands, made stricter by what holds for the server.
import type { MasterSwitch } from "../../settings/settings.ts";
import type { ServerPolicy } from "./policy.ts";

const STRICTNESS: Record<MasterSwitch, number> = { rules: 0, review: 1, stopped: 2 };

/** The stricter of the two: a server is never looser than the master switch. */
export const effectiveSwitch = (master: MasterSwitch, own: ServerPolicy["control"]): MasterSwitch =>
  own !== "as-set" && STRICTNESS[own] > STRICTNESS[master] ? own : master;
