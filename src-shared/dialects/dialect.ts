// The dialects in which programs call a model over HTTP. Each is a pure translation between a provider's JSON and the
// documents of the desk, and an entry in `registry.ts`.
import type { Json, JsonObject } from "../json.ts";
import type { Usage } from "../models/cost/cost.ts";
import type { Block, RequestDocument, ResponseDocument } from "../request/document/message.ts";

export type DialectName = "openai-chat" | "anthropic-messages" | "openai-responses";

/**
 * Fields of a completion's document in addition to those of a sampling request, under `completion`. With them, the
 * body can be restored exactly.
 */
export interface CompletionFields extends JsonObject {
  dialect: DialectName;
  /** The model that the program requests. */
  model: string;
  /** Fields of the body that sampling requests lack, such as `top_p`, `response_format` or unknown ones, unchanged. */
  fields: JsonObject;
  /** The request's `anthropic-beta` header, which says what fields mean. */
  beta?: string;
  /** Why its reader can't represent it: `fields` is all of the body but `model` and `stream`; messages only show it. */
  unread?: string;
}

/** A program's request as a document of the desk. */
export type CompletionDocument = RequestDocument & { completion: CompletionFields };

export type ReadBody =
  | { ok: true; document: CompletionDocument; stream: boolean }
  /** `unread`: where only its form is at fault, the body as it is. */
  | { ok: false; error: DialectError; unread?: { document: CompletionDocument; stream: boolean } };

/** Why a program gets no response. `param`: the invalid field, if there is one. */
export interface DialectError {
  status: number;
  /** Such as `user_rejected` or `invalid_request`. */
  code: string;
  message: string;
  param?: string;
  /** A provider's own type of error, in place of the usual one for the status. */
  type?: string;
}

/** Facts of a response besides its content. */
export interface ResponseFacts {
  /** Unique; each dialect adds its own prefix (`chatcmpl-`, `msg_`, `resp_`). */
  id: string;
  /** Seconds since 1970. */
  createdS: number;
  usage?: Usage;
  /** The model that responds, while it does; a whole response names it itself. */
  model?: string;
}

/** Writes a response as server-sent events while it is generated. Each method returns complete events. */
export interface EventWriter {
  /** @param isWhole the response is known as a whole, with its usage or without any */
  begin(isWhole: boolean): string;
  text(delta: string): string;
  /** A whole block of reasoning, whose signature is only known at its end. */
  reasoning(block: Block): string;
  /** Writes what `text` and `reasoning` have not, such as tool calls, and the end of the stream. */
  end(document: ResponseDocument, usage: Usage | undefined): string;
  /** An error after the first byte. */
  fail(error: DialectError): string;
}

export interface Dialect {
  name: DialectName;
  /** Path of the request, such as `/v1/chat/completions`. */
  path: string;
  /** Reads a body; images as base64 in `data`. For a body that can't be represented, the error names the field. */
  read(body: Json): ReadBody;
  /** Restores the body: for an unedited document it equals the original as JSON, except for `stream`. */
  body(document: CompletionDocument, stream: boolean): JsonObject;
  /** The response if no stream was requested. */
  response(document: ResponseDocument, facts: ResponseFacts): JsonObject;
  events(request: CompletionDocument, facts: ResponseFacts): EventWriter;
  /** The keep-alive sent before the first event. */
  keepAlive: string;
  error(error: DialectError): JsonObject;
  /** The response to `GET /v1/models`. */
  models(names: readonly string[]): JsonObject;
  /** The response to `GET /v1/models/NAME`. */
  model(name: string): JsonObject;
}
