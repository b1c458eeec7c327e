// Builds every feature, in the order of what each needs, and connects them. The only module that knows them all.
import { randomUUID } from "node:crypto";
import path from "node:path";
import process from "node:process";
import { estimateTokenCount } from "tokenx";
import type { Preparing } from "#shared/contract/machine.ts";
import type { JsonObject } from "#shared/json.ts";
import { aboutTokens } from "#shared/models/cost/estimate.ts";
import type { Failure } from "#shared/outcome.ts";
import type { BudgetUse } from "#shared/rules/limits/budget.ts";
import type { Audience } from "../audience.ts";
import { AgentCalls } from "../agents/agentCalls.ts";
import { AgentDoors } from "../agents/agentDoors.ts";
import { agentPlaces, agentTraces } from "../agents/agentPlaces.ts";
import { agentRunner } from "../agents/agentRunner.ts";
import { AgentsService } from "../agents/agents.ts";
import { ConfigFiles } from "../agents/configFiles.ts";
import { DeskSocket } from "../agents/gateway/deskSocket.ts";
import { GatewayService } from "../agents/gateway/gateway.ts";
import { HostEntries } from "../agents/gateway/hostEntries.ts";
import { HttpListener } from "../agents/gateway/httpListener.ts";
import { HookDoor } from "../agents/hooks/hookDoor.ts";
import { callingAgent } from "../agents/hooks/callingAgent.ts";
import { HeldActions } from "../agents/hooks/heldActions.ts";
import { openSessions, Sessions } from "../agents/hooks/sessions.ts";
import { hostFiles } from "../agents/agentFiles.ts";
import { Unattended } from "../core/admission/unattended.ts";
import { Desk } from "../core/desk/desk.ts";
import { DeskListeners } from "../core/deskListeners.ts";
import type { DeskListener } from "../core/ports.ts";
import { Requesters } from "../core/requesters.ts";
import { ContentDeletion } from "../history/contentDeletion.ts";
import { DryRunService } from "../history/dryRunService.ts";
import { readyFiles } from "../history/encryption/readyFiles.ts";
import { FileJobThread } from "../history/fileJobs.ts";
import { base64Facts } from "../history/ledger/base64.ts";
import { openRecord } from "../history/record.ts";
import { ReplayService } from "../history/replay.ts";
import { RetentionService } from "../history/retention.ts";
import type { RetentionRules } from "../history/retention.ts";
import { RoundsFile } from "../history/retention/rounds.ts";
import { RetentionReader } from "../history/retentionReader.ts";
import { spentSoFar } from "../history/spending.ts";
import { readAuthorities } from "../models/net/trust.ts";
import { openModels } from "../models/open.ts";
import { RequesterModels } from "../models/requesterModels.ts";
import { LoopbackPort } from "../net/loopbackPort.ts";
import { openCipher } from "../profile/encryption/cipher.ts";
import { openOwnKey } from "../profile/encryption/ownKey.ts";
import { Secrets } from "../profile/encryption/secrets.ts";
import { hasher, keyedHasher } from "../profile/hasher.ts";
import type { SettingsService } from "../profile/settings.ts";
import { tokens } from "../profile/tokens.ts";
import { callerProgram } from "../programs/endpoint/callerProgram.ts";
import { Endpoint } from "../programs/endpoint/endpoint.ts";
import { HeldCompletions } from "../programs/endpoint/heldCompletions.ts";
import { AcceptedPrompts } from "../programs/acceptedPrompts.ts";
import { ProgramsService } from "../programs/programs.ts";
import { FixturesService } from "../rules/fixtures.ts";
import { LimitsService } from "../rules/limits.ts";
import { RulesService } from "../rules/rules.ts";
import { CallsService } from "../servers/calls/calls.ts";
import { ContextService } from "../servers/calls/context.ts";
import { ImportingService } from "../servers/importing.ts";
import { ProgramInspector } from "../servers/mcp/identity/program.ts";
import { Connector } from "../servers/mcp/session/connector.ts";
import { TextThread } from "../servers/mcp/textThread.ts";
import { routedFetch } from "../servers/mcp/transports/networkRoute.ts";
import { lostListIn } from "../servers/serverStore.ts";
import { ServersService } from "../servers/servers.ts";
import { TrafficService } from "../servers/traffic.ts";
import type { ServerListener } from "../servers/serverEntry.ts";
import { openTeamSettings, TeamService } from "../team/team.ts";
import { InspectThread } from "../threads/inspector.ts";
import type { Platform } from "./platform.ts";
import type { OpenStores } from "./stores.ts";

/** What the features are built from: the app's, or those of a run without a window. */
export interface Root {
  platform: Platform;
  /** The profile folder. */
  profile: string;
  /** Opens where the configuration lies. */
  stores: OpenStores;
  /** Nobody is there: what rules and fixtures leave to the user is refused. */
  unattended: boolean;
  /** The HTTP port for hosts and programs; null: the one of earlier runs. */
  port: number | null;
  settings: SettingsService;
  /**
   * The folder of the built entries. Not derived from this module, as it may be bundled into a chunk in a subfolder.
   */
  entries: string;
  /** Hears of what changes. */
  audience: Audience;
  /** Hears of requests. */
  listenerOf(desk: Desk): Partial<DeskListener>;
  /** Reports progress before anything is built. */
  preparing(preparing: Preparing): void;
  /** Aborted when the app quits. */
  ending: AbortSignal;
  fault(failure: Failure): void;
  /** A budget is nearly or entirely used up. `server` null: the shared budget. */
  warnBudget(use: BudgetUse, server: string | null): void;
}

export type Features = NonNullable<Awaited<ReturnType<typeof openFeatures>>>;

const clock = { nowMs: Date.now, newId: randomUUID };

/**
 * Prepares the profile's files and builds every feature. Connects nothing and asks no model. Null when the app quits
 * meanwhile.
 */
export async function openFeatures(root: Root) {
  const { platform, profile, entries, settings, audience, ending, fault } = root;
  const inProfile = (name: string): string => path.join(profile, name);

  // The profile's secrets, and its files: encrypted if the user wants that.
  const secretsFile = inProfile("secrets.json");
  const cipher = await openCipher(secretsFile, await platform.keyStore(), fault);
  const secrets = new Secrets(secretsFile, cipher, fault);
  const ready = await readyFiles({
    profile,
    entries,
    secrets,
    settings: settings.settings,
    ending,
    preparing: root.preparing,
    fault,
  });
  if (ending.aborted) return null;
  const keyed = keyedHasher(openOwnKey(profile, secrets, fault));
  const stores = root.stores(profile, secrets, keyed);

  // The ledger, and what reads it.
  const record = openRecord({ profile, entries, secrets, ready, settings, audience, fault });
  const { ledger, media, drafts, history } = record;
  const note = (kind: string, facts: JsonObject) => ledger.note(kind, facts, clock.nowMs());

  // Threads that start when there is work for them.
  const texts = new TextThread(path.join(entries, "texts.js"));
  const inspector = new InspectThread(path.join(entries, "inspect.js"));

  // What decides and answers in the user's place: models, fixtures, rules.
  const opened = openModels({
    stores,
    secrets,
    keyed,
    spentSince: (day) => record.spending.since(day),
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
  const { models, network, localModels } = opened;
  const fixtures = new FixturesService({
    store: stores.fixtures,
    accepted: stores.acceptedFixtures,
    hasher,
    mediaFacts: base64Facts,
    audience,
    fault,
  });
  // In the background; until then nothing matches.
  void fixtures.read();
  const rules = new RulesService({
    store: stores.rules,
    uses: stores.ruleUses,
    accepted: stores.acceptedRules,
    audience,
  });

  // The desk. Who sends it requests is built later and registers with the requesters; who hears of them is built later
  // and listens.
  const requesters = new Requesters();
  const listeners = new DeskListeners();
  const requesterModels = new RequesterModels(models, requesters);
  const team = new TeamService({
    store: openTeamSettings(inProfile("team.json")),
    secrets,
    readAuthorities,
    // Every request is the team's, as nobody is at this desk.
    takesAll: root.unattended,
    media,
    models: requesterModels,
    audience,
    fault,
  });
  const desk = new Desk({
    ledger,
    media,
    generator: opened.generator,
    hasher,
    clock,
    listener: listeners,
    requesters,
    models: requesterModels,
    inspector,
    fixtures,
    rules,
    team: team.requests,
    teamRules: (id, goesThere) => team.rulesFor(id, goesThere),
    limits: {
      ofAll: () => settings.settings.limits,
      spent: (fromDay, sinceMs) => spentSoFar(record.spending, fromDay, sinceMs),
    },
    masterSwitch: settings.masterSwitch,
    candidatesAtOnce: () => settings.settings.candidatesAtOnce,
    findingsOff: () => settings.settings.findingsOff,
    hasDraft: (id) => drafts.forRequest(id).length > 0,
  });
  team.connect(desk);
  listeners.add(root.listenerOf(desk));
  listeners.add({ fault, requestReplied: (id) => drafts.drop(id) });
  if (root.unattended) {
    const nobody = new Unattended(desk);
    listeners.add({
      requestChanged: (id) => (team.requests.isTeams(id) ? undefined : nobody.changed(id)),
    });
  }

  // Servers.
  const send = routedFetch((url) => opened.agentFor(url));
  const servers = new ServersService({
    store: stores.servers,
    known: stores.known,
    secrets,
    inspector: new ProgramInspector(platform.loginShell),
    connector: new Connector({
      desk,
      loginShell: platform.loginShell,
      startDemo: () => platform.startDemo(path.join(entries, "demo.js")),
      send,
      texts,
      signIn: platform.signIn === null ? null : { ...platform.signIn, store: secrets, send },
      appVersion: platform.version,
      newId: randomUUID,
    }),
    listener: serverPushes(audience),
    hasher,
    commandHasher: keyed,
    clock,
    note,
  });
  requesters.register(servers);
  const traffic = new TrafficService(servers, audience);
  const calls = new CallsService({ servers, audience, clock });
  const context = new ContextService({ desk, secrets, hasher, servers, calls });
  const importing = new ImportingService(new ConfigFiles(), servers);

  // Programs, which call models through the desk's HTTP port.
  const hostsChanged = (): void => audience.pushLatest("hosts", () => ({ kind: "hosts-changed" }));
  const loopback = new LoopbackPort(inProfile("loopback.json"), root.port);
  const completions = new HeldCompletions({
    desk,
    requesters,
    servers,
    note,
    fault,
    clock,
    keyed,
  });
  const accepted = new AcceptedPrompts({ file: inProfile("accepted-prompts.json"), cipher, keyed });
  accepted.faults.forEach(fault);
  const programs = new ProgramsService({
    store: stores.programs,
    accepted,
    tokens,
    port: loopback,
    servers,
    requesters,
    held: completions,
    desk,
    note,
    clock,
    audience,
    agentCalled: hostsChanged,
    fault,
  });
  requesters.register(programs);
  servers.follow(programs);
  const endpoint = new Endpoint({
    programs,
    held: completions,
    models: requesterModels,
    rules: desk.ruleEngine,
    requesters,
    countTokens: (document) => aboutTokens(document, estimateTokenCount).total,
    callerOf: process.platform === "linux" ? callerProgram : null,
  });
  loopback.add(endpoint);

  // Hosts and agents: wrapped servers, hooks, and agents' own model calls.
  const places = agentPlaces(platform.loginShell);
  const socket = new DeskSocket({ profile, nextStart: platform.nextStart, fault });
  const gateway = new GatewayService({
    store: stores.wraps,
    configs: new ConfigFiles(),
    files: hostFiles,
    entries: new HostEntries({ script: socket.relayScript, places, loopback, clock }),
    servers,
    changed: hostsChanged,
  });
  const hostListener = new HttpListener(gateway.admit);
  loopback.add(hostListener);
  const agents = new AgentsService({
    store: stores.agents,
    places,
    runner: agentRunner(platform.loginShell),
    hooks: socket.hookFiles,
    loopback,
    changed() {
      hostsChanged();
      programs.hooksChanged();
    },
    note,
    fault,
  });
  requesters.register(agents);
  const sessions = new Sessions(openSessions(inProfile("hook-sessions.json")), clock);
  const actions = new HeldActions({
    profile,
    desk,
    agents,
    gateway,
    sessions,
    callerOf: callingAgent,
    note,
    clock,
    fault,
  });
  loopback.add(new HookDoor(actions.hear));
  for (const id of socket.hookFiles.reporting()) agents.takeReported(id);
  const traces = agentTraces();
  const doors = new AgentDoors({
    agents,
    gateway,
    calls: new AgentCalls(programs, traces, loopback),
    originals: stores.originals,
    traces,
    changed: hostsChanged,
    fault,
  });

  // Limits and retention, of everything above.
  const limits = new LimitsService({
    desk,
    ledger,
    servers,
    programs,
    settings,
    audience,
    warn: root.warnBudget,
  });
  listeners.add({ budgetsChanged: () => limits.changed() });
  settings.follow(() => limits.changed());
  servers.follow({ serverChanged: () => limits.changed() });
  programs.follow(() => limits.changed());
  const reader = new RetentionReader(
    new FileJobThread(path.join(entries, "files.js")),
    record.where,
  );
  const deletion = new ContentDeletion({
    store: record.deletion,
    isBusy: (id) => desk.isRunning(id),
    dismiss(id) {
      desk.dismiss(id);
      drafts.drop(id);
    },
    reader,
    inspector,
    nowMs: clock.nowMs,
  });
  const retention = new RetentionService({
    deletion,
    reader,
    nowMs: clock.nowMs,
    rules: () => retentionRules(settings, servers),
    serversLost: lostListIn(servers.faults),
    rounds: new RoundsFile(inProfile("retention.json")),
    audience,
    fault,
  });
  deletion.follow(() => retention.changed());

  // What was wrong with their files.
  for (const { faults } of [team, servers, programs, gateway, agents, sessions, doors])
    faults.forEach(fault);

  // Everyone who is told of rows is there: hosts, hooks and programs may connect.
  const listening = socket.open(gateway.admit, actions.hear);
  void listening.then(() => agents.open());
  if (programs.usesPort() || gateway.usesHttp()) {
    void loopback.base().then((base) => (base.ok ? undefined : fault(base.failure)));
  }
  record.begin();

  return {
    desk,
    secrets,
    /** Whether the ledger was opened with a key. */
    isEncrypted: ready.key !== null,
    drafts,
    /** Cost of past generations, from the ledger. */
    spent: record.spending,
    /** The key that signed the ledger and its last signed row. */
    signed: record.signed,
    verifying: record.verifying,
    history: history.index,
    /** Export, with the system's file dialogs. */
    historyFiles: history.files,
    dryRuns: new DryRunService(history.index, requesters),
    replay: new ReplayService({ index: history.index, desk, servers, calls }),
    deletion,
    retention,
    models,
    network,
    localModels,
    fixtures,
    rules,
    limits,
    team,
    servers,
    traffic,
    calls,
    context,
    importing,
    programs,
    gateway,
    agents,
    doors,
    /** Actions of agents that are pending. */
    actions,
    /** Whether hosts can connect; resolves once it is known. */
    listening,
    /** The address of the port for hosts and programs; opens it. */
    address: () => loopback.base(),
    /** Ends requests first, then connections, models and files. */
    async close(): Promise<void> {
      // Done first: if the later steps take too long, quitting cuts them off.
      servers.finishRemoval();
      record.stopVerifying();
      fixtures.close();
      rules.close();
      retention.close();
      deletion.close();
      reader.close();
      limits.close();
      await desk.close();
      await team.close();
      await doors.close();
      await agents.close();
      await socket.close();
      await hostListener.close();
      completions.close();
      await loopback.close();
      await history.close();
      await servers.close();
      await Promise.all([texts.close(), inspector.close()]);
      await opened.close();
      record.close(() => deletion.purgeOwed());
    },
  };
}

/** Tells the window of servers. */
const serverPushes = (audience: Audience): ServerListener => ({
  serverChanged: (server) => audience.push({ kind: "server", server }),
  // Replaces a pending push about the same server.
  serverRemoved: (id) =>
    audience.pushLatest(`server ${id}`, () => ({ kind: "server-removed", id })),
  serverLines: (id, lines) => audience.push({ kind: "server-lines", id, lines }),
});

/** Retention rules: the user's general one, and those of servers with their own. */
const retentionRules = (settings: SettingsService, servers: ServersService): RetentionRules => ({
  usual: settings.settings.retention,
  own: [...servers.views(), ...servers.removed()].flatMap(({ id, policy: { retention } }) =>
    retention === null ? [] : [{ serverId: id, retention }],
  ),
});
