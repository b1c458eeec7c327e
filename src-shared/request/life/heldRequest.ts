// A request as data: its phases, attempts and ending. A request is plain JSON: it can be stored, sent and compared.
import type { ProviderError } from "../../dialects/providerError.ts";
import type { DialectName } from "../../dialects/dialect.ts";
import type { KindName } from "../kinds/names.ts";
import type { PutBack } from "../../findings/redaction/redactRestore.ts";
import type { Json } from "../../json.ts";
import type { Inspected } from "../../findings/inspection.ts";
import type { ModelFailure } from "../../outcome.ts";
import type { Cost, Usage } from "../../models/cost/cost.ts";
import type { ModelRef } from "../../models/model.ts";
import type { GenerationOptions } from "../../models/providers/options.ts";
import type { EffectiveLimit } from "../../rules/limits/limits.ts";
import type { IdentityChange, ServerIdentity } from "../../servers/identity/identity.ts";
import type { ToolChanged } from "../../servers/identity/toolParts.ts";
import type { Era, TransportKind } from "../../servers/server.ts";
import type { Figures, Reason } from "../checks/codes.ts";
import type { Flag } from "../document/flag.ts";
import type { MediaFacts } from "../document/media.ts";
import type { RequestDocument, ResponseDocument } from "../document/message.ts";
import type { ReasoningPart, Streamed } from "./stream.ts";
import type { BudgetHold, LimitScope } from "../../rules/limits/windows.ts";
import type { Judged } from "../../rules/judged.ts";
import type { OfferedModel } from "../../team/offered.ts";
import type { Redacted } from "../../findings/redaction/redaction.ts";
import type { SideRequest } from "../parts/conversation.ts";

export type RequestId = string;
export type AttemptId = string;

/** Who caused or decided something. */
export type Actor =
  /** `login`: the database login of a team's member; absent at one's own desk. */
  | { kind: "person"; login?: string }
  /** Stays when the rule is renamed; absent in rows of older versions. */
  | { kind: "rule"; name: string; id?: string }
  /** A fixture that the user assigned to this server; `name` is its file's. */
  | { kind: "fixture"; name: string }
  | { kind: "server" }
  | { kind: "host" }
  | { kind: "program" }
  | { kind: "agent" }
  | { kind: "desk" }
  | { kind: "model" }
  /** Only read, never recorded: a row of an older version that does not say it. */
  | { kind: "unknown" };

/**
 * The server and its connection at the time of the request. `name` is the user's, `claims` what the server says of
 * itself.
 */
export interface Requester {
  serverId: string;
  name: string;
  transport: TransportKind;
  /** Command line (secrets masked) or address. */
  where: string;
  protocolVersion: string;
  era: Era;
  claims?: { name: string; version?: string };
  /** Null for stdio and loopback, where nothing leaves this machine. */
  encrypted: boolean | null;
  /** Absent in older rows, and where it could not be determined. */
  identity?: ServerIdentity;
  /** What has changed since the user last approved a request of this server; absent: nothing. */
  identityChanged?: IdentityChange[];
  /** Tools whose descriptions have changed, of those that this request may be part of a call to. */
  toolsChanged?: ToolChanged[];
  /** The host whose session the request came in; absent for the Workbench. */
  host?: Host;
  /** What runs behind a program's connection, on Linux; null: could not be told. Absent: elsewhere, or not yet known. */
  caller?: CallerProgram | null;
}

/** The executable of a process. `sha256` (hex) is absent for a very large file. */
export interface CallerProgram {
  path: string;
  sha256?: string;
}

/** A host, as it names itself (`clientInfo`), and one of its sessions. */
export interface Host {
  name: string;
  version?: string;
  sessionId: string;
  /** The folder in which the host works; absent over HTTP, where nobody says it. */
  folder?: string;
}

/** A call of Countersign that a request may belong to. `runId` identifies the call. */
export interface OriginCall {
  runId: string;
  method: "tools/call" | "prompts/get" | "resources/read";
  name: string;
  arguments: Json;
}

/**
 * The call that led to a request: known, one of several, or none. `counted`: the transport does not say, but only
 * this call was open when the request came.
 */
export type Origin =
  | { kind: "certain"; call: OriginCall; counted?: true }
  | { kind: "ambiguous"; calls: OriginCall[] }
  | { kind: "none" };

/**
 * How the response is sent, whatever the protocol version. A pushed request is answered under its id; an embedded one
 * under its key in the `inputResponses` of the repeated call, together with its `siblings` (the ids of all requests of
 * one `input_required`, its own included).
 */
export type ReplyPath =
  | { kind: "pushed"; requestId: string | number }
  /**
   * The server got a task at once (2025-11-25) and fetches the response by `tasks/result`, a request with its own id.
   */
  | { kind: "task"; requestId: string | number; taskId: string }
  /** `questions`: how many elicitations came in the same result and are answered with it. */
  | { kind: "embedded"; key: string; siblings: RequestId[]; questions?: number }
  /** A program waits for the response to its HTTP request, in its dialect; `stream`: as server-sent events. */
  | { kind: "http"; dialect: DialectName; id: string; createdS: number; stream: boolean }
  /** An agent's hook waits for the verdict about its action. */
  | { kind: "hook" }
  /**
   * No server waits: the user runs an earlier request again, or one that was pasted (`of` is null). `was` is how the
   * earlier one ended.
   */
  | { kind: "replay"; of: RequestId | null; was?: Ending["kind"] };

/** One generation, or one response by hand. Attempts are never overwritten. */
export interface Attempt {
  id: AttemptId;
  /** The request as approved and sent to the model. */
  document: RequestDocument;
  /** SHA-256 (hex) of the canonical form (RFC 8785) of `document`. */
  documentHash: string;
  /** Whether the request was edited, recorded on approval; absent in older rows. */
  edited?: boolean;
  /** Null for a response by hand, from a fixture, or by the server. */
  model: ModelRef | null;
  /** The server carries out the approved request: the response is its own. */
  producer?: "server";
  /** Further options sent to the provider, as the user allowed. */
  options?: GenerationOptions;
  by: Actor;
  /** The fixture that gave the response; `model` is null then. */
  fixture?: FixtureUsed;
  /** Kinds and number of the values replaced by placeholders in `document`; never the values. */
  redacted?: Redacted;
  /** The attempt that this one continues. */
  from?: AttemptOrigin;
  /** Budgets that the user knowingly let it exceed. */
  beyond?: BudgetHold[];
  /** Number of serious findings in the request that were on screen when it was approved. */
  seriousSeen?: number;
  /** When it was approved. */
  startedAtMs: number;
  /** When the model was asked, if the attempt had to wait for its turn. */
  askedAtMs?: number;
  state: AttemptState;
}

/** The fixture that was used, and how it matched. */
export interface FixtureUsed {
  /** The file's name. */
  name: string;
  /** SHA-256 (hex) of the canonical form (RFC 8785) of the file's JSON. */
  hash: string;
  /** Fields ignored in the comparison; empty when the request was exactly the same. */
  ignored: string[];
}

/**
 * `again`: another try at the same request; `refine`: the earlier response and an instruction are part of the
 * document.
 */
export interface AttemptOrigin {
  attemptId: AttemptId;
  how: "again" | "refine";
}

export type AttemptState =
  /** Approved but not sent: the most attempts that may run at once for a request are running. */
  | { kind: "waiting" }
  | { kind: "running" }
  /** Given up while waiting; nothing was sent to a model. */
  | { kind: "withdrawn" }
  | {
      kind: "done" | "stopped";
      generated: ResponseDocument;
      generatedHash: string;
      usage?: Usage;
      /** At the prices known when the attempt ended; absent when unknown. */
      cost?: Cost;
      /** The model's reasoning. In the ledger, never in the response. */
      reasoning?: ReasoningPart[];
      /** Values put back in place of their placeholders, and doubts about them. */
      putBack?: PutBack;
      /** The response with its placeholders as the model wrote it, where `generated` differs. */
      written?: ResponseDocument;
      /** What the provider did not do, in its adapter's words: text from outside. */
      warnings?: string[];
      /** What is shown of a server's response in another way than it is. */
      flags?: Flag[];
      /** Why generation ended early, if not stopped by the user; the content received so far is kept. */
      brokenOff?: ModelFailure;
      firstTokenMs?: number;
      tookMs: number;
      streamed?: Streamed;
    }
  | { kind: "failed"; failure: ModelFailure; tookMs: number; streamed?: Streamed };

/** How a request ended; `checks/wire.ts` has the messages that a server gets for it. */
export type Ending =
  | {
      kind: "replied";
      document: ResponseDocument;
      documentHash: string;
      attemptId: AttemptId;
      /** Whether the response was edited, recorded on approval. */
      edited?: boolean;
      by: Actor;
    }
  | {
      kind: "undeliverable";
      document: ResponseDocument;
      documentHash: string;
      attemptId: AttemptId;
      /** Whether the response was edited, recorded on approval. */
      edited?: boolean;
      by: Actor;
      detail: string;
    }
  | {
      kind: "unknown";
      document: ResponseDocument;
      documentHash: string;
      attemptId: AttemptId;
      /** Whether the response was edited, recorded on approval. */
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
  /** `gate`: where it was refused; 1 when refused on arrival. */
  | { kind: "refused"; gate: 1 | 2; refusal: Refusal; by: Actor; delivery?: ErrorDelivery }
  | {
      kind: "cancelled";
      because: CancelReason;
      delivery?: ErrorDelivery;
      /** A response that was approved and still waited for others of its call. */
      approved?: ResponseDocument;
    };

/**
 * Whether the error was delivered. Absent where none is sent, before the transport reports, and in rows of older
 * versions.
 */
export type ErrorDelivery =
  /** `stream`: as an event of a stream that had begun with HTTP 200. */
  | { kind: "delivered"; stream?: { begun: true } }
  | { kind: "failed"; detail: string }
  | { kind: "unknown" };

/** An automatic refusal: code and message as sent, and the stable `data.reason`. */
export interface Refusal {
  code: number;
  message: string;
  reason: RefusalReason;
  /** A `data.reason` set by the user's rule, sent in place of `reason`. */
  own?: string;
  flags: Flag[];
  /** The limit that was reached, and the value found. */
  figures?: Figures;
  /** The provider's error that a program gets in its place. */
  provider?: ProviderError;
}
export type RefusalReason = Exclude<Reason, "closing" | "call-over" | "answer-not-kept">;

/** Why a request ended without a decision; `actors.ts` says who caused each. Durations in milliseconds. */
export type CancelReason =
  | { kind: "server-cancelled"; reason?: string }
  /** The host gave up its call: this request, or the one that led to it. */
  | { kind: "host-cancelled"; reason?: string; guessed?: true }
  /** The host ended its session, or was killed. */
  | { kind: "host-left" }
  /** The program closed its connection. */
  | { kind: "program-left" }
  /** The agent's hook stopped waiting: whether the action ran is not known by this. */
  | { kind: "agent-left" }
  /**
   * `guessed`: the request was attributed to the call without word from the transport, so the server may still wait
   * and gets an error.
   */
  | { kind: "call-ended"; afterMs: number; guessed?: true }
  /** The user cancelled the call at the Workbench. In rows of older versions also what `host-…` says now. */
  | { kind: "call-cancelled"; guessed?: true }
  /** The user rejected, or Countersign refused, the host's call that led to the request. */
  | { kind: "call-rejected"; guessed?: true }
  | { kind: "call-refused"; guessed?: true }
  | { kind: "server-died"; detail?: string }
  | { kind: "disconnected" }
  | { kind: "switched-off" }
  | { kind: "sibling-declined" }
  | { kind: "quit" }
  /** Countersign crashed or was killed while the request was open. */
  | { kind: "interrupted" }
  /** The desk of the team that received it no longer answers, so nothing can be delivered. */
  | { kind: "holder-lost" };

/**
 * The phase of a request. `request` and `response` are gates 1 and 2; whether a model is generating is derived by
 * `isGenerating`.
 */
export type Phase =
  | { kind: "request" }
  | { kind: "response" }
  | {
      kind: "ready";
      document: ResponseDocument;
      documentHash: string;
      attemptId: AttemptId;
      /** Whether the response was edited, recorded on approval. */
      edited?: boolean;
      by: Actor;
    }
  | {
      kind: "delivering";
      document: ResponseDocument;
      documentHash: string;
      attemptId: AttemptId;
      /** Whether the response was edited, recorded on approval. */
      edited?: boolean;
      by: Actor;
    }
  | { kind: "ended"; ending: Ending; atMs: number };

/** The round of a tool loop (2025-11-25, client/sampling, "iteration limits"). */
export interface ToolRound {
  number: number;
  limit: number;
}

/** What a decision is based on: the revision that the user saw, and the hash of what it showed. */
export interface Base {
  revision: number;
  hash: string;
}

export interface HeldRequest {
  id: RequestId;
  /** Absent for sampling. */
  requestKind?: KindName;
  requester: Requester;
  origin: Origin;
  reply: ReplyPath;
  /**
   * Of a program's request: an opaque id, equal for the turns of one conversation. A side request is asked beside them
   * and is no turn. Absent where nothing of it was read, and after its content is deleted.
   */
  conversation?: { id: string; side?: SideRequest };
  receivedAtMs: number;
  /** The server carries out the approved request, and the user reviews its response. Absent: a model or the user. */
  producer?: "server";
  /** Why a request is held that passes otherwise. `rule`: null where the rules could not be evaluated. */
  heldBy?: { kind: "setting" } | { kind: "rule"; rule: { id: string; name: string } | null };
  /**
   * The turn of its call, counted from 1; absent where the call is not certain. Requests of one `input_required` are
   * one turn.
   */
  turn?: number;
  /** Which request with tools of its call this is, counted from 1, and how many are allowed. */
  round?: ToolRound;
  /**
   * When the server will give up, or the host whose call led here (`by`), if known. `learnt`: it is not in the host's
   * config, but the host gave up twice after this time.
   */
  deadline?: { atMs: number; totalMs: number; by?: "host"; learnt?: true };
  /** The user's limit on how long it may be pending at each gate; removed once it has ended. */
  longestWait?: EffectiveLimit;
  /** When that limit refuses it; only while it waits for the user. */
  waits?: { atMs: number; totalMs: number; scope: LimitScope };
  /**
   * The request exactly as received, with media by reference. Never changed, but where what it is about is read again
   * (`document-updated`).
   */
  asked: Json;
  askedHash: string;
  /**
   * Set when the request was refused for its size and its content not stored: `asked` is null then. Bytes of JSON,
   * where known.
   */
  notKept?: { bytes?: number };
  /** `asked` as an editable document: fields of a wrong type are left out and flagged. Null if it cannot be shown. */
  proposed: RequestDocument | null;
  flags: Flag[];
  media: MediaFacts[];
  /** Findings, one entry for each request or response that has any. */
  inspected?: Inspected[];
  /** What rules decided, the latest last. */
  judged?: Judged[];
  /** The request as changed by a rule, where gate 1 starts; `proposed` stays as received. */
  prepared?: RequestDocument;
  attempts: Attempt[];
  /** Of a request that another desk of the team received: models of that desk. Absent: this desk's. */
  offered?: OfferedModel[];
  phase: Phase;
  /** Only in a window's copy: rules or a permission decide now, or let it pass, so the user is not asked. */
  automatic?: true;
  /** What the agent reported after its tool had run: a file is not what was approved, the tool reported an error. */
  completed?: { differs?: true; failed?: true };
  /** Later requests refused for the same reason, which are only counted. */
  more?: { count: number; lastAtMs: number; undelivered?: number };
  /** Grows whenever what is to be decided changes. */
  revision: number;
  timeline: TimelineEntry[];
}

/** One line of the timeline, without content. */
export interface TimelineEntry {
  atMs: number;
  kind: import("./event.ts").NotedEvent["kind"];
  by: Actor;
  /** Hash of the document that the event was about. */
  hash?: string;
}
