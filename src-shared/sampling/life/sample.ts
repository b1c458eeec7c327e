// A request as data: its phases, its attempts, its ending. A sample can be stored, pushed, compared.
import type { KindName } from "../../kinds/names.ts";
import type { PutBack } from "../../inspect/redaction/redactRestore.ts";
import type { Json } from "../../json.ts";
import type { Inspected } from "../../inspect/inspection.ts";
import type { ModelFailure } from "../../outcome.ts";
import type { Cost, Usage } from "../../models/cost/cost.ts";
import type { ModelRef } from "../../models/model.ts";
import type { GenerationOptions } from "../../models/providers/options.ts";
import type { Holding } from "../../policy/limits/limits.ts";
import type {
  IdentityChange,
  ServerIdentity,
  ToolChanged,
} from "../../servers/identity/identity.ts";
import type { Era, TransportKind } from "../../servers/server.ts";
import type { Figures, Reason } from "../checks/codes.ts";
import type { Flag } from "../document/flag.ts";
import type { MediaFacts } from "../document/media.ts";
import type { RequestDocument, ResponseDocument } from "../document/message.ts";
import type { ReasoningPart } from "./stream.ts";
import type { BudgetHold, LimitScope } from "../../policy/limits/windows.ts";
import type { Judged } from "../../policy/judged.ts";
import type { Redacted } from "../../inspect/redaction/redaction.ts";

export type SampleId = string;
export type AttemptId = string;

/** Who decided or caused something. */
export type Actor =
  | { kind: "person" }
  /** `id` stays when the rule is named anew; rows of older versions have none. */
  | { kind: "rule"; name: string; id?: string }
  /** A fixture that the user let this server have; `name` is that of its file. */
  | { kind: "fixture"; name: string }
  | { kind: "server" }
  | { kind: "desk" }
  | { kind: "model" };

/** The connection that asked, as it was when it asked. `name` is the user's, `claims` the server's own. */
export interface Asker {
  serverId: string;
  name: string;
  transport: TransportKind;
  /** Command line (secrets masked) or address. */
  where: string;
  protocolVersion: string;
  era: Era;
  claims?: { name: string; version?: string };
  /** Null where nothing leaves this machine (stdio, loopback). */
  encrypted: boolean | null;
  /** Who it really is; absent in older rows, and where it could not be looked at. */
  identity?: ServerIdentity;
  /** What of it is another one than when its requests were last approved by the user; absent: nothing. */
  identityChanged?: IdentityChange[];
  /** Of the tools whose calls may have led here: those whose descriptions have changed. */
  toolsChanged?: ToolChanged[];
  /** The host whose session it came in; absent for the Workbench. */
  host?: Host;
}

/** A host, as it names itself (`clientInfo`), and one of its sessions. */
export interface Host {
  name: string;
  version?: string;
  sessionId: string;
}

/** A call of ours that a request may belong to. `runId` names the run on the Workbench. */
export interface OriginCall {
  runId: string;
  method: "tools/call" | "prompts/get" | "resources/read";
  name: string;
  arguments: Json;
}

/**
 * Which call led here: known, one of several, or none of ours. `counted`: no transport tells, but it was the only
 * call that was open when the request came.
 */
export type Origin =
  | { kind: "certain"; call: OriginCall; counted?: true }
  | { kind: "ambiguous"; calls: OriginCall[] }
  | { kind: "none" };

/**
 * How the answer travels, without naming an era: `message` is the exact JSON-RPC envelope that will
 * carry the result. A pushed request is answered under its id; an embedded one under its key in the
 * `inputResponses` of the repeated call, together with its `siblings` (ids of samples of one
 * `input_required`, itself included).
 */
export type ReplyPath =
  | { kind: "pushed"; requestId: string | number }
  /** The server got a task at once (2025-11-25) and fetches the answer by `tasks/result`, under an id of its own. */
  | { kind: "task"; requestId: string | number; taskId: string }
  /** `questions`: how many questions to the user came in the same result and are answered with it. */
  | { kind: "embedded"; key: string; siblings: SampleId[]; questions?: number }
  /**
   * No server waits: the user runs an earlier request again, or one that they have pasted (`of` is null then). `was` is
   * how the earlier one stands in the record.
   */
  | { kind: "replay"; of: SampleId | null; was?: Ending["kind"] };

/** Who caused a request. */
export const receivedBy = (kind: ReplyPath["kind"]): Actor => ({
  kind: kind === "replay" ? "person" : "server",
});

/** One generation, or one answer by hand. Nothing is overwritten. */
export interface Attempt {
  id: AttemptId;
  /** What was approved and sent to the model. */
  document: RequestDocument;
  /** SHA-256 (hex) of the canonical form (RFC 8785) of `document`. */
  documentHash: string;
  /** Another document than was asked, as was recorded when it was approved; older records do not say it. */
  edited?: boolean;
  /** Null when the user answers by hand. */
  model: ModelRef | null;
  /** What else travelled to the provider, as the user allowed. */
  options?: GenerationOptions;
  by: Actor;
  /** The fixture that this is: `model` is null then. */
  fixture?: FixtureUsed;
  /** Placeholders stand in `document` for values that the model is not to see: which kinds, how many, never what. */
  redacted?: Redacted;
  /** The attempt that this one goes on from. */
  from?: AttemptOrigin;
  /** Budgets beyond which the user let it go, knowingly. */
  beyond?: BudgetHold[];
  /** So many serious findings of the request had been on screen when it was approved. */
  seriousSeen?: number;
  /** When it was approved. */
  startedAtMs: number;
  /** When the model was asked, where that was later: it waited for its turn. */
  askedAtMs?: number;
  state: AttemptState;
}

/** Which fixture was given, and how it was found to fit. */
export interface FixtureUsed {
  /** The file's name. */
  name: string;
  /** SHA-256 (hex) of the canonical form (RFC 8785) of the file's JSON. */
  hash: string;
  /** Fields that were left out of both before they were compared; none: the request is exactly the same. */
  ignored: string[];
}

/** `again`: another try at the same; `refine`: its answer and an instruction are part of the document. */
export interface AttemptOrigin {
  attemptId: AttemptId;
  how: "again" | "refine";
}

export type AttemptState =
  /** Approved, but not asked yet: as many run as may run at once for one request. */
  | { kind: "waiting" }
  | { kind: "running" }
  /** Given up while it waited: nobody was asked. */
  | { kind: "withdrawn" }
  | {
      kind: "done" | "stopped";
      generated: ResponseDocument;
      generatedHash: string;
      usage?: Usage;
      /** By the prices that were known when it ended; missing: nobody knows. */
      cost?: Cost;
      /** What the model thought before it answered. Belongs to the record, never to the answer. */
      reasoning?: ReasoningPart[];
      /** Values that were put back in place of their placeholders, and what of them was doubtful. */
      putBack?: PutBack;
      /** The answer as the model wrote it, where that is another than `generated`: with placeholders. */
      written?: ResponseDocument;
      /** What the provider did not do, in its adapter's words: foreign text. */
      warnings?: string[];
      /** It did not end by itself, nor was it stopped by the user: why. What had come is kept. */
      brokenOff?: ModelFailure;
      firstTokenMs?: number;
      tookMs: number;
    }
  | { kind: "failed"; failure: ModelFailure; tookMs: number };

/** What a server is told; see `wire.ts` for the exact messages. */
export type Ending =
  | {
      kind: "replied";
      document: ResponseDocument;
      documentHash: string;
      attemptId: AttemptId;
      /** Another answer than was generated, as was recorded when it was approved. */
      edited?: boolean;
      by: Actor;
    }
  | {
      kind: "undeliverable";
      document: ResponseDocument;
      documentHash: string;
      attemptId: AttemptId;
      /** Another answer than was generated, as was recorded when it was approved. */
      edited?: boolean;
      by: Actor;
      detail: string;
    }
  | {
      kind: "unknown";
      document: ResponseDocument;
      documentHash: string;
      attemptId: AttemptId;
      /** Another answer than was generated, as was recorded when it was approved. */
      edited?: boolean;
      by: Actor;
    }
  | {
      kind: "rejected";
      gate: 1 | 2;
      by: Actor;
      note?: string;
      noteSent: boolean;
      delivery?: ErrorDelivery;
    }
  /** `gate`: where it stood when it was refused; what is refused at once stands at the first. */
  | { kind: "refused"; gate: 1 | 2; refusal: Refusal; by: Actor; delivery?: ErrorDelivery }
  | { kind: "cancelled"; because: CancelReason; delivery?: ErrorDelivery };

/**
 * How the error that a server gets in place of an answer fared. Absent where none is sent, while it is under way, and
 * in records of older versions, which do not say it.
 */
export type ErrorDelivery =
  | { kind: "delivered" }
  | { kind: "failed"; detail: string }
  | { kind: "unknown" };

/** An automatic "no": the code and message on the wire, and the stable word in `data.reason`. */
export interface Refusal {
  code: number;
  message: string;
  reason: RefusalReason;
  /** The word that a rule says in `data.reason` in place of ours. */
  own?: string;
  flags: Flag[];
  /** The limit that was reached, and what was found. */
  figures?: Figures;
}
export type RefusalReason = Exclude<Reason, "closing" | "call-over" | "answer-not-kept">;

/** Why a request ended without a decision. Durations in milliseconds. */
export type CancelReason =
  | { kind: "server-cancelled"; reason?: string }
  /** `guessed`: no transport told that it was its call, so that the server may wait all the same: it is told. */
  | { kind: "call-ended"; afterMs: number; guessed?: true }
  | { kind: "call-cancelled"; guessed?: true }
  | { kind: "server-died"; detail?: string }
  | { kind: "disconnected" }
  | { kind: "switched-off" }
  | { kind: "sibling-declined" }
  | { kind: "quit" }
  /** Countersign itself ended without a word while it was open. */
  | { kind: "interrupted" };

/**
 * Where a request stands. `request` and `response` wait for the user (gate 1 and 2); "generating" is
 * derived: see `isGenerating`.
 */
export type Phase =
  | { kind: "request" }
  | { kind: "response" }
  | {
      kind: "ready";
      document: ResponseDocument;
      documentHash: string;
      attemptId: AttemptId;
      /** Another answer than was generated, as was recorded when it was approved. */
      edited?: boolean;
      by: Actor;
    }
  | {
      kind: "delivering";
      document: ResponseDocument;
      documentHash: string;
      attemptId: AttemptId;
      /** Another answer than was generated, as was recorded when it was approved. */
      edited?: boolean;
      by: Actor;
    }
  | { kind: "ended"; ending: Ending; atMs: number };

/** The count of a tool loop (2025-11-25, client/sampling, "iteration limits"). */
export interface ToolRound {
  number: number;
  limit: number;
}

/** What a decision was made on: the revision that the user saw and the hash of what it showed. */
export interface Base {
  revision: number;
  hash: string;
}

export interface Sample {
  id: SampleId;
  /** Absent: sampling, which needs no name. */
  requestKind?: KindName;
  asker: Asker;
  origin: Origin;
  reply: ReplyPath;
  receivedAtMs: number;
  /**
   * Which turn of its call this is, counted from 1; absent where the call is not certain. Requests of one
   * `input_required` are one turn.
   */
  turn?: number;
  /** Which request with tools under its call, counted from 1, of how many that are taken. */
  round?: ToolRound;
  /** When the server will give up, where that is known. */
  deadline?: { atMs: number; totalMs: number };
  /** How long it may wait for the user at each gate, by their own limit; gone once it has ended. */
  longestWait?: Holding;
  /** When that limit refuses it, unless they decide before: only while it waits for them. */
  waits?: { atMs: number; totalMs: number; scope: LimitScope };
  /** The request exactly as it came, media by reference. Never changed. */
  asked: Json;
  askedHash: string;
  /** Refused for its size, so its content was not kept: `asked` is null then. Bytes of JSON where known. */
  notKept?: { bytes?: number };
  /** `asked` as an editable document: members of a wrong type left out and flagged. Null if it cannot be shown. */
  proposed: RequestDocument | null;
  flags: Flag[];
  media: MediaFacts[];
  /** What was found in the request and in answers, one for each document in which there was something. */
  inspected?: Inspected[];
  /** What rules said of it, the latest last. */
  judged?: Judged[];
  /** What gate 1 begins with where a rule has changed it; what came stays in `proposed`. */
  prepared?: RequestDocument;
  attempts: Attempt[];
  phase: Phase;
  /** Refused in the same way after this one, and only counted. */
  more?: { count: number; lastAtMs: number; undelivered?: number };
  /** Grows whenever what is to be decided changes. */
  revision: number;
  timeline: TimelineEntry[];
}

/** One line of what happened, without content. */
export interface TimelineEntry {
  atMs: number;
  kind: import("./event.ts").NotedEvent["kind"];
  by: Actor;
  /** Hash of the document that the event was about. */
  hash?: string;
}
