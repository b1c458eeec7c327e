// The desk's ports: what it needs from outside, as types. Adapters implement them; `app/compose` connects them.
import type { Flag } from "#shared/request/document/flag.ts";
import type { KindName } from "#shared/request/kinds/names.ts";
import type { PutBack } from "#shared/findings/redaction/redactRestore.ts";
import type { Failure, ModelFailure, Outcome } from "#shared/outcome.ts";
import type { Cost, EstimatedUse, Usage } from "#shared/models/cost/cost.ts";
import type { GenerationOptions } from "#shared/models/providers/options.ts";
import type { GenerationProgress } from "#shared/models/local/local.ts";
import type { ModelRef } from "#shared/models/model.ts";
import type { Spend } from "#shared/rules/limits/budget.ts";
import type { Json, JsonObject } from "#shared/json.ts";
import type { Inspection, ScanContext } from "#shared/findings/inspection.ts";
import type { ReadRow } from "#shared/ledger/row.ts";
import type { Rounded } from "#shared/rounded.ts";
import type { MediaFacts } from "#shared/request/document/media.ts";
import type {
  Requester,
  CallerProgram,
  CancelReason,
  Origin,
  ReplyPath,
  RequestId,
  FixtureUsed,
  HeldRequest,
} from "#shared/request/life/heldRequest.ts";
import type { RequestEvent, Settlement } from "#shared/request/life/event.ts";
import type { Block, RequestDocument, ResponseDocument } from "#shared/request/document/message.ts";
import type { ReasoningPart, StreamPiece, StreamView } from "#shared/request/life/stream.ts";
import type { SideRequest } from "#shared/request/parts/conversation.ts";
import type { StandingPermission } from "#shared/rules/standingPermission.ts";
import type { ServerPolicy } from "#shared/servers/policy/policy.ts";
import type { AllLimits } from "#shared/rules/limits/limits.ts";
import type { Compiled } from "#shared/rules/judge/judge.ts";

/** A fixture that matches a request. */
export interface FixtureMatch extends FixtureUsed {
  /** A `CreateMessageResult`, media as base64. */
  answer: Json;
}

/** Fixtures; nothing matches for servers that have them turned off. */
export interface FixtureSource {
  find(request: HeldRequest): FixtureMatch | null;
  /** The fixture was used as the response. */
  onUsed(hit: FixtureMatch, atMs: number): void;
  /** The fixture breaks these rules for this request (flag codes), so the user is asked instead. */
  onInvalid(hit: FixtureMatch, codes: string[], atMs: number): void;
}

/** A row to be written to the ledger. `body` is the whole event, media by reference. */
export interface LedgerEntry {
  sampleId: RequestId;
  atMs: number;
  kind: string;
  body: Json;
  /** Media that the request newly holds with this row. */
  media?: readonly string[];
  /** Usage and cost, for a row that ends a generation; stored beside the row. */
  spent?: Spent;
}

/** Usage and cost of one generation. What the provider did not report is absent. */
export interface Spent {
  serverId: string;
  serverName: string;
  model: ModelRef;
  outcome: "done" | "stopped" | "failed";
  usage?: Usage;
  cost?: Cost;
  /** What budgets count where the provider did not report all counts. */
  estimate?: EstimatedUse;
  firstTokenMs?: number;
  tookMs: number;
}

/** Spend of some generations of one server, at an instant or on a day (`YYYY-MM-DD`). */
export interface SpentAt extends Spend {
  serverId: string;
  atMs: number;
}
export interface SpentOnDay extends Spend {
  serverId: string;
  day: string;
}
/** Spend according to the ledger: per day of this month, and per generation of the last hour, oldest first. */
export interface SpentSoFar {
  days: SpentOnDay[];
  recent: SpentAt[];
}

/** The user's settings and the spend so far, from outside the desk. */
export interface LimitSource {
  ofAll(): AllLimits;
  /**
   * Totals per day from `fromDay` on, and generations that ended after `sinceMs`; null when the ledger cannot be
   * read.
   */
  spent(fromDay: string, sinceMs: number): SpentSoFar | null;
}

/** Which models requests may go to, and what they cost. */
export interface DeskModels {
  /** The model for a request without a chosen one: the first that can take it and is allowed. Absent: none. */
  choose?(requesterId: string, document: RequestDocument): ModelRef | null;
  /** Why the requester's requests may not go to this model, or null. Absent: any may. */
  check?(requesterId: string, model: ModelRef): Failure | null;
  /** Cost of a generation, or null if unknown. Absent: always unknown. */
  costOf?(model: ModelRef, usage: Usage | undefined): Cost | null;
  /** The longest response in tokens. Absent: unknown. */
  longestOutputOf?(model: ModelRef): number;
}

/** The user's rules. */
export interface RuleBook {
  /** The active rules; null while their file is invalid: then the user is asked about everything. */
  compiled(): Compiled | null;
  /** Takes one use of the rule, durably. False when none is left or it cannot be written. */
  takeUse(ruleId: string): boolean;
  /** Returns a use: the decision it was taken for could not be recorded. */
  returnUse(ruleId: string): void;
  /** The rule has decided about one more request. */
  onDecided?(ruleId: string, atMs: number): void;
}

/** Why something could not be recorded. */
export type NotRecorded = Extract<Failure, { kind: "not-recorded" }>;

/** The ledger. Appending returns when the rows are durable, or says why they are not. */
export interface Ledger {
  append(row: LedgerEntry): Outcome<void, NotRecorded>;
  /** Writes all of the rows, in this order, or none. */
  appendAll(rows: readonly LedgerEntry[]): Outcome<void, NotRecorded>;
  /** Appends a row about the ledger itself. `facts` must not hold request content. */
  note(kind: string, facts: JsonObject, atMs: number): Outcome<void, NotRecorded>;
  /** Requests that have not ended, oldest first. */
  openRequests(): Outcome<RequestId[], NotRecorded>;
  /** A request's rows in order, with their content as far as it is kept. */
  rowsOf(requestId: RequestId): Outcome<ReadRow[], NotRecorded>;
}

/** Commitment to a text, stored in the ledger in its place: src-shared/ledger/FORMAT.md. */
export interface Sealed {
  /** Random per text. */
  salt: Uint8Array;
  commitment: string;
  /** Length in UTF-8. */
  bytes: number;
}

/** Facts about a medium that take time in proportion to its size, computed by the thread that read it. */
export interface ReadMedium {
  facts: MediaFacts;
  sealed: Sealed;
}

/** Base64 texts of images and audio, stored once per SHA-256 and held as long as a request refers to them. */
export interface MediaStore {
  /**
   * Stores the text unchanged. It becomes durable with the row that refers to it (`LedgerEntry.media`).
   * @param read computed from this text by the thread that read it
   */
  put(requestId: RequestId, base64: string, read?: ReadMedium): MediaFacts;
  /** Lets a sample of an earlier run refer to its media again. */
  hold(requestId: RequestId, refs: readonly string[]): void;
  /** The text exactly as stored, if this request holds it. */
  text(requestId: RequestId, ref: string): string | null;
  /** Drops what is in memory for the request. */
  release(requestId: RequestId): void;
}

/** Input of a generation: the approved document; `media` resolves its references. */
export interface GenerateInput {
  model: ModelRef;
  document: RequestDocument;
  options?: GenerationOptions;
  /** A program's body as it came: what stays the same of it keeps its spelling. */
  came?: string;
  /** The base64 text of a medium, or null when unknown. */
  media(ref: string): string | null;
  /** Aborting cancels the provider's request; the result is then `stopped`. */
  signal: AbortSignal;
  /** Output since the last call, null when it is not text (an image); and output tokens so far. */
  onPiece(piece: StreamPiece | null, outputTokens: number): void;
  /** Gets each complete block of reasoning that is part of the response: for programs, in their dialect. */
  onReasoning?(block: Block): void;
  /** The model's name for itself, before the first piece, if the provider reports it. */
  onNamed?(name: string): void;
  /** Progress before the first piece, such as loading a model, if the provider reports it. */
  onProgress?(progress: GenerationProgress): void;
}

export type GenerateResult =
  | {
      kind: "done" | "stopped";
      /** References only: media of the model were stored with `putMedia` before. */
      generated: ResponseDocument;
      usage?: Usage;
      /** The model's reasoning; not part of the response. */
      reasoning?: ReasoningPart[];
      /** Set by the desk when the request was redacted: what was restored, and the model's own text (`written`). */
      putBack?: PutBack;
      written?: ResponseDocument;
      /** Settings that the provider ignored, in the adapter's words. */
      warnings?: string[];
      /** Why the output ended early, if neither by itself nor by the user. What came is kept. */
      brokenOff?: ModelFailure;
      firstTokenMs?: number;
      tookMs: number;
    }
  | { kind: "failed"; failure: ModelFailure; tookMs: number };

/** Runs a model. Never rejects and never retries. */
export interface Generator {
  generate(input: GenerateInput & { putMedia(base64: string): string }): Promise<GenerateResult>;
}

/**
 * Outcome of a settlement. `sent`: the transport took the bytes without an error. `begun`: an error as an event of a
 * stream that had begun.
 */
export type Delivery =
  | { kind: "sent"; begun?: true }
  | { kind: "not-sent"; detail: string }
  | { kind: "unknown" };

/** What a server made of an approved request. */
export interface Produced {
  response: Json;
  /** Numbers that are shown rounded. */
  flags: Flag[];
}

/**
 * Size of a request as received: bytes of its JSON, and number of JSON values if counted. `unread`: too large to be
 * parsed.
 */
export interface IncomingMetrics {
  bytes: number;
  values?: number;
  unread?: true;
  /** SHA-256 (hex) of the canonical `params` with media externalised, if computed while reading. */
  paramsHash?: string;
  /** Media in the order of `externalise`, if they were hashed while the message was read. */
  media?: readonly ReadMedium[];
}

/** A request as an adapter passes it to the desk. */
export interface Incoming {
  /** Absent: sampling. */
  requestKind?: KindName;
  requester: Requester;
  origin: Origin;
  /** The request's `params`, exactly as received; null when `metrics.unread`. */
  params: Json;
  /** Size as received, where the transport knows it. */
  metrics?: IncomingMetrics;
  /** The text of a program's body. */
  came?: string;
  /** What a program says of its conversation. `id`: opaque, null where it says nothing. Absent: nothing was read. */
  conversation?: { id: string | null; side: SideRequest | null };
  /** Numbers in `params` that lost precision when parsed. */
  rounded?: Rounded[];
  /** The server's permissions and limits. */
  policy: ServerPolicy;
  /** Its id is that of a request that is still open: nothing may be sent under it. */
  duplicate?: true;
  /** Sampling capabilities declared to this server. */
  declared: { tools: boolean; context: boolean };
  reply:
    | { kind: "pushed"; requestId: string | number }
    | { kind: "task"; requestId: string | number; taskId: string }
    | { kind: "embedded"; key: string; groupId: string; groupSize: number }
    | Extract<ReplyPath, { kind: "replay" | "http" | "hook" }>;
  /**
   * Gets the beginning of a response while it is made, up to its first tool call, if a standing permission lets it pass:
   * text, and blocks of reasoning.
   */
  live?(part: string | Block, modelId: string): void;
  /** When the server or the host gives up, if known. */
  deadline?: NonNullable<HeldRequest["deadline"]>;
  /**
   * Has the server carry out the approved request, for a result that the user reviews: resolves with the kind's
   * response, media as base64. Rejects only once the request has ended. Absent: nothing is reviewed.
   */
  produce?(document: RequestDocument): Promise<Produced>;
  /** Lets this request pass, as the user has chosen for its requester, unless a rule refuses it. Absent: no such choice. */
  permission?: StandingPermission;
  /**
   * Reads again what the request is about, before the user's decision sends anything: new `params`, or null if they would
   * be the same. Rejects, or takes too long, if it can't be read: then nothing is sent. Absent: nothing can have changed.
   */
  readAgain?(): Promise<Json | null>;
  /** Why a request is held that passes otherwise. */
  heldBy?: NonNullable<HeldRequest["heldBy"]>;
  /** Called exactly once, when the request has ended; never if `withdraw` came first with silence. */
  settle(settlement: Settlement, usage?: Usage): Promise<Delivery>;
}

/** A request before its connection adds who sent it. */
export type UnattributedRequest = Omit<Incoming, "requester" | "declared" | "policy">;

/** What the adapter can tell the desk about a request later. */
export interface RequestHandle {
  requestId: RequestId;
  /** The request was refused and only counted: `sampleId` is that of the one that stands for its kind. */
  counted?: true;
  /** The server no longer waits: ends the request if it is open; nothing is sent. */
  withdraw(because: CancelReason): void;
  /** What the request is about has changed: it is decided about anew, with these `params`. */
  update(params: Json): void;
  /**
   * The server reports that a link request's interaction is complete, or the agent that its tool has run. `differs`: a file
   * is not what was approved. `failed`: the tool reported an error.
   */
  completed(how?: { differs?: true; failed?: true }): void;
  /** What runs behind a program's connection; null: could not be told. */
  callerFound(caller: CallerProgram | null): void;
}

/** The first rule that holds a request; null where the rules could not be evaluated, which holds everything. */
export interface HeldByRule {
  rule: { id: string; name: string } | null;
  /** The user also reviews the response. */
  reviewsResponse: boolean;
}

/** The desk as the adapters in `mcp` see it. */
export interface DeskIntake {
  receive(incoming: Incoming): RequestHandle;
  /** The rule that holds or refuses this request, which is not held by default; null for none. Records nothing. */
  heldByRule(incoming: Incoming): Promise<HeldByRule | null>;
  /** Whether a generation of this request is running. */
  isRunning(requestId: RequestId): boolean;
  /**
   * Null when approved responses of the server may leave; while it is stopped, or the team that decides this request,
   * resolves once that has changed. Rejects, with the reason, when this response never may.
   */
  waitToSend?(serverId: string, requestId?: RequestId): Promise<void> | null;
}

/**
 * The team's queue as the desk sees it: requests that several desks decide about, while one of them holds the server's
 * connection and performs the effects. Absent: every request is the user's own.
 */
export interface TeamQueue {
  /** A new request with its first row: the team's or the user's own, as its policy says. What a choice lets pass is the user's. */
  received(request: HeldRequest, rows: readonly LedgerEntry[], incoming: Incoming): void;
  /** A request of one's own becomes the team's, unless something of it was sent already. */
  take(requestId: RequestId): void;
  /** A request of the team that this desk holds. */
  has(requestId: RequestId): boolean;
  /** An approved response of this request may leave now: the team is not stopped, as far as its database can say. */
  maySend(requestId: RequestId): boolean;
  /** Null when it may leave; otherwise resolves once that can have changed. Rejects when it never may. */
  waitToSend(requestId: RequestId): Promise<void> | null;
  /** What has taken effect here without the team's word, in order; `request` is the request after it. */
  happened(request: HeldRequest, rows: readonly LedgerEntry[]): void;
  /** What was told of an ended request that the user has dismissed. */
  followed(row: LedgerEntry): void;
  /** Approvals of a rule, or another document. Resolves once they have taken effect, or with the reason why they did not. */
  decideByRule(
    requestId: RequestId,
    events: readonly RequestEvent[],
  ): Promise<Outcome<null, Failure>>;
}

/** A document to scan; media by reference. */
export interface InspectRequest {
  /** Requesters take turns: servers by id, the user as the empty string. */
  requester: string;
  document: Json;
  around: ScanContext;
  /** Nobody waits for the result: it may take far longer, and runs only while nothing else is to be scanned. */
  lowPriority?: true;
}

/** Scans documents off the main thread. Never rejects. */
export interface Inspector {
  /**
   * Null when not scanned: out of time, or `signal` aborted first. Time in the queue is limited separately from the
   * time of the scan.
   */
  inspect(ask: InspectRequest, signal?: AbortSignal): Promise<Inspection | null>;
}

/** SHA-256 (hex) of the canonical JSON (RFC 8785). */
export interface Hasher {
  hash(value: unknown): string;
}

export interface Clock {
  nowMs(): number;
  newId(): string;
}

/** Receives changes of requests; batches them per frame. */
export interface DeskListener {
  requestChanged(requestId: RequestId): void;
  requestRemoved(requestId: RequestId): void;
  /** The response was sent, now or in an earlier run: the draft is no longer needed. */
  requestReplied?(requestId: RequestId): void;
  /** Output of a running attempt since the last call. */
  streamed(more: StreamView): void;
  /** A problem to tell the user about that cannot be fixed. */
  fault?(failure: Failure): void;
  deskChanged(): void;
  /** The use of a budget may have changed. */
  budgetsChanged?(): void;
}
