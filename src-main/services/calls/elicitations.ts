// Questions of servers to the person: held until the person answers or nobody waits any more. An answer is
// recorded before it leaves; nothing is ever answered in the person's place.
import type { Failure, Outcome } from "../../../src-shared/outcome.ts";
import { fail, ok } from "../../../src-shared/outcome.ts";
import type { Json } from "../../../src-shared/json.ts";
import type { CancelReason } from "../../../src-shared/sampling/life/sample.ts";
import {
  asksPerson,
  isElicitationOpen,
  readElicitation,
} from "../../../src-shared/servers/elicitation.ts";
import type {
  ElicitAnswer,
  ElicitationState,
  ElicitationView,
} from "../../../src-shared/servers/elicitation.ts";
import { FloodCounter } from "../../desk/admission/floodCounter.ts";
import type { Clock, Delivery, LedgerEntry } from "../../desk/ports.ts";
import type { Recorder } from "../../desk/core/recorder.ts";
import { ElicitationGuard } from "./elicitationGuard.ts";
import type { ElicitationRefusal } from "./elicitationGuard.ts";
import type {
  ElicitationIntake,
  HeldElicitation,
  IncomingElicitation,
  ServiceAudience,
} from "../ports.ts";

/** Ended questions that are kept in memory. */
const ENDED_KEPT = 200;

export interface ElicitationsParts {
  /** The desk's: what happened while nothing can be written waits there, and is written first. */
  recorder: Pick<Recorder, "recordObserved" | "recordDecisions">;
  clock: Clock;
  audience: Pick<ServiceAudience, "elicitationChanged" | "elicitationRemoved">;
  /** The server is stopped, by itself or with all: nothing that the person entered may leave. */
  stopped(serverId: string): boolean;
}

interface Entry {
  view: ElicitationView;
  incoming: IncomingElicitation;
}

export class ElicitationsService implements ElicitationIntake {
  readonly #parts: ElicitationsParts;
  readonly #entries = new Map<string, Entry>();
  readonly #ended: string[] = [];
  readonly #guard: ElicitationGuard;
  readonly #flood: FloodCounter;

  constructor(parts: ElicitationsParts) {
    this.#parts = parts;
    this.#guard = new ElicitationGuard(parts.clock);
    this.#flood = new FloodCounter({
      isInMemory: (id) => this.#entries.has(id),
      onCounted: (id, count, lastAtMs) => this.#countMore(id, count, lastAtMs),
    });
  }

  /** Every question in memory, oldest first. */
  views(): ElicitationView[] {
    return [...this.#entries.values()].map(({ view }) => view);
  }

  /**
   * Holds a question; or refuses what cannot be shown, was not offered or comes too fast, on screen. Of a flood
   * of refusals the first ones stand there, those that follow only count.
   */
  receive(incoming: IncomingElicitation): HeldElicitation {
    const refusal = this.#guard.refuses(incoming, this.#openOf(incoming.serverId));
    if (refusal === null) {
      const entry = this.#takeIn(incoming, null);
      this.#parts.audience.elicitationChanged(entry.view);
      return { id: entry.view.id, withdraw: (because) => this.#withdraw(entry, because) };
    }
    const id = this.#refuse(incoming, refusal);
    const { reason: _, ...error } = refusal;
    void incoming.settle({ kind: "error", ...error });
    return { id, withdraw: () => {} };
  }

  /** The question that stands for this refusal: a new one, or one that counts it. */
  #refuse(incoming: IncomingElicitation, refusal: ElicitationRefusal): string {
    const atMs = this.#parts.clock.nowMs();
    const { serverId } = incoming;
    const { reason, code, message } = refusal;
    const joined = this.#flood.join(serverId, { reason }, atMs);
    if (joined !== null) return joined;
    const entry = this.#takeIn(incoming, reason);
    this.#flood.startGroup(serverId, { reason }, entry.view.id, atMs);
    this.#end(entry, { kind: "refused", code, message, atMs });
    return entry.view.id;
  }

  #takeIn(incoming: IncomingElicitation, refused: ElicitationRefusal["reason"] | null): Entry {
    const { clock } = this.#parts;
    const { serverId, serverName, runIds, reply, params } = incoming;
    // What is refused for its size is not kept either: a flood of it would fill the disk.
    const asked = refused === "too-large" ? null : params;
    const read = readElicitation(asked);
    const view: ElicitationView = {
      id: clock.newId(),
      serverId,
      serverName,
      runIds,
      reply,
      asked: typeof read === "string" ? null : read,
      receivedAtMs: clock.nowMs(),
      state: { kind: "waiting" },
    };
    const entry: Entry = { view, incoming };
    this.#entries.set(view.id, entry);
    this.#record(view, "elicitation-received", { serverId, serverName, reply, asked });
    return entry;
  }

  #countMore(id: string, count: number, lastAtMs: number): void {
    const entry = this.#entries.get(id);
    if (entry === undefined || entry.view.state.kind !== "refused") return;
    const { state } = entry.view;
    this.#record(entry.view, "elicitation-more", { count, lastAtMs });
    this.#change(entry, { ...state, more: (state.more ?? 0) + count });
  }

  #openOf(serverId: string): number {
    return this.views().filter((view) => view.serverId === serverId && isElicitationOpen(view))
      .length;
  }

  /** The person's answer. It leaves at once, or together with its siblings. */
  answer(id: string, answer: ElicitAnswer): Outcome<null, Failure> {
    const entry = this.#entries.get(id);
    if (entry === undefined) return fail({ kind: "not-found", what: "question" });
    const { view, incoming } = entry;
    if (view.state.kind !== "waiting") return fail({ kind: "stale" });
    // A no may make the call whole, and what was answered beside it would leave with it.
    const carries = answer.action === "accept" || this.#carriesOthers(view);
    if (carries && this.#parts.stopped(view.serverId)) return fail({ kind: "desk-stopped" });
    if (answer.action === "accept") {
      // A page that was never opened cannot be agreed to.
      if (view.asked?.kind !== "form") return fail({ kind: "stale" });
    }
    const row = this.#row(view, "elicitation-answered", answer);
    const recorded = this.#parts.recorder.recordDecisions([row]);
    if (!recorded.ok) return recorded;
    const kind = view.reply.kind === "embedded" ? "ready" : "leaving";
    const state: ElicitationState = { kind, answer };
    this.#change(entry, state);
    void incoming
      .settle({ kind: "result", result: { ...answer } })
      .then((delivery) => this.#delivered(entry, state, answer, delivery));
    return ok(null);
  }

  isOpen(id: string): boolean {
    const entry = this.#entries.get(id);
    return entry !== undefined && isElicitationOpen(entry.view);
  }

  /** What an ended question held was forgotten: it stands here no longer either. */
  forget(id: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined || isElicitationOpen(entry.view)) return;
    this.#ended.splice(this.#ended.indexOf(id), 1);
    this.#entries.delete(id);
    this.#parts.audience.elicitationRemoved(id);
  }

  /** Those that have not ended. */
  openIds(): string[] {
    return this.views().flatMap((view) => (isElicitationOpen(view) ? [view.id] : []));
  }

  /** How many have not ended. */
  openCount(): number {
    return this.openIds().length;
  }

  /**
   * Declines every question that has not left, in the person's name: a part of "refuse everything that waits".
   * An answer that still waits for what was asked beside it is taken back first: it would leave with the last
   * no. Gives how many; one that cannot be recorded goes on waiting.
   */
  declineAll(): number {
    const answered = this.views().filter(({ state }) => state.kind === "ready" && isYes(state));
    for (const { id } of answered) this.takeBack(id);
    const declined = this.views()
      .filter(asksPerson)
      .filter(({ id }) => this.answer(id, { action: "decline" }).ok);
    return declined.length;
  }

  /** Takes an answer back that still waits for its siblings. */
  takeBack(id: string): Outcome<null, Failure> {
    const entry = this.#entries.get(id);
    if (entry === undefined) return fail({ kind: "not-found", what: "question" });
    if (entry.view.state.kind !== "ready" || !entry.incoming.takeBack()) {
      return fail({ kind: "stale" });
    }
    this.#record(entry.view, "elicitation-taken-back", {});
    this.#change(entry, { kind: "waiting" });
    return ok(null);
  }

  /** True when something beside this question is, or may be, answered with content. */
  #carriesOthers({ id, reply, runIds }: ElicitationView): boolean {
    if (reply.kind !== "embedded" || reply.siblings === 0) return false;
    const beside = this.views().filter(
      (view) =>
        view.id !== id &&
        view.reply.kind === "embedded" &&
        isElicitationOpen(view) &&
        view.runIds.some((runId) => runIds.includes(runId)),
    );
    // The rest are samples, which may be approved already.
    return reply.siblings > beside.length || beside.some(({ state }) => isYes(state));
  }

  #delivered(entry: Entry, state: ElicitationState, answer: ElicitAnswer, how: Delivery): void {
    // Taken back or ended meanwhile.
    if (entry.view.state !== state) return;
    const atMs = this.#parts.clock.nowMs();
    switch (how.kind) {
      case "sent":
        return this.#end(entry, { kind: "answered", answer, atMs });
      case "not-sent":
        return this.#end(entry, { kind: "not-sent", answer, detail: how.detail, atMs });
      case "unknown":
        return this.#end(entry, { kind: "unknown", answer, atMs });
    }
  }

  #withdraw(entry: Entry, because: CancelReason): void {
    const { state } = entry.view;
    if (!isElicitationOpen(entry.view)) return;
    const given = "answer" in state && state.answer !== undefined ? { answer: state.answer } : {};
    this.#end(entry, { kind: "ended", because, ...given, atMs: this.#parts.clock.nowMs() });
  }

  #end(entry: Entry, state: ElicitationState): void {
    this.#record(entry.view, `elicitation-${state.kind}`, "because" in state ? state.because : {});
    this.#change(entry, state);
    this.#ended.push(entry.view.id);
    while (this.#ended.length > ENDED_KEPT) {
      const oldest = this.#ended.shift();
      if (oldest === undefined) return;
      this.#entries.delete(oldest);
      this.#parts.audience.elicitationRemoved(oldest);
    }
  }

  #change(entry: Entry, state: ElicitationState): void {
    entry.view = { ...entry.view, state };
    this.#parts.audience.elicitationChanged(entry.view);
  }

  /** It happened, whether or not that can be recorded now. */
  #record(view: ElicitationView, kind: string, body: object | undefined): void {
    this.#parts.recorder.recordObserved(this.#row(view, kind, body));
  }

  /** Its body is plain data. */
  #row(view: ElicitationView, kind: string, body: object | undefined): LedgerEntry {
    const atMs = this.#parts.clock.nowMs();
    return { sampleId: view.id, atMs, kind, body: (body ?? null) as Json };
  }
}

/** An answer that carries what the person entered. */
const isYes = (state: ElicitationState): boolean =>
  "answer" in state && state.answer?.action === "accept";
