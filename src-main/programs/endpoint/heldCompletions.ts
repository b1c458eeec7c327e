// Held requests of programs, with their pending responses: a retry joins the held request, and after a rejection gets
// the same rejection for a while. Equal requests at the same time are not retries: a program may want several responses.
import { createHash } from "node:crypto";
import { canonicalJson } from "#shared/canonical.ts";
import type { CompletionDocument, Dialect } from "#shared/dialects/dialect.ts";
import { refusalOf } from "#shared/dialects/refusals.ts";
import type { DialectRefusal } from "#shared/dialects/refusals.ts";
import type { Json, JsonObject } from "#shared/json.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { roundedNumbers } from "#shared/rounded.ts";
import type { Usage } from "#shared/models/cost/cost.ts";
import { conversationKey, conversationOf } from "#shared/request/parts/conversation.ts";
import type { RequestHeaders } from "#shared/request/parts/conversation.ts";
import { partsOf } from "#shared/request/parts/parts.ts";
import type { Settlement } from "#shared/request/life/event.ts";
import { addLivePart } from "#shared/request/life/streamed.ts";
import type { LivePart } from "#shared/request/life/stream.ts";
import type { CallerProgram, Origin } from "#shared/request/life/heldRequest.ts";
import type {
  Delivery,
  DeskIntake,
  Hasher,
  Incoming,
  RequestHandle,
  IncomingMetrics,
} from "../../core/ports.ts";
import type { Requesters } from "../../core/requesters.ts";
import type { AdmittedProgram } from "../programs.ts";
import type { Responder } from "./responder.ts";

/** Codex tries a rejected request six times within six seconds. */
const REJECTION_KEPT_MS = 30_000;
/** How long a held request outlives its connection: an SDK that timed out tries again within two seconds. */
const RETRY_WITHIN_MS = 2000;
/** The most rejections kept at once; the oldest are dropped first. */
const REJECTIONS_MAX = 1000;

/** OpenAI and Anthropic say nothing of it; Stripe and the IETF's draft of the header refuse this, too. */
const REUSED: DialectRefusal = {
  status: 422,
  code: "idempotency_key_reused",
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
  /** In which it may say which conversation it continues. */
  headers: RequestHeaders;
  /** The body as received, and what it says. */
  body: string;
  value?: Json;
  /** Finds what runs behind the connection; absent where the system does not tell. */
  caller?: () => Promise<CallerProgram | null>;
}

export interface HeldCompletionsParts {
  desk: DeskIntake;
  /** A program with a standing permission gets its response as it is generated. */
  requesters: Pick<Requesters, "policyOf" | "permissionOf" | "permissionFor">;
  /** The open calls of a server, to which the completions of its own program belong. */
  servers: { originOf(serverId: string): Origin };
  /** Writes a row about the ledger itself. */
  note(kind: string, facts: JsonObject): Outcome<unknown, Failure>;
  fault(failure: Failure): void;
  clock: { nowMs(): number; newId(): string };
  /** Under the profile's own key: nobody can find a program's session by the id that is made of it. */
  keyed: Hasher;
}

interface Held {
  programId: string;
  /** Its program and body (`keyFor`), which is only asked for where there is something to compare. */
  same(): string;
  /** The program's own key for retries. */
  retryKey: string | null;
  /** Who waits; empty once its program has hung up. */
  waiting: Set<Responder>;
  /** Ends it once no retry has come. */
  ending: NodeJS.Timeout | undefined;
  /** The model whose response is streamed. */
  model?: string;
  /** What was streamed while the model writes. */
  streamed: LivePart[];
  /** Who came when nothing could be streamed any more, and gets the response at its end. */
  late: Set<Responder>;
  request: RequestHandle | null;
  id: string;
  createdS: number;
}

interface Rejection extends Pick<Held, "retryKey"> {
  same: string;
  refusal: DialectRefusal;
  requestId: string;
  untilMs: number;
  times: number;
}

export class HeldCompletions {
  readonly #parts: HeldCompletionsParts;
  readonly #held = new Set<Held>();
  /** By `keyFor`. */
  readonly #rejections = new Map<string, Rejection>();

  constructor(parts: HeldCompletionsParts) {
    this.#parts = parts;
  }

  /** @param responder creates the responder; its argument is called when the program disconnects */
  ask(asked: CompletionAsked, responder: (gone: () => void) => Responder): void {
    const { clock } = this.#parts;
    let key: string | undefined;
    const same = (): string => (key ??= keyFor(asked));
    this.#dropRejections(clock.nowMs());
    const no = (refusal: DialectRefusal): void =>
      void responder(() => {}).refusal(refusal, { id: clock.newId(), createdS: 0 });
    const retryKey = asked.key === null ? null : JSON.stringify([asked.program.id, asked.key]);
    if (retryKey !== null && this.#isReused(retryKey, same)) {
      no(REUSED);
      return;
    }
    const known = this.#repeatedBy(same, retryKey);
    const rejection = this.#rejections.size === 0 ? undefined : this.#rejections.get(same());
    if (known === undefined && rejection !== undefined) {
      rejection.times += 1;
      no(rejection.refusal);
      return;
    }
    const held: Held = known ?? {
      programId: asked.program.id,
      same,
      retryKey,
      ending: undefined,
      request: null,
      waiting: new Set(),
      streamed: [],
      late: new Set(),
      id: clock.newId().replaceAll("-", ""),
      createdS: Math.floor(clock.nowMs() / 1000),
    };
    clearTimeout(held.ending);
    const one = responder(() => {
      held.waiting.delete(one);
      if (held.waiting.size === 0 && this.#held.has(held)) this.#left(held);
    });
    if (held.streamed.length > 0 && !this.#maySend(held)) held.late.add(one);
    else for (const part of held.streamed) one.live(part, held);
    held.waiting.add(one);
    if (known !== undefined) return;
    this.#held.add(held);
    const request = this.#receive(asked, held);
    held.request = request;
    // Nothing waits for it, and nothing depends on it.
    void asked.caller?.().then((caller) => request.callerFound(caller));
  }

  /** Ends what the program has asked for: it was removed. */
  end(programId: string): void {
    for (const { programId: of, request } of Array.from(this.#held))
      if (of === programId) request?.withdraw({ kind: "switched-off" });
  }

  close(): void {
    for (const { waiting, ending } of this.#held) {
      clearTimeout(ending);
      for (const one of waiting) one.drop();
    }
    this.#dropRejections(Number.POSITIVE_INFINITY);
  }

  /** The held request that this one repeats: it has its key for retries, or its program has hung up. */
  #repeatedBy(same: Held["same"], retryKey: string | null): Held | undefined {
    return [...this.#held].find(
      (held) =>
        (retryKey === null ? held.waiting.size === 0 : held.retryKey === retryKey) &&
        held.same() === same(),
    );
  }

  /** Nobody waits any more: what runs ends at once, what is held once no retry has come. */
  #left(held: Held): void {
    const withdraw = (): void => {
      this.#held.delete(held);
      held.request?.withdraw({ kind: "program-left" });
    };
    if (this.#parts.desk.isRunning(held.request?.requestId ?? "")) withdraw();
    else held.ending = setTimeout(withdraw, RETRY_WITHIN_MS).unref();
  }

  /** Whether another request, held or just rejected, has this key for retries. */
  #isReused(retryKey: string, same: Held["same"]): boolean {
    const held = [...this.#held].filter((other) => other.retryKey === retryKey);
    const rejected = [...this.#rejections.values()].filter((other) => other.retryKey === retryKey);
    return (
      held.some((other) => other.same() !== same()) ||
      rejected.some((other) => other.same !== same())
    );
  }

  #streamsLive(programId: string): boolean {
    const permission = this.#parts.requesters.permissionOf(programId);
    return permission !== null && permission.terms === undefined;
  }

  /** Whether what has been streamed may be sent again now. */
  #maySend({ programId }: Held): boolean {
    const { desk } = this.#parts;
    return this.#streamsLive(programId) && (desk.waitToSend?.(programId) ?? null) === null;
  }

  #receive(asked: CompletionAsked, held: Held): RequestHandle {
    const { program, dialect, document, stream, bytes } = asked;
    const { desk, requesters, servers } = this.#parts;
    const { id, createdS } = held;
    const facts = { id, createdS };
    const isLive = stream && this.#streamsLive(program.id);
    const permission = requesters.permissionFor(program.id, asked.body);
    return desk.receive({
      requestKind: "completion",
      requester: {
        serverId: program.id,
        name: program.name,
        transport: "endpoint",
        where: `POST ${dialect.path}`,
        protocolVersion: dialect.name,
        era: "legacy",
        encrypted: null,
      },
      origin: program.serverId === null ? { kind: "none" } : servers.originOf(program.serverId),
      params: document as Json,
      metrics: { bytes, ...asked.unread },
      ...(asked.body === ""
        ? {}
        : {
            came: asked.body,
            rounded: roundedNumbers(asked.body),
            conversation: this.#conversationOf(asked),
          }),
      policy: requesters.policyOf(program.id),
      ...(permission === null ? {} : { permission }),
      declared: { tools: true, context: false },
      reply: { kind: "http", dialect: dialect.name, id, createdS, stream },
      ...(isLive
        ? {
            live: (part: LivePart, model: string) => {
              held.model = model;
              addLivePart(held.streamed, part);
              for (const one of held.waiting)
                if (!held.late.has(one)) one.live(part, { ...facts, model });
            },
          }
        : {}),
      settle: (settlement, usage) => this.#settle(held, settlement, usage),
    });
  }

  #conversationOf(asked: CompletionAsked): Incoming["conversation"] {
    const { program, dialect, headers, body, value } = asked;
    const conversation = conversationOf(headers, body, partsOf(dialect.name, body, value));
    const key = conversationKey(conversation);
    const id = key === null ? null : this.#parts.keyed.hash(["conversation", program.id, key]);
    return { id, side: conversation.side };
  }

  async #settle(held: Held, settlement: Settlement, usage: Usage | undefined): Promise<Delivery> {
    this.#held.delete(held);
    clearTimeout(held.ending);
    const { id, createdS } = held;
    const facts = { id, createdS, ...(usage === undefined ? {} : { usage }) };
    const waiting = [...held.waiting];
    if (settlement.kind === "silence") {
      for (const one of waiting) one.drop();
      return NOBODY;
    }
    if (settlement.kind === "error" && settlement.code === -1)
      this.#keepRejection(held, refusalOf(settlement));
    const sent = await Promise.all(
      waiting.map((one) =>
        settlement.kind === "result"
          ? one.result(settlement.document, facts)
          : one.refusal(refusalOf(settlement), facts),
      ),
    );
    return sent.find(({ kind }) => kind === "sent") ?? sent[0] ?? NOBODY;
  }

  #keepRejection({ retryKey, request, ...held }: Held, refusal: DialectRefusal): void {
    const same = held.same();
    const untilMs = this.#parts.clock.nowMs() + REJECTION_KEPT_MS;
    const requestId = request?.requestId ?? "";
    this.#drop(same);
    this.#rejections.set(same, { same, retryKey, refusal, requestId, untilMs, times: 0 });
    const [oldest] = this.#rejections.values();
    // Also without another request: repetitions get their row.
    setTimeout(() => this.#dropRejections(untilMs), REJECTION_KEPT_MS).unref();
    if (this.#rejections.size > REJECTIONS_MAX && oldest !== undefined)
      this.#dropRejections(oldest.untilMs);
  }

  #dropRejections(nowMs: number): void {
    for (const [same, { untilMs }] of this.#rejections) if (untilMs <= nowMs) this.#drop(same);
  }

  /** Repetitions are recorded as one row. */
  #drop(same: string): void {
    const { requestId, times } = this.#rejections.get(same) ?? { requestId: "", times: 0 };
    this.#rejections.delete(same);
    if (times === 0) return;
    const noted = this.#parts.note("rejection-repeated", { sampleId: requestId, times });
    if (!noted.ok) this.#parts.fault(noted.failure);
  }
}

/**
 * Retries have the same body. Codex writes its fields in another order each time; Claude Code asks again without
 * streaming.
 */
export const keyFor = ({
  program,
  dialect,
  document,
  body,
}: Pick<CompletionAsked, "program" | "dialect" | "document" | "body">): string =>
  JSON.stringify([
    // A deployment's path names the model, not the body.
    program.id,
    dialect.name,
    document.completion.model,
    document.completion.beta ?? null,
    createHash("sha256").update(contentOf(body), "utf8").digest("hex"),
  ]);

function contentOf(body: string): string {
  try {
    const { stream: _how, stream_options: _what, ...content } = JSON.parse(body) as JsonObject;
    return canonicalJson(content);
  } catch {
    // Nested too deep.
    return body;
  }
}
