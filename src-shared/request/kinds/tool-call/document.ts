// A host's tool call that is held for approval, and the user's decision to run it with these arguments. Without zod,
// because lists need this at startup.
import { isJsonObject } from "../../../json.ts";
import type { Json, JsonObject } from "../../../json.ts";
import type { RequestDocument, ResponseDocument } from "../../document/message.ts";

/** `tools/call` (2025-11-25, server/tools) with the tool's entry in `tools/list`. */
export interface ToolCallRequest {
  name: string;
  arguments: JsonObject;
  /** Everything else in its `params`, which is sent as it came; absent if nothing is but the progress token. */
  otherParams?: JsonObject;
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
  const { name, arguments: given, otherParams, inputSchema, outputSchema, annotations } = held;
  if (typeof name !== "string" || !isJsonObject(given)) return null;
  return {
    name,
    arguments: given,
    ...(isJsonObject(otherParams) ? { otherParams } : {}),
    ...(isJsonObject(inputSchema) ? { inputSchema } : {}),
    ...(isJsonObject(outputSchema) ? { outputSchema } : {}),
    ...(isJsonObject(annotations) ? { annotations } : {}),
  };
}

/** What `params` of a call have beside name, arguments and the progress token (2025-11-25, basic/utilities/progress). */
export function otherParamsIn(params: JsonObject): JsonObject {
  const { name: _name, arguments: _arguments, ...others } = params;
  const meta = others["_meta"];
  if (!isJsonObject(meta) || !isToken(meta["progressToken"])) return others;
  const { progressToken: _token, ...more } = meta;
  if (Object.keys(more).length > 0) return { ...others, _meta: more };
  const { _meta, ...rest } = others;
  return rest;
}

const isToken = (value: Json | undefined): boolean =>
  typeof value === "string" || typeof value === "number";

/** Fields of `_meta` that hosts are known to send with every call, and that choose nothing. */
const USUAL_META: ReadonlySet<string> = new Set([
  // 2026-07-28, basic: "Request metadata".
  "io.modelcontextprotocol/protocolVersion",
  "io.modelcontextprotocol/clientInfo",
  "io.modelcontextprotocol/clientCapabilities",
  "io.modelcontextprotocol/logLevel",
  // W3C Trace Context and Baggage.
  "traceparent",
  "tracestate",
  "baggage",
  // Claude Code, Codex, VS Code.
  "claudecode/toolUseId",
  "callId",
  "x-codex-turn-metadata",
  "threadId",
  "sessionId",
  "windowId",
  "itemId",
  "vscode.conversationId",
  "vscode.requestId",
]);

/**
 * Whether the call has more than that: a server may take it for another version of the tool, or another way to run it
 * (FastMCP's `_meta.fastmcp.version`, `task`), which none of its claims is about.
 */
export function asksForMore({ otherParams = {} }: Pick<ToolCallRequest, "otherParams">): boolean {
  const { _meta: meta, ...others } = otherParams;
  if (Object.keys(others).length > 0) return true;
  if (meta === undefined || meta === null) return false;
  return !isJsonObject(meta) || Object.keys(meta).some((name) => !USUAL_META.has(name));
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

/** The held call with other arguments. */
export const withArguments = (call: RequestDocument, args: JsonObject): RequestDocument =>
  ({ ...call, arguments: args }) as RequestDocument;

export type Hint = "readOnly" | "destructive" | "idempotent" | "openWorld";

/** The server's claim about the tool, or null. By the protocol, a tool without claims can be destructive. */
export function claimed(annotations: Json | undefined, hint: Hint): boolean | null {
  const value = isJsonObject(annotations) ? annotations[`${hint}Hint`] : undefined;
  return typeof value === "boolean" ? value : null;
}
