// The dialects in which programs call a model over HTTP. Each is a pure translation between a provider's JSON and the
// documents of the desk, and an entry in `registry.ts`.
import type { Json, JsonObject } from "../json.ts";
import type { Usage } from "../models/cost/cost.ts";
import type { RequestDocument, ResponseDocument } from "../sampling/document/message.ts";

export type DialectName = "openai-chat" | "anthropic-messages";

/**
 * What the document of a completion has beside the fields of a sampling request, under `completion`. With it the body can
 * be written again exactly as the program meant it.
 */
export interface CompletionFields extends JsonObject {
  dialect: DialectName;
  /** The model that the program names. */
  model: string;
  /** Fields of the body that no sampling request has, such as `top_p`, `response_format` or unknown ones, as they came. */
  fields: JsonObject;
}

/** A request of a program, as the desk holds it. */
export type CompletionDocument = RequestDocument & { completion: CompletionFields };

export type ReadBody =
  | { ok: true; document: CompletionDocument; stream: boolean }
  | { ok: false; error: DialectError };

/** Why a program gets no response. `param`: the field that is wrong, where it is one. */
export interface DialectError {
  status: number;
  /** Such as `user_rejected` or `invalid_request`. */
  code: string;
  message: string;
  param?: string;
}

/** What a response says beside its content. */
export interface ResponseFacts {
  /** Unique; each dialect puts its own prefix before it (`chatcmpl-`, `msg_`, `resp_`). */
  id: string;
  /** Seconds since 1970. */
  createdS: number;
  usage?: Usage;
}

/** Writes a response as server-sent events while it is made. Each method gives whole events, ready to be written. */
export interface EventWriter {
  begin(): string;
  text(delta: string): string;
  reasoning(delta: string): string;
  /** What `text` and `reasoning` have not written yet, such as tool calls, and the end. */
  end(document: ResponseDocument, usage: Usage | undefined): string;
  /** An error after the first byte. */
  fail(error: DialectError): string;
}

export interface Dialect {
  name: DialectName;
  /** Path of the request, such as `/v1/chat/completions`. */
  path: string;
  /** Reads a body; images as base64 in `data`. What cannot be kept is an error that names its field. */
  read(body: Json): ReadBody;
  /** The body again: for a document as it was read, equal to what came (JSON value by value, `stream` aside). */
  body(document: CompletionDocument, stream: boolean): JsonObject;
  /** The response to who asked for no stream. */
  response(document: ResponseDocument, facts: ResponseFacts): JsonObject;
  events(request: CompletionDocument, facts: ResponseFacts): EventWriter;
  /** A sign of life on a stream that has not begun. */
  keepAlive: string;
  error(error: DialectError): JsonObject;
  /** What `GET /v1/models` answers. */
  models(names: readonly string[]): JsonObject;
}
