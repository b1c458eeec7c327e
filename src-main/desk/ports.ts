// What the desk needs of the world, as types. Adapters implement them; `app/compose` joins them.
import type { KindName } from "../../src-shared/kinds/names.ts";
import type { PutBack } from "../../src-shared/inspect/redaction/redactRestore.ts";
import type { Failure, ModelFailure, Outcome } from "../../src-shared/outcome.ts";
import type { Cost, Usage } from "../../src-shared/models/cost/cost.ts";
import type { GenerationOptions } from "../../src-shared/models/providers/options.ts";
import type { GenerationProgress } from "../../src-shared/models/local/local.ts";
import type { ModelRef } from "../../src-shared/models/model.ts";
import type { Spend } from "../../src-shared/policy/limits/budget.ts";
import type { Json, JsonObject } from "../../src-shared/json.ts";
import type { Looked, Surroundings } from "../../src-shared/inspect/inspection.ts";
import type { ReadRow } from "../../src-shared/ledger/row.ts";
import type { Rounded } from "../../src-shared/rounded.ts";
import type { MediaFacts } from "../../src-shared/sampling/document/media.ts";
import type {
  Asker,
  CancelReason,
  Origin,
  ReplyPath,
  SampleId,
  FixtureUsed,
  Sample,
} from "../../src-shared/sampling/life/sample.ts";
import type { Settlement } from "../../src-shared/sampling/life/event.ts";
import type {
  RequestDocument,
  ResponseDocument,
} from "../../src-shared/sampling/document/message.ts";
import type {
  ReasoningPart,
  StreamPiece,
  StreamView,
} from "../../src-shared/sampling/life/stream.ts";
import type { ServerPolicy } from "../../src-shared/servers/policy/policy.ts";

/** A fixture that fits a request. */
export interface FixtureMatch extends FixtureUsed {
  /** The `CreateMessageResult`, media in place. */
  answer: Json;
}

/** The fixtures; nothing fits a server for which they are not turned on. */
export interface FixtureSource {
  find(sample: Sample): FixtureMatch | null;
  /** It was given. */
  onUsed(hit: FixtureMatch, atMs: number): void;
  /** It may not be given to this request, by the rules of these codes; the user is asked. */
  onInvalid(hit: FixtureMatch, codes: string[], atMs: number): void;
}

/** What is to become a row of the ledger. `body` is the event whole, media by reference. */
export interface LedgerEntry {
  sampleId: SampleId;
  atMs: number;
  kind: string;
  body: Json;
  /** References of the media that the sample newly holds with this row. */
  media?: readonly string[];
  /** Where the row ends a generation: what it took, kept beside the row. */
  spent?: Spent;
}

/** What one generation took and cost. What the provider did not say is missing. */
export interface Spent {
  serverId: string;
  serverName: string;
  model: ModelRef;
  outcome: "done" | "stopped" | "failed";
  usage?: Usage;
  cost?: Cost;
  firstTokenMs?: number;
  tookMs: number;
}

/** What some generations of one server took, at an instant or within a day (`YYYY-MM-DD`). */
export interface SpentAt extends Spend {
  serverId: string;
  atMs: number;
}
export interface SpentOnDay extends Spend {
  serverId: string;
  day: string;
}
/** What the record says: days since the first of this month, and each generation of the last hour, oldest first. */
export interface SpentSoFar {
  days: SpentOnDay[];
  recent: SpentAt[];
}

/** Why something could not be recorded. */
export type NotRecorded = Extract<Failure, { kind: "not-recorded" }>;

/** Append-only record. Both return when what they were given is durable on disk, or say why it is not. */
export interface Ledger {
  append(row: LedgerEntry): Outcome<void, NotRecorded>;
  /** All of the rows in this order, or none of them. */
  appendAll(rows: readonly LedgerEntry[]): Outcome<void, NotRecorded>;
  /** Appends a row about the ledger itself; `facts` hold no content. */
  note(kind: string, facts: JsonObject, atMs: number): Outcome<void, NotRecorded>;
  /** Requests that have no ending, oldest first. */
  openSamples(): Outcome<SampleId[], NotRecorded>;
  /** The rows of a request, in order, with their content as far as it is kept. */
  rowsOf(sampleId: SampleId): Outcome<ReadRow[], NotRecorded>;
}

/** What stands in the record in place of a text, and beside it: src-shared/ledger/FORMAT.md. */
export interface Sealed {
  /** Random, for this text alone. */
  salt: Uint8Array;
  commitment: string;
  /** Of the text in UTF-8. */
  bytes: number;
}

/** What costs by the byte of the text of a medium, worked out where it was read. */
export interface ReadMedium {
  facts: MediaFacts;
  sealed: Sealed;
}

/** Base64 texts of images and audio, once each by SHA-256, held as long as a sample refers to them. */
export interface MediaStore {
  /**
   * Keeps the text exactly as given. It is durable with the row that names it (`LedgerEntry.media`).
   * @param read of this very text, where the thread that read it has worked it out
   */
  put(sampleId: SampleId, base64: string, read?: ReadMedium): MediaFacts;
  /** Lets a sample that was recorded before name its media again. */
  hold(sampleId: SampleId, refs: readonly string[]): void;
  /** The text exactly as put, if this sample holds it. */
  text(sampleId: SampleId, ref: string): string | null;
  /** Forgets what is in memory for the sample. */
  release(sampleId: SampleId): void;
}

/** What a generation needs: the approved document with media resolved through `media`. */
export interface GenerateInput {
  model: ModelRef;
  document: RequestDocument;
  options?: GenerationOptions;
  /** Base64 text of a media reference, or null when unknown. */
  media(ref: string): string | null;
  /** Aborting ends the provider's request and leads to `stopped`. */
  signal: AbortSignal;
  /** What came since the last call, null when it shows nothing (an image); pieces counted so far. */
  onPiece(piece: StreamPiece | null, outputTokens: number): void;
  /** What is waited for before the first piece, where the model's provider tells. */
  onProgress?(progress: GenerationProgress): void;
}

export type GenerateResult =
  | {
      kind: "done" | "stopped";
      /** Media that the model made are put through `putMedia` before: references only. */
      generated: ResponseDocument;
      usage?: Usage;
      /** What the model thought before it answered: no part of the answer. */
      reasoning?: ReasoningPart[];
      /** Said by the desk, where placeholders stood in the request. */
      putBack?: PutBack;
      written?: ResponseDocument;
      /** What the provider did not do, in its adapter's words. */
      warnings?: string[];
      /** It did not end by itself, nor was it stopped by the user: why. What had come is kept. */
      brokenOff?: ModelFailure;
      firstTokenMs?: number;
      tookMs: number;
    }
  | { kind: "failed"; failure: ModelFailure; tookMs: number };

/** Runs a model. Never throws; never retries by itself. */
export interface Generator {
  generate(input: GenerateInput & { putMedia(base64: string): string }): Promise<GenerateResult>;
}

/** How a settlement fared. `sent` means that the transport took the bytes without an error. */
export type Delivery =
  | { kind: "sent" }
  | { kind: "not-sent"; detail: string }
  | { kind: "unknown" };

/** Size of a request as it came: bytes of its JSON, and its JSON values where those were counted. */
export interface IncomingMetrics {
  bytes: number;
  values?: number;
  unread?: true;
  /** SHA-256 (hex) of the canonical `params`, their media set apart, where it was worked out while they were read. */
  paramsHash?: string;
  /** Their media, in the order in which `externalise` comes upon them, likewise. */
  media?: readonly ReadMedium[];
}

/** A request as an adapter hands it in. */
export interface Incoming {
  /** Absent: sampling. */
  requestKind?: KindName;
  asker: Asker;
  origin: Origin;
  /** The request's `params`, exactly as they came. */
  params: Json;
  /** How large it came, where the transport knows. `unread`: too large to be read at all, `params` is null. */
  metrics?: IncomingMetrics;
  /** Numbers in `params` that could not be kept as they came. */
  rounded?: Rounded[];
  /** What the user lets this server do. */
  policy: ServerPolicy;
  /** Its id belongs to a request that is still open: nothing may be sent under it. */
  duplicate?: true;
  /** What was declared to this server. */
  declared: { tools: boolean; context: boolean };
  reply:
    | { kind: "pushed"; requestId: string | number }
    | { kind: "task"; requestId: string | number; taskId: string }
    | { kind: "embedded"; key: string; groupId: string; groupSize: number }
    | Extract<ReplyPath, { kind: "replay" }>;
  /** Known time at which the server gives up, if any. */
  deadline?: { atMs: number; totalMs: number };
  /** Called exactly once, when the request has ended, or never if `withdraw` came first with silence. */
  settle(settlement: Settlement): Promise<Delivery>;
}

/** A request before its connection has put its own name to it. */
export type UnattributedRequest = Omit<Incoming, "asker" | "declared" | "policy">;

/** What the adapter may tell the desk afterwards. */
export interface HeldRequest {
  sampleId: SampleId;
  /** It was refused and only counted: the sample is the one that stands for all of its kind. */
  counted?: true;
  /** The server no longer waits. Ends the sample unless it is over; nothing is sent. */
  withdraw(because: CancelReason): void;
  /** The server reports that what the user consented to is done. */
  completed(): void;
}

/** The side of the desk that the adapters of `mcp` see. */
export interface DeskIntake {
  receive(incoming: Incoming): HeldRequest;
  /** Null when approved answers of a server may leave; while it is stopped, resolves once they may again. */
  waitToSend?(serverId: string): Promise<void> | null;
}

/** What is to be scanned; media in it by reference. */
export interface InspectRequest {
  /** Who has it scanned: servers take turns, and so does the user (an empty text). */
  requester: string;
  document: Json;
  around: Surroundings;
  /** It may take many times as long, while nothing else is to be scanned: nobody waits for it. */
  lowPriority?: true;
}

/** Scans documents off the main thread. Never throws. */
export interface Inspector {
  /**
   * Null where it could not be done in time, or `signal` came first: it was not scanned then. The time of a look
   * is counted from its own beginning; how long it may wait in line is limited apart.
   */
  inspect(ask: InspectRequest, signal?: AbortSignal): Promise<Looked | null>;
}

/** Pure helpers that need a hash: SHA-256 (hex) of the canonical JSON (RFC 8785). */
export interface Hasher {
  hash(value: unknown): string;
}

export interface Clock {
  nowMs(): number;
  newId(): string;
}

/** Where views of samples go; batched per frame by the receiver. */
export interface DeskListener {
  sampleChanged(sampleId: SampleId): void;
  sampleRemoved(sampleId: SampleId): void;
  /** Its answer has left, now or in an earlier run: what was typed for it has no further use. */
  sampleReplied?(sampleId: SampleId): void;
  /** What a running attempt has produced since the last call. */
  streamed(more: StreamView): void;
  /** What the user is to know, and nothing that they do brings back. */
  fault?(failure: Failure): void;
  deskChanged(): void;
}
