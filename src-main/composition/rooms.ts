// Builds the adapters and services and connects them to the desk. The only module that knows every room.
import { randomUUID } from "node:crypto";
import path from "node:path";
import type { Preparing } from "#shared/contract/machine.ts";
import type { Known } from "#shared/ledger/verification.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { BudgetUse } from "#shared/rules/limits/budget.ts";
import type { Desk } from "../core/desk/desk.ts";
import type { DeskListener } from "../core/ports.ts";
import { routedFetch } from "../servers/mcp/transports/networkRoute.ts";
import type { CallsService } from "../servers/calls/calls.ts";
import { ContextService } from "../servers/calls/context.ts";
import { DryRunService } from "../history/dryRunService.ts";
import type { ContentDeletion } from "../history/contentDeletion.ts";
import type { RetentionRules, RetentionService } from "../history/retention.ts";
import { FixturesService } from "../rules/fixtures.ts";
import { base64Facts } from "../history/ledger/base64.ts";
import type { HistoryThread } from "../history/historyThread.ts";
import type { FileDialogs } from "../history/historyFiles.ts";
import type { HistoryFilesService } from "../history/historyFiles.ts";
import type { ImportingService } from "../servers/importing.ts";
import type { LimitsService } from "../rules/limits.ts";
import type { NetworkService } from "../models/net/networkService.ts";
import type { LocalModelsService } from "../models/local/localService.ts";
import { ReplayService } from "../history/replay.ts";
import type { Spending } from "../history/ledger/ledger.ts";
import type { Drafts } from "../history/drafts.ts";
import type { ModelsService } from "../models/models.ts";
import { openModels } from "../models/open.ts";
import type { Audience } from "../audience.ts";
import { RulesService } from "../rules/rules.ts";
import { ServerHosts } from "../servers/serverHosts.ts";
import type { ServersService } from "../servers/servers.ts";
import type { SettingsService } from "../profile/settings.ts";
import type { Verifier } from "../history/verify/verifier.ts";
import type { TrafficService } from "../servers/traffic.ts";
import { openCipher } from "../profile/encryption/cipher.ts";
import { openOwnKey } from "../profile/encryption/ownKey.ts";
import { Secrets } from "../profile/encryption/secrets.ts";
import { openRetention } from "./retentionRoom.ts";
import { openAgentDoors, openAgentsRoom } from "./agentsRoom.ts";
import { openHooksRoom } from "./hooksRoom.ts";
import type { HeldActions } from "../agents/hooks/heldActions.ts";
import { openGateway } from "./gatewayRoom.ts";
import { openProgramsRoom } from "./programsRoom.ts";
import type { ProgramsService } from "../programs/programs.ts";
import type { AgentDoors } from "../agents/agentDoors.ts";
import type { AgentsService } from "../agents/agents.ts";
import type { GatewayService } from "../agents/gateway/gateway.ts";
import { openLimits } from "./limitsRoom.ts";
import { openDesk } from "./deskRoom.ts";
import { hasher, keyedHasher } from "../profile/hasher.ts";
import { openTeam } from "./teamRoom.ts";
import type { TeamService } from "../team/team.ts";
import { openLoopbackRoom } from "../net/loopbackRoom.ts";
import type { Platform } from "./platform.ts";
import { openRecord } from "./recordRoom.ts";
import { readyFiles, type ReadyFiles } from "./readyFiles.ts";
import { openServices, pushPrograms, serversAudience } from "./serverRooms.ts";
import { profileStores, type OpenStores } from "./stores.ts";
import { threadsOf } from "./threads.ts";

/** What the rooms are built from. */
export interface RoomsDeps {
  platform: Platform;
  /** The profile folder. */
  profile: string;
  /** Where the configuration lies; absent: in the profile. */
  stores?: OpenStores;
  /** Nobody is there: what rules and fixtures leave to the user is refused. Absent: the user decides. */
  unattended?: boolean;
  /** The HTTP port for hosts and programs; absent: the one of earlier runs. */
  port?: number;
  settings: SettingsService;
  /**
   * The folder of the built entries. Not derived from this module, as it may be bundled into a chunk in a subfolder.
   */
  entries: string;
  audience: Audience;
  /** Hears of requests; `desk` can be read once the rooms are open. */
  deskListener(desk: () => Desk): DeskListener;
  /** Reports progress before the rooms are open. */
  preparing(preparing: Preparing): void;
  /** Aborted when the app quits. */
  ending: AbortSignal;
  fault(failure: Failure): void;
  /** A budget is nearly or entirely used up. `server` null: the shared budget. */
  warnBudget(use: BudgetUse, server: string | null): void;
}

export interface Rooms {
  desk: Desk;
  secrets: Secrets;
  /** Whether the ledger was opened with a key. */
  isEncrypted: boolean;
  drafts: Drafts;
  models: ModelsService;
  network: NetworkService;
  localModels: LocalModelsService;
  servers: ServersService;
  traffic: TrafficService;
  calls: CallsService;
  context: ContextService;
  importing: ImportingService;
  gateway: GatewayService;
  agents: AgentsService;
  doors: AgentDoors;
  /** Actions of agents that are pending. */
  actions: HeldActions;
  programs: ProgramsService;
  history: HistoryThread;
  dryRuns: DryRunService;
  fixtures: FixturesService;
  limits: LimitsService;
  verifying: Verifier;
  replay: ReplayService;
  /** Export, with the system's file dialogs. */
  historyFiles(dialogs: FileDialogs): HistoryFilesService;
  deletion: ContentDeletion;
  retention: RetentionService;
  rules: RulesService;
  team: TeamService;
  /** The key that signed the ledger and its last signed row. */
  signed(): Known;
  /** Whether hosts can connect; resolves once it is known. */
  listening: Promise<boolean>;
  /** The address of the port for hosts and programs; opens it. */
  address(): Promise<Outcome<string, Failure>>;
  /** Cost of past generations, from the ledger. */
  spent: Spending;
  /** Ends requests first, then connections, models and files. */
  close(): Promise<void>;
}

const clock = { nowMs: Date.now, newId: randomUUID };

/**
 * Prepares the profile's files and opens every room. Connects nothing and asks no model. Null when the app quits
 * meanwhile.
 */
export async function openRooms(deps: RoomsDeps): Promise<Rooms | null> {
  const { profile, entries, ending, preparing, fault } = deps;
  const file = path.join(profile, "secrets.json");
  const cipher = await openCipher(file, await deps.platform.keyStore(), fault);
  const secrets = new Secrets(file, cipher, fault);
  const { settings } = deps.settings;
  const ready = await readyFiles({
    profile,
    entries,
    secrets,
    settings,
    ending,
    preparing,
    fault,
  });
  return ending.aborted ? null : roomsOf(joinRooms(deps, secrets, ready));
}

/** Creates the services in the order of their dependencies. */
function joinRooms(deps: RoomsDeps, secrets: Secrets, ready: ReadyFiles) {
  const { platform, profile, entries, settings, fault } = deps;
  const { audience } = deps;
  const hostsChanged = (): void => audience.pushLatest("hosts", () => ({ kind: "hosts-changed" }));
  const record = openRecord({
    profile,
    entries,
    secrets,
    ready,
    settings,
    fault,
    audience,
  });
  const { ledger, spending, drafts } = record;
  const keyed = keyedHasher(openOwnKey(profile, secrets, fault));
  const stores = (deps.stores ?? profileStores)(profile, secrets, keyed);
  const threads = threadsOf(entries);
  const models = openModels({
    stores,
    secrets,
    keyed,
    spentSince: (day) => spending.since(day),
    environment: {
      peek: platform.variable,
      read: async (name) => platform.variable(name) ?? (await platform.loginShell.variable(name)),
    },
    askSystem: platform.askSystem,
    folders: platform.modelFolders(profile),
    startEngine: () => platform.startEngine(path.join(entries, "engine.js")),
    audience,
    clock,
    fault,
  });
  const fixtures: FixturesService = new FixturesService({
    store: stores.fixtures,
    accepted: stores.acceptedFixtures,
    hasher,
    mediaFacts: base64Facts,
    changed: () => audience.set("fixtures", () => fixtures.view()),
    fault,
  });
  // In the background; until then nothing matches.
  void fixtures.read();
  const loopback = openLoopbackRoom(path.join(profile, "loopback.json"), deps.port);
  const programsRoom = openProgramsRoom({
    store: stores.programs,
    loopback,
    fault,
    models: models.models,
    servers: () => services.servers,
    changed() {
      pushPrograms(audience, programs);
      // Their budgets may have changed as well.
      limits.service.changed();
    },
    agentCalled: hostsChanged,
    note: (kind, facts) => ledger.note(kind, facts, clock.nowMs()),
  });
  const { programs } = programsRoom;
  const limits = openLimits({
    desk: () => desk,
    servers: () => services.servers,
    ledger,
    spending,
    nowMs: clock.nowMs,
    settings,
    programs,
    audience: { changed: (view) => audience.set("limits", () => view), warn: deps.warnBudget },
  });
  const rules = new RulesService({
    store: stores.rules,
    uses: stores.ruleUses,
    accepted: stores.acceptedRules,
    changed: () => audience.set("rules", () => rules.view()),
  });
  const serverHosts = new ServerHosts(() => services.servers.views());
  const team = openTeam({
    ...deps,
    secrets,
    media: record.media,
    desk: () => desk,
    audience,
    models: models.models,
    policyOf: (id) => programs.policyOf(id) ?? services.servers.policyOf(id),
  });
  const desk = openDesk({
    team,
    listener: deps.deskListener(() => desk),
    record,
    models,
    threads,
    fixtures,
    limits,
    rules,
    serverHosts,
    clock,
    settings,
    programs,
    unattended: deps.unattended ?? false,
    servers: () => services.servers,
    agents: () => agents,
  });
  const services = openServices(
    deps,
    stores,
    serversAudience(audience, limits.service, serverHosts, programs),
    {
      audience,
      desk,
      secrets,
      commandHasher: keyed,
      texts: threads.texts,
      removed: programsRoom.removeOf,
      note: (kind, facts) => ledger.note(kind, facts, clock.nowMs()),
      send: routedFetch((url) => models.agentFor(url)),
    },
  );
  const gatewayRoom = openGateway({
    profile,
    fault,
    loopback,
    loginShell: platform.loginShell,
    store: stores.wraps,
    nextStart: platform.nextStart,
    servers: services.servers,
    changed: hostsChanged,
  });
  const agents: AgentsService = openAgentsRoom({
    loopback,
    fault,
    store: stores.agents,
    hooks: gatewayRoom.hookFiles,
    loginShell: platform.loginShell,
    changed: hostsChanged,
    note: (kind, facts) => ledger.note(kind, facts, clock.nowMs()),
  });
  const doors = openAgentDoors({
    agents,
    programs,
    fault,
    gateway: gatewayRoom.gateway,
    loopback,
    originals: stores.originals,
    changed: hostsChanged,
  });
  const actions = openHooksRoom({
    profile,
    hookFiles: gatewayRoom.hookFiles,
    desk,
    agents,
    gateway: gatewayRoom.gateway,
    loopback,
    fault,
    note: (kind, facts) => ledger.note(kind, facts, clock.nowMs()),
  });
  const listening = gatewayRoom.serve(actions.hear);
  void listening.then(() => agents.open());
  programsRoom.serve(desk);
  record.begin();
  const retention = openRetention({
    profile,
    entries,
    fault,
    serverFaults: services.servers.faults,
    store: record.deletion,
    record: record.where,
    audience,
    dismiss(requestId) {
      desk.dismiss(requestId);
      drafts.drop(requestId);
    },
    isBusy: (id) => desk.isRunning(id),
    rules: () => retentionRules(settings, services.servers),
  });
  return {
    ready,
    secrets,
    record,
    models,
    threads,
    fixtures,
    limits,
    rules,
    team,
    desk,
    services,
    retention,
    gatewayRoom,
    agents,
    doors,
    actions,
    listening,
    programsRoom,
    loopback,
  };
}

/** The rooms as the rest of the app sees them. */
function roomsOf(joined: ReturnType<typeof joinRooms>): Rooms {
  const { secrets, record, threads, fixtures, limits, rules, team } = joined;
  const { desk, services, retention, gatewayRoom, programsRoom, loopback } = joined;
  const { drafts, history } = record;
  const { models, network, localModels } = joined.models;
  return {
    desk,
    secrets,
    isEncrypted: joined.ready.key !== null,
    drafts,
    models,
    network,
    localModels,
    spent: record.spending,
    signed: record.signed,
    listening: joined.listening,
    address: () => loopback.base(),
    limits: limits.service,
    ...services,
    gateway: gatewayRoom.gateway,
    agents: joined.agents,
    doors: joined.doors,
    actions: joined.actions,
    programs: programsRoom.programs,
    context: new ContextService({
      desk,
      secrets,
      hasher,
      servers: services.servers,
      calls: services.calls,
    }),
    history: history.index,
    dryRuns: new DryRunService(
      history.index,
      (id) =>
        programsRoom.programs.standing(id) ??
        joined.agents.standing(id) ??
        services.servers.standing(id),
    ),
    fixtures,
    verifying: record.verifying,
    deletion: retention.deletion,
    retention: retention.retention,
    rules,
    team,
    replay: new ReplayService({
      index: history.index,
      desk,
      masterSwitch: (serverId) => desk.switchOf(serverId),
      servers: () => services.servers.views(),
      call: (serverId, kind, name, args) => services.calls.start(serverId, kind, name, args),
    }),
    historyFiles: history.files,
    async close() {
      // Done first: if the later steps take too long, quitting cuts them off.
      services.servers.finishRemoval();
      record.stopVerifying();
      fixtures.close();
      rules.close();
      retention.close();
      limits.service.close();
      await desk.close();
      await team.close();
      await joined.doors.close();
      await joined.agents.close();
      await gatewayRoom.close();
      await programsRoom.close();
      await history.close();
      await services.servers.close();
      await threads.close();
      await joined.models.close();
      record.close(() => retention.deletion.purgeOwed());
    },
  };
}

/** Retention rules: the user's general one, and those of servers with their own. */
const retentionRules = (settings: SettingsService, servers: ServersService): RetentionRules => ({
  usual: settings.settings.retention,
  own: [...servers.views(), ...servers.removed()].flatMap(({ id, policy: { retention } }) =>
    retention === null ? [] : [{ serverId: id, retention }],
  ),
});
