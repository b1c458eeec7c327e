// Agents and their hooks: which are on this computer, the changes of their configs that lead their events to the desk,
// whose events these are, and whether everything is still as it was written.
import { randomUUID } from "node:crypto";
import path from "node:path";
import process from "node:process";
import type { AgentId, AgentTable } from "#shared/agents/agent.ts";
import type { HoldingHook } from "#shared/agents/comesToUser.ts";
import type { AgentView } from "#shared/agents/agentRow.ts";
import type { AgentCheck, AgentNeed, ToolsState } from "#shared/agents/agentRow.ts";
import type { AgentChoices, AgentDifference, HookEntryFile } from "#shared/agents/entry.ts";
import { HOOKED_TABLES, tableOf } from "#shared/agents/tables.ts";
import {
  UNKNOWN,
  checkedAt,
  compared,
  decidedAt,
  needsOf,
  toolsState,
} from "#shared/agents/toolsState.ts";
import type { Ground, Known } from "#shared/agents/toolsState.ts";
import { canonicalJson } from "#shared/canonical.ts";
import type { JsonObject } from "#shared/json.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { MASK } from "#shared/servers/config/masking.ts";
import type { ServerStanding } from "#shared/rules/judged.ts";
import type { StandingPermission } from "#shared/rules/standingPermission.ts";
import type { HookWay } from "#shared/agents/hookConfig.ts";
import type { LoopbackPort } from "../net/loopbackPort.ts";
import { tokens } from "../profile/tokens.ts";
import { agentFiles } from "./agentFiles.ts";
import type { RequesterSource } from "../core/requesters.ts";
import type { AgentFiles, DoorPlan } from "./agentFiles.ts";
import type { AgentPlaces } from "./agentPlaces.ts";
import type { AgentRunner } from "./agentRunner.ts";
import type { AgentStore, StoredAgent } from "./agentStore.ts";
import type { HookFiles } from "./gateway/hookFiles.ts";
import { HOOK_PREFIX } from "./hooks/hookDoor.ts";
import { Check } from "./agentCheck.ts";
import type { RunningCheck } from "./agentCheck.ts";
import { hookIn, hooksAreOff, withHook, withoutHook } from "./hookText.ts";

/** An agent whose hook presented the token of its entry. */
export interface AdmittedAgent {
  /** Of the entry, which stands for the agent as a server's id does for a server. */
  id: string;
  agent: AgentId;
  choices: AgentChoices;
  /** The agent's config file with the entry. */
  file: string;
  /** Of the agent's program; null where it is not known. */
  version: string | null;
}

interface Deps {
  store: AgentStore;
  places: AgentPlaces;
  runner: AgentRunner;
  hooks: HookFiles;
  loopback: Pick<LoopbackPort, "base">;
  /** What `view` has said is out of date. */
  changed(): void;
  note(kind: string, facts: JsonObject): Outcome<unknown, Failure>;
  fault(failure: Failure): void;
}

/** The script denies by itself this long before the agent's limit; the desk refuses a little earlier. */
const SCRIPT_DENIES_BEFORE_MS = 15_000;
/** What holds for an agent whose record another program has changed. */
const STRICTEST: AgentChoices = { actions: "everything", absent: "block" };

/** Precision of the time of the last event, which is only shown. */
const TOLD_EVERY_MS = 60_000;

const NOT_FOUND = { kind: "not-found", what: "agent" } as const;

type FileReader = Pick<AgentFiles, "read">;

/** A file as it is; null if there is none. */
type Found = { text: string; hash: string } | null;

export class AgentsService implements RequesterSource {
  readonly #deps: Deps;
  #agents: StoredAgent[];
  readonly faults: Failure[];
  readonly #versions = new Map<AgentId, string | null>();
  /** What was found to differ, by entry. */
  readonly #differences = new Map<string, readonly AgentDifference[]>();
  readonly #lastEvents = new Map<AgentId, number>();
  readonly #needs = new Map<string, AgentNeed[]>();
  /** What has come of an entry since it was last compared. */
  readonly #news = new Map<string, { heardFrom: Known["heardFrom"]; isDecided: boolean }>();
  /** The checks that run, by entry. */
  readonly #checks = new Map<
    string,
    { check: Check; done: Promise<Outcome<AgentCheck, Failure>> }
  >();
  /** Ids, tokens and backups of changes that were previewed, so that exactly what was shown is written. */
  readonly #offered = new Map<AgentId, { id: string; token: string; backup: string }>();
  #turn: Promise<unknown> = Promise.resolve();
  #isToCompare = false;
  #isClosing = false;
  #unwatch: () => void = () => undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
    const { agents, faults } = deps.store.load();
    this.#agents = agents;
    this.faults = faults;
  }

  /** Compares what is there with what was written, now and whenever the files change. Once the script is written. */
  open(): void {
    for (const { agent, overHttp } of this.#agents) {
      void this.#find(tableOf(agent));
      if (overHttp) void this.#openPort();
    }
    this.#watch();
    this.#compareSoon();
  }

  async #openPort(): Promise<void> {
    const opened = await this.#deps.loopback.base();
    if (!opened.ok) this.#deps.fault(opened.failure);
  }

  /** Resolves once nothing is compared or written any more. */
  async close(): Promise<void> {
    this.#unwatch();
    this.#isClosing = true;
    for (const { check } of this.#checks.values()) check.stop();
    await Promise.all([...this.#checks.values()].map(({ done }) => done));
    await this.#turn;
  }

  /** The agents that are on this computer or set up. */
  async view(): Promise<AgentView[]> {
    const node = await this.#deps.places.node();
    await this.#inTurn(() => this.#compareAll());
    const views = await Promise.all(
      HOOKED_TABLES.map(async (table): Promise<AgentView[]> => {
        const { file, isHere, program, version } = await this.#find(table);
        const stored = this.#of(table.id);
        if (!isHere && stored === undefined) return [];
        return [
          {
            agent: table.id,
            name: table.name,
            version,
            file: stored?.file ?? file,
            state: this.#stateOf(stored),
            choices: stored?.choices ?? null,
            hasPermission: table.hook.hasPermission,
            blocksOnFailure: table.hook.blocksOnFailure,
            limitMs: table.hook.unitMs === null ? null : table.hook.limitMs,
            canBeChecked: table.run !== null && program !== null,
            needsNode: node === null && !takesHttp(table.id),
          },
        ];
      }),
    );
    return views.flat();
  }

  /** Changes the config as previewed; fails if it no longer has `hash`. */
  set(agent: AgentId, choices: AgentChoices, hash: string | null): Promise<Outcome<null, Failure>> {
    return this.#inTurn(async () => {
      const made = await this.#made(agent, choices);
      if (!made.ok) return made;
      const { before, text, copiesTo, file, token, stored } = made.value;
      if (hashOf(before) !== hash) return fail({ kind: "stale" });
      const { hooks } = this.#deps;
      const earlier = hooks.read(stored.id);
      const ready = stored.overHttp ? ok(null) : hooks.write(entryFile(stored, token));
      if (!ready.ok) return ready;
      const takeBack = (): void => {
        if (earlier === null) hooks.remove(stored.id);
        else hooks.write(earlier);
      };
      const written = await agentFiles.replace(file, hash, text, copiesTo);
      if (!written.ok) {
        takeBack();
        return written;
      }
      const writtenHash = written.value ?? "";
      const saved = this.#save([...this.#others(agent), { ...stored, writtenHash }]);
      if (!saved.ok) {
        takeBack();
        await agentFiles.replace(file, writtenHash, before?.text ?? null, null);
        return saved;
      }
      this.#offered.delete(agent);
      this.#note("agent-set", { agent, ...choices, config: writtenHash });
      this.#settled(stored.id);
      return saved;
    });
  }

  /** The config file with its hooks, whether or not it exists. */
  async fileOf(agent: AgentId): Promise<string> {
    return this.#of(agent)?.file ?? (await this.#find(tableOf(agent))).file;
  }

  /** Whether `set` with these choices, or `undo` for null, would leave everything as it is. */
  isSet(agent: AgentId, choices: AgentChoices | null): boolean {
    const stored = this.#of(agent);
    if (stored === undefined || choices === null) return stored === undefined && choices === null;
    const isChanged = (this.#differences.get(stored.id) ?? []).length > 0;
    return !isChanged && canonicalJson(stored.choices) === canonicalJson(choices);
  }

  /** What `set`, or `undo` for null, would make of the config as `files` has it. Changes nothing. */
  async plan(
    agent: AgentId,
    choices: AgentChoices | null,
    files: FileReader,
  ): Promise<Outcome<DoorPlan, Failure>> {
    if (choices === null) {
      const undone = await this.#undone(agent, files);
      if (!undone.ok) return undone;
      const { text, stored } = undone.value;
      return ok({ text, backup: null, ids: [stored.id], hide: (whole) => whole });
    }
    const made = await this.#made(agent, choices, files);
    if (!made.ok) return made;
    const { text, copiesTo, token, stored } = made.value;
    const hide = (whole: string): string => whole.replaceAll(token, MASK);
    return ok({ text, backup: copiesTo, ids: [stored.id], hide });
  }

  /** Restores the exact config, if nobody has changed it since; otherwise only removes our entries. */
  undo(agent: AgentId, hash: string | null): Promise<Outcome<null, Failure>> {
    return this.#inTurn(async () => {
      const undone = await this.#undone(agent);
      if (!undone.ok) return undone;
      const { file, before, text, stored } = undone.value;
      if (hashOf(before) !== hash) return fail({ kind: "stale" });
      const isSame = text === (before?.text ?? null);
      const written = isSame ? ok(hash) : await agentFiles.replace(file, hash, text, null);
      if (!written.ok) return written;
      const saved = this.#save(this.#others(agent));
      if (!saved.ok) return saved;
      this.#deps.hooks.remove(stored.id);
      this.#note("agent-undone", { agent, config: written.value });
      this.#settled(stored.id);
      return saved;
    });
  }

  /** Has another door change this file: what was proved with the file before still is. */
  withProofKept<T>(file: string, change: () => Promise<T>): Promise<T> {
    const hashNow = async (): Promise<string | null> => {
      const read = await agentFiles.read(file);
      return read.ok ? hashOf(read.value) : null;
    };
    return this.#inTurn(async () => {
      const before = await hashNow();
      const done = await change();
      const after = await hashNow();
      for (const stored of this.#agents) {
        const { proof } = stored.known;
        if (stored.file === file && proof?.file === before && proof.outdated === null)
          this.#keep({ ...stored, known: { ...stored.known, proof: { ...proof, file: after } } });
      }
      return done;
    });
  }

  /** Who asks; null: no entry has this id and token. */
  admit(id: string, token: string): AdmittedAgent | null {
    const stored = this.#byId(id);
    if (stored === undefined || !tokens.isToken(token, stored.tokenHash)) return null;
    const { agent, file } = stored;
    const version = this.#versions.get(agent) ?? null;
    return { id, agent, choices: choicesOf(stored), file, version };
  }

  /** For rules bound to an agent; null if there is no such entry. Setting it up again does not change it. */
  standing(id: string): ServerStanding | null {
    const stored = this.#byId(id);
    if (stored === undefined) return null;
    const isChanged = (this.#differences.get(id) ?? []).length > 0;
    const identity = tokens.hash(`agent ${stored.agent}`);
    return { identity, name: isChanged ? "changed" : "own" };
  }

  /** Which actions come to the user, if the hook is known to hold. */
  hookOf(agent: AgentId): HoldingHook | null {
    const stored = this.#of(agent);
    if (stored === undefined || this.#stateOf(stored).kind !== "held") return null;
    return { agent, actions: choicesOf(stored).actions };
  }

  /** The config files with entries. */
  configs(): string[] {
    return this.#agents.map(({ file }) => file);
  }

  /** When an event of this agent came last, in this run; null: none has. */
  lastEventMs = (agent: AgentId): number | null => this.#lastEvents.get(agent) ?? null;

  /**
   * An event of the entry's hook has come: what it consists of is compared with what was written. `startedMs`: since when
   * the agent's process runs, null where that can't be told; `from` null: it is not this agent that tells of it.
   */
  heard(id: string, from: { startedMs: number | null } | null): void {
    const agent = this.#byId(id)?.agent;
    if (agent === undefined) return;
    const nowMs = Date.now();
    const isNews = nowMs - (this.lastEventMs(agent) ?? 0) > TOLD_EVERY_MS;
    this.#lastEvents.set(agent, nowMs);
    if (isNews) this.#deps.changed();
    if (from !== null) this.#tell(id, { heardFrom: this.#heardFrom(id, from.startedMs) });
    this.#compareSoon();
  }

  /** An event of this agent was decided, and its hook has been told. */
  decided(id: string): void {
    this.#tell(id, { isDecided: true });
    this.#compareSoon();
  }

  checkPermission(agent: AgentId, body: string): StandingPermission | null {
    const stored = this.#of(agent);
    const check = stored && this.#checks.get(stored.id)?.check;
    if (stored === undefined || check?.asksIn(body) !== true) return null;
    return { id: `${stored.id}.check`, name: `${tableOf(agent).name}: check`, redact: [] };
  }

  /** The check of the entry that runs now. */
  checking = (id: string): RunningCheck | null => this.#checks.get(id)?.check ?? null;

  /** What the entry's script has decided by itself is recorded, never as a decision. */
  takeReported(id: string): void {
    const taken = this.#deps.hooks.takeReported(id);
    if (taken === null) return;
    for (const { atMs, ...facts } of taken.reported)
      this.#note("reported-by-hook", { entryId: id, toldAtMs: atMs, ...facts });
    if (taken.unread > 0) this.#note("reported-by-hook", { entryId: id, unread: taken.unread });
    const check = this.#checks.get(id)?.check;
    const others = taken.reported.filter((one) => check?.reported(one) !== true);
    const count = others.length + taken.unread;
    if (count > 0) this.#deps.fault({ kind: "hook-decided-alone", count, atMs: Date.now() });
  }

  /** Runs the agent without a person, and has it try to get past the desk. One that runs already is waited for. */
  check(name: string): Promise<Outcome<AgentCheck, Failure>> {
    const stored = this.#agents.find(({ agent }) => tableOf(agent).name === name);
    if (stored === undefined || this.#isClosing) return Promise.resolve(fail(NOT_FOUND));
    const running = this.#checks.get(stored.id);
    return running?.done ?? this.#begin(stored);
  }

  /** Ends the check that runs, with what it has started. */
  stopCheck(name: string): void {
    for (const { agent, id } of this.#agents)
      if (tableOf(agent).name === name) this.#checks.get(id)?.check.stop();
  }

  async #begin(stored: StoredAgent): Promise<Outcome<AgentCheck, Failure>> {
    const { id, agent } = stored;
    const table = tableOf(agent);
    const { run } = table;
    const { program, version } = await this.#find(table);
    if (run === null || program === null) return fail(NOT_FOUND);
    const known = this.#checks.get(id);
    if (known !== undefined) return known.done;
    const check = new Check({
      stored,
      program,
      version,
      runner: this.#deps.runner,
      table: { ...table, run },
      note: (kind, facts) => this.#note(kind, facts),
      takeReported: () => this.takeReported(id),
    });
    const done = this.#checked(stored, check).finally(() => this.#checks.delete(id));
    this.#checks.set(id, { check, done });
    return done;
  }

  async #checked(stored: StoredAgent, check: Check): Promise<Outcome<AgentCheck, Failure>> {
    const { id, agent, atMs } = stored;
    // What the agent writes into its own files meanwhile makes it outdated.
    const { version, file, hook } = await this.#inTurn(() => this.#look(stored));
    const checked = await check.run().then(
      (value) => (value === null ? fail({ kind: "cancelled" } as const) : ok(value)),
      (error: unknown) => fail({ kind: "internal", detail: String(error) } as const),
    );
    if (!checked.ok) return checked;
    const { results, tokens } = checked.value;
    const came = Object.fromEntries(results.map((one) => [one.try, one.came]));
    this.#note("agent-checked", { agent, version, ...came, tokens });
    const now = this.#byId(id);
    if (now?.atMs !== atMs) return fail({ kind: "stale" });
    await this.#inTurn(async () => {
      this.#keep({ ...now, known: checkedAt(now.known, checked.value, { version, file, hook }) });
      await this.#compareAll();
    });
    if (results.some((one) => one.came === "ran"))
      this.#deps.fault({
        kind: "agent-not-held",
        agent: tableOf(agent).name,
        atMs: Date.now(),
      });
    this.#deps.changed();
    return checked;
  }

  /** Where nothing says when the agent's process has begun, its event has to do. */
  #heardFrom(id: string, startedMs: number | null): "running" | "restarted" {
    const atMs = this.#byId(id)?.atMs ?? 0;
    return startedMs !== null && startedMs < atMs ? "running" : "restarted";
  }

  #tell(id: string, more: Partial<{ heardFrom: Known["heardFrom"]; isDecided: boolean }>): void {
    const news = this.#news.get(id) ?? { heardFrom: null, isDecided: false };
    const heardFrom = news.heardFrom === "restarted" ? news.heardFrom : more.heardFrom;
    this.#news.set(id, { ...news, ...more, heardFrom: heardFrom ?? news.heardFrom });
  }

  #of = (agent: AgentId) => this.#agents.find((one) => one.agent === agent);
  #byId = (id: string) => this.#agents.find((one) => one.id === id);
  #others = (agent: AgentId) => this.#agents.filter((one) => one.agent !== agent);

  async #find(table: AgentTable) {
    const found = await this.#deps.places.find(table.id, table.programs);
    this.#versions.set(table.id, found.version);
    return found;
  }

  #stateOf(stored: StoredAgent | undefined): ToolsState {
    if (stored === undefined) return { kind: "direct" };
    const { id, agent, known } = stored;
    const differences = this.#differences.get(id) ?? [];
    const needs = this.#needs.get(id) ?? [...tableOf(agent).needs];
    return toolsState(tableOf(agent).hook, { known, differences, needs });
  }

  /** The config with our entry, and what will be stored of it. */
  async #made(agent: AgentId, choices: AgentChoices, files: FileReader = agentFiles) {
    const table = tableOf(agent);
    if (table.readsHooksOf !== undefined) return fail(NOT_FOUND);
    if (choices.actions === "asked" && !table.hook.hasPermission)
      return fail({ kind: "internal", detail: `${agent} has no such choice` } as const);
    const { places } = this.#deps;
    const earlier = this.#of(agent);
    const file = earlier?.file ?? (await places.find(agent, table.programs)).file;
    const found = await this.#withoutOurs(file, earlier, files);
    if (!found.ok) return found;
    const { before, base } = found.value;
    const offered = this.#offered.get(agent) ?? {
      id: earlier?.id ?? randomUUID(),
      token: tokens.make(),
      backup: `${file}.countersign-backup-${Date.now()}-hooks`,
    };
    this.#offered.set(agent, offered);
    const { id, token } = offered;
    const way = await this.#wayIn(agent, id, token);
    if (!way.ok) return way;
    const text = withHook(table, base, way.value, choices.actions);
    if (text === null) return fail(notInForm(file));
    const isOurs = hashOf(before) === (earlier?.writtenHash ?? "");
    const copiesTo = before === null || isOurs ? null : offered.backup;
    const isFirst = earlier === undefined;
    const undo =
      (isOurs ? earlier?.undo : undefined) ?? undoOf(before, base, isFirst, offered.backup);
    const stored: StoredAgent = {
      id,
      agent,
      tokenHash: tokens.hash(token),
      choices,
      file,
      overHttp: way.value.kind === "http",
      entriesHash: this.#hashOfHook(table, text, id) ?? "",
      writtenHash: "",
      undo,
      atMs: Date.now(),
      known: UNKNOWN,
    };
    const backup = undo.kind === "restore" ? undo.backup : copiesTo;
    return ok({ file, before, text, backup, copiesTo, token, stored });
  }

  /** The config as it is, and as it is without our entry. */
  async #withoutOurs(
    file: string,
    earlier: StoredAgent | undefined,
    files: FileReader,
  ): Promise<Outcome<{ before: Found; base: string | null }, Failure>> {
    if (earlier !== undefined) {
      const undone = await this.#undone(earlier.agent, files);
      return undone.ok ? ok({ before: undone.value.before, base: undone.value.text }) : undone;
    }
    const read = await files.read(file);
    return read.ok ? ok({ before: read.value, base: read.value?.text ?? null }) : read;
  }

  /** The config as it was before, or without our entry; null if it is removed. */
  async #undone(agent: AgentId, files: FileReader = agentFiles) {
    const stored = this.#of(agent);
    if (stored === undefined) return fail(NOT_FOUND);
    const { file, undo, writtenHash, id } = stored;
    const read = await files.read(file);
    if (!read.ok) return read;
    const before = read.value;
    const undone = (text: string | null) => ok({ file, before, text, stored });
    if (before === null) return undone(null);
    if (before.hash === writtenHash && undo.kind === "remove") return undone(null);
    if (before.hash === writtenHash && undo.kind === "restore") {
      const kept = await files.read(undo.backup);
      if (kept.ok && kept.value?.hash === undo.hash) return undone(kept.value.text);
    }
    const without = withoutHook(tableOf(agent), before.text, id);
    if (without === null) return fail(notInForm(file));
    const isNothing = /^\s*(\{\s*\}\s*)?$/.test(without.text ?? "");
    return undone(undo.kind === "remove" && isNothing ? null : without.text);
  }

  async #wayIn(agent: AgentId, id: string, token: string): Promise<Outcome<HookWay, Failure>> {
    const { hooks, loopback, places } = this.#deps;
    const node = await places.node();
    const isWindows = process.platform === "win32";
    if (node !== null) return ok({ kind: "command", node, script: hooks.script, id, isWindows });
    if (!takesHttp(agent)) return fail({ kind: "relay-needs-node" });
    const base = await loopback.base();
    return base.ok ? ok({ kind: "http", id, url: base.value + HOOK_PREFIX + id, token }) : base;
  }

  /** Null where there is none; of no text where it can't be read. */
  #hashOfHook(table: AgentTable, text: string | null, id: string): string | null {
    const hook = text === null ? "" : hookIn(table, text, id);
    return hook === "" ? null : tokens.hash(hook ?? "");
  }

  /** One after the other, so that no comparison sees half a change. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  #compareSoon(): void {
    if (this.#isToCompare || this.#isClosing) return;
    this.#isToCompare = true;
    void this.#inTurn(async () => {
      this.#isToCompare = false;
      await this.#compareAll();
    });
  }

  async #compareAll(): Promise<void> {
    for (const stored of this.#agents) await this.#compare(stored);
  }

  async #compare(stored: StoredAgent): Promise<void> {
    const { id, agent } = stored;
    const { changed, fault } = this.#deps;
    const table = tableOf(agent);
    const before = canonicalJson(this.#stateOf(stored));
    const differed = this.#differences.get(id) ?? [];
    const news = this.#news.get(id);
    this.#news.delete(id);
    const { differences, isTrusted, ...ground } = await this.#look(stored);
    const nowMs = Date.now();
    for (const what of differences.filter((one) => !differed.includes(one))) {
      this.#note("agent-changed", { agent, what });
      fault({ kind: "agent-changed", agent: table.name, what, atMs: nowMs });
    }
    let known = compared(stored.known, { ...ground, differences }, nowMs);
    if (news !== undefined && differences.length === 0) {
      if (known.heardFrom !== "restarted" && news.heardFrom !== null)
        known = { ...known, heardFrom: news.heardFrom };
      if (news.isDecided) known = decidedAt(known, ground, nowMs);
    }
    const hasWay = stored.overHttp || (await this.#deps.places.node()) !== null;
    this.#differences.set(id, differences);
    this.#needs.set(id, needsOf(table, known, { isTrusted, hasWay }));
    if (known !== stored.known) this.#keep({ ...stored, known });
    if (canonicalJson(this.#stateOf(this.#byId(id))) !== before) changed();
  }

  #keep(stored: StoredAgent): void {
    const saved = this.#save(this.#agents.map((one) => (one.id === stored.id ? stored : one)));
    if (!saved.ok) this.#deps.fault(saved.failure);
  }

  /** The entry, its agent and its files as they are now. */
  async #look(
    stored: StoredAgent,
  ): Promise<Ground & { differences: AgentDifference[]; isTrusted: boolean }> {
    const { agent, file, id, entriesHash, overHttp } = stored;
    const { hooks } = this.#deps;
    const table = tableOf(agent);
    const { version } = await this.#find(table);
    const read = await agentFiles.read(file);
    const text = read.ok ? (read.value?.text ?? null) : "";
    const script = overHttp ? null : await agentFiles.read(hooks.script);
    const scriptText = script?.ok === true ? (script.value?.text ?? null) : null;
    const hook = this.#hashOfHook(table, text, id);
    const found: (AgentDifference | false)[] = [
      stored.isUnaccepted === true && "record",
      hook === null && "entry-gone",
      hook !== null && hook !== entriesHash && "entry-changed",
      hooksAreOff(table, text ?? "") && "hooks-off",
      !overHttp && this.#isScriptChanged(stored, scriptText) && "script",
      !overHttp && !hooks.leadHere() && "socket",
    ];
    return {
      version,
      file: read.ok ? hashOf(read.value) : null,
      hook: scriptText === null ? null : tokens.hash(scriptText),
      differences: found.filter((one) => one !== false),
      isTrusted: await this.#isTrusted(table, text ?? "", stored),
    };
  }

  async #isTrusted({ trust }: AgentTable, text: string, stored: StoredAgent): Promise<boolean> {
    if (trust === null) return false;
    const kept = await agentFiles.read(trustFile(stored));
    return kept.ok && kept.value !== null && trust.isTrusted(text, kept.value.text, stored.id);
  }

  #isScriptChanged(stored: StoredAgent, text: string | null): boolean {
    const { hooks } = this.#deps;
    const kept = hooks.read(stored.id);
    return (
      text !== hooks.scriptText ||
      kept === null ||
      !tokens.isToken(kept.token, stored.tokenHash) ||
      canonicalJson(kept) !== canonicalJson(entryFile(stored, kept.token))
    );
  }

  #watch(): void {
    this.#unwatch();
    if (this.#agents.length === 0) return;
    const { script, others } = this.#deps.hooks;
    const own = this.#agents.flatMap((stored) => [
      stored.file,
      path.join(path.dirname(script), `${stored.id}.json`),
      ...(tableOf(stored.agent).trust === null ? [] : [trustFile(stored)]),
    ]);
    const files = [...own, script, ...others];
    this.#unwatch = agentFiles.watch(files, () => this.#compareSoon());
  }

  /** An entry was written or removed. */
  #settled(id: string): void {
    this.#differences.delete(id);
    this.#needs.delete(id);
    this.#news.delete(id);
    this.#watch();
    this.#compareSoon();
    this.#deps.changed();
  }

  #save(agents: StoredAgent[]): Outcome<null, Failure> {
    const saved = this.#deps.store.save(agents);
    if (saved.ok) this.#agents = agents;
    return saved;
  }

  #note(kind: string, facts: JsonObject): void {
    const noted = this.#deps.note(kind, facts);
    if (!noted.ok) this.#deps.fault(noted.failure);
  }
}

/** Without Node.js it can post its events to the desk's port. */
const takesHttp = (agent: AgentId): boolean => agent === "claude-code";

const notInForm = (file: string): Failure => ({
  kind: "config-unreadable",
  file,
  detail: "its hooks are not in the form that the agent reads",
});

/** @param base the file without our entry @param isFirst it had none */
function undoOf(
  before: Found,
  base: string | null,
  isFirst: boolean,
  backup: string,
): StoredAgent["undo"] {
  if (base === null) return { kind: "remove" };
  return before !== null && isFirst
    ? { kind: "restore", backup, hash: before.hash }
    : { kind: "take-out" };
}

/** Where the agent keeps its user's trust in hooks. */
const trustFile = ({ agent, file }: StoredAgent): string =>
  path.join(path.dirname(file), tableOf(agent).trust?.file ?? "");

const hashOf = (found: Found): string | null => found?.hash ?? null;

const choicesOf = (stored: StoredAgent): AgentChoices =>
  stored.isUnaccepted === true ? STRICTEST : stored.choices;

/** What the script reads beside it. */
export const entryFile = ({ id, agent, choices }: StoredAgent, token: string): HookEntryFile => ({
  id,
  token,
  absent: choices.absent,
  denyAfterMs: tableOf(agent).hook.limitMs - SCRIPT_DENIES_BEFORE_MS,
});
