// The params of `elicitation/create` (2025-11-25, client/elicitation). Without zod, because lists need this at
// startup.
import { isJsonObject } from "../../../json.ts";
import type { Json, JsonObject } from "../../../json.ts";

/** A form to fill in; the default mode. */
export interface FormRequest {
  mode?: "form";
  message: string;
  requestedSchema: JsonObject;
}

/** A page to open in the browser. `elicitationId` is repeated in `notifications/elicitation/complete`. */
export interface UrlRequest {
  mode: "url";
  message: string;
  url: string;
  elicitationId?: string;
}

export type ElicitationRequest = FormRequest | UrlRequest;

export const isUrlRequest = (request: ElicitationRequest): request is UrlRequest =>
  request.mode === "url";

/**
 * Reads the params of `elicitation/create`, ignoring unknown fields. Returns the JSON path of the first invalid field
 * as text.
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
