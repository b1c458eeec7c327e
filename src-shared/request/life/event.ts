// Everything that can happen to a request. Each event is appended to the ledger before it takes effect
// (`src-main/core/desk/recorder.ts`).
import { z } from "zod";
import type { Json } from "../../json.ts";
import { content, fact } from "../../ledger/facts.ts";
import type { FactFields } from "../../ledger/facts.ts";
import type { Finding } from "../../findings/findings.ts";
import { FINDING_KINDS, SEVERITIES } from "../../findings/kinds.ts";
import type { FindingKind } from "../../findings/kinds.ts";
import type { KindName } from "../kinds/names.ts";
import type { EffectiveLimit } from "../../rules/limits/limits.ts";
import type { RuleChanges } from "../../rules/rule.ts";
import type { Flag } from "../document/flag.ts";
import type { ProviderError } from "../../dialects/providerError.ts";
import type { PutBack } from "../../findings/redaction/redactRestore.ts";
import type { Figures } from "../checks/codes.ts";
import type { Inspected } from "../../findings/inspection.ts";
import type { ModelFailure } from "../../outcome.ts";
import type { Cost, EstimatedUse, Usage } from "../../models/cost/cost.ts";
import type { ModelRef } from "../../models/model.ts";
import type { GenerationOptions } from "../../models/providers/options.ts";
import type { MediaFacts } from "../document/media.ts";
import type {
  Actor,
  AttemptId,
  AttemptOrigin,
  Base,
  CallerProgram,
  CancelReason,
  FixtureUsed,
  Refusal,
  HeldRequest,
  Origin,
  ReplyPath,
  Requester,
  RequestId,
  ToolRound,
} from "./heldRequest.ts";
import type { RequestDocument, ResponseDocument } from "../document/message.ts";
import type { ReasoningPart, Streamed } from "./stream.ts";
import type { BudgetHold } from "../../rules/limits/windows.ts";
import type { HeldBack, Judged, MatchedText } from "../../rules/judged.ts";
import type { Redacted } from "../../findings/redaction/redaction.ts";

/** A schema of this type that checks less: what every screen relies on when another desk has written the value. */
const typed = <T>(schema: z.ZodType): z.ZodType<T> => schema as z.ZodType<T>;

/** Fields that a later version adds are kept, and any can be absent, as after its content was deleted. */
const some = <T extends z.core.$ZodLooseShape>(shape: T) => z.looseObject(shape).partial();

const [text, number, words, object] = [z.string(), z.number(), z.array(z.string()), some({})];
/** Not checked: Countersign makes it when it reads a row, or only passes it on. */
const unchecked = z.unknown();
const yes = typed<true>(unchecked);

export const actorSchema = typed<Actor>(
  z.discriminatedUnion("kind", [
    some({ login: text }).extend({ kind: z.literal("person") }),
    some({ id: text }).extend({ kind: z.literal("rule"), name: text }),
    z.looseObject({ kind: z.literal("fixture"), name: text }),
    z.looseObject({ kind: z.enum(["server", "host", "program", "agent", "desk", "model"]) }),
  ]),
);

const named = z.looseObject({ id: text, name: text });
const model = fact(typed<ModelRef>(z.looseObject({ providerId: text, modelId: text })));
const path = z.array(z.union([text, number]));
const flags = typed<Flag[]>(
  z.array(
    some({ detail: text }).extend({
      severity: fact(z.enum(["error", "note"])),
      code: fact(text),
      path,
    }),
  ),
);
const medium = typed<MediaFacts>(
  some({ sniffed: fact(text), validBase64: fact(unchecked), mendable: fact(yes) }).extend({
    bytes: fact(number),
  }),
);
const caller = typed<CallerProgram | null>(
  some({ sha256: text }).extend({ path: text }).nullable(),
);

/** The server, without its command line, address and identity, which are deleted with the content. */
const requester = typed<Requester>(
  z.looseObject({
    serverId: fact(text),
    name: fact(text),
    where: text,
    protocolVersion: fact(text),
    transport: fact(z.enum(["stdio", "http", "sse", "demo", "endpoint", "hook"])),
    era: fact(z.enum(["legacy", "modern"])),
    ...some({
      encrypted: fact(unchecked),
      claims: fact(some({ version: text }).extend({ name: text })),
      host: some({ version: text, folder: text }).extend({ name: text, sessionId: text }),
      identityChanged: z.array(z.looseObject({ kind: fact(text) })),
      toolsChanged: fact(z.array(z.looseObject({ name: text, parts: words, knownAtMs: number }))),
      caller,
    }).shape,
  }),
);

/** The tool's name is a fact, but neither its arguments nor a resource's name, which is an address. */
const call = fact(
  z.looseObject({ runId: text, method: text, name: text }),
  ({ method }): FactFields =>
    method === "resources/read"
      ? { runId: true, method: true }
      : { runId: true, method: true, name: true },
);
const origin = typed<Origin>(
  z.discriminatedUnion("kind", [
    z.looseObject({ kind: fact(z.literal("none")) }),
    z.looseObject({ kind: fact(z.literal("certain")), call, counted: fact(yes).optional() }),
    z.looseObject({ kind: fact(z.literal("ambiguous")), calls: z.array(call) }),
  ]),
);
const reply = typed<ReplyPath>(
  some({
    kind: fact(unchecked),
    siblings: fact(unchecked),
    questions: fact(unchecked),
    of: fact(unchecked),
    was: fact(unchecked),
  }),
);

/** Provider failures include the provider's text, so only the kind and figures are facts. */
const failure = typed<ModelFailure>(
  some({
    status: fact(unchecked),
    retryAfterMs: fact(unchecked),
    afterMs: fact(unchecked),
    stage: fact(unchecked),
    exitCode: fact(unchecked),
    neededBytes: fact(unchecked),
    availableBytes: fact(unchecked),
  }).extend({ kind: fact(text) }),
);

/** Kinds only: places, excerpts and decoded text are content. */
const finding = some({
  spells: text,
  example: text,
  detail: text,
  codePoints: z.array(number),
}).extend({
  kind: fact(z.enum(Object.keys(FINDING_KINDS) as FindingKind[])),
  severity: fact(z.enum(SEVERITIES)),
  path,
  offset: number,
  length: number,
  line: number,
});

const refusal = typed<Refusal>(
  some({ own: fact(text), figures: fact(object) }).extend({
    code: fact(number),
    message: text,
    reason: fact(text),
    flags,
  }),
);
const base = typed<Base>(z.looseObject({ revision: fact(number), hash: text }));
/** Names and counts of placeholders, never the values behind them. */
const redacted = fact(
  typed<Redacted>(
    z.looseObject({
      names: z.array(z.looseObject({ name: text, values: number, places: number })),
    }),
  ),
).optional();

const attempt = { attemptId: fact(text) };
const approved = {
  base,
  ...attempt,
  document: typed<RequestDocument>(object),
  documentHash: text,
  edited: fact(z.boolean()).optional(),
  /** Number of serious findings that were on screen. */
  seriousSeen: fact(number).optional(),
};
const written = {
  generated: typed<ResponseDocument>(object),
  generatedHash: text,
};
const ended = {
  ...attempt,
  /** Where the provider did not report all counts, and the model had begun to respond. */
  estimate: fact(
    typed<EstimatedUse>(z.looseObject({ inputTokens: number, outputTokens: number })),
  ).optional(),
  tookMs: fact(number),
  /** What the program had got by then; absent: nothing. */
  streamed: typed<Streamed>(
    some({ whole: fact(yes) }).extend({ characters: fact(number), hash: text }),
  ).optional(),
};
const generated = {
  ...ended,
  generated: typed<ResponseDocument>(some({ model: fact(unchecked), stopReason: fact(unchecked) })),
  generatedHash: text,
  usage: fact(typed<Usage>(z.record(text, number))).optional(),
  cost: fact(
    typed<Cost>(some({ missing: words, origin: some({ asOf: text }) }).extend({ usd: number })),
  ).optional(),
  reasoning: typed<ReasoningPart[]>(z.array(z.looseObject({ text, tookMs: number }))).optional(),
  putBack: typed<PutBack>(
    some({ doubtful: words, doubtfulMore: fact(unchecked) }).extend({
      count: fact(number),
      mended: fact(number),
    }),
  ).optional(),
  written: typed<ResponseDocument>(object).optional(),
  warnings: words.optional(),
  /** What is shown of a server's response in another way than it is. */
  flags: content(flags).optional(),
  /** Why generation ended early, if not stopped by the user; the content received so far is kept. */
  brokenOff: failure.optional(),
  firstTokenMs: fact(number).optional(),
};

/** A schema for each field of a type. */
type SchemaFor<T, More extends string = never> = Record<keyof T | More, z.ZodType>;

const AT = {
  /** Milliseconds since the epoch. */
  atMs: number,
  by: actorSchema,
};

/**
 * The fields of each kind of event, beside those of every one: their types, what of them are facts, and how those of another desk are
 * checked. `eventOf` gives back what an event cannot do without after its content is deleted.
 */
export const EVENT_FIELDS = {
  /**
   * How every request begins. `proposed` is derived from `asked`, and `longestWait` only holds until the app quits:
   * neither is in the ledger.
   */
  received: {
    id: text,
    requestKind: fact(typed<KindName>(unchecked)).optional(),
    requester,
    origin,
    reply,
    /** What tells the program's conversations apart is content, as is its id. */
    conversation: typed<HeldRequest["conversation"] & object>(
      some({ side: z.enum(["title", "summary"]) }).extend({ id: text }),
    ).optional(),
    turn: fact(number).optional(),
    round: fact(typed<ToolRound>(z.looseObject({ number, limit: number }))).optional(),
    deadline: fact(
      typed<HeldRequest["deadline"] & object>(z.looseObject({ atMs: number, totalMs: number })),
    ).optional(),
    longestWait: typed<EffectiveLimit>(unchecked).optional(),
    producer: fact(typed<"server">(unchecked)).optional(),
    heldBy: fact(
      typed<HeldRequest["heldBy"] & object>(
        z.discriminatedUnion("kind", [
          z.looseObject({ kind: z.literal("setting") }),
          z.looseObject({ kind: z.literal("rule"), rule: named.nullable() }),
        ]),
      ),
    ).optional(),
    asked: typed<Json>(unchecked),
    askedHash: text,
    notKept: fact(typed<HeldRequest["notKept"] & object>(some({ bytes: number }))).optional(),
    proposed: typed<RequestDocument | null>(unchecked),
    flags,
    media: typed<MediaFacts[]>(z.array(medium)),
  },
  /** All requests of its `input_required` have arrived: their ids. */
  grouped: { siblings: fact(words) },
  /** A medium that the request holds from now on: added by the user, generated by a model, or from a fixture. */
  "media-kept": { medium },
  /** What runs behind the program's connection was found out; null: it could not be. Its path and hash are content. */
  "caller-found": { caller: caller.optional() },
  /** The user raised the number of rounds with tools for its call; `of` is the request that asked for it. */
  "rounds-allowed": { limit: fact(number), of: fact(typed<RequestId>(unchecked)).optional() },
  "request-approved": {
    ...approved,
    model,
    options: fact(typed<GenerationOptions>(object)).optional(),
    from: fact(typed<AttemptOrigin>(z.looseObject({ attemptId: text, how: text }))).optional(),
    redacted,
    /** Budgets that the user knowingly let it exceed. */
    beyond: fact(
      typed<BudgetHold[]>(
        z.array(z.looseObject({ scope: text, unit: text, window: text, limit: number })),
      ),
    ).optional(),
    /** It waits for its turn; `attempt-started` follows. */
    waits: fact(yes).optional(),
  },
  /** A request that its server carries out itself, such as a tool call; its response comes to gate 2. */
  "run-approved": approved,
  /** A waiting attempt starts, as it was approved. */
  "attempt-started": attempt,
  "answered-by-hand": { ...approved, ...written, redacted },
  /** A fixture matches; `response-approved` by the same actor follows in the same step. */
  "answered-by-fixture": {
    ...approved,
    ...written,
    fixture: typed<FixtureUsed>(
      z.looseObject({ name: text, hash: text, ignored: words }),
    ).optional(),
  },
  "attempt-done": generated,
  "attempt-stopped": generated,
  "attempt-failed": { ...ended, failure },
  "stop-asked": attempt,
  "returned-to-request": { base },
  "response-approved": { ...approved, document: typed<ResponseDocument>(object) },
  /** A rule has matched; its decision follows in the same step. */
  judged: {
    base,
    gate: fact(z.enum(["request", "response"])),
    attemptId: fact(text).optional(),
    rule: fact(named),
    ruleHash: fact(text).optional(),
    decide: fact(z.enum(["ask", "allow", "refuse"])),
    held: fact(
      typed<HeldBack>(
        some({ groups: words, reason: text, rule: text, why: text }).extend({ kind: text }),
      ),
    ).optional(),
    /** An added system prompt is content. */
    changes: typed<RuleChanges>(
      some({
        model,
        maxTokens: fact(number),
        redact: fact(words),
        system: some({ from: text, to: text }),
      }),
    ).optional(),
    secondLook: fact(yes).optional(),
    team: fact(yes).optional(),
    model: model.optional(),
    matched: typed<MatchedText[]>(
      z.array(z.looseObject({ of: text, path: text, words: text })),
    ).optional(),
  } satisfies SchemaFor<Omit<Judged, "atMs">, "base">,
  "taken-back": {},
  released: {},
  /** Whether the response, or the error in its place, was delivered. `stream`: the error, in one that had begun. */
  delivered: { stream: typed<{ begun: true }>(some({ begun: fact(yes) })).optional() },
  "delivery-failed": { detail: text },
  "delivery-unknown": {},
  rejected: {
    base,
    note: text.optional(),
    tellServer: fact(typed<boolean>(z.boolean().optional())),
  },
  refused: { refusal },
  /**
   * `count` more requests of this server were refused for the same reason, the last at `atMs`. `undelivered`: how
   * many more errors, of all that were counted, could not be delivered.
   */
  "refused-more": { count: fact(number), undelivered: fact(number).optional() },
  cancelled: {
    because: typed<CancelReason>(
      some({ afterMs: fact(number), guessed: fact(yes), reason: text, detail: text }).extend({
        kind: fact(text),
      }),
    ),
  },
  /**
   * The server reports that what the user consented to is complete (2025-11-25, client/elicitation, "Completion
   * Notifications for URL Mode Elicitation"), or the agent that its tool has run. `differs`: a file is not what was
   * approved. `failed`: the tool reported an error.
   */
  completed: {
    how: typed<HeldRequest["completed"] & object>(
      some({ differs: fact(z.literal(true)), failed: fact(z.literal(true)) }),
    ).optional(),
  },
  /**
   * At gate 1, what the request is about has changed since it came: this document replaces it. `proposed` is not in the
   * ledger, as in `received`.
   */
  "document-updated": {
    asked: typed<Json>(unchecked),
    askedHash: text,
    proposed: typed<RequestDocument | null>(unchecked),
    flags,
  },
  /** The findings of a document; recorded only when there are any. */
  inspected: {
    gate: fact(z.enum(["request", "response"])),
    hash: text,
    attemptId: fact(text).optional(),
    findings: typed<Finding[]>(z.array(finding)),
    more: fact(number).optional(),
    unseen: fact(number).optional(),
    late: fact(yes).optional(),
  } satisfies SchemaFor<Omit<Inspected, "atMs">>,
};

type Fields = typeof EVENT_FIELDS;
export type EventKind = keyof Fields;

/** An event with these fields. */
type Event<K, S extends z.core.$ZodShape> = { kind: K } & z.infer<z.ZodObject<S & typeof AT>>;

export type RequestEvent = { [K in EventKind]: Event<K, Fields[K]> }[EventKind];

/** Events with a line in the timeline. */
export type NotedEvent = Exclude<
  RequestEvent,
  { kind: "grouped" | "media-kept" | "rounds-allowed" | "caller-found" }
>;

/** What to do after an event, as data; `src-main/core/desk/eventApplier.ts` does it. */
export type Effect =
  | {
      kind: "generate";
      attemptId: AttemptId;
      document: RequestDocument;
      model: ModelRef;
      options?: GenerationOptions;
    }
  /** Has the server carry out the approved request. */
  | { kind: "run"; attemptId: AttemptId; document: RequestDocument }
  | { kind: "abort"; attemptId: AttemptId }
  | { kind: "release-when-ready" }
  | { kind: "settle"; settlement: Settlement };

/**
 * The one outcome that a server's request gets. `silence` sends nothing, as the server no longer waits. An embedded
 * request's call is only repeated after a `result`.
 */
export type Settlement =
  | { kind: "result"; document: ResponseDocument }
  | {
      kind: "error";
      code: number;
      message: string;
      data?: { reason?: string; note?: string } & Figures;
      /** What a program gets instead: its provider's error. */
      provider?: ProviderError;
    }
  | { kind: "silence" };
