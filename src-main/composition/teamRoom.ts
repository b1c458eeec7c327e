// The team's service with its adapters: PostgreSQL, the profile's files, the desk.
import path from "node:path";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure } from "#shared/outcome.ts";
import type { ServerPolicy } from "#shared/servers/policy/policy.ts";
import type { Desk } from "../core/desk/desk.ts";
import type { MediaStore } from "../core/ports.ts";
import type { Audience } from "../audience.ts";
import type { Secrets } from "../profile/encryption/secrets.ts";
import { readFile } from "../models/net/trust.ts";
import { modelsToOffer } from "../models/chooseModel.ts";
import type { ModelsService } from "../models/models.ts";
import { openTeamSettings, TeamService } from "../team/team.ts";

interface TeamDeps {
  profile: string;
  secrets: Secrets;
  media: Pick<MediaStore, "text">;
  models: Pick<ModelsService, "latest">;
  /** Of a server or program. */
  policyOf(id: string): ServerPolicy;
  desk(): Desk;
  /** Every request is the team's, as nobody is at this desk. */
  unattended?: boolean;
  audience: Audience;
  fault(failure: Failure): void;
}

export function openTeam(deps: TeamDeps): TeamService {
  const { profile, secrets, media, models, desk, unattended = false, audience, fault } = deps;
  const team = new TeamService({
    store: openTeamSettings(path.join(profile, "team.json")),
    secrets,
    readAuthorities: certificatesIn,
    desk,
    takesAll: unattended,
    mediumText: (id, ref) => media.text(id, ref),
    offered: (request) =>
      modelsToOffer(models.latest(), deps.policyOf(request.requester.serverId), request),
    changed: () => audience.set("team", () => team.view()),
    fault,
  });
  team.faults.forEach(fault);
  return team;
}

function certificatesIn(file: string) {
  const { view, certificates } = readFile(file, { kind: "person" });
  return view.fault === null
    ? ok(certificates.join("\n"))
    : fail<Failure>({ kind: "certificate-unusable", file, reason: view.fault });
}
