// The documents of an elicitation: what a server asks the user (`elicitation/create`), and what the user responds
// (2025-11-25, client/elicitation).
import { z } from "zod";
import { isJsonObject } from "../../json.ts";
import type { Json, JsonObject } from "../../json.ts";

/** A form to fill in. Without a mode it is one. */
export interface FormRequest {
  mode?: "form";
  message: string;
  requestedSchema: JsonObject;
}

/** A page to open in the browser. `elicitationId` comes back in `notifications/elicitation/complete`. */
export interface UrlRequest {
  mode: "url";
  message: string;
  url: string;
  elicitationId?: string;
}

export type ElicitationRequest = FormRequest | UrlRequest;

/** What a field of a form can hold. */
export const fieldValueSchema = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);
export type FieldValue = z.infer<typeof fieldValueSchema>;

/** By field name. */
const contentSchema = z.record(z.string(), fieldValueSchema);
export type FormContent = z.infer<typeof contentSchema>;

/** `content` only of a form: to open a page is consent and nothing else. */
export const elicitationResponseSchema = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("accept"), content: contentSchema.optional() }),
  z.strictObject({ action: z.literal("decline") }),
  z.strictObject({ action: z.literal("cancel") }),
]);
export type ElicitationResponse = z.infer<typeof elicitationResponseSchema>;

export const isUrlRequest = (request: ElicitationRequest): request is UrlRequest =>
  request.mode === "url";

/**
 * Reads the params of `elicitation/create`; fields that the protocol does not name stay where they came, in what was
 * received. A text instead of a request is the JSON path of what is wrong.
 */
export function readRequest(params: Json | undefined): ElicitationRequest | string {
  if (!isJsonObject(params)) return "params";
  const { mode, message, requestedSchema, url, elicitationId } = params;
  if (typeof message !== "string") return "params.message";
  if (mode === "url") {
    if (typeof url !== "string") return "params.url";
    if (elicitationId !== undefined && typeof elicitationId !== "string")
      return "params.elicitationId";
    return { mode, message, url, ...(elicitationId === undefined ? {} : { elicitationId }) };
  }
  if (mode !== undefined && mode !== "form") return "params.mode";
  if (!isJsonObject(requestedSchema)) return "params.requestedSchema";
  return { ...(mode === undefined ? {} : { mode }), message, requestedSchema };
}
