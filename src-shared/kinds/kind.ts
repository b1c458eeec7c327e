// What the desk, the ledger, filters and rules need to know of a kind of request. They know no kind by its name: each is
// a folder beside this file and an entry in `registry.ts`.
import type { DocumentFacts } from "../filter/documentFacts.ts";
import type { Json } from "../json.ts";
import type { Flag } from "../sampling/document/flag.ts";
import type { MediaFacts } from "../sampling/document/media.ts";
import type { RequestDocument, ResponseDocument } from "../sampling/document/message.ts";
import type { Settlement } from "../sampling/life/event.ts";
import type { Asker, Refusal } from "../sampling/life/sample.ts";
import type { KindName } from "./names.ts";

/** What this client told the server that it can do. */
export interface Declared {
  tools: boolean;
  context: boolean;
}

/** A request that can be held, or the refusal (−32602) that the server gets at once. */
export type ReadRequest =
  | { kind: "readable"; proposed: RequestDocument; flags: Flag[] }
  | { kind: "refused"; refusal: Refusal; proposed: RequestDocument | null; flags: Flag[] };

export interface Kind {
  name: KindName;
  /** A model can make the response, and rules can allow that. Else only the user responds, by one decision. */
  hasModel: boolean;
  /** Responses from files may answer it. */
  takesFixtures: boolean;
  /**
   * What the server gets in place of `settlement`: a kind may say no by a result instead of an error. Left out: the
   * settlement itself.
   */
  settlementFor?(settlement: Settlement): Settlement;
  /** The response carries nothing of the user's: it may leave while the desk is stopped. Left out: none does. */
  isRefusal?(response: ResponseDocument): boolean;
  /** The address that the user has opened by this response, in the system's browser. Left out: none. */
  addressOpenedBy?(request: RequestDocument, response: ResponseDocument): string | null;
  /** Reads `params` as they came, media by reference; says what is odd, or why the server gets an error at once. */
  readRequest(
    params: Json,
    declared: Declared,
    media: MediaFacts[],
    protocolVersion?: string,
  ): ReadRequest;
  /** What stands against sending `document` to a model, and what is odd in it. */
  checkRequest(
    document: RequestDocument,
    proposed: RequestDocument | null,
    media: MediaFacts[],
    protocolVersion?: string,
  ): Flag[];
  /** A response that is no JSON of this kind is null. */
  readResponse(response: Json): ResponseDocument | null;
  /** What stands against sending `document` to the server that asked `request`, and what is odd in it. */
  checkResponse(
    document: ResponseDocument,
    request: RequestDocument | null,
    to: { spoken: Asker; media: MediaFacts[] },
  ): Flag[];
  /** What a user starts from who answers without a model. */
  emptyResponse(): ResponseDocument;
  /** `document` in the form that the server takes. */
  formedFor(
    sample: { asker: Asker; proposed: RequestDocument | null },
    document: ResponseDocument,
  ): ResponseDocument;
  /** In place of documents whose content was deleted. */
  deleted: { request: RequestDocument; response: ResponseDocument };
  /** What filters and the ledger know of the request's content. */
  facts(document: RequestDocument | null): DocumentFacts;
  /** What the response says of how it was made. */
  responseFacts(document: ResponseDocument): {
    answeredBy: string | null;
    stopReason: string | null;
  };
  /** The first words of what is asked, at most `most` UTF-16 units. */
  firstWords(document: RequestDocument, most: number): string;
}

/** What filters and lists need of a kind: the window has these at once. */
export type KindFacts = Pick<Kind, "name" | "hasModel" | "facts" | "responseFacts" | "firstWords">;
