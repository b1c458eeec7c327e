// What the window may do with the team: one line per channel.
import { ok } from "#shared/outcome.ts";
import type { Handlers } from "../ipc/dispatch.ts";
import type { TeamService } from "./team.ts";

/** @param pickCertificate a system dialog for a file of certificates; null when the user cancelled */
export function teamHandlers(
  team: TeamService,
  pickCertificate: () => Promise<string | null>,
): Pick<Handlers, Extract<keyof Handlers, `team.${string}`>> {
  return {
    "team.join": (settings, password) => team.join(settings, password),
    "team.leave": () => team.leave(),
    "team.pickAuthorities": async () => ok(await pickCertificate()),
    "team.setMode": (kind) => team.setMode(kind),
    "team.policy": () => team.policy(),
    "team.setPolicy": (policy, version) => team.setPolicy(policy, version),
    "team.setUp": () => team.setUp(),
    "team.claim": (id) => team.requests.claim(id),
    "team.release": (id) => team.requests.release(id),
    "team.proposed": (id) => team.proposed(id),
  };
}
