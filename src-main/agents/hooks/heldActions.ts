// Actions of agents: reads an event of an agent's hook, has the desk decide about the action, and says what the hook prints.
import { createHash } from "node:crypto";
import { realpath } from "node:fs/promises";
import type { AgentTable, Action, FileChange, HookEvent, Verdict } from "#shared/agents/agent.ts";
import { applyChange, changesOf, unifiedDiff } from "#shared/agents/changes.ts";
import { takesEditsAt, withEdited } from "#shared/agents/edits.ts";
import { comesToUser } from "#shared/agents/comesToUser.ts";
import type { AgentChoices, HookAnswer, HookGreeting } from "#shared/agents/entry.ts";
import { isGuarded, PROJECT_FILES } from "#shared/agents/guarded.ts";
import { tableOf } from "#shared/agents/tables.ts";
import { canonicalJson } from "#shared/canonical.ts";
import type { Json, JsonObject } from "#shared/json.ts";
import type { ActionRequest } from "#shared/request/kinds/action/document.ts";
import { verdictOf } from "#shared/request/kinds/action/settlement.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { StandingPermission } from "#shared/rules/standingPermission.ts";
import { roundedNumbers } from "#shared/rounded.ts";
import type { Settlement } from "#shared/request/life/event.ts";
import { defaultPolicy } from "#shared/servers/policy/policy.ts";
import type { ServerPolicy } from "#shared/servers/policy/policy.ts";
import type { Clock, Delivery, DeskIntake, RequestHandle } from "../../core/ports.ts";
import type { RunningCheck } from "../agentCheck.ts";
import type { AdmittedAgent, AgentsService } from "../agents.ts";
import type { GatewayService } from "../gateway/gateway.ts";
import { leftKey } from "../gateway/leftCalls.ts";
import { filesOf, guardedIn, guardedPlaces, realNow } from "./actionFiles.ts";
import type { FileNow } from "./actionFiles.ts";
import type { Caller } from "./callingAgent.ts";
import { Calls } from "./calls.ts";
import type { Call, Expected } from "./calls.ts";
import { readEvent } from "./hookDoor.ts";
import { branchOf, settingsOf } from "./project.ts";
import type { Session, Sessions } from "./sessions.ts";

/** How long before the agent's limit the desk refuses; at most a quarter of the limit. The script does 15 s before. */
const MARGIN_MS = 20_000;
/** Far more actions than an agent makes by itself: those that pass count as well. */
const PER_MINUTE = 6000;
/** Of a program that reads another one's settings: VS Code waits this long. */
const FOREIGN_LIMIT_MS = 30_000;

const UNKNOWN_HOOK =
  "Countersign does not know this hook, so the action was blocked. Set the agent up again in Countersign, or undo its hook there.";
const NOBODY: Delivery = { kind: "not-sent", detail: "nobody waits" };

interface Deps {
  desk: DeskIntake;
  agents: Pick<
    AgentsService,
    "admit" | "configs" | "heard" | "decided" | "checking" | "takeReported"
  >;
  gateway: Pick<GatewayService, "holds" | "leftCalls">;
  sessions: Sessions;
  /** The profile's folder. */
  profile: string;
  /** Which agent's process has started the hook; null where it can't be told. */
  callerOf(pid: number): Caller | null;
  clock: Pick<Clock, "nowMs">;
  /** Appends a row without content. */
  note(kind: string, facts: JsonObject): Outcome<unknown, Failure>;
  fault(failure: Failure): void;
}

/** An event for which a hook waits, or several hooks that tell of the same one. */
interface Held {
  agent: AdmittedAgent;
  table: AgentTable;
  event: HookEvent;
  /** It is the entry's agent that tells of it, as far as that can be told. */
  isOwn: boolean;
  /** The session, and within it the tool and its input. */
  session: string;
  same: string;
  action: Action;
  /** The tool as the gateway counts its calls; null where the call isn't left to it. */
  relay: string | null;
  waiting: number;
  request: RequestHandle | null;
  params: ActionRequest | null;
  settled: PromiseWithResolvers;
}
/** An event of a call, before it is known what becomes of it. */
type Told = Pick<Held, "agent" | "table" | "event" | "isOwn" | "session" | "same">;

interface PromiseWithResolvers {
  promise: Promise<Verdict | null>;
  resolve(verdict: Verdict | null): void;
}

export class HeldActions {
  readonly #deps: Deps;
  /** The profile's folder, links resolved. */
  readonly #profile: string;
  readonly #held = new Set<Held>();
  readonly #calls = new Calls();

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#profile = realNow(deps.profile);
  }

  /** Never rejects: what fails here is said to the hook, which blocks. @param left aborted once the hook has ended */
  readonly hear = async (greeting: HookGreeting, left: AbortSignal): Promise<HookAnswer | null> => {
    try {
      return await this.#hear(greeting, left);
    } catch (error) {
      const detail = error instanceof Error ? error.message.slice(0, 200) : "";
      return {
        ok: false,
        message: `Countersign failed at this action, so it was blocked. ${detail}`,
      };
    }
  };

  /** The text of each file of a pending action, as it is now. A difference from what is shown is shown first. */
  async filesOf(requestId: string): Promise<{ path: string; before: string | null }[]> {
    const held = [...this.#held].find(({ request }) => request?.requestId === requestId);
    if (held === undefined) return [];
    const files = await this.#shownFiles(held);
    held.request?.update(paramsWith(held, files));
    return files.map(({ file, text }) => ({ path: file.path, before: text }));
  }

  async #hear(greeting: HookGreeting, left: AbortSignal): Promise<HookAnswer | null> {
    const { agents, callerOf, sessions } = this.#deps;
    const agent = agents.admit(greeting.id, greeting.token);
    if (agent === null) return { ok: false, message: UNKNOWN_HOOK };
    agents.takeReported(agent.id);
    const from = callerOf(greeting.pid);
    const caller = from?.agent ?? null;
    const isOwn = caller === null || caller === agent.agent;
    const table = tableOf(caller === null || caller === "other" ? agent.agent : caller);
    const event = readEvent(table, greeting.event);
    const startedMs = from?.startedMs ?? null;
    agents.heard(agent.id, isOwn && event !== null ? { startedMs } : null);
    if (event === null)
      return {
        ok: false,
        message: `Countersign does not know this event of ${table.name}, so the action was blocked.`,
      };
    const check = await this.#checkOf(agent, event, greeting.folder);
    if (check !== null) {
      const told = await check.decide(event, table.actionOf(event.tool, event.input));
      return told === null ? null : { ok: true, ...table.outputOf(event, told) };
    }
    if (event.role === "ended") {
      await this.#ended(agent, event);
      return { ok: true, ...table.outputOf(event, { kind: "pass" }) };
    }
    const isOfCall = table.hook.hasCallFolder;
    const first = isOfCall ? { ...event, folder: greeting.folder } : event;
    const session = await sessions.of(agent.id, first);
    const of = { agent, table, event, isOwn, session: JSON.stringify([agent.id, session.id]) };
    const same = sameOf(table, event.tool, event.input);
    if (event.role === "after" || event.role === "prompt") {
      if (event.role === "after") await this.#ran({ ...of, same });
      return { ok: true, ...table.outputOf(event, { kind: "pass" }) };
    }
    const limitMs = isOwn ? table.hook.limitMs : FOREIGN_LIMIT_MS;
    const verdict = await this.#verdict({ ...of, same }, session, {
      left,
      limitMs,
      ageMs: greeting.ageMs,
      text: greeting.event,
    });
    if (verdict === null)
      return { ok: false, message: "Countersign gave this action up, so it was blocked." };
    // Claude Code asks by itself all the same where a plan is allowed without being handed back.
    const isPlan = table.actionOf(event.tool, event.input).kind === "plan";
    const said = isPlan && verdict.kind === "allow" ? { input: event.input, ...verdict } : verdict;
    return { ok: true, ...table.outputOf(event, said) };
  }

  /** The check that has started the event's session. @param own the folder of the hook's process */
  async #checkOf(
    { id, agent }: AdmittedAgent,
    { session, folder }: HookEvent,
    own: string,
  ): Promise<RunningCheck | null> {
    const check = this.#deps.agents.checking(id);
    if (check === null) return null;
    const place = tableOf(agent).hook.hasCallFolder ? own : folder;
    const real = place === null ? null : await realpath(place).catch(() => null);
    return check.isOf(session, real) ? check : null;
  }

  /** By the desk, or as was decided about the same call before. Null: nobody waits for it. */
  async #verdict(
    of: Told,
    session: Session,
    how: { left: AbortSignal; limitMs: number; ageMs: number; text: string },
  ): Promise<Verdict | null> {
    const { event, same } = of;
    const open = [...this.#held].find(
      (held) =>
        event.callId !== null &&
        held.event.callId === event.callId &&
        held.session === of.session &&
        held.event.role === event.role &&
        held.same === same,
    );
    if (open !== undefined) return this.#wait(open, how.left);
    const later = of.table.asksFirst === true ? "before" : "permission";
    const pair = event.role === later ? this.#calls.pair(of.session, asksOf(of)) : null;
    if (pair !== null && event.role === "permission") pair.isAsked = true;
    const isStopped = (this.#deps.desk.waitToSend?.(of.agent.id) ?? null) !== null;
    if (pair?.isDecided === true && pair.verdict !== null && !isStopped) {
      this.#note("hook-paired", { sampleId: pair.request?.requestId ?? "" });
      // The input that it asks about is the one that was allowed.
      return pair.verdict.kind === "allow" ? { kind: "allow" } : pair.verdict;
    }
    const callId = event.callId ?? pair?.callId ?? null;
    const held: Held = {
      ...of,
      event: { ...event, callId },
      action: of.table.actionOf(event.tool, event.input),
      relay: null,
      waiting: 0,
      request: null,
      params: null,
      settled: withResolvers(),
    };
    this.#held.add(held);
    const waited = this.#wait(held, how.left);
    try {
      await this.#receive(held, session, how, pair);
    } catch (error) {
      this.#held.delete(held);
      throw error;
    }
    return waited;
  }

  async #wait(held: Held, left: AbortSignal): Promise<Verdict | null> {
    held.waiting += 1;
    const leave = (): void => {
      held.waiting -= 1;
      if (held.waiting > 0 || !this.#held.delete(held)) return;
      held.request?.withdraw({ kind: "agent-left" });
      held.settled.resolve(null);
    };
    if (left.aborted) leave();
    else left.addEventListener("abort", leave, { once: true });
    return held.settled.promise;
  }

  async #receive(
    held: Held,
    session: Session,
    { limitMs, ageMs, text }: { limitMs: number; ageMs: number; text: string },
    pair: Call | null,
  ): Promise<void> {
    const { desk, clock } = this.#deps;
    const { agent, table, event } = held;
    const why = await this.#whyItPasses(held);
    let files = await (why === null ? this.#shownFiles(held) : this.#filesNow(held, false));
    const isGuarded = files.some(({ file }) => file.isGuarded === true);
    if (why !== null && isGuarded) files = await this.#shownFiles(held);
    const permission: StandingPermission | null =
      why === null || isGuarded
        ? null
        : { id: `${agent.id}.${why}`, name: `${table.name}: ${why}`, redact: [] };
    const set =
      permission === null && session.folder !== null && session.comes()
        ? settingsOf(table.id, session.folder)
        : [];
    // A link in its name can lead anywhere.
    const folder = event.folder && (await realpath(event.folder).catch(() => event.folder));
    const branch = permission === null ? await this.#branchOf(folder, session) : {};
    // It left meanwhile.
    if (!this.#held.has(held)) return;
    const takesEdits =
      takesEditsAt(table, event.role, held.action.kind) &&
      // An edited input is written anew, which would change these numbers.
      roundedNumbers(text).length === 0;
    const params: ActionRequest = {
      agent: { id: table.id, version: table.id === agent.agent ? agent.version : null },
      event: event.role === "permission" ? "permission" : "before",
      session: {
        id: session.id,
        folder: session.folder,
        ...(session.name === null ? {} : { name: session.name }),
      },
      callId: event.callId,
      tool: event.tool,
      input: event.input,
      folder,
      ...branch,
      files: files.map(({ file }) => file),
      takesEdits,
      ...(event.subagent === undefined ? {} : { subagent: event.subagent }),
      ...(set.length > 0 ? { projectSettings: set } : {}),
    };
    held.params = params;
    // What happens to a call is told of its last request.
    const call: Call = pair ?? {
      session: held.session,
      same: held.same,
      asks: asksOf(held),
      callId: event.callId,
      isDecided: permission === null,
      verdict: null,
      isPaired: event.role === (held.table.asksFirst === true ? "before" : "permission"),
      isAsked: event.role === "permission",
      request: null,
    };
    Object.assign(call, { verdict: null, isDecided: permission === null });
    if (pair === null) this.#calls.add(call);
    held.request = desk.receive({
      requestKind: "action",
      requester: {
        serverId: agent.id,
        name: table.name,
        transport: "hook",
        where: agent.file,
        protocolVersion: "",
        era: "legacy",
        encrypted: null,
      },
      origin: { kind: "none" },
      params: params as unknown as Json,
      metrics: { bytes: Buffer.byteLength(text) },
      policy: policyFor(
        agent.choices,
        Math.max(1000, limitMs - Math.min(MARGIN_MS, limitMs / 4) - ageMs),
      ),
      declared: { tools: false, context: false },
      reply: { kind: "hook" },
      deadline: { atMs: clock.nowMs() + limitMs - ageMs, totalMs: limitMs },
      ...(permission === null ? {} : { permission }),
      readAgain: async () => paramsWith(held, await this.#shownFiles(held)),
      settle: (settlement) => this.#settle(held, call, settlement),
    });
    call.request = held.request;
  }

  async #branchOf(folder: string | null, session: Session): Promise<Pick<ActionRequest, "branch">> {
    if (folder === null || session.folder === null) return {};
    const branch = await branchOf(folder, session.folder);
    return branch === null ? {} : { branch };
  }

  async #settle(held: Held, call: Call, settlement: Settlement): Promise<Delivery> {
    const verdict = verdictOf(settlement);
    call.verdict = verdict;
    if (verdict?.kind === "allow") {
      const input = verdict.input ?? held.event.input;
      call.same = sameOf(held.table, held.event.tool, input);
      call.asks = asksOf({ ...held, same: call.same, event: { ...held.event, input } });
      call.expected = await this.#expected(held, input);
    }
    // Before the hook says it: then the agent calls. Both events of a call leave one.
    if (held.relay !== null && verdict !== null && verdict.kind !== "reject" && !call.relay) {
      call.relay = held.relay;
      this.#deps.gateway.leftCalls.left(held.relay);
    }
    const waits = this.#held.delete(held);
    held.settled.resolve(verdict);
    if (!waits || verdict === null) return NOBODY;
    // What a choice lets pass proves nothing.
    if (held.isOwn && (call.isDecided || verdict.kind === "reject"))
      this.#deps.agents.decided(held.agent.id);
    return { kind: "sent" };
  }

  /** What the files are once the agent has done what it was allowed; a file of which that isn't known is left out. */
  async #expected(held: Held, input: JsonObject): Promise<Expected[]> {
    const action = held.table.actionOf(held.event.tool, input);
    const before = new Map(
      (await this.#filesNow(held, true, action)).map((now) => [now.file.path, now]),
    );
    return changesOf(action).flatMap((change) => {
      const now = before.get(change.path);
      const applied = appliedTo(held.table.id, now, change);
      if (now === undefined || applied === null) return [];
      const { real } = now.file;
      const moveTo = change.kind === "patch" ? change.moveTo : undefined;
      const to = moveTo === undefined ? real : before.get(moveTo)?.file.real;
      if (to === undefined) return [];
      const sha256 = applied.after === null ? null : sha256Of(applied.after);
      return [{ path: to, sha256 }, ...(to === real ? [] : [{ path: real, sha256: null }])];
    });
  }

  /** The user's choice lets it pass, or it is the gateway's to hold; null: it comes to the user. */
  async #whyItPasses(held: Held): Promise<string | null> {
    const { agent, table, event, action } = held;
    const role = event.role === "permission" ? "permission" : "before";
    const choice = agent.choices.actions;
    if (!comesToUser(choice, role, action.kind)) return choice;
    if (action.kind !== "mcp-call" || event.folder === null) return null;
    const { folder, source } = event;
    held.relay = await this.#relayOf(table, action, { folder, source });
    return held.relay === null ? null : "gateway";
  }

  /** The tool as the gateway counts its calls, if that very server is wrapped and its session for the folder is open. */
  async #relayOf(
    { id, name: program }: AgentTable,
    { server, tool }: { server: string; tool: string },
    { folder, source }: Pick<HookEvent, "source"> & { folder: string },
  ): Promise<string | null> {
    const real = await realpath(folder).catch(() => null);
    if (real === null) return null;
    const call = { program, server, folder: real };
    const isHeld = await this.#deps.gateway.holds(call, source, PROJECT_FILES[id]);
    return isHeld ? leftKey(call, tool) : null;
  }

  /** Whether a path belongs to an agent's settings or to Countersign. */
  readonly #isGuarded = (real: string): boolean =>
    isGuarded(real, this.#profile, ...guardedPlaces(this.#deps.agents.configs()));

  async #filesNow(held: Held, deep: boolean, action = held.action): Promise<FileNow[]> {
    const place = { folder: held.event.folder, isGuarded: this.#isGuarded };
    if (action.kind === "other" || action.kind === "mcp-call")
      return guardedIn(held.event.input, place);
    return filesOf(action, place, deep);
  }

  /** With their content, and what the action would change in it. */
  async #shownFiles(held: Held): Promise<FileNow[]> {
    const changes = changesOf(held.action);
    return (await this.#filesNow(held, true)).map((now) => {
      const change = changes.find(({ path }) => path === now.file.path);
      const applied = change === undefined ? null : appliedTo(held.table.id, now, change);
      if (applied === null) return now;
      const { path, state, sha256 } = now.file;
      const shown = held.params?.files.find((file) => file.path === path);
      // Looking for it takes long, and the text is still the same.
      const isSame = shown?.state === state && shown.sha256 === sha256;
      const diff =
        (isSame ? shown.diff : undefined) ?? unifiedDiff(now.text ?? "", applied.after ?? "");
      return { ...now, file: { ...now.file, diff } };
    });
  }

  /** The tool has run: what came of it is compared with what was approved. */
  async #ran({ table, event, session, same }: Told): Promise<void> {
    const { fault, clock } = this.#deps;
    const call = this.#calls.ran(session, event.callId, same);
    if (call === null) return;
    const requestId = call.request?.requestId ?? "";
    // Nobody else decides about what was held before the agent asked its user.
    const isAlone = call.verdict === null && !call.isAsked;
    if (call.verdict?.kind === "reject" || isAlone) {
      this.#note("action-ran-anyway", { sampleId: requestId });
      fault({ kind: "action-ran-anyway", agent: table.name, atMs: clock.nowMs() });
      return;
    }
    const failed = event.failed === true;
    // What failed may have done so in the agent.
    if (this.#isMissing(call, !failed) && !failed)
      fault({ kind: "call-not-arrived", agent: table.name, tool: event.tool, atMs: clock.nowMs() });
    const isOtherCall =
      call.verdict?.kind === "allow" &&
      call.same !== same &&
      table.actionOf(event.tool, event.input).kind !== "other";
    const differs =
      isOtherCall ||
      (!failed && (await Promise.all((call.expected ?? []).map(isOther))).some(Boolean));
    call.request?.completed({
      ...(failed ? { failed: true } : {}),
      ...(differs ? { differs: true } : {}),
    });
    if (differs) fault({ kind: "action-differs", agent: table.name, atMs: clock.nowMs() });
  }

  async #ended(agent: AdmittedAgent, event: HookEvent): Promise<void> {
    const id = await this.#deps.sessions.end(agent.id, event.session);
    if (id === null) return;
    for (const call of this.#calls.end(JSON.stringify([agent.id, id])))
      this.#isMissing(call, false);
  }

  /** Whether a call that was left to the gateway has not come there, which is recorded. */
  #isMissing({ relay, request }: Call, hasRun: boolean): boolean {
    if (relay === undefined || this.#deps.gateway.leftCalls.take(relay)) return false;
    this.#note("call-not-arrived", { sampleId: request?.requestId ?? "", ran: hasRun });
    return true;
  }

  #note(kind: string, facts: JsonObject): void {
    const noted = this.#deps.note(kind, facts);
    if (!noted.ok) this.#deps.fault(noted.failure);
  }
}

/** The request with these files: whether that is a change is for the desk, which knows what it shows. */
const paramsWith = ({ params }: Held, files: FileNow[]): Json => ({
  ...(params as unknown as JsonObject),
  files: files.map(({ file }) => file as unknown as Json),
});

/** The text after a change; null where it can't be told. */
function appliedTo(
  agent: AgentTable["id"],
  now: FileNow | undefined,
  change: FileChange,
): { after: string | null } | null {
  if (now === undefined || (now.text === null && now.file.state !== "absent")) return null;
  const applied = applyChange(agent, now.text, change);
  return "fault" in applied ? null : applied;
}

async function isOther({ path, sha256 }: Expected): Promise<boolean> {
  const place = { folder: null, isGuarded: () => false };
  const content = { at: [], text: "" };
  const [now] = await filesOf({ kind: "write", path, content }, place, true);
  return sha256 === null ? now?.file.state !== "absent" : now?.file.sha256 !== sha256;
}

const sha256Of = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");

/**
 * The tool and its input. Codex tells of a command with a description, or of a patch without its last line end, at times;
 * Claude Code of a plan without its file.
 */
function sameOf({ actionOf }: AgentTable, tool: string, input: JsonObject): string {
  const action = actionOf(tool, input);
  if (action.kind === "plan") return sha256Of(canonicalJson([tool, action.plan.text]));
  const text = action.kind === "edit" ? action.patch : action.kind === "command" && action.command;
  const cut = text ? withEdited(input, text.at, text.text.trimEnd()) : null;
  const { description: _claim, ...said } = cut ?? {};
  return sha256Of(canonicalJson([tool, cut === null ? input : said]));
}

/** What both events of a call tell of it. */
const asksOf = ({ table, event, same }: Pick<Told, "table" | "event" | "same">): string =>
  table.askedIn?.(event.tool, event.input) ?? same;

/** An agent has no permissions of a server. It asks of itself, and waits only so long. */
const policyFor = ({ team }: AgentChoices, waitMs: number): ServerPolicy => ({
  ...defaultPolicy,
  team: team === true,
  unasked: "ask",
  ambiguous: "ask",
  limits: { ...defaultPolicy.limits, perMinute: PER_MINUTE, waitMs },
});

function withResolvers(): PromiseWithResolvers {
  let resolve: PromiseWithResolvers["resolve"] = () => {};
  const promise = new Promise<Verdict | null>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
