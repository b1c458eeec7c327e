// A host's tool call that is held for approval, and the user's decision to run it with these arguments. Without zod,
// because lists need this at startup.
import { isJsonObject } from "../../json.ts";
import type { Json, JsonObject } from "../../json.ts";
import type { RequestDocument, ResponseDocument } from "../../sampling/document/message.ts";

/** `tools/call` (2025-11-25, server/tools) with the tool's entry in `tools/list`. */
export interface ToolCallRequest {
  name: string;
  arguments: JsonObject;
  inputSchema?: JsonObject;
  outputSchema?: JsonObject;
  /** The server's claims: `readOnlyHint`, `destructiveHint` … */
  annotations?: JsonObject;
}

export interface ToolCallResponse {
  action: "run";
  arguments: JsonObject;
}

/** What the server made of the call: the `result`, or the JSON-RPC `error`, of its message, all fields kept. */
export type ToolCallOutcome = { result: JsonObject } | { error: JsonObject };

/** Reads a call from params or from a held document. Null if it is invalid or its content was deleted. */
export function toolCallIn(document: RequestDocument | Json): ToolCallRequest | null {
  const held: unknown = document;
  if (!isJsonObject(held)) return null;
  const { name, arguments: given, inputSchema, outputSchema, annotations } = held;
  if (typeof name !== "string" || !isJsonObject(given)) return null;
  return {
    name,
    arguments: given,
    ...(isJsonObject(inputSchema) ? { inputSchema } : {}),
    ...(isJsonObject(outputSchema) ? { outputSchema } : {}),
    ...(isJsonObject(annotations) ? { annotations } : {}),
  };
}

/** Reads a response; null if it is invalid. */
export function responseIn(document: ResponseDocument | Json): ToolCallResponse | null {
  const held: unknown = document;
  if (!isJsonObject(held) || Object.keys(held).length !== 2) return null;
  const { action, arguments: given } = held;
  return action === "run" && isJsonObject(given) ? { action, arguments: given } : null;
}

/** Reads what the server made of the call; null if it is invalid. */
export function outcomeIn(document: ResponseDocument | Json): ToolCallOutcome | null {
  const held: unknown = document;
  if (!isJsonObject(held) || Object.keys(held).length !== 1) return null;
  const { result, error } = held;
  if (isJsonObject(result)) return { result };
  if (!isJsonObject(error)) return null;
  const { code, message } = error;
  return Number.isInteger(code) && typeof message === "string" ? { error } : null;
}

/** An outcome as a document of the desk. */
export const heldOutcome = (outcome: ToolCallOutcome): ResponseDocument =>
  outcome as unknown as ResponseDocument;

/** The response as a document of the desk. */
export const heldResponse = (args: JsonObject): ResponseDocument =>
  ({ action: "run", arguments: args }) as unknown as ResponseDocument;

export type Hint = "readOnly" | "destructive" | "idempotent" | "openWorld";

/** The server's claim about the tool, or null. By the protocol, a tool without claims can be destructive. */
export function claimed(annotations: Json | undefined, hint: Hint): boolean | null {
  const value = isJsonObject(annotations) ? annotations[`${hint}Hint`] : undefined;
  return typeof value === "boolean" ? value : null;
}
