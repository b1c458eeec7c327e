// Shared by OpenAI's dialects: errors and models.
import type { JsonObject } from "../json.ts";
import type { DialectError } from "./dialect.ts";

export const openaiError = ({ status, code, message, param, type }: DialectError): JsonObject => ({
  error: { message, type: type ?? typeFor(status), param: param ?? null, code },
});

/** A rejection is not of the program's key, so 403 is no `permission_error` (docs/endpoint.md). */
function typeFor(status: number): string {
  if (status === 429) return "rate_limit_error";
  if (status === 401) return "authentication_error";
  return status >= 500 ? "server_error" : "invalid_request_error";
}

export const openaiModel = (id: string): JsonObject => ({
  id,
  object: "model",
  created: 0,
  owned_by: "countersign",
});

export const openaiModels = (names: readonly string[]): JsonObject => ({
  object: "list",
  data: names.map(openaiModel),
});
