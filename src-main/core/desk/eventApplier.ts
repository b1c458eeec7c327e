// Applies events: writes them to the ledger, changes the request, runs the effects. What comes of an effect is an event
// again.
import { advance } from "#shared/request/life/advance.ts";
import { withEditedFlag } from "#shared/request/document/edited.ts";
import { askedBy } from "#shared/request/life/actors.ts";
import type { Effect, RequestEvent, Settlement } from "#shared/request/life/event.ts";
import type { Json } from "#shared/json.ts";
import type { ModelRef } from "#shared/models/model.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { SIBLINGS_LISTED_MAX, isObserved, receivedRow, rowOf } from "./recorder.ts";
import type { Limits } from "../admission/limits.ts";
import type { DeskDeps } from "./deskDeps.ts";
import type {
  Clock,
  RequestHandle,
  Incoming,
  LedgerEntry,
  Delivery,
  GenerateResult,
  Hasher,
  DeskModels,
} from "../ports.ts";
import type { Recorder } from "./recorder.ts";
import type { Roster, RunningAttempt, Runtime } from "./roster.ts";
import type { ReceivedEvent } from "./intake.ts";
import { shapeFlags } from "#shared/request/checks/depth.ts";
import { placeOf } from "#shared/request/document/flag.ts";
import { externalise, internalise } from "#shared/request/document/media.ts";
import type { MediaFacts, MediaRef } from "#shared/request/document/media.ts";
import { kindOf } from "#shared/request/kinds/registry.ts";
import { NOT_KEPT, replyMessage, usageOf } from "#shared/request/checks/wire.ts";
import type { RequestDocument, ResponseDocument } from "#shared/request/document/message.ts";
import { addPieces } from "#shared/request/life/stream.ts";
import type { StreamPiece, StreamView, LivePart, Streamed } from "#shared/request/life/stream.ts";
import { streamedOf, addLivePart, charactersOf, isWholeOf } from "#shared/request/life/streamed.ts";
import { isPermission } from "#shared/rules/standingPermission.ts";
import { EMPTY_MAPPING, ResponseRestorer } from "../findings/redactForModel.ts";
import { within } from "../within.ts";
import { estimateTokenCount } from "tokenx";
import type { EstimatedUse } from "#shared/models/cost/cost.ts";
import { inputTokensOf } from "#shared/rules/limits/budget.ts";

/** What is built on the applier and follows from its events: the desk connects them. */
export interface EventHooks {
  /**
   * Called before an event is applied, with the request as it will be: whether a rule is about to decide on what the
   * event brought, so that its row can wait for that decision.
   */
  expectRuling(request: HeldRequest, event: RequestEvent): boolean;
  /** Called after an event was applied, before its effects run. */
  onEvent(request: HeldRequest, event: RequestEvent): void;
  /** Called after the request changed and its effects were started. */
  onChange(requestId: string): void;
  releaseGroup(requestId: string): void;
  keepMedia(requestId: string, facts: MediaFacts): void;
  /** Whether the response may be sent while it is generated. */
  mayStream(request: HeldRequest): boolean;
}

/** What several events make of one request. */
interface Done {
  next: HeldRequest;
  told: RequestEvent[];
  effects: Effect[];
  rows: LedgerEntry[];
}

export class EventApplier {
  readonly #parts: DeskDeps;
  readonly #roster: Roster;
  readonly #recorder: Recorder;
  readonly #limits: Limits;
  readonly #hooks: EventHooks;
  /** What `advance` asks for is done here. */
  readonly effects: EffectRunner;

  constructor(
    parts: DeskDeps,
    own: { roster: Roster; recorder: Recorder; limits: Limits },
    hooks: EventHooks,
  ) {
    this.#parts = parts;
    this.#roster = own.roster;
    this.#recorder = own.recorder;
    this.#limits = own.limits;
    this.#hooks = hooks;
    this.effects = new EffectRunner(parts, this, hooks);
  }

  /**
   * Begins a request. With the last request of a group, the others are told their siblings. `record` writes the rows;
   * the request is taken in even if that fails. No effects run.
   */
  receive(
    event: ReceivedEvent,
    incoming: Incoming,
    record: (request: HeldRequest, rows: LedgerEntry[]) => void,
  ): HeldRequest {
    const { id, atMs, reply } = event;
    const request = advance(null, event)?.request;
    if (request === undefined) throw new Error("a request does not begin");
    const siblings = reply.kind === "embedded" ? reply.siblings : [];
    const grouped: RequestEvent = { kind: "grouped", siblings, atMs, by: { kind: "desk" } };
    const others = siblings.filter((other) => other !== id);
    const told = siblings.length <= SIBLINGS_LISTED_MAX ? others : [];
    const rows = told.map((requestId) => ({ ...rowOf(request, grouped), sampleId: requestId }));
    record(request, [receivedRow(event, incoming), ...rows]);
    this.#roster.add(request, incoming);
    for (const other of others) {
      const known = this.#roster.getUnlisted(other);
      const step = known === undefined ? null : advance(known, grouped);
      if (step === null) continue;
      this.#parts.team?.happened(step.request, [
        { ...rowOf(step.request, grouped), sampleId: other },
      ]);
      this.#changed(step.request, [grouped], step.effects);
    }
    return request;
  }

  /** Applies a decision, or an observed event. A decision fails when it cannot be recorded. */
  apply(requestId: string, event: RequestEvent): Outcome<null, Failure> {
    const request = this.#roster.getUnlisted(requestId);
    if (request === undefined) return fail({ kind: "not-found", what: "sample" });
    return isObserved(event)
      ? this.applyObserved(requestId, event)
      : this.applyAll(request, [event]);
  }

  /** Applies decisions that belong together: either all are recorded before the first takes effect, or none. */
  applyAll(request: HeldRequest, events: readonly RequestEvent[]): Outcome<null, Failure> {
    const over = this.#overBudget(request, events);
    if (over !== null) return fail(over);
    return this.applyTogether([{ request, events }]);
  }

  /** As `applyAll`, for several requests at once; without the budget check. */
  applyTogether(
    all: readonly { request: HeldRequest; events: readonly RequestEvent[] }[],
  ): Outcome<null, Failure> {
    const done: Done[] = [];
    const rows: LedgerEntry[] = [];
    for (const { request, events } of all) {
      // Requests of other desks change in the team's database alone.
      if (this.#roster.isGuest(request.id)) return fail({ kind: "stale" });
      const one: Done = { next: request, told: [], effects: [], rows: [] };
      for (const made of events) {
        const event = withEditedFlag(one.next, made);
        const step = advance(one.next, event);
        if (step === null) return fail({ kind: "stale" });
        const barred = this.#barred(request, event);
        if (barred !== null) return fail(barred);
        one.rows.push(rowOf(one.next, event));
        one.next = step.request;
        one.told.push(event);
        one.effects.push(...step.effects);
      }
      done.push(one);
      rows.push(...one.rows);
    }
    const recorded = this.#recorder.recordDecisions(rows);
    if (!recorded.ok) return recorded;
    for (const { next, told, effects, rows: its } of done) {
      this.#parts.team?.happened(next, its);
      this.#changed(next, told, effects);
    }
    return ok(null);
  }

  /**
   * Applies an event that the team's database has accepted. It happened, unless it cannot be recorded here.
   * @param isPerformed whether its effects run, and an attempt that waits may start
   */
  applyAccepted(
    request: HeldRequest,
    event: RequestEvent,
    isPerformed: boolean,
  ): Outcome<null, Failure> {
    const step = advance(request, event);
    if (step === null) return fail({ kind: "stale" });
    const recorded = this.#recorder.recordDecisions([rowOf(request, event)]);
    if (!recorded.ok) return recorded;
    const effects = event.kind === "delivery-unknown" ? [NOBODY_TOLD] : step.effects;
    this.#changed(step.request, [event], isPerformed ? effects : null);
    return ok(null);
  }

  /** Applies an event that happened whether or not it can be recorded: its row waits in memory. */
  applyObserved(requestId: string, event: RequestEvent): Outcome<null, Failure> {
    const request = this.#roster.getUnlisted(requestId);
    return request === undefined || this.#roster.isGuest(requestId)
      ? fail({ kind: "stale" })
      : this.applyAllObserved(request, [event]);
  }

  /** Applies observed events to a request that may come from an earlier run and not be in the roster. */
  applyAllObserved(request: HeldRequest, events: readonly RequestEvent[]): Outcome<null, Failure> {
    let next = request;
    const effects: Effect[] = [];
    const rows: LedgerEntry[] = [];
    for (const event of events) {
      const step = advance(next, event);
      if (step === null) return fail({ kind: "stale" });
      const row = rowOf(next, event);
      rows.push(row);
      const soon = this.#hooks.expectRuling(step.request, event) || mayFollow(next, event);
      this.#recorder[soon ? "recordSoon" : "recordObserved"](row);
      this.#limits.onRecorded(row);
      next = step.request;
      effects.push(...step.effects);
    }
    this.#parts.team?.happened(next, rows);
    this.#changed(next, events, effects);
    return ok(null);
  }

  /** Applies an observed event; for a request that was dismissed meanwhile, only records it. */
  applyLate(requestId: string, event: RequestEvent): void {
    if (this.#roster.getUnlisted(requestId) !== undefined) this.apply(requestId, event);
    else {
      const { atMs, kind } = event;
      const row = { sampleId: requestId, atMs, kind, body: event as unknown as Json };
      this.#recorder.recordSoon(row);
      this.#parts.team?.followed(row);
    }
  }

  /** Why the request's request may not go to this model, or null. */
  checkModel({ requester }: HeldRequest, model: ModelRef): Failure | null {
    return this.#parts.models?.check?.(requester.serverId, model) ?? null;
  }

  /** Whoever decides: the user's restrictions on models apply to every approval. */
  #barred(request: HeldRequest, event: RequestEvent): Failure | null {
    return event.kind === "request-approved" ? this.checkModel(request, event.model) : null;
  }

  /** Exceeding a budget requires that the user was told of it: then the event carries `beyond`. */
  #overBudget(request: HeldRequest, events: readonly RequestEvent[]): Failure | null {
    const approved = events.filter((event) => event.kind === "request-approved");
    for (const [at, holds] of this.#limits.budgetsExceeded(request, approved).entries()) {
      // Stryker disable next-line OptionalChaining: there are as many of both
      if (holds.length > 0 && approved[at]?.beyond === undefined) {
        return { kind: "over-budget", holds };
      }
    }
    return null;
  }

  #changed(next: HeldRequest, events: readonly RequestEvent[], effects: Effect[] | null): void {
    this.#limits.track(next);
    this.#roster.replace(next);
    for (const event of events) this.#hooks.onEvent(next, event);
    const runtime = this.#roster.runtime(next.id);
    if (runtime === undefined) return;
    if (effects !== null) {
      this.effects.run(next, effects, runtime);
      this.#hooks.onChange(next.id);
    }
    if (next.phase.kind === "ended") this.#roster.end(next);
  }
}

/**
 * Another desk says how a delivery ended here that it could not see: whoever waits is let go, unless the response was
 * sent.
 */
const NOBODY_TOLD: Effect = { kind: "settle", settlement: { kind: "silence" } };

/**
 * Whether the row may wait and be written with the next one, as nothing depends on it: which program asked, and the
 * outcome of a delivery. Where rules decide one request after another, this saves a disk sync each.
 */
const mayFollow = ({ phase }: HeldRequest, { kind }: RequestEvent): boolean =>
  kind === "caller-found" ||
  (phase.kind === "ended"
    ? kind === "delivered" || kind === "delivery-failed" || kind === "delivery-unknown"
    : kind === "delivered" && phase.kind === "delivering" && phase.by.kind === "rule");

/** What an adapter may tell of a request later. */
export function toldLater(
  requestId: string,
  incoming: Pick<Incoming, "requestKind" | "reply">,
  applying: Pick<EventApplier, "applyLate">,
  clock: Pick<Clock, "nowMs">,
): Pick<RequestHandle, "completed" | "callerFound"> {
  return {
    completed(how) {
      const at = { atMs: clock.nowMs(), by: askedBy(incoming) };
      const said = how === undefined || Object.keys(how).length === 0 ? {} : { how };
      applying.applyLate(requestId, { kind: "completed", ...at, ...said });
    },
    callerFound(caller) {
      const by = { kind: "desk" } as const;
      applying.applyLate(requestId, { kind: "caller-found", atMs: clock.nowMs(), by, caller });
    },
  };
}

type RunEffect = Extract<Effect, { kind: "run" }>;
type GenerateEffect = Extract<Effect, { kind: "generate" }>;

type EffectHooks = Pick<EventHooks, "releaseGroup" | "keepMedia" | "mayStream">;

/** Runs the effects that `advance` returns: starts and aborts generations, settles with the server. */
export class EffectRunner {
  readonly #parts: DeskDeps;
  readonly #applying: Pick<EventApplier, "applyLate">;
  readonly #hooks: EffectHooks;
  readonly #inFlight = new Set<Promise<unknown>>();

  constructor(parts: DeskDeps, applying: Pick<EventApplier, "applyLate">, hooks: EffectHooks) {
    this.#parts = parts;
    this.#applying = applying;
    this.#hooks = hooks;
  }

  /** Settles a request that has no sample of its own. Calls `missed` when an error could not be sent. */
  settleDirectly(incoming: Incoming, settlement: Settlement, missed: () => void): void {
    const told = kindOf(incoming).settlementFor?.(settlement) ?? settlement;
    const settled = incoming.settle(told).then(
      ({ kind }) => kind === "sent",
      () => false,
    );
    const isTold = settlement.kind === "silence" || incoming.reply.kind === "embedded";
    this.#track(settled.then((sent) => (sent || isTold ? undefined : missed())));
  }

  run(request: HeldRequest, effects: Effect[], runtime: Runtime): void {
    for (const effect of effects) {
      switch (effect.kind) {
        case "generate":
          this.#track(this.#generate(request, effect, runtime));
          break;
        case "run":
          this.#track(this.#runByServer(request, effect, runtime));
          break;
        case "abort":
          runtime.runs.get(effect.attemptId)?.stop.abort();
          break;
        case "release-when-ready":
          this.#hooks.releaseGroup(request.id);
          break;
        case "settle":
          this.#settling(request, effect.settlement, runtime);
          break;
      }
    }
  }

  /** Resolves when no work is left, or after `waitMs`. */
  async whenIdle(waitMs: number): Promise<void> {
    await within<unknown>(Promise.allSettled(this.#inFlight), waitMs, null);
  }

  #track(work: Promise<unknown>): void {
    this.#inFlight.add(work);
    void work.finally(() => this.#inFlight.delete(work));
  }

  async #generate(
    request: HeldRequest,
    effect: GenerateEffect,
    { runs, placeholders, live, came }: Runtime,
  ): Promise<void> {
    const requestId = request.id;
    const { attemptId, document, model, options } = effect;
    const { listener, clock, generator, media } = this.#parts;
    const run: RunningAttempt = { stop: new AbortController(), view: null };
    runs.set(attemptId, run);
    const startedAtMs = clock.nowMs();
    const back = new ResponseRestorer(
      placeholders.mappings.get(attemptId) ?? EMPTY_MAPPING,
      document,
    );
    // The program asked for a stream, a standing permission decided, and nothing of another attempt has left.
    const approvedBy = request.attempts.find(({ id }) => id === attemptId)?.by;
    const isLive =
      approvedBy !== undefined && isPermission(approvedBy) && streamedOf(request) === null;
    let named = model.modelId;
    const passing = new LiveStream(
      isLive && live !== undefined ? (part) => live(part, named) : null,
      () => !run.stop.signal.aborted && this.#hooks.mayStream(request),
    );
    const stream = (more: Pick<StreamView, "pieces" | "outputTokens" | "progress">): void => {
      const sent = passing.characters === 0 ? {} : { sent: passing.characters };
      const now = {
        requestId,
        attemptId,
        elapsedMs: clock.nowMs() - startedAtMs,
        ...more,
        ...sent,
      };
      run.view = { ...now, pieces: addPieces(run.view?.pieces ?? [], now.pieces) };
      listener.streamed(now);
    };
    const restored = (piece: StreamPiece): StreamPiece => {
      const shown = back.piece(piece);
      // A call is sent once it is whole, and what comes after it, too.
      if (shown.kind === "tool") passing.stop();
      if (shown.kind === "text") passing.send(shown.text);
      return shown;
    };
    const made = await generator
      .generate({
        model,
        document,
        ...(options === undefined ? {} : { options }),
        ...(came === undefined ? {} : { came }),
        signal: run.stop.signal,
        media: (ref) => media.text(requestId, ref),
        putMedia: (base64) => this.#putMedia(requestId, base64),
        onPiece: (piece, outputTokens) =>
          stream({ pieces: piece === null ? [] : [restored(piece)], outputTokens }),
        onReasoning: (block) => passing.send(block),
        onNamed: (name) => (named = name),
        onProgress: (progress) => stream({ pieces: [], outputTokens: 0, progress }),
      })
      .catch((error: unknown): GenerateResult => ({
        kind: "failed",
        failure: { kind: "model-other", detail: String(error) },
        tookMs: clock.nowMs() - startedAtMs,
      }));
    runs.delete(attemptId);
    const result = back.result(asMade(request, made));
    const generated = result.kind === "failed" ? null : result.generated;
    this.#applying.applyLate(requestId, {
      ...this.#eventOf(effect, result, run.view),
      ...passing.record(generated, this.#parts.hasher),
    });
  }

  /** Whoever ends the request meanwhile, what the server made of it is recorded. */
  async #runByServer(
    { id }: HeldRequest,
    { attemptId, document }: RunEffect,
    { produce }: Runtime,
  ): Promise<void> {
    const { clock, hasher, media } = this.#parts;
    const startedAtMs = clock.nowMs();
    const at = { by: { kind: "server" as const }, attemptId };
    const whole = internalise(document as Json, (ref) => media.text(id, ref));
    const made = await (
      produce?.(whole.ok ? (whole.value as RequestDocument) : document) ??
      Promise.reject(new Error())
    ).then(
      ({ response, flags }): RequestEvent => {
        const held = externalise(response, (base64) => this.#putMedia(id, base64));
        const generated = held as unknown as ResponseDocument;
        const [atMs, generatedHash] = [clock.nowMs(), hasher.hash(generated)];
        const tookMs = atMs - startedAtMs;
        const odd = flags.length === 0 ? {} : { flags };
        return { ...at, atMs, kind: "attempt-done", generated, generatedHash, tookMs, ...odd };
      },
      (error: unknown): RequestEvent => {
        const failure = { kind: "model-interrupted" as const, detail: String(error) };
        const atMs = clock.nowMs();
        return { ...at, atMs, kind: "attempt-failed", failure, tookMs: atMs - startedAtMs };
      },
    );
    this.#applying.applyLate(id, made);
  }

  #putMedia(requestId: string, base64: string): MediaRef {
    const kept = this.#parts.media.put(requestId, base64);
    this.#hooks.keepMedia(requestId, kept);
    return kept.ref;
  }

  #eventOf(effect: GenerateEffect, result: GenerateResult, view: StreamView | null): RequestEvent {
    const { attemptId, model } = effect;
    const { models } = this.#parts;
    const estimate = estimatedUse(effect, result, view, models);
    const at = {
      atMs: this.#parts.clock.nowMs(),
      by: { kind: "model" as const },
      attemptId,
      ...(estimate === undefined ? {} : { estimate }),
    };
    if (result.kind === "failed") {
      return { ...at, kind: "attempt-failed", failure: result.failure, tookMs: result.tookMs };
    }
    const cost = models?.costOf?.(model, result.usage) ?? null;
    return {
      ...at,
      kind: result.kind === "done" ? "attempt-done" : "attempt-stopped",
      generated: result.generated,
      generatedHash: this.#parts.hasher.hash(result.generated),
      tookMs: result.tookMs,
      ...(result.usage === undefined ? {} : { usage: result.usage }),
      ...(cost === null ? {} : { cost }),
      ...(result.reasoning === undefined ? {} : { reasoning: result.reasoning }),
      ...(result.putBack === undefined ? {} : { putBack: result.putBack }),
      ...(result.written === undefined ? {} : { written: result.written }),
      ...(result.warnings === undefined ? {} : { warnings: result.warnings }),
      ...(result.brokenOff === undefined ? {} : { brokenOff: result.brokenOff }),
      ...(result.firstTokenMs === undefined ? {} : { firstTokenMs: result.firstTokenMs }),
    };
  }

  /** Quitting waits for settlements, except those of tasks: the server may never poll for them. */
  #settling(request: HeldRequest, settlement: Settlement, runtime: Runtime): void {
    const settled = this.#settleOnce(request, settlement, runtime);
    if (request.reply.kind !== "task") this.#track(settled);
  }

  /** Settles at most once; a second call does nothing. */
  async #settleOnce(request: HeldRequest, decided: Settlement, runtime: Runtime): Promise<void> {
    const { settle } = runtime;
    runtime.settle = null;
    if (settle === null) return;
    const settlement = kindOf(request).settlementFor?.(decided) ?? decided;
    const whole = this.#asSent(request, settlement);
    const told = await settle(whole ?? { kind: "error", ...NOT_KEPT }, usageOf(request)).catch(
      (error: unknown): Delivery => ({ kind: "not-sent", detail: String(error) }),
    );
    const delivery: Delivery =
      whole === null ? { kind: "not-sent", detail: "a medium of the answer is not held" } : told;
    // Nothing had to be sent, so there is no delivery to record.
    if (settlement.kind !== "result" && replyMessage(request.reply, settlement) === null) return;
    this.#applying.applyLate(request.id, this.#deliveryEvent(delivery));
  }

  #deliveryEvent(delivery: Delivery): RequestEvent {
    const at = { atMs: this.#parts.clock.nowMs(), by: { kind: "desk" as const } };
    switch (delivery.kind) {
      case "sent":
        return {
          ...at,
          kind: "delivered",
          ...(delivery.begun === true ? { stream: { begun: true } } : {}),
        };
      case "not-sent":
        return { ...at, kind: "delivery-failed", detail: delivery.detail };
      case "unknown":
        return { ...at, kind: "delivery-unknown" };
    }
  }

  /** The settlement with base64 in place of media references; null when a medium is not held. */
  #asSent(request: HeldRequest, settlement: Settlement): Settlement | null {
    if (settlement.kind !== "result") return settlement;
    const approved = settlement.document as Json;
    const whole = internalise(approved, (ref) => this.#parts.media.text(request.id, ref));
    return whole.ok ? { kind: "result", document: whole.value as ResponseDocument } : null;
  }
}

/**
 * Brings the model's response into the form the server accepts; a failure when it could not be shown and sent
 * exactly.
 */
function asMade(request: HeldRequest, made: GenerateResult): GenerateResult {
  if (made.kind === "failed") return made;
  const [shape] = shapeFlags(made.generated);
  if (shape === undefined)
    return { ...made, generated: kindOf(request).formedFor(request, made.generated) };
  const detail = `${shape.code}: ${placeOf(shape.path)}`;
  return {
    kind: "failed",
    failure: { kind: "model-malformed-answer", detail },
    tookMs: made.tookMs,
  };
}

/** What a program gets of a response while the model writes it, and the record of that for the ledger. */
class LiveStream {
  #send: ((part: LivePart) => void) | null;
  readonly #maySend: () => boolean;
  readonly #sent: LivePart[] = [];
  #characters = 0;

  /**
   * @param send null: nothing is sent before gate 2
   * @param maySend asked before each part: mode, permission and rules may change meanwhile
   */
  constructor(send: ((part: LivePart) => void) | null, maySend: () => boolean) {
    this.#send = send;
    this.#maySend = maySend;
  }

  get characters(): number {
    return this.#characters;
  }

  send(part: LivePart): void {
    // A gap could not be filled later.
    if (this.#send !== null && !this.#maySend()) this.stop();
    if (this.#send === null || part === "") return;
    addLivePart(this.#sent, part);
    this.#characters += charactersOf([part]);
    this.#send(part);
  }

  /** Sends nothing more. */
  stop(): void {
    this.#send = null;
  }

  /** @param generated the response as it became; null: it failed */
  record(generated: ResponseDocument | null, hasher: Hasher): { streamed?: Streamed } {
    if (this.#sent.length === 0) return {};
    const isWhole = generated !== null && isWholeOf(this.#sent, generated);
    const [characters, hash] = [this.#characters, hasher.hash(this.#sent)];
    return { streamed: { characters, hash, ...(isWhole ? { whole: true } : {}) } };
  }
}

/**
 * The use of a generation whose counts the provider reported in part or not at all. Undefined where it reported them,
 * or where it failed before any output.
 * @param view the output as received
 */
function estimatedUse(
  { document, model }: { document: RequestDocument; model: ModelRef },
  result: GenerateResult,
  view: StreamView | null,
  models: DeskModels | undefined,
): EstimatedUse | undefined {
  const usage = (result.kind === "failed" ? undefined : result.usage) ?? {};
  const { pieces = [], outputTokens: received = 0 } = view ?? {};
  if (usage.inputTokens !== undefined && usage.outputTokens !== undefined) return undefined;
  if (result.kind === "failed" && received === 0) return undefined;
  const text = pieces.map((piece) => piece.text).join("\n");
  const inputTokens = usage.inputTokens ?? inputTokensOf(document, estimateTokenCount);
  const outputTokens = usage.outputTokens ?? Math.max(estimateTokenCount(text), received);
  const cost = models?.costOf?.(model, { ...usage, inputTokens, outputTokens }) ?? null;
  return {
    inputTokens,
    outputTokens,
    ...(cost === null || cost.missing !== undefined ? {} : { usd: cost.usd }),
  };
}
