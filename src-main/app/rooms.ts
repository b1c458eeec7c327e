// Builds the adapters and joins them to desk and services: the one place that knows every room.
import { randomUUID } from "node:crypto";
import path from "node:path";
import { app } from "electron";
import type { ModelRef } from "../../src-shared/models/model.ts";
import type { HistoryImported } from "../../src-shared/ledger/files.ts";
import type { ServerView } from "../../src-shared/servers/server.ts";
import type { Failure } from "../../src-shared/outcome.ts";
import type { BudgetUse } from "../../src-shared/policy/budget.ts";
import { VerifierThread } from "../background/verifier.ts";
import { Desk } from "../desk/desk.ts";
import type { DeskAudience } from "../desk/ports.ts";
import { createLoginShell } from "../mcp/loginShell.ts";
import { roadFetch } from "../mcp/road.ts";
import type { CallsService } from "../services/calls.ts";
import { chooseModel } from "../services/chooseModel.ts";
import { ContextService } from "../services/context.ts";
import { DryRunService } from "../services/dryRun.ts";
import { ForgettingService } from "../services/forgetting.ts";
import type { FixturesService } from "../services/fixtures.ts";
import { HistoryService } from "../services/history.ts";
import type { FileDialogs } from "../services/historyFilePorts.ts";
import type { HistoryFilesService } from "../services/historyFiles.ts";
import type { ImportingService } from "../services/importing.ts";
import type { LimitsService } from "../services/limits.ts";
import type { NetworkService } from "../services/network.ts";
import type { LocalModelsService } from "../services/localPorts.ts";
import { mayAsk } from "../services/mayAsk.ts";
import { ReplayService } from "../services/replay.ts";
import { costOf } from "../services/spending.ts";
import type { SpendingStore } from "../services/ports.ts";
import type { ModelsService } from "../services/modelPorts.ts";
import { ElicitationsService } from "../services/elicitations.ts";
import type { DraftStore, Secrets, ServiceAudience } from "../services/ports.ts";
import { RulesService } from "../services/rules.ts";
import type { ServersService } from "../services/servers.ts";
import type { SettingsService } from "../services/settings.ts";
import { VerifyService } from "../services/verify.ts";
import type { TrafficService } from "../services/traffic.ts";
import { Checkpoints } from "../store/checkpoints.ts";
import { openDrafts } from "../store/drafts.ts";
import { openLedgerPlace } from "../store/elsewhere.ts";
import { settleEncryption } from "../store/encryption.ts";
import { openLedger } from "../store/ledger.ts";
import { SqliteForgetting } from "../store/forgetting.ts";
import { openRules } from "../store/rules.ts";
import { openRuleUses } from "../store/ruleUses.ts";
import { openSecrets } from "../store/secrets.ts";
import { systemCipher } from "./cipher.ts";
import { chooseFolder } from "./folderDialog.ts";
import { openLimits } from "./limitsRoom.ts";
import { openFixtures } from "./fixturesRoom.ts";
import { hasher } from "./hasher.ts";
import { LedgerRoom } from "./ledgerRoom.ts";
import { openHistoryRoom } from "./historyRoom.ts";
import { openModelsRoom } from "./modelsRoom.ts";
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
  fault(failure: Failure): void;
  /** A budget is nearly used up, or used up; `server` is null for that of all. */
  warnBudget(use: BudgetUse, server: string | null): void;
}

export interface Rooms {
  desk: Desk;
  secrets: Secrets;
  drafts: DraftStore;
  ledgerRoom: LedgerRoom;
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
  rules: RulesService;
  /** What generations have cost, as the ledger has it. */
  spent: SpendingStore;
  /** Ends requests first, then connections, models and files. */
  close(): Promise<void>;
}

const clock = { nowMs: Date.now, newId: randomUUID };
/** Opens every room on a profile. Nothing is connected and no model is asked yet. */
export function openRooms(ground: Ground): Rooms {
  const inProfile = (name: string): string => path.join(ground.profile, name);
  const audience = ground.audience(() => desk);
  const secrets = openSecrets(inProfile("secrets.json"), systemCipher(), ground.fault);
  const place = openLedgerPlace(ground.profile);
  const { encryptLedger } = ground.settings.settings;
  const { key, draftsKey, changed, failure } = settleEncryption(
    { ledger: place.file, index: inProfile("history.db"), drafts: inProfile("drafts.db") },
    encryptLedger,
    secrets,
  );
  if (failure !== null) ground.fault(failure);
  const draftFiles = [inProfile("drafts.db"), inProfile("drafts.json")] as const;
  const drafts = openDrafts(...draftFiles, ground.fault, {
    key: draftsKey,
    locked: failure?.kind === "ledger-key-missing",
  });
  const {
    ledger,
    media,
    spending,
    file: ledgerFile,
    note,
    close: closeLedger,
  } = openLedger(place.file, {
    key,
    onAppended(seq) {
      history.appended(seq);
      checkpoints.appended();
    },
  });
  const checkpoints = new Checkpoints({
    file: ledgerFile,
    secrets,
    nowMs: clock.nowMs,
    fault: ground.fault,
  });
  const own = { ledger: place.file, index: inProfile("history.db"), key };
  const historyRoom = openHistoryRoom(ground.profile, ground.entries, own, audience.services, {
    note: (kind, facts) => note(kind, { by: { kind: "person" }, ...facts }, clock.nowMs()),
    sign: () => void checkpoints.sign(),
  });
  const history = historyRoom.source;
  const verifier = new VerifierThread({
    entry: path.join(ground.entries, "verifier.js"),
    hashing: path.join(ground.entries, "hashing.js"),
    ledger: () => ({ file: ledgerFile.file, key }),
  });
  const ledgerRoom = new LedgerRoom({
    ...{ file: ledgerFile, place, nowMs: clock.nowMs, chooseFolder },
    sign: () => void checkpoints.sign(),
    moved(file) {
      own.ledger = file;
      historyRoom.restart();
      void desk.retryLedger();
    },
  });
  const threads = threadsOf(ground.entries);
  const loginShell = createLoginShell();
  const modelsRoom = openModelsRoom({
    profile: ground.profile,
    entries: ground.entries,
    ...{ secrets, spending, loginShell, clock },
    audience: audience.services,
    fault: ground.fault,
  });
  const { models, network, localModels, room: modelRoom, ways } = modelsRoom;
  const fixtures = openFixtures(
    ground.profile,
    app.getVersion(),
    historyRoom.own,
    audience.services,
    ground.fault,
  );
  const limits = openLimits({
    ...{ desk: () => desk, servers: () => services.servers, spending, nowMs: clock.nowMs },
    settings: ground.settings,
    told: { changed: (view) => audience.services.limitsChanged(view), warn: ground.warnBudget },
  });
  const rules = new RulesService({
    store: openRules(inProfile("rules.json")),
    uses: openRuleUses(inProfile("rule-uses.json")),
    changed: () => audience.services.rulesChanged(rules.view()),
  });
  const desk = new Desk({
    limits: limits.source,
    fixtures,
    ledger,
    media,
    generator: modelRoom.generator,
    hasher,
    clock,
    inspector: threads.inspector,
    audience: { ...audience.desk, sampleReplied: (id) => drafts.forget(id) },
    masterSwitch: ground.settings.masterSwitch,
    rules,
    chooseModel: ({ asker }, document) =>
      chooseModel(models.view(), services.servers.policyOf(asker.serverId), document),
    controlOf: (serverId) => services.servers.policyOf(serverId).control,
    candidatesAtOnce: () => ground.settings.settings.candidatesAtOnce,
    findingsOff: () => ground.settings.settings.findingsOff,
    costOf: (model, usage) => costOf(models.view(), model, usage),
    mayAsk(serverId, model) {
      const { providers } = models.view();
      const switches = { providers, isEnabled: (ref: ModelRef) => models.isEnabled(ref) };
      return mayAsk(services.servers.views(), switches, serverId, model);
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
    },
  };
  const services = openServices(ground, told, {
    desk,
    secrets,
    elicitations,
    loginShell,
    texts: threads.texts,
    send: roadFetch((url) => ways.road(url)),
  });
  if (changed)
    note(encryptLedger ? "encrypted" : "decrypted", { by: { kind: "person" } }, clock.nowMs());
  checkpoints.begin();
  const forgets = new ForgettingService({
    store: new SqliteForgetting(ledgerFile, (seq) => {
      history.appended(seq);
      checkpoints.appended();
    }),
    index: historyRoom.own,
    nowMs: clock.nowMs,
    dismiss(sampleId) {
      desk.dismiss(sampleId);
      drafts.forget(sampleId);
      elicitations.forget(sampleId);
    },
    isBusy: (id) => desk.runs(id) || elicitations.isOpen(id),
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
    drafts,
    ledgerRoom,
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
    history: new HistoryService({ index: history }),
    dryRuns: new DryRunService(historyRoom.own),
    fixtures,
    verifying: new VerifyService({
      verifier,
      known: () => checkpoints.known(),
      moved: (verifying) => audience.services.verifyingMoved(verifying),
    }),
    forgetting: forgets,
    rules,
    replay: new ReplayService({
      index: historyRoom.own,
      desk,
      masterSwitch: (serverId) => desk.switchOf(serverId),
      servers: () => services.servers.views(),
      call: (serverId, kind, name, args) => services.calls.start(serverId, kind, name, args),
    }),
    historyImported: () => history.imported,
    historyFiles: historyRoom.files,
    async close() {
      verifier.stop();
      fixtures.close();
      rules.close();
      forgets.close();
      await ledgerRoom.close();
      limits.service.close();
      await desk.close();
      await historyRoom.close();
      await services.servers.close();
      await threads.close();
      await models.close();
      modelRoom.close();
      drafts.close();
      checkpoints.close();
      forgets.purgeOwed();
      closeLedger();
    },
  };
}
