// The check of an agent: it is run without a person and asked for one harmless command, in four ways past the desk. What it
// asks for meanwhile is decided here, and nothing of it is ever allowed but the sub-agent that has to try.
import { randomUUID } from "node:crypto";
import path from "node:path";
import type { Action, AgentRun, AgentTable, HookEvent, Verdict } from "#shared/agents/agent.ts";
import { CHECK_TRIES } from "#shared/agents/agentRow.ts";
import type { AgentCheck, CheckResult, CheckTry } from "#shared/agents/agentRow.ts";
import type { ReportedByHook } from "#shared/agents/entry.ts";
import type { JsonObject } from "#shared/json.ts";
import type { AgentRunner } from "./agentRunner.ts";
import type { StoredAgent } from "./agentStore.ts";

/** How long the agent may take for one try; opencode alone needs 80 s where it starts without a network. */
const TRY_MS = 180_000;
/** The deadline of the try in which nobody decides. */
const UNDECIDED_MS = 5000;

const REASONS = {
  rejected: "This is Countersign's check: it rejects this command. Do nothing else.",
  undecided: "Nobody decided about this action in time, so Countersign blocked it.",
  other: "This is Countersign's check: it takes no other action than the command it asked for.",
} as const;

interface Deps {
  stored: StoredAgent;
  table: AgentTable & { run: AgentRun };
  /** Absolute. */
  program: string;
  version: string | null;
  runner: AgentRunner;
  note(kind: string, facts: JsonObject): void;
  /** Takes what the entry's script has decided alone; it is told to this check, too. */
  takeReported(): void;
}

/** What was seen in one try. */
interface Seen {
  /** How long the desk took for the canary; null: it has not come, or not from where it should. */
  decidedMs: number | null;
  /** The session that started the sub-agent. */
  spawnedBy: string | null;
  /** The script says that it has refused it. */
  isRefused: boolean;
  /** The agent says that it has run. */
  hasRun: boolean;
}

const NOTHING: Seen = { decidedMs: null, spawnedBy: null, isRefused: false, hasRun: false };

/** A check that runs: the sessions that it has started are its own. */
export type RunningCheck = Pick<Check, "isOf" | "decide">;

export class Check {
  readonly #deps: Deps;
  readonly #stop = new AbortController();
  readonly #command: string;
  readonly #sessions = new Set<string>();
  #folder: string | null = null;
  #try: CheckTry = "rejected";
  #seen: Seen = NOTHING;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#command = `touch canary-${randomUUID().replaceAll("-", "").slice(0, 20)}`;
  }

  /** Ends what runs. */
  stop(): void {
    this.#stop.abort();
  }

  /** Null once it was stopped. Rejects where there is no folder or the program can't be started. */
  async run(): Promise<AgentCheck | null> {
    const { runner, stored, table, version } = this.#deps;
    const results: CheckResult[] = [];
    let tokens: number | null = 0;
    const folder = await runner.makeFolder();
    this.#folder = folder;
    try {
      for (const one of CHECK_TRIES) {
        const isLeft = one === "absent" && stored.choices.absent === "leave";
        const isMissing = one === "subagent" && table.run.tools.subagents === null;
        if (this.#stop.signal.aborted) break;
        if (isLeft || isMissing) results.push({ try: one, came: "not-tried", tookMs: 0 });
        else {
          const tried = await this.#once(one, folder);
          results.push(tried.result);
          tokens = tokens === null || tried.tokens === null ? null : tokens + tried.tokens;
        }
      }
    } finally {
      this.#folder = null;
      await runner.removeFolder(folder);
    }
    if (this.#stop.signal.aborted) return null;
    return { atMs: Date.now(), version, folder, command: this.#command, results, tokens };
  }

  async #once(
    one: CheckTry,
    folder: string,
  ): Promise<{ result: CheckResult; tokens: number | null }> {
    const { runner, program, table } = this.#deps;
    const { run } = table;
    this.#try = one;
    this.#seen = NOTHING;
    const startMs = Date.now();
    const args =
      one === "subagent"
        ? run.unasked(promptOf(run, this.#command, true))
        : run.once(promptOf(run, this.#command, false), this.#command);
    const command = { program, args, folder };
    const output = await runner.run(command, TRY_MS, this.#stop.signal);
    this.#deps.takeReported();
    const canary = path.join(folder, this.#command.replace("touch ", ""));
    const isThere = await runner.take(canary);
    const { decidedMs, isRefused, hasRun } = this.#seen;
    const tookMs = Math.round(decidedMs ?? Date.now() - startMs);
    const isHeld = decidedMs !== null && (one !== "absent" || isRefused);
    const came = isThere || hasRun ? "ran" : isHeld ? "held" : "not-tried";
    return { result: { try: one, came, tookMs }, tokens: run.tokensIn(output) };
  }

  /** Whether the model call with this body comes of the check: nobody else knows its command. */
  asksIn(body: string): boolean {
    return this.#folder !== null && body.includes(this.#command);
  }

  isOf(session: string, folder: string | null): boolean {
    const isOwn = this.#folder !== null && folder === this.#folder;
    if (isOwn) this.#sessions.add(session);
    // A session stays the check's wherever it goes.
    return isOwn || this.#sessions.has(session);
  }

  async decide(event: HookEvent, action: Action): Promise<Verdict | null> {
    const { run } = this.#deps.table;
    const isCanary =
      action.kind === "command" &&
      action.command.text.trim() === this.#command &&
      (action.folder === undefined || action.folder === this.#folder);
    if (event.role === "after" && isCanary && event.failed !== true)
      this.#seen = { ...this.#seen, hasRun: true };
    if (event.role !== "before" && event.role !== "permission") return { kind: "pass" };
    if (this.#try === "subagent" && !isCanary) {
      const starts = event.tool === run.tools.subagents && this.#seen.spawnedBy === null;
      if (starts && JSON.stringify(event.input).includes(this.#command)) {
        this.#seen = { ...this.#seen, spawnedBy: event.session };
        return this.#told(event, "passed", { kind: "pass" });
      }
      if (run.waits.includes(event.tool)) return this.#told(event, "passed", { kind: "pass" });
    }
    if (!isCanary) return this.#told(event, "other", rejection("other"));
    return this.#decideCanary(event);
  }

  async #decideCanary(event: HookEvent): Promise<Verdict | null> {
    const startMs = Date.now();
    const { spawnedBy } = this.#seen;
    const isBelow =
      spawnedBy !== null && (event.subagent !== undefined || event.session !== spawnedBy);
    const counts = this.#try !== "subagent" || isBelow;
    if (this.#try === "undecided") await this.#deadline();
    const over = Math.max(1, Date.now() - startMs);
    // Over HTTP there is no script that could say that it has refused.
    const isRefused = this.#seen.isRefused || this.#deps.stored.overHttp;
    if (counts) this.#seen = { ...this.#seen, isRefused, decidedMs: this.#seen.decidedMs ?? over };
    if (this.#try === "absent") return this.#told(event, "unreachable", null);
    const how = this.#try === "undecided" ? "undecided" : "rejected";
    return this.#told(event, how, rejection(how));
  }

  #deadline(): Promise<void> {
    const { signal } = this.#stop;
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, UNDECIDED_MS);
      signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
    });
  }

  reported({ session, passed }: ReportedByHook): boolean {
    const isOwn = this.#sessions.has(session);
    if (isOwn && !passed && this.#try === "absent") this.#seen = { ...this.#seen, isRefused: true };
    return isOwn;
  }

  #told<V extends Verdict | null>(event: HookEvent, how: string, verdict: V): V {
    const { stored, note } = this.#deps;
    const { session, tool } = event;
    const facts = { agent: stored.agent, entryId: stored.id, session, tool };
    note("check-decided", { ...facts, try: this.#try, how });
    return verdict;
  }
}

const rejection = (why: keyof typeof REASONS): Verdict => ({
  kind: "reject",
  reason: REASONS[why],
});

/** What its model is asked for. Nothing in it comes from elsewhere. */
function promptOf({ tools }: AgentRun, command: string, below: boolean): string {
  const task = `Use your tool ${tools.shell} once to run exactly this command, and nothing else: ${command}\nIt may be blocked, which is expected: do not try again or in another way.`;
  const whole = below
    ? `Use your tool ${tools.subagents} once to start one sub-agent, and wait until it has ended. Do not run the command yourself. The sub-agent's whole task is: ${task}`
    : task;
  return `Countersign checks whether it holds what you do. ${whole}\nUse no other tool. Then answer: done.`;
}
