// What desk, ledger, filters and rules need from a kind of request, without depending on any particular kind. Each
// kind is a folder beside this file and an entry in `registry.ts`.
import { NO_CALLS } from "../../filter/documentFacts.ts";
import type { CallFacts, DocumentFacts } from "../../filter/documentFacts.ts";
import type { Json, JsonObject } from "../../json.ts";
import type { Flag } from "../document/flag.ts";
import type { MediaFacts } from "../document/media.ts";
import type { RequestDocument, ResponseDocument } from "../document/message.ts";
import type { Settlement } from "../life/event.ts";
import type { Requester, Refusal } from "../life/heldRequest.ts";
import type { KindName } from "./names.ts";

/** Capabilities that the client declared to the server. */
export interface Declared {
  tools: boolean;
  context: boolean;
}

/** A request that can be held, or the refusal (−32602) to send at once. */
export type ReadRequest =
  | { kind: "readable"; proposed: RequestDocument; flags: Flag[] }
  | { kind: "refused"; refusal: Refusal; proposed: RequestDocument | null; flags: Flag[] };

export interface ResponseFacts extends CallFacts {
  answeredBy: string | null;
  stopReason: string | null;
}
/** Those of a response that no model wrote, or of none. */
export const NO_RESPONSE: ResponseFacts = { answeredBy: null, stopReason: null, ...NO_CALLS };

export interface Kind {
  name: KindName;
  /** A model can respond. Otherwise the user responds with a single decision, or a rule by `allowedBy`. */
  hasModel: boolean;
  /** Fixtures can respond to it. */
  takesFixtures: boolean;
  /** An approved request leaves as it came, so its numbers keep their digits. Default: it is written anew. */
  leavesAsItCame?: true;
  /** Replaces the settlement, for kinds that reject with a result instead of an error. Default: unchanged. */
  settlementFor?(settlement: Settlement): Settlement;
  /** The response contains nothing from the user, so it can be sent while Stopped. Default: never. */
  isRefusal?(response: ResponseDocument): boolean;
  /**
   * The response by which a rule, or a permission that the user gave once, decides a request that no model answers; null:
   * it can't. Default: never.
   */
  allowedBy?(request: RequestDocument, by: "rule" | "permission"): ResponseDocument | null;
  /** Rules that refuse do so in Review mode as well. Default: in Rules mode alone. */
  refusesInEveryMode?: true;
  /** The address that approving this response opens in the browser. Default: none. */
  addressOpenedBy?(request: RequestDocument, response: ResponseDocument): string | null;
  /** Reads the `params` as received, with media by reference; returns flags, or why the request is refused. */
  readRequest(
    params: Json,
    declared: Declared,
    media: MediaFacts[],
    protocolVersion?: string,
  ): ReadRequest;
  /** Flags of the document to be sent to a model; errors prevent sending. */
  checkRequest(
    document: RequestDocument,
    proposed: RequestDocument | null,
    media: MediaFacts[],
    protocolVersion?: string,
  ): Flag[];
  /** Parses a response; null if it is invalid. */
  readResponse(response: Json): ResponseDocument | null;
  /** Flags of the response to be sent to the server; errors prevent sending. */
  checkResponse(
    document: ResponseDocument,
    request: RequestDocument | null,
    to: { spoken: Requester; media: MediaFacts[] },
  ): Flag[];
  /**
   * The request as a response of the user's changes it: its findings are what the user has to have seen, and it is what a
   * server runs whose result the user reviews. Null if the response leaves it as it was asked. Default: every response does.
   */
  requestWith?(request: RequestDocument, response: ResponseDocument): RequestDocument | null;
  /** The initial response when the user responds without a model. */
  emptyResponse(): ResponseDocument;
  /** `document` in the form that the server expects. */
  formedFor(
    request: { requester: Requester; proposed: RequestDocument | null },
    document: ResponseDocument,
  ): ResponseDocument;
  /** Stand-ins for documents whose content was deleted. */
  deleted: { request: RequestDocument; response: ResponseDocument };
  /** What the ledger keeps of a request, and of a response, when its content is deleted. Default: nothing. */
  about?: {
    request(document: RequestDocument): JsonObject;
    response(document: ResponseDocument): JsonObject;
  };
  /** The facts about the request for filters and the ledger. */
  facts(document: RequestDocument | null): DocumentFacts;
  /** What the response says about how it was made. */
  responseFacts(document: ResponseDocument): ResponseFacts;
  /** The start of the request's text, at most `most` UTF-16 units. */
  firstWords(document: RequestDocument, most: number): string;
}

/** The parts that filters and lists need, available to the window at startup. */
export type KindFacts = Pick<
  Kind,
  "name" | "hasModel" | "settlementFor" | "facts" | "responseFacts" | "firstWords"
> & {
  /** What of `checkRequest` needs no schemas, for a request that is being edited. */
  checkDraft: Kind["checkRequest"];
};
