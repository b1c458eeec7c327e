// A tool call of a host that waits for approval, and what the user decides: to run it, with these arguments. Without
// schemas: lists need it before anything is opened.
import { isJsonObject } from "../../json.ts";
import type { Json, JsonObject } from "../../json.ts";
import type { RequestDocument, ResponseDocument } from "../../sampling/document/message.ts";

/** `tools/call` (2025-11-25, server/tools), with what the server says of the tool in `tools/list`. */
export interface ToolCallRequest {
  name: string;
  arguments: JsonObject;
  inputSchema?: JsonObject;
  /** The server's own claims: `readOnlyHint`, `destructiveHint` … */
  annotations?: JsonObject;
}

export interface ToolCallResponse {
  action: "run";
  arguments: JsonObject;
}

/** The params as they came, or as the desk holds them. Null where they are no call, or their content was deleted. */
export function toolCallIn(document: RequestDocument | Json): ToolCallRequest | null {
  const held: unknown = document;
  if (!isJsonObject(held)) return null;
  const { name, arguments: given, inputSchema, annotations } = held;
  if (typeof name !== "string" || !isJsonObject(given)) return null;
  return {
    name,
    arguments: given,
    ...(isJsonObject(inputSchema) ? { inputSchema } : {}),
    ...(isJsonObject(annotations) ? { annotations } : {}),
  };
}

/** Null for anything else. */
export function responseIn(document: ResponseDocument | Json): ToolCallResponse | null {
  const held: unknown = document;
  if (!isJsonObject(held) || Object.keys(held).length !== 2) return null;
  const { action, arguments: given } = held;
  return action === "run" && isJsonObject(given) ? { action, arguments: given } : null;
}

/** As the desk holds it. */
export const heldResponse = (args: JsonObject): ResponseDocument =>
  ({ action: "run", arguments: args }) as unknown as ResponseDocument;

export type Hint = "readOnly" | "destructive" | "idempotent" | "openWorld";

/** What the server claims of the tool; null: nothing. By the protocol a tool without claims may be destructive. */
export function claimed(annotations: Json | undefined, hint: Hint): boolean | null {
  const value = isJsonObject(annotations) ? annotations[`${hint}Hint`] : undefined;
  return typeof value === "boolean" ? value : null;
}
