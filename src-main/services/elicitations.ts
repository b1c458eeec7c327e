// Questions of servers to the person: held until the person answers or nobody waits any more. An answer is
// recorded before it leaves; nothing is ever answered in the person's place.
import type { Failure, Outcome } from "../../src-shared/outcome.ts";
import { fail, ok } from "../../src-shared/outcome.ts";
import type { Json } from "../../src-shared/json.ts";
import type { CancelReason } from "../../src-shared/sampling/sample.ts";
import {
  asksPerson,
  ELICITATION_CHARACTERS_MAX,
  isElicitationOpen,
  readElicitation,
} from "../../src-shared/servers/elicitation.ts";
import type {
  ElicitAnswer,
  ElicitationState,
  ElicitationView,
} from "../../src-shared/servers/elicitation.ts";
import type { Clock, Delivery, Ledger } from "../desk/ports.ts";
import type {
  ElicitationIntake,
  HeldElicitation,
  IncomingElicitation,
  ServiceAudience,
} from "./ports.ts";

/** Ended questions that are kept in memory. */
const ENDED_KEPT = 200;
/** Questions of one server that may wait at once (2025-11-25, client/elicitation: rate limiting). */
const WAITING_MAX = 50;
const INVALID_PARAMS = -32602;

export interface ElicitationsParts {
  ledger: Ledger;
  clock: Clock;
  audience: Pick<ServiceAudience, "elicitationChanged" | "elicitationRemoved">;
  /** The master switch stands at Stopped: nothing that the person entered may leave. */
  stopped(): boolean;
}

interface Entry {
  view: ElicitationView;
  incoming: IncomingElicitation;
}

export class ElicitationsService implements ElicitationIntake {
  readonly #parts: ElicitationsParts;
  readonly #entries = new Map<string, Entry>();
  readonly #ended: string[] = [];

  constructor(parts: ElicitationsParts) {
    this.#parts = parts;
  }

  /** Every question in memory, oldest first. */
  views(): ElicitationView[] {
    return [...this.#entries.values()].map(({ view }) => view);
  }

  /** Holds a question; or refuses what cannot be shown or was not offered, on screen (−32602). */
  receive(incoming: IncomingElicitation): HeldElicitation {
    const { clock } = this.#parts;
    const { serverId, serverName, runIds, reply, params } = incoming;
    const refusal = this.#refusalOf(incoming);
    const read = readElicitation(params);
    const view: ElicitationView = {
      id: clock.newId(),
      serverId,
      serverName,
      runIds,
      reply,
      asked: refusal === TOO_LARGE || typeof read === "string" ? null : read,
      receivedAtMs: clock.nowMs(),
      state: { kind: "waiting" },
    };
    const entry: Entry = { view, incoming };
    this.#entries.set(view.id, entry);
    // What is refused for its size is not kept either: a flood of it would fill the disk.
    const kept = refusal === TOO_LARGE ? null : params;
    this.#record(view, "elicitation-received", { serverId, serverName, reply, asked: kept });
    if (refusal === null) this.#parts.audience.elicitationChanged(view);
    else {
      const error = { code: INVALID_PARAMS, message: refusal };
      this.#end(entry, { kind: "refused", ...error, atMs: clock.nowMs() });
      void incoming.settle({ kind: "error", ...error });
    }
    return { id: view.id, withdraw: (because) => this.#withdraw(entry, because) };
  }

  /** The person's answer. It leaves at once, or together with its siblings. */
  answer(id: string, answer: ElicitAnswer): Outcome<null, Failure> {
    const entry = this.#entries.get(id);
    if (entry === undefined) return fail({ kind: "not-found", what: "question" });
    const { view, incoming } = entry;
    if (view.state.kind !== "waiting") return fail({ kind: "stale" });
    // A no may make the call whole, and what was answered beside it would leave with it.
    const carries = answer.action === "accept" || this.#carriesOthers(view);
    if (carries && this.#parts.stopped()) return fail({ kind: "desk-stopped" });
    if (answer.action === "accept") {
      // A page that was never opened cannot be agreed to.
      if (view.asked?.kind !== "form") return fail({ kind: "stale" });
    }
    const recorded = this.#record(view, "elicitation-answered", answer);
    if (!recorded.ok) return recorded;
    const kind = view.reply.kind === "embedded" ? "ready" : "leaving";
    const state: ElicitationState = { kind, answer };
    this.#change(entry, state);
    void incoming
      .settle({ kind: "result", result: { ...answer } })
      .then((delivery) => this.#delivered(entry, state, answer, delivery));
    return ok(null);
  }

  /** How many have not ended. */
  openCount(): number {
    return this.views().filter(isElicitationOpen).length;
  }

  /**
   * Declines every question that waits for the person, in the person's name: a part of "refuse everything that
   * waits". Gives how many; one that cannot be recorded goes on waiting.
   */
  declineAll(): number {
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
    const accepted = ({ state }: ElicitationView): boolean =>
      "answer" in state && state.answer?.action === "accept";
    // The rest are samples, which may be approved already.
    return reply.siblings > beside.length || beside.some(accepted);
  }

  #refusalOf({ serverId, params, reply }: IncomingElicitation): string | null {
    if (JSON.stringify(params ?? null).length > ELICITATION_CHARACTERS_MAX) return TOO_LARGE;
    const read = readElicitation(params);
    if (typeof read === "string") return `Invalid params: ${read}`;
    // The same words as the reference client's; embedded there is no error, so the person says no.
    if (read.kind === "url" && reply.kind === "pushed") {
      return "Client does not support URL-mode elicitation requests";
    }
    const open = this.views().filter(
      (view) => view.serverId === serverId && isElicitationOpen(view),
    );
    return open.length >= WAITING_MAX ? "Too many elicitation requests wait already" : null;
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

  /** One row; its body is plain data. */
  #record(view: ElicitationView, kind: string, body: object | undefined): Outcome<null, Failure> {
    const atMs = this.#parts.clock.nowMs();
    const row = { sampleId: view.id, atMs, kind, body: (body ?? null) as Json };
    const written = this.#parts.ledger.append(row);
    return written.ok ? ok(null) : written;
  }
}

const TOO_LARGE = `Invalid params: larger than ${ELICITATION_CHARACTERS_MAX} characters`;
