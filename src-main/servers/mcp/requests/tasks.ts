// Sampling as a task (2025-11-25, basic/utilities/tasks): the server gets a task at once and fetches the result when
// the user has decided. A task outlives the call that caused it; over HTTP also its session, for anyone who knows its
// id.
import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { isJsonObject } from "#shared/json.ts";
import type { Json, JsonObject } from "#shared/json.ts";
import type { CancelReason, Origin, RequestId } from "#shared/request/life/heldRequest.ts";
import type { Settlement } from "#shared/request/life/event.ts";
import type { UnattributedRequest, Delivery, RequestHandle } from "../../../core/ports.ts";
import type { JsonRpcId, WireError } from "../wire/envelope.ts";
import { keyOf } from "../wire/envelope.ts";
import { keepAlive, progressTokenOf } from "./keepalive.ts";
import { runIdsOf } from "./openCalls.ts";
import type { MessageSource } from "../transports/pipe.ts";
import { responseMessage, incomingMetricsOf, toDelivery } from "./pushedRequests.ts";
import { taskPage, relatedTaskMeta, TASK_ERRORS, toTask, requestedTtlMs } from "./taskView.ts";
import type { TaskState, TaskStatus } from "./taskView.ts";
import { roundedParams } from "../wire/roundedNumbers.ts";
import { within } from "../../../core/within.ts";

/** Bounds of how long a result is kept after the task's end; within them, as the server asked. */
const TTL_MIN_MS = 60_000;
const TTL_MAX_MS = 3_600_000;
const TTL_DEFAULT_MS = 600_000;
/** How many ids of deleted tasks are remembered, so that a late request gets the true reason. */
const EXPIRED_IDS_MAX = 1000;
/** The most pending `tasks/result` requests per task. */
const WAITING_MAX = 16;
const CLOSING_WAIT_MS = 1000;

export interface TasksParts {
  receive(incoming: UnattributedRequest, runs: string[]): RequestHandle;
  send(message: JSONRPCMessage): Promise<void>;
  /**
   * Null if this response may be sent; otherwise resolves once it may (the mode, or a team, is Stopped). Rejects if it
   * never may: the task then counts as expired.
   */
  mayLeave(requestId?: RequestId): Promise<void> | null;
  newId(): string;
  keepAliveMs: number;
}

type Outcome = { result: JsonObject } | { error: WireError };

interface Entry {
  order: number;
  /** The session that created it; only that session lists it. */
  session: number;
  state: TaskState;
  wantedTtlMs: number | null;
  held: RequestHandle | null;
  outcome: Outcome | null;
  /** Ids of `tasks/result` requests that wait for the task's end. */
  waiting: Map<string, JsonRpcId>;
  /** Called once, with whether the server has fetched the result. */
  fetched: ((delivery: Delivery) => void) | null;
  timer: NodeJS.Timeout | null;
  stopKeepAlive(): void;
}

export class SamplingTasks {
  readonly #parts: TasksParts;
  readonly #tasks = new Map<string, Entry>();
  readonly #expired: string[] = [];
  readonly #sending = new Set<Promise<unknown>>();
  #order = 0;
  #session = 0;
  /** Set per session: whether tasks were declared to this server, in a protocol version that has them. */
  offered = false;

  constructor(parts: TasksParts) {
    this.#parts = parts;
  }

  /** True if the request asks for a task and may be one; otherwise its `task` field is ignored ("Task Support"). */
  wantsTask(params: Json | undefined): boolean {
    return this.offered && isJsonObject(params) && isJsonObject(params["task"]);
  }

  /** Takes a `sampling/createMessage`. If it is refused on arrival, there is no task. */
  receive(id: JsonRpcId, params: Json | undefined, origin: Origin, from: MessageSource): void {
    const entry = this.#entryOf(params);
    const { taskId } = entry.state;
    let accepted = false;
    let refused = false;
    entry.held = this.#parts.receive(
      {
        origin,
        params: params ?? null,
        reply: { kind: "task", requestId: id, taskId },
        ...incomingMetricsOf(from),
        ...roundedParams(from),
        settle: (settlement) => {
          if (accepted) return this.#settled(entry, settlement);
          refused = true;
          return settlement.kind === "silence"
            ? Promise.resolve({ kind: "not-sent", detail: "silence" })
            : this.#post(responseMessage(id, settlement));
        },
      },
      runIdsOf(origin),
    );
    if (refused) return;
    accepted = true;
    this.#tasks.set(taskId, entry);
    void this.#post({ jsonrpc: "2.0", id, result: { task: toTask(entry.state) } });
    entry.stopKeepAlive = this.#keepAlive(taskId, params);
  }

  /** Handles a server's requests about tasks; false for any other method, or if tasks were not declared. */
  handleRequest({
    id,
    method,
    params,
  }: {
    id: JsonRpcId;
    method: string;
    params: Json | undefined;
  }): boolean {
    if (!this.offered) return false;
    switch (method) {
      case "tasks/get":
        this.#withTask(id, params, (entry) => this.#result(id, toTask(entry.state)));
        return true;
      case "tasks/result":
        this.#withTask(id, params, (entry) => {
          if (entry.outcome === null) this.#wait(entry, id);
          else this.#answer(entry, entry.outcome, id);
        });
        return true;
      case "tasks/cancel":
        this.#withTask(id, params, (entry) => this.#cancel(entry, id));
        return true;
      case "tasks/list":
        this.#list(id, params);
        return true;
      default:
        return false;
    }
  }

  /** `notifications/cancelled` for a `tasks/result`: the server no longer waits for it. */
  cancelledByServer(id: JsonRpcId): void {
    for (const entry of this.#tasks.values()) entry.waiting.delete(keyOf(id));
  }

  /**
   * The session was lost and another one is being opened: tasks go on, and the server asks for them by id. Pending
   * requests of the old session get no response, as ids start over. Tasks are not bound to a session (2025-11-25,
   * tasks, "Task Isolation and Access Control"); an id is long and random, and no list reveals it.
   */
  sessionLost(): void {
    this.#session += 1;
    this.offered = false;
    for (const entry of this.#tasks.values()) {
      entry.waiting.clear();
      // The progress token belonged to the old session.
      entry.stopKeepAlive();
    }
  }

  /** The server has gone for good, and its tasks with it. Results that it did not fetch were not delivered. */
  endAll(because: CancelReason): void {
    const entries = [...this.#tasks.values()];
    this.#tasks.clear();
    this.#expired.length = 0;
    for (const entry of entries) {
      if (entry.timer !== null) clearTimeout(entry.timer);
      entry.stopKeepAlive();
      entry.waiting.clear();
      if (entry.outcome === null) entry.state = withStatus(entry.state, "cancelled", "");
      entry.held?.withdraw(because);
      this.#fetched(entry, { kind: "not-sent", detail: "the session ended before it was fetched" });
    }
  }

  /** Ends every task while the server can still fetch the results. */
  async endGracefully(because: CancelReason): Promise<void> {
    for (const { held } of Array.from(this.#tasks.values())) held?.withdraw(because);
    await within(Promise.allSettled(this.#sending), CLOSING_WAIT_MS, undefined);
    this.endAll(because);
  }

  #entryOf(params: Json | undefined): Entry {
    const nowMs = Date.now();
    this.#order += 1;
    return {
      order: this.#order,
      session: this.#session,
      state: {
        taskId: this.#parts.newId(),
        status: "working",
        statusMessage: "The user is reviewing the request",
        createdAtMs: nowMs,
        updatedAtMs: nowMs,
        ttlMs: null,
      },
      wantedTtlMs: requestedTtlMs(params),
      held: null,
      outcome: null,
      waiting: new Map(),
      fetched: null,
      timer: null,
      stopKeepAlive: () => {},
    };
  }

  /** Takes the desk's settlement as the task's result, which is sent when the server fetches it. */
  #settled(entry: Entry, settlement: Settlement): Promise<Delivery> {
    if (entry.state.status !== "working" || settlement.kind === "silence") {
      return Promise.resolve({ kind: "not-sent", detail: "withdrawn" });
    }
    const delivery = new Promise<Delivery>((resolve) => {
      entry.fetched = resolve;
    });
    if (settlement.kind === "error") {
      const { code, message, data } = settlement;
      const error = { code, message, ...(data === undefined ? {} : { data: { ...data } }) };
      this.#end(entry, "failed", message, { error });
    } else
      this.#end(entry, "completed", "The response is ready", {
        result: { ...settlement.document },
      });
    return delivery;
  }

  #end(entry: Entry, status: TaskStatus, statusMessage: string, outcome: Outcome): void {
    const { taskId, createdAtMs } = entry.state;
    const wantedMs = entry.wantedTtlMs ?? TTL_DEFAULT_MS;
    const keepMs = Math.min(Math.max(wantedMs, TTL_MIN_MS), TTL_MAX_MS);
    entry.stopKeepAlive();
    entry.outcome = outcome;
    entry.state = withStatus(entry.state, status, statusMessage);
    entry.state.ttlMs = entry.state.updatedAtMs - createdAtMs + keepMs;
    entry.timer = setTimeout(() => this.#expire(taskId), keepMs);
    entry.timer.unref();
    const params = toTask(entry.state);
    void this.#post({ jsonrpc: "2.0", method: "notifications/tasks/status", params });
    const waiting = [...entry.waiting.values()];
    entry.waiting.clear();
    for (const id of waiting) this.#answer(entry, outcome, id);
  }

  /** Exactly what the request itself would have got ("Result Retrieval"), linked to the task. */
  #answer(entry: Entry, outcome: Outcome, id: JsonRpcId): void {
    if ("error" in outcome) {
      this.#fetch(entry, { jsonrpc: "2.0", id, error: outcome.error });
      return;
    }
    const held = this.#parts.mayLeave(entry.held?.requestId);
    if (held !== null) {
      // Meanwhile the task may have ended with its session, or the server cancelled its request; an id that was used
      // twice gets one response.
      const key = keyOf(id);
      if (!this.#wait(entry, id)) return;
      const again = (): void => {
        const waits = this.#tasks.get(entry.state.taskId) === entry && entry.waiting.delete(key);
        if (waits) this.#answer(entry, outcome, id);
      };
      held.then(again, ({ message }: Error) => this.#expire(entry.state.taskId, message));
      return;
    }
    const { _meta: meta } = outcome.result;
    const _meta = { ...(isJsonObject(meta) ? meta : {}), ...relatedTaskMeta(entry.state.taskId) };
    this.#fetch(entry, { jsonrpc: "2.0", id, result: { ...outcome.result, _meta } });
  }

  #fetch(entry: Entry, message: JSONRPCMessage): void {
    void this.#post(message).then((delivery) => {
      // A result that was not sent can be fetched again.
      if (delivery.kind !== "not-sent") this.#fetched(entry, delivery);
    });
  }

  #cancel(entry: Entry, id: JsonRpcId): void {
    const { status } = entry.state;
    if (status !== "working") {
      this.#error(id, TASK_ERRORS.terminal(status));
      return;
    }
    // Change the state first, so that the desk's settlement is then ignored.
    this.#end(entry, "cancelled", "The task was cancelled by request", {
      error: TASK_ERRORS.cancelled,
    });
    entry.held?.withdraw({ kind: "server-cancelled" });
    this.#result(id, toTask(entry.state));
  }

  #list(id: JsonRpcId, params: Json | undefined): void {
    const own = [...this.#tasks.values()].filter(({ session }) => session === this.#session);
    const page = taskPage(own, params, this.#order);
    if (page === null) this.#error(id, TASK_ERRORS.badCursor);
    else this.#result(id, page);
  }

  #expire(taskId: string, detail = "the server never fetched it"): void {
    const entry = this.#tasks.get(taskId);
    if (entry === undefined) return;
    this.#tasks.delete(taskId);
    this.#expired.push(taskId);
    if (this.#expired.length > EXPIRED_IDS_MAX) this.#expired.shift();
    for (const id of entry.waiting.values()) this.#error(id, TASK_ERRORS.expired);
    this.#fetched(entry, { kind: "not-sent", detail });
  }

  #fetched(entry: Entry, delivery: Delivery): void {
    entry.fetched?.(delivery);
    entry.fetched = null;
  }

  #withTask(id: JsonRpcId, params: Json | undefined, act: (entry: Entry) => void): void {
    const taskId = isJsonObject(params) ? params["taskId"] : undefined;
    const entry = typeof taskId === "string" ? this.#tasks.get(taskId) : undefined;
    if (entry !== undefined) act(entry);
    else {
      const gone = typeof taskId === "string" && this.#expired.includes(taskId);
      this.#error(id, gone ? TASK_ERRORS.expired : TASK_ERRORS.notFound);
    }
  }

  #result(id: JsonRpcId, result: JsonObject): void {
    void this.#post({ jsonrpc: "2.0", id, result });
  }
  /** False if too many requests wait for this task; then this one is refused. */
  #wait(entry: Entry, id: JsonRpcId): boolean {
    const key = keyOf(id);
    if (entry.waiting.size >= WAITING_MAX && !entry.waiting.has(key)) {
      this.#error(id, TASK_ERRORS.tooManyWait);
      return false;
    }
    entry.waiting.set(key, id);
    return true;
  }

  #error(id: JsonRpcId, error: WireError): void {
    void this.#post({ jsonrpc: "2.0", id, error });
  }

  #post(message: JSONRPCMessage): Promise<Delivery> {
    const sent = toDelivery(this.#parts.send(message));
    this.#sending.add(sent);
    void sent.finally(() => this.#sending.delete(sent));
    return sent;
  }

  /** A progress token stays valid for the task's whole life ("Task Progress Notifications"). */
  #keepAlive(taskId: string, params: Json | undefined): () => void {
    const progressToken = progressTokenOf(params);
    if (progressToken === undefined) return () => {};
    return keepAlive((progress) => {
      const progressed = { progressToken, progress, _meta: relatedTaskMeta(taskId) };
      void this.#post({ jsonrpc: "2.0", method: "notifications/progress", params: progressed });
    }, this.#parts.keepAliveMs);
  }
}

const withStatus = (state: TaskState, status: TaskStatus, statusMessage: string): TaskState => ({
  ...state,
  status,
  statusMessage,
  updatedAtMs: Date.now(),
});
