// Creates the desk with its adapters.
import type { ModelRef } from "#shared/models/model.ts";
import { Desk } from "../core/desk/desk.ts";
import { Unattended } from "../core/admission/unattended.ts";
import type { DeskDeps } from "../core/desk/deskDeps.ts";
import type { DeskListener } from "../core/ports.ts";
import { chooseModel } from "../models/chooseModel.ts";
import { checkModelAllowed } from "../models/modelAllowed.ts";
import type { OpenedModels } from "../models/open.ts";
import { costOf, longestOutputOf } from "../history/spending.ts";
import type { TeamService } from "../team/team.ts";
import type { RulesService } from "../rules/rules.ts";
import type { ServerHosts } from "../servers/serverHosts.ts";
import type { AgentsService } from "../agents/agents.ts";
import type { ProgramsService } from "../programs/programs.ts";
import type { ServerPolicy } from "#shared/servers/policy/policy.ts";
import type { ServersService } from "../servers/servers.ts";
import type { SettingsService } from "../profile/settings.ts";
import type { FixturesService } from "../rules/fixtures.ts";
import { hasher } from "../profile/hasher.ts";
import type { openLimits } from "./limitsRoom.ts";
import type { openRecord } from "./recordRoom.ts";
import type { Threads } from "./threads.ts";

interface DeskParts {
  settings: SettingsService;
  /** Hears of requests. */
  listener: DeskListener;
  record: ReturnType<typeof openRecord>;
  models: OpenedModels;
  threads: Threads;
  fixtures: FixturesService;
  limits: ReturnType<typeof openLimits>;
  rules: RulesService;
  team: TeamService;
  serverHosts: ServerHosts;
  programs: ProgramsService;
  /** Created after the desk, as they send requests to it. */
  servers(): ServersService;
  agents(): AgentsService;
  clock: DeskDeps["clock"];
  /** Nobody decides: what rules and fixtures leave to the user is refused. */
  unattended: boolean;
}

export function openDesk(deps: DeskParts): Desk {
  const { settings, listener, threads, fixtures, limits, rules, serverHosts, clock } = deps;
  const { programs, servers, agents, team } = deps;
  /** Of a server or program. */
  const policyOf = (id: string): ServerPolicy => programs.policyOf(id) ?? servers().policyOf(id);
  const { ledger, media, drafts } = deps.record;
  const { models, generator } = deps.models;
  /** What the desk needs to know about models. */
  const asks: Pick<DeskDeps, "chooseModel" | "costOf" | "longestOutputOf" | "checkModel"> = {
    chooseModel: ({ requester }, document) =>
      chooseModel(models.latest(), policyOf(requester.serverId), document),
    costOf: (model, usage) => costOf(models.latest(), model, usage),
    longestOutputOf: (model) => longestOutputOf(models.latest(), model),
    checkModel(serverId, model) {
      const { providers } = models.latest();
      const switches = { providers, isEnabled: (ref: ModelRef) => models.isEnabled(ref) };
      // Asked for every decision: building views of all servers would be wasteful.
      const requester = { id: serverId, policy: policyOf(serverId) };
      return checkModelAllowed([requester], switches, serverId, model);
    },
  };
  const nobody = deps.unattended ? new Unattended(() => desk) : null;
  const desk: Desk = new Desk({
    ...asks,
    limits: limits.source,
    fixtures,
    ledger,
    media,
    generator,
    hasher,
    clock,
    inspector: threads.inspector,
    audience: {
      ...listener,
      requestChanged(id) {
        listener.requestChanged(id);
        if (!team.requests.isTeams(id)) nobody?.changed(id);
      },
      requestReplied: (id) => drafts.drop(id),
    },
    hasDraft: (id) => drafts.forRequest(id).length > 0,
    masterSwitch: settings.masterSwitch,
    rules,
    team: team.requests,
    teamRules: (id, goesThere) => team.rulesFor(id, goesThere),
    serverStanding: (id) =>
      programs.standing(id) ?? agents().standing(id) ?? servers().standing(id),
    permissionOf: (id) => programs.permissionOf(id),
    controlOf: (id) => policyOf(id).control,
    candidatesAtOnce: () => settings.settings.candidatesAtOnce,
    findingsOff: () => settings.settings.findingsOff,
    serverHosts: () => serverHosts.list(),
  });
  return desk;
}
