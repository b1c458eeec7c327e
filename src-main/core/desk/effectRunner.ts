// Runs the effects that `advance` returns: starts and aborts generations, settles with the server.
import type { Effect, RequestEvent, Settlement } from "#shared/request/life/event.ts";
import { shapeFlags } from "#shared/request/checks/depth.ts";
import { placeOf } from "#shared/request/document/flag.ts";
import { externalise, internalise } from "#shared/request/document/media.ts";
import type { MediaFacts, MediaRef } from "#shared/request/document/media.ts";
import { kindOf } from "#shared/request/kinds/registry.ts";
import { NOT_KEPT, replyMessage, usageOf } from "#shared/request/checks/wire.ts";
import type { RequestDocument, ResponseDocument } from "#shared/request/document/message.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { addPieces } from "#shared/request/life/stream.ts";
import { streamedOf } from "#shared/request/life/streamed.ts";
import { isPermission } from "#shared/rules/standingPermission.ts";
import type { StreamPiece, StreamView } from "#shared/request/life/stream.ts";
import type { Json } from "#shared/json.ts";
import type { DeskDeps } from "./deskDeps.ts";
import { estimatedUse } from "./estimatedUse.ts";
import { LiveStream } from "./liveStream.ts";
import type { Delivery, GenerateResult, Incoming } from "../ports.ts";
import { EMPTY_MAPPING, ResponseRestorer } from "../findings/redactForModel.ts";
import type { RunningAttempt, Runtime } from "./runtime.ts";
import { within } from "../within.ts";

/** Callbacks for results of effects. */
export interface EffectHandlers {
  onEvent(requestId: string, event: RequestEvent): void;
  releaseGroup(requestId: string): void;
  keepMedia(requestId: string, facts: MediaFacts): void;
  /** Whether the response may be sent while it is generated. */
  mayStream(request: HeldRequest): boolean;
}

type RunEffect = Extract<Effect, { kind: "run" }>;
type GenerateEffect = Extract<Effect, { kind: "generate" }>;

export class EffectRunner {
  readonly #parts: DeskDeps;
  readonly #after: EffectHandlers;
  readonly #inFlight = new Set<Promise<unknown>>();

  constructor(parts: DeskDeps, after: EffectHandlers) {
    this.#parts = parts;
    this.#after = after;
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
          this.#after.releaseGroup(request.id);
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
    const { audience, clock, generator, media } = this.#parts;
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
      () => !run.stop.signal.aborted && this.#after.mayStream(request),
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
      audience.streamed(now);
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
    this.#after.onEvent(requestId, {
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
    this.#after.onEvent(id, made);
  }

  #putMedia(requestId: string, base64: string): MediaRef {
    const kept = this.#parts.media.put(requestId, base64);
    this.#after.keepMedia(requestId, kept);
    return kept.ref;
  }

  #eventOf(effect: GenerateEffect, result: GenerateResult, view: StreamView | null): RequestEvent {
    const { attemptId, model } = effect;
    const costOf: DeskDeps["costOf"] = (...asked) => this.#parts.costOf?.(...asked) ?? null;
    const estimate = estimatedUse(effect, result, view, costOf);
    const at = {
      atMs: this.#parts.clock.nowMs(),
      by: { kind: "model" as const },
      attemptId,
      ...(estimate === undefined ? {} : { estimate }),
    };
    if (result.kind === "failed") {
      return { ...at, kind: "attempt-failed", failure: result.failure, tookMs: result.tookMs };
    }
    const cost = costOf(model, result.usage);
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
    this.#after.onEvent(request.id, this.#deliveryEvent(delivery));
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
