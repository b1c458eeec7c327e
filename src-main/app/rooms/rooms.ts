// Builds the adapters and joins them to desk and services: the one place that knows every room.
import { randomUUID } from "node:crypto";
import path from "node:path";
import { app, safeStorage } from "electron";
import type { ModelRef } from "../../../src-shared/models/model.ts";
import type { HistoryImported } from "../../../src-shared/ledger/files.ts";
import type { Preparing } from "../../../src-shared/ipc/machine.ts";
import type { ServerView } from "../../../src-shared/servers/server.ts";
import type { Failure } from "../../../src-shared/outcome.ts";
import type { BudgetUse } from "../../../src-shared/policy/limits/budget.ts";
import { Desk } from "../../desk/core/desk.ts";
import type { DeskParts } from "../../desk/core/parts.ts";
import type { DeskAudience } from "../../desk/ports.ts";
import { createLoginShell } from "../../mcp/transports/loginShell.ts";
import { roadFetch } from "../../mcp/transports/road.ts";
import type { CallsService } from "../../services/calls/calls.ts";
import { chooseModel } from "../../services/models/chooseModel.ts";
import { ContextService } from "../../services/calls/context.ts";
import { DryRunService } from "../../services/rules/dryRun.ts";
import type { ForgettingService } from "../../services/record/forgetting.ts";
import type { RetentionService } from "../../services/record/retention.ts";
import type { FixturesService } from "../../services/rules/fixtures.ts";
import { HistoryService } from "../../services/record/history.ts";
import type { FileDialogs } from "../../services/record/historyFilePorts.ts";
import type { HistoryFilesService } from "../../services/record/historyFiles.ts";
import type { ImportingService } from "../../services/servers/importing.ts";
import type { LimitsService } from "../../services/rules/limits.ts";
import type { NetworkService } from "../../services/models/network.ts";
import type { LocalModelsService } from "../../services/models/localPorts.ts";
import { mayAsk } from "../../services/models/mayAsk.ts";
import { ReplayService } from "../../services/record/replay.ts";
import { costOf } from "../../services/record/spending.ts";
import type { SpendingStore } from "../../services/ports.ts";
import type { ModelsService } from "../../services/models/modelPorts.ts";
import { ElicitationsService } from "../../services/calls/elicitations.ts";
import type { DraftStore, Secrets, ServiceAudience } from "../../services/ports.ts";
import { RulesService } from "../../services/rules/rules.ts";
import { ServerHosts } from "../../services/servers/serverHosts.ts";
import type { ServersService } from "../../services/servers/servers.ts";
import type { SettingsService } from "../../services/settings.ts";
import type { VerifyService } from "../../services/record/verify.ts";
import type { TrafficService } from "../../services/servers/traffic.ts";
import { openAccepted } from "../../store/profile/accepted.ts";
import { openRules } from "../../store/profile/rules.ts";
import { openRuleUses } from "../../store/profile/ruleUses.ts";
import { openCipher } from "../../store/encryption/cipher.ts";
import { openOwnKey } from "../../store/encryption/ownKey.ts";
import { openSecrets } from "../../store/encryption/secrets.ts";
import { openKeeping } from "./keepingRoom.ts";
import { systemKeyStore } from "../system/keyStore.ts";
import { openLimits } from "./limitsRoom.ts";
import { openFixtures } from "./fixturesRoom.ts";
import { hasher, keyedHasher } from "./hasher.ts";
import { openModelsRoom } from "./modelsRoom.ts";
import { openRecord } from "./recordRoom.ts";
import { readyFiles } from "../start/readyFiles.ts";
import type { ReadyFiles } from "../start/readyFiles.ts";
import { openServices } from "./serverRooms.ts";
import { threadsOf } from "./threads.ts";

interface Audience {
  desk: DeskAudience;
  services: ServiceAudience;
}

/** What the rooms are built on. */
export interface Ground {
  /** The profile folder. */
  profile: string;
  settings: SettingsService;
  /** The folder of the built entries: this code itself may lie in a chunk below it. */
  entries: string;
  /** Who is told; `desk` gives the desk once it is there. */
  audience(desk: () => Desk): Audience;
  /** What is done before the rooms are open. */
  preparing(preparing: Preparing): void;
  /** The app ends. */
  ending: AbortSignal;
  fault(failure: Failure): void;
  /** A budget is nearly used up, or used up; `server` is null for that of all. */
  warnBudget(use: BudgetUse, server: string | null): void;
}

export interface Rooms {
  desk: Desk;
  secrets: Secrets;
  /** The record was opened with a key. */
  isEncrypted: boolean;
  drafts: DraftStore;
  models: ModelsService;
  network: NetworkService;
  localModels: LocalModelsService;
  servers: ServersService;
  traffic: TrafficService;
  calls: CallsService;
  context: ContextService;
  importing: ImportingService;
  elicitations: ElicitationsService;
  history: HistoryService;
  dryRuns: DryRunService;
  fixtures: FixturesService;
  limits: LimitsService;
  verifying: VerifyService;
  replay: ReplayService;
  /** Files of the record, by the system's own dialogs. */
  historyFiles(dialogs: FileDialogs): HistoryFilesService;
  historyImported(): HistoryImported | null;
  forgetting: ForgettingService;
  retention: RetentionService;
  rules: RulesService;
  /** What generations have cost, as the ledger has it. */
  spent: SpendingStore;
  /** Ends requests first, then connections, models and files. */
  close(): Promise<void>;
}

const clock = { nowMs: Date.now, newId: randomUUID };

/**
 * Opens every room on a profile, once its files are as the person wants them. Nothing is connected and no model is asked
 * yet. Null where the app ended meanwhile.
 */
export async function openRooms(ground: Ground): Promise<Rooms | null> {
  const { profile, entries, ending, preparing, fault } = ground;
  const file = path.join(profile, "secrets.json");
  const cipher = await openCipher(file, await systemKeyStore(safeStorage), fault);
  const secrets = openSecrets(file, cipher, fault);
  const { settings } = ground.settings;
  const ready = await readyFiles({
    ...{ profile, entries, secrets, settings, ending, preparing, fault },
  });
  return ending.aborted ? null : joinRooms(ground, secrets, ready);
}

function joinRooms(ground: Ground, secrets: Secrets, ready: ReadyFiles): Rooms {
  const inProfile = (name: string): string => path.join(ground.profile, name);
  const audience = ground.audience(() => desk);
  const record = openRecord({
    profile: ground.profile,
    entries: ground.entries,
    ...{ secrets, ready },
    settings: ground.settings,
    audience: audience.services,
    fault: ground.fault,
  });
  const { ledger, media, spending, drafts, history } = record;
  const keyed = keyedHasher(openOwnKey(ground.profile, secrets, ground.fault));
  const threads = threadsOf(ground.entries);
  const loginShell = createLoginShell();
  const modelsRoom = openModelsRoom({
    profile: ground.profile,
    entries: ground.entries,
    ...{ secrets, spending, loginShell, clock, keyed },
    audience: audience.services,
    fault: ground.fault,
  });
  const { models, network, localModels, room: modelRoom, ways } = modelsRoom;
  const fixtures = openFixtures(
    { profile: ground.profile, secrets },
    app.getVersion(),
    history.own,
    audience.services,
    ground.fault,
  );
  const limits = openLimits({
    ...{ desk: () => desk, servers: () => services.servers, ledger, spending, nowMs: clock.nowMs },
    settings: ground.settings,
    told: { changed: (view) => audience.services.limitsChanged(view), warn: ground.warnBudget },
  });
  const rules = new RulesService({
    store: openRules(inProfile("rules.json")),
    uses: openRuleUses(inProfile("rule-uses.json")),
    accepted: openAccepted(ground.profile, "rules", secrets),
    changed: () => audience.services.rulesChanged(rules.view()),
  });
  const serverHosts = new ServerHosts(() => services.servers.views());
  /** What is asked about models with each request. */
  const asks: Pick<DeskParts, "chooseModel" | "costOf" | "mayAsk"> = {
    chooseModel: ({ asker }, document) =>
      chooseModel(models.latest(), services.servers.policyOf(asker.serverId), document),
    costOf: (model, usage) => costOf(models.latest(), model, usage),
    mayAsk(serverId, model) {
      const { providers } = models.latest();
      const switches = { providers, isEnabled: (ref: ModelRef) => models.isEnabled(ref) };
      // Asked with every decision: the policy alone, no view of all servers.
      const asker = { id: serverId, policy: services.servers.policyOf(serverId) };
      return mayAsk([asker], switches, serverId, model);
    },
  };
  const desk = new Desk({
    ...asks,
    limits: limits.source,
    fixtures,
    ledger,
    media,
    generator: modelRoom.generator,
    hasher,
    clock,
    inspector: threads.inspector,
    audience: {
      ...audience.desk,
      sampleReplied: (id) => drafts.forget(id),
    },
    isTypedFor: (id) => drafts.forSample(id).length > 0,
    masterSwitch: ground.settings.masterSwitch,
    rules,
    serverStanding: (serverId) => services.servers.standing(serverId),
    controlOf: (serverId) => services.servers.policyOf(serverId).control,
    candidatesAtOnce: () => ground.settings.settings.candidatesAtOnce,
    findingsOff: () => ground.settings.settings.findingsOff,
    serverHosts: () => serverHosts.list(),
    async usualOf(serverId) {
      const read = await history.own.read("usual", serverId);
      return read.ok ? read.value : [];
    },
  });
  const elicitations = new ElicitationsService({
    recorder: desk.recorder,
    clock,
    audience: audience.services,
    stopped: (serverId) => desk.switchOf(serverId) === "stopped",
  });
  const told = {
    ...audience.services,
    serverChanged(server: ServerView) {
      audience.services.serverChanged(server);
      limits.service.changed();
      serverHosts.changed();
    },
    serverRemoved(id: string) {
      audience.services.serverRemoved(id);
      serverHosts.changed();
    },
  };
  const services = openServices(ground, told, {
    desk,
    secrets,
    commandHasher: keyed,
    elicitations,
    loginShell,
    texts: threads.texts,
    send: roadFetch((url) => ways.road(url)),
  });
  record.begin();
  const keeping = openKeeping({
    serverFaults: services.servers.faults,
    profile: ground.profile,
    entries: ground.entries,
    store: record.forgetting,
    record: record.where,
    audience: audience.services,
    dismiss(sampleId) {
      desk.dismiss(sampleId);
      drafts.forget(sampleId);
      elicitations.forget(sampleId);
    },
    isBusy: (id) => desk.runs(id) || elicitations.isOpen(id),
    questions: () => elicitations.openIds(),
    rules: () => ({
      usual: ground.settings.settings.retention,
      own: services.servers
        .views()
        .flatMap(({ id, policy: { retention } }) =>
          retention === null ? [] : [{ serverId: id, retention }],
        ),
    }),
    fault: ground.fault,
  });
  return {
    desk,
    secrets,
    isEncrypted: ready.key !== null,
    drafts,
    models,
    network,
    localModels,
    spent: spending,
    limits: limits.service,
    ...services,
    context: new ContextService({
      sample: (id) => desk.sample(id),
      samples: () => desk.samples(),
      servers: () => services.servers.views(),
      runs: () => services.calls.views(),
      secrets: () => secrets.everything(),
      named: () => services.servers.secretValues(),
      hasher,
    }),
    elicitations,
    history: new HistoryService({ index: history.source }),
    dryRuns: new DryRunService(history.own, (id) => services.servers.standing(id)),
    fixtures,
    verifying: record.verifying,
    forgetting: keeping.forgetting,
    retention: keeping.retention,
    rules,
    replay: new ReplayService({
      index: history.own,
      desk,
      masterSwitch: (serverId) => desk.switchOf(serverId),
      servers: () => services.servers.views(),
      call: (serverId, kind, name, args) => services.calls.start(serverId, kind, name, args),
    }),
    historyImported: () => history.source.imported,
    historyFiles: history.files,
    async close() {
      record.stopVerifying();
      fixtures.close();
      rules.close();
      keeping.close();
      limits.service.close();
      await desk.close();
      await history.close();
      await services.servers.close();
      await threads.close();
      await models.close();
      modelRoom.close();
      record.close(() => keeping.forgetting.purgeOwed());
    },
  };
}
