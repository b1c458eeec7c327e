// Held requests of programs, with their pending responses: a retry joins the held request, and after a rejection gets
// the same rejection for a while.
import { createHash } from "node:crypto";
import { canonicalJson } from "../../src-shared/canonical.ts";
import type { CompletionDocument, Dialect } from "../../src-shared/dialects/dialect.ts";
import { refusalOf } from "../../src-shared/dialects/refusals.ts";
import type { DialectRefusal } from "../../src-shared/dialects/refusals.ts";
import type { Json } from "../../src-shared/json.ts";
import type { Usage } from "../../src-shared/models/cost/cost.ts";
import type { Settlement } from "../../src-shared/sampling/life/event.ts";
import { addLivePart } from "../../src-shared/sampling/life/streamed.ts";
import type { LivePart } from "../../src-shared/sampling/life/stream.ts";
import type { CallerProgram, Origin } from "../../src-shared/sampling/life/sample.ts";
import type { ServerPolicy } from "../../src-shared/servers/policy/policy.ts";
import type { Delivery, DeskIntake, HeldRequest, IncomingMetrics } from "../desk/ports.ts";
import type { AdmittedProgram } from "../services/programs/programPorts.ts";
import type { Responder } from "./responder.ts";

/** Codex tries a rejected request six times within six seconds. */
const REJECTION_KEPT_MS = 30_000;
/** The most rejections kept at once; the oldest are dropped first. */
const REJECTIONS_MAX = 1000;

/** OpenAI and Anthropic say nothing of it; Stripe and the IETF's draft of the header refuse this, too. */
const REUSED: DialectRefusal = {
  ...{ status: 422, code: "idempotency_key_reused" },
  message: "Another request has this Idempotency-Key. Use a new key for each request.",
};

const NOBODY: Delivery = { kind: "not-sent", detail: "nobody waits" };

export interface CompletionAsked {
  program: AdmittedProgram;
  dialect: Dialect;
  document: CompletionDocument;
  stream: boolean;
  bytes: number;
  /** Beyond the program's limits, so that it was not read further: the desk refuses it. */
  unread?: Pick<IncomingMetrics, "values" | "unread">;
  /** The program's own key for retries (`Idempotency-Key`), or null. */
  key: string | null;
  /** The body as received. */
  body: string;
  /** Finds what runs behind the connection; absent where the system does not tell. */
  caller?: () => Promise<CallerProgram | null>;
}

export interface HeldCompletionsParts {
  desk: DeskIntake;
  policyOf(programId: string): ServerPolicy;
  /** The open calls of the server that the program belongs to; `none` for any other program. */
  originOf(serverId: string | null): Origin;
  /** Whether the program has a standing permission, so that responses are streamed as they are generated. */
  streamsLive(programId: string): boolean;
  /** Records how often a request was repeated after its rejection. */
  repeated(sampleId: string, times: number): void;
  clock: { nowMs(): number; newId(): string };
}

interface Held {
  programId: string;
  /** Who waits, each with its own key for retries. */
  waiting: Map<Responder, string | null>;
  /** What was streamed while the model writes. */
  streamed: LivePart[];
  /** Who came when nothing could be streamed any more, and gets the response at its end. */
  late: Set<Responder>;
  request: HeldRequest | null;
  id: string;
  createdS: number;
}

interface Rejection {
  refusal: DialectRefusal;
  /** Keys of those that were rejected. */
  keys: ReadonlySet<string | null>;
  sampleId: string;
  untilMs: number;
  times: number;
}

export class HeldCompletions {
  readonly #parts: HeldCompletionsParts;
  readonly #held = new Map<string, Held>();
  readonly #rejections = new Map<string, Rejection>();

  constructor(parts: HeldCompletionsParts) {
    this.#parts = parts;
  }

  /** @param responder creates the responder; its argument is called when the program disconnects */
  ask(asked: CompletionAsked, responder: (gone: () => void) => Responder): void {
    const { clock } = this.#parts;
    const key = keyFor(asked);
    this.#forgetRejections(clock.nowMs());
    const no = (refusal: DialectRefusal): void =>
      void responder(() => {}).refusal(refusal, { id: clock.newId(), createdS: 0 });
    const retryKey = asked.key === null ? null : JSON.stringify([asked.program.id, asked.key]);
    if (retryKey !== null && this.#isReused(retryKey, key)) {
      no(REUSED);
      return;
    }
    const rejection = this.#rejections.get(key);
    if (rejection !== undefined) {
      rejection.times += 1;
      no(rejection.refusal);
      return;
    }
    const known = this.#held.get(key);
    const held: Held = known ?? {
      ...{
        programId: asked.program.id,
        waiting: new Map(),
        streamed: [],
        late: new Set(),
        request: null,
        id: clock.newId().replaceAll("-", ""),
      },
      createdS: Math.floor(clock.nowMs() / 1000),
    };
    const one = responder(() => {
      held.waiting.delete(one);
      // Nobody waits any more, so the request ends at once.
      if (held.waiting.size > 0 || this.#held.get(key) !== held) return;
      this.#held.delete(key);
      held.request?.withdraw({ kind: "server-cancelled", reason: "The program hung up" });
    });
    if (held.streamed.length > 0 && !this.#maySend(held)) held.late.add(one);
    else for (const part of held.streamed) one.live(part, held);
    held.waiting.set(one, retryKey);
    if (known !== undefined) return;
    this.#held.set(key, held);
    const request = this.#receive(asked, key, held);
    held.request = request;
    // Nothing waits for it, and nothing depends on it.
    void asked.caller?.().then((caller) => request.callerFound(caller));
  }

  /** Ends what the program has asked for: it was removed. */
  end(programId: string): void {
    for (const { programId: of, request } of [...this.#held.values()])
      if (of === programId) request?.withdraw({ kind: "switched-off" });
  }

  close(): void {
    for (const { waiting } of this.#held.values()) for (const one of waiting.keys()) one.drop();
    this.#forgetRejections(Number.POSITIVE_INFINITY);
  }

  /** Whether another request, held or just rejected, has this key for retries. */
  #isReused(retryKey: string, key: string): boolean {
    for (const [other, { waiting }] of this.#held)
      if (other !== key && [...waiting.values()].includes(retryKey)) return true;
    for (const [other, { keys }] of this.#rejections)
      if (other !== key && keys.has(retryKey)) return true;
    return false;
  }

  /** Whether what has been streamed may be sent again now. */
  #maySend({ programId }: Held): boolean {
    const { desk, streamsLive } = this.#parts;
    return streamsLive(programId) && (desk.waitToSend?.(programId) ?? null) === null;
  }

  #receive(asked: CompletionAsked, key: string, held: Held): HeldRequest {
    const { program, dialect, document, stream, bytes } = asked;
    const { desk, policyOf, originOf, streamsLive } = this.#parts;
    const { id, createdS } = held;
    const facts = { id, createdS };
    const isLive = stream && streamsLive(program.id);
    return desk.receive({
      requestKind: "completion",
      asker: {
        ...{ serverId: program.id, name: program.name, transport: "endpoint" },
        ...{ where: `POST ${dialect.path}`, protocolVersion: dialect.name, era: "legacy" },
        encrypted: null,
      },
      origin: originOf(program.serverId),
      params: document as Json,
      metrics: { bytes, ...asked.unread },
      policy: policyOf(program.id),
      declared: { tools: true, context: false },
      reply: { kind: "http", dialect: dialect.name, id, createdS, stream },
      ...(isLive
        ? {
            live: (part: LivePart) => {
              addLivePart(held.streamed, part);
              for (const one of held.waiting.keys()) if (!held.late.has(one)) one.live(part, facts);
            },
          }
        : {}),
      settle: (settlement, usage) => this.#settle(key, held, settlement, usage),
    });
  }

  async #settle(
    key: string,
    held: Held,
    settlement: Settlement,
    usage: Usage | undefined,
  ): Promise<Delivery> {
    if (this.#held.get(key) === held) this.#held.delete(key);
    const { id, createdS } = held;
    const facts = { id, createdS, ...(usage === undefined ? {} : { usage }) };
    const waiting = [...held.waiting.keys()];
    if (settlement.kind === "silence") {
      for (const one of waiting) one.drop();
      return NOBODY;
    }
    if (settlement.kind === "error" && settlement.code === -1)
      this.#keepRejection(key, held, refusalOf(settlement));
    const sent = await Promise.all(
      waiting.map((one) =>
        settlement.kind === "result"
          ? one.result(settlement.document, facts)
          : one.refusal(refusalOf(settlement), facts),
      ),
    );
    return sent.find(({ kind }) => kind === "sent") ?? sent[0] ?? NOBODY;
  }

  #keepRejection(key: string, held: Held, refusal: DialectRefusal): void {
    const untilMs = this.#parts.clock.nowMs() + REJECTION_KEPT_MS;
    const sampleId = held.request?.sampleId ?? "";
    const keys = new Set(held.waiting.values());
    this.#rejections.delete(key);
    this.#rejections.set(key, { refusal, keys, sampleId, untilMs, times: 0 });
    const [oldest] = this.#rejections.values();
    // Also without another request: repetitions get their row.
    setTimeout(() => this.#forgetRejections(untilMs), REJECTION_KEPT_MS).unref();
    if (this.#rejections.size > REJECTIONS_MAX && oldest !== undefined)
      this.#forgetRejections(oldest.untilMs);
  }

  /** Drops expired rejections; repetitions are recorded as one row each. */
  #forgetRejections(nowMs: number): void {
    for (const [key, { untilMs, sampleId, times }] of this.#rejections) {
      if (untilMs > nowMs) continue;
      this.#rejections.delete(key);
      if (times > 0) this.#parts.repeated(sampleId, times);
    }
  }
}

/** Retries have the same body; Codex writes its fields in another order each time. */
export const keyFor = ({
  program,
  dialect,
  document,
  body,
  stream,
}: Pick<CompletionAsked, "program" | "dialect" | "document" | "body" | "stream">): string =>
  JSON.stringify([
    ...[program.id, dialect.name, stream, document.completion.beta ?? null],
    createHash("sha256").update(contentOf(body), "utf8").digest("hex"),
  ]);

function contentOf(body: string): string {
  try {
    return canonicalJson(JSON.parse(body));
  } catch {
    // Nested too deep.
    return body;
  }
}
