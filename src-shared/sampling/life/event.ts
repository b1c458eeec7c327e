// Everything that can happen to a sample. Each event is appended to the ledger before it takes effect (`desk/facts`).
import type { PutBack } from "../../inspect/redaction/redactRestore.ts";
import type { Figures } from "../checks/codes.ts";
import type { Inspected } from "../../inspect/inspection.ts";
import type { ModelFailure } from "../../outcome.ts";
import type { Cost, Usage } from "../../models/cost/cost.ts";
import type { ModelRef } from "../../models/model.ts";
import type { GenerationOptions } from "../../models/providers/options.ts";
import type { MediaFacts } from "../document/media.ts";
import type {
  Actor,
  AttemptId,
  AttemptOrigin,
  Base,
  CancelReason,
  FixtureUsed,
  Refusal,
  Sample,
  SampleId,
} from "./sample.ts";
import type { RequestDocument, ResponseDocument } from "../document/message.ts";
import type { ReasoningPart } from "./stream.ts";
import type { BudgetHold } from "../../policy/limits/windows.ts";
import type { Judged } from "../../policy/judged.ts";
import type { Redacted } from "../../inspect/redaction/redaction.ts";

interface At {
  /** Milliseconds since the epoch. */
  atMs: number;
  by: Actor;
}

export type SampleEvent = At &
  /**
   * How every request begins. `proposed` is read from `asked`, and `longestWait` holds for this run alone: neither
   * stands in its row.
   */
  (
    | ({ kind: "received" } & Pick<
        Sample,
        | "id"
        | "requestKind"
        | "asker"
        | "origin"
        | "reply"
        | "turn"
        | "round"
        | "deadline"
        | "longestWait"
        | "asked"
        | "askedHash"
        | "notKept"
        | "proposed"
        | "flags"
        | "media"
      >)
    /** The last of its group has come: which they are. */
    | { kind: "grouped"; siblings: SampleId[] }
    /** A medium that it holds from now on: the user added it, a model made it, a fixture holds it. */
    | { kind: "media-kept"; medium: MediaFacts }
    /** Its call may have so many rounds with tools; `of`: the request that the user was asked about. */
    | { kind: "rounds-allowed"; limit: number; of?: SampleId }
    | {
        kind: "request-approved";
        base: Base;
        attemptId: AttemptId;
        document: RequestDocument;
        documentHash: string;
        edited?: boolean;
        model: ModelRef;
        options?: GenerationOptions;
        from?: AttemptOrigin;
        redacted?: Redacted;
        /** Budgets that it goes beyond: the user was told, and let it. */
        beyond?: BudgetHold[];
        /** So many serious findings of the document had been on screen. */
        seriousSeen?: number;
        /** It waits for its turn; `attempt-started` follows when that comes. */
        waits?: true;
      }
    /** A waiting attempt has its turn: what was approved for it is asked now. */
    | { kind: "attempt-started"; attemptId: AttemptId }
    | {
        kind: "answered-by-hand";
        base: Base;
        attemptId: AttemptId;
        document: RequestDocument;
        documentHash: string;
        edited?: boolean;
        redacted?: Redacted;
        seriousSeen?: number;
        generated: ResponseDocument;
        generatedHash: string;
      }
    /** A fixture fits; `response-approved` by the same follows in the same step. */
    | {
        kind: "answered-by-fixture";
        base: Base;
        attemptId: AttemptId;
        document: RequestDocument;
        documentHash: string;
        edited?: boolean;
        generated: ResponseDocument;
        generatedHash: string;
        fixture: FixtureUsed;
      }
    | {
        kind: "attempt-done" | "attempt-stopped";
        attemptId: AttemptId;
        generated: ResponseDocument;
        generatedHash: string;
        usage?: Usage;
        cost?: Cost;
        reasoning?: ReasoningPart[];
        putBack?: PutBack;
        written?: ResponseDocument;
        warnings?: string[];
        /** It did not end by itself, nor was it stopped by the user: why. What had come is kept. */
        brokenOff?: ModelFailure;
        firstTokenMs?: number;
        tookMs: number;
      }
    | { kind: "attempt-failed"; attemptId: AttemptId; failure: ModelFailure; tookMs: number }
    | { kind: "stop-asked"; attemptId: AttemptId }
    | { kind: "returned-to-request"; base: Base }
    | {
        kind: "response-approved";
        base: Base;
        attemptId: AttemptId;
        document: ResponseDocument;
        documentHash: string;
        edited?: boolean;
        seriousSeen?: number;
      }
    /** A rule has matched: what it says, and what follows from it in the same step. */
    | ({ kind: "judged"; base: Base } & Omit<Judged, "atMs">)
    | { kind: "taken-back" }
    | { kind: "released" }
    /** How the answer, or the error that is sent in its place, fared. */
    | { kind: "delivered" }
    | { kind: "delivery-failed"; detail: string }
    | { kind: "delivery-unknown" }
    | { kind: "rejected"; base: Base; note?: string; tellServer: boolean }
    | { kind: "refused"; refusal: Refusal }
    /**
     * So many more of this server were refused for the same reason; the last one at `atMs`. `undelivered`: of all that
     * were counted, so many more of whose errors did not reach it.
     */
    | { kind: "refused-more"; count: number; undelivered?: number }
    | { kind: "cancelled"; because: CancelReason }
    /**
     * The server reports that what the user consented to is done (2025-11-25, client/elicitation, "Completion
     * Notifications for URL Mode Elicitation").
     */
    | { kind: "completed" }
    /** What was found in a document that came; only said where there is something. */
    | ({ kind: "inspected" } & Omit<Inspected, "atMs">)
  );

/** Events that stand in the timeline: what a request holds and belongs to is no line of its own there. */
export type NotedEvent = Exclude<
  SampleEvent,
  { kind: "grouped" | "media-kept" | "rounds-allowed" }
>;

/** What is to be done after an event, as data; `desk/perform` does it. */
export type Effect =
  | {
      kind: "generate";
      attemptId: AttemptId;
      document: RequestDocument;
      model: ModelRef;
      options?: GenerationOptions;
    }
  | { kind: "abort"; attemptId: AttemptId }
  | { kind: "release-when-ready" }
  | { kind: "settle"; settlement: Settlement };

/**
 * The one outcome that a server's request gets. `silence` sends nothing (the server no longer waits).
 * For an embedded request anything but `result` means that the call is not repeated.
 */
export type Settlement =
  | { kind: "result"; document: ResponseDocument }
  | {
      kind: "error";
      code: number;
      message: string;
      data?: { reason?: string; note?: string } & Figures;
    }
  | { kind: "silence" };
