// Reads JSON-RPC messages strictly (JSON-RPC 2.0; MCP "Base protocol", Messages): whatever two readers could take for
// different messages is refused, so that nothing passes as one thing and arrives as another.
import { isJsonObject, jsonIn } from "../json.ts";
import type { Json, JsonObject } from "../json.ts";
import { elementsOf, folded, ID_MAX, isCut, scanMessage, unparted } from "./messageScan.ts";

export type JsonRpcId = string | number;

export interface WireError {
  code: number;
  message: string;
  data?: Json;
}

export type RpcMessage =
  | { kind: "request"; id: JsonRpcId; method: string; params: Json | undefined }
  | { kind: "notification"; method: string; params: Json | undefined }
  | { kind: "result"; id: JsonRpcId; result: JsonObject }
  | { kind: "error"; id: JsonRpcId; error: WireError }
  /** A server's response whose result is no object. */
  | { kind: "bad-answer"; id: JsonRpcId }
  /** A server's error about a message whose id it could not read. */
  | { kind: "unaddressed-error" };

export type MessageOf<K extends RpcMessage["kind"]> = Extract<RpcMessage, { kind: K }>;

/** A message, with its bytes on one line. */
export interface ReadMessage {
  kind: "message";
  text: string;
  message: RpcMessage;
}

/** What is not passed on. */
export interface Refused {
  kind: "refused";
  text: string;
  why: string;
  /** Its id as JSON, as it is written; null if none could be read, or it has a method and no id. */
  id: string | null;
  /** It has no method, so nobody waits for a response to it. */
  isResponse: boolean;
}

/** One text: a message, or a batch of them (2025-03-26). */
export interface ReadText {
  /** On one line. */
  text: string;
  isBatch: boolean;
  isJson: boolean;
  messages: (ReadMessage | Refused)[];
}

type From = "host" | "server";

/** Deeper than any document may be, less than Electron's bridge supports (1000). */
export const MESSAGE_MAX_DEPTH = 500;
/** A batch is handled in one turn of the loop. */
export const BATCH_MAX = 1000;
/** Methods that the desk holds: another reader may take one that differs in case for them. */
const HELD_METHODS = ["tools/call", "sampling/createMessage", "elicitation/create"];
const HELD = new Map(HELD_METHODS.map((method) => [folded(method), method]));

/** Never throws. @param raw the parsed text, if it has been parsed */
export function readText(text: string, from: From, raw: unknown = jsonIn(text)): ReadText {
  const line = onOneLine(text);
  if (raw === undefined) {
    const why = "it is not JSON";
    return {
      text: line,
      isBatch: false,
      isJson: false,
      messages: [refused(line, why, null, false)],
    };
  }
  if (!Array.isArray(raw))
    return { text: line, isBatch: false, isJson: true, messages: [readOne(line, from, raw)] };
  const elements = raw.length > BATCH_MAX ? null : elementsOf(line);
  if (elements === null || elements.length === 0) {
    const why =
      raw.length > BATCH_MAX
        ? `a batch of ${raw.length} messages, more than ${BATCH_MAX}`
        : "it is no batch of messages";
    return { text: line, isBatch: true, isJson: true, messages: [refused(line, why, null, false)] };
  }
  const messages = elements.map((one, at) => readOne(one, from, raw[at]));
  return { text: line, isBatch: true, isJson: true, messages };
}

/** The same message, if it can't pass for a reason outside of it. */
export function refusal({ text, message }: ReadMessage, why: string): Refused {
  const id = "id" in message ? JSON.stringify(message.id) : null;
  return refused(text, why, id, message.kind !== "request" && message.kind !== "notification");
}

/** The error for it. @param id as JSON */
export const errorText = (id: string | null, why: string, code = -32600): string => {
  const error = JSON.stringify({
    code,
    message: code === -32600 ? `Invalid Request: ${why}` : why,
  });
  return `{"jsonrpc":"2.0","id":${id ?? "null"},"error":${error}}`;
};

const refused = (text: string, why: string, id: string | null, isResponse: boolean): Refused => ({
  kind: "refused",
  text,
  why,
  id,
  isResponse,
});

/** A message may be formatted on several lines; JSON strings contain no raw line breaks. */
const onOneLine = (text: string): string =>
  /[\r\n]/.test(text) ? text.trim().replaceAll(/[\r\n]+/g, " ") : text;

function readOne(text: string, from: From, raw: unknown): ReadMessage | Refused {
  if (!isJsonObject(raw)) return refused(text, "it is not an object", null, false);
  const { id, wrong, depth } = scanMessage(text, from === "host");
  const read = wrong ?? (depth > MESSAGE_MAX_DEPTH ? TOO_DEEP : messageIn(raw, id, from));
  if (typeof read !== "string") return { kind: "message", text, message: read };
  const names = new Set(Object.keys(raw).map(folded));
  const isResponse = !names.has("method") && (names.has("result") || names.has("error"));
  return refused(text, read, id, isResponse);
}

const TOO_DEEP = `it nests deeper than ${MESSAGE_MAX_DEPTH} levels`;

/** A string is what is wrong with it. @param idText as it is written */
function messageIn(raw: JsonObject, idText: string | null, from: From): RpcMessage | string {
  if (raw["jsonrpc"] !== "2.0") return 'its "jsonrpc" is not "2.0"';
  const others = Object.keys(raw).filter((name) => !ENVELOPE.has(name));
  // Clients of the SDKs take no other fields either, while a server's may be harmless.
  if (from === "host" && others.length > 0)
    return `it has a field ${JSON.stringify(others[0]?.slice(0, 100))}`;
  return "method" in raw ? calledIn(raw, idText, from) : responseIn(raw, idText, from);
}

const ENVELOPE: ReadonlySet<string> = new Set([
  "jsonrpc",
  "id",
  "method",
  "params",
  "result",
  "error",
]);

function calledIn(raw: JsonObject, idText: string | null, from: From): RpcMessage | string {
  const { method, params, id } = raw;
  if ("result" in raw || "error" in raw) return "it is both a request and a response";
  if (typeof method !== "string" || !/^[\x21-\x7e]{1,200}$/.test(method))
    return "its method is no name";
  const meant = HELD.get(folded(method));
  if (meant !== undefined && meant !== method)
    return `its method differs from ${meant} in case only`;
  // Some clients write null for none.
  if (params !== undefined && params !== null && !isJsonObject(params))
    return "its params are no object";
  const given = isJsonObject(params) ? params : {};
  // The desk answers what a server embeds in a result, so a host was asked for nothing that it could answer so.
  if (from === "host" && Object.keys(given).some((name) => ANSWERING.has(unparted(name))))
    return "it answers requests that the host was not given";
  if (from === "server" && embedsRequests(given)) return "it embeds requests where none may be";
  const isNotification = method.startsWith("notifications/");
  if (!("id" in raw))
    return isNotification ? { kind: "notification", method, params } : "a request without an id";
  if (isNotification) return "a notification with an id";
  const wrong = wrongId(id, idText, from);
  if (wrong !== null) return wrong;
  const wrongParams = method === "tools/call" ? wrongCall(given) : null;
  return wrongParams ?? { kind: "request", id: id as JsonRpcId, method, params };
}

/** What is wrong with the params of `tools/call`. */
function wrongCall({ name, arguments: args }: JsonObject): string | null {
  if (typeof name !== "string" || isCut(name)) return "it names no tool";
  // Some clients write null for none.
  const isRead = args === undefined || args === null || isJsonObject(args);
  return isRead ? null : "its arguments are no object";
}

function responseIn(raw: JsonObject, idText: string | null, from: From): RpcMessage | string {
  const { id, result, error } = raw;
  // Servers on older libraries write null beside the other.
  const isLoose = from === "server";
  const hasError = "error" in raw && !(isLoose && error === null && "result" in raw);
  const hasResult = "result" in raw && !(isLoose && hasError && result === null);
  if (hasError === hasResult) return "it has neither a method, nor a result or an error alone";
  if (isLoose && hasError && (id === null || id === undefined))
    return { kind: "unaddressed-error" };
  const wrong = wrongId(id, idText, from);
  if (wrong !== null) return wrong;
  const own = id as JsonRpcId;
  if (hasError) {
    const { code, message } = isJsonObject(error) ? error : {};
    if (!isLoose && (!Number.isInteger(code) || typeof message !== "string"))
      return "its error has no code or message";
    return { kind: "error", id: own, error: errorIn(error) };
  }
  if (isLoose && isJsonObject(result) && embedsRequests(result) && !isInputRequired(result))
    return "it embeds requests where none may be";
  if (isJsonObject(result)) return { kind: "result", id: own, result };
  return isLoose ? { kind: "bad-answer", id: own } : "its result is no object";
}

/** Fields of params by which a client answers what a result has embedded (2026-07-28, MRTR). */
const ANSWERING: ReadonlySet<string> = new Set(["inputresponses", "requeststate"]);

/** A result by which a server of 2026-07-28 asks for input, as every reader takes it (MRTR, `InputRequiredResult`). */
const isInputRequired = (result: JsonObject): boolean =>
  result["resultType"] === "input_required" &&
  Object.keys(result).every((name) => !isEmbedding(name) || name === "inputRequests");

/** Whether some reader finds requests of the server in it. Some serialisers write null for none. */
export const embedsRequests = (given: JsonObject): boolean =>
  Object.entries(given).some(
    ([name, value]) =>
      isEmbedding(name) &&
      value !== null &&
      !(isJsonObject(value) && Object.keys(value).length === 0),
  );
const isEmbedding = (name: string): boolean => unparted(name) === "inputrequests";

/** MCP allows a string or an integer (schema.ts, "JsonRpcId"). A host's has to be written as its server repeats it. */
function wrongId(id: Json | undefined, text: string | null, from: From): string | null {
  if (typeof id === "string" && isCut(id)) return "its id is no text";
  if (typeof id === "string") return id.length < ID_MAX - 2 ? null : "its id is too long";
  if (!Number.isInteger(id)) return "its id is neither a string nor an integer";
  if (!Number.isSafeInteger(id)) return "its id is an integer beyond 2^53";
  const isPlain = from === "server" || text === String(id);
  return isPlain && !Object.is(id, -0) ? null : "its id is not written as an integer";
}

export function errorIn(error: Json | undefined): WireError {
  if (!isJsonObject(error)) return { code: -32603, message: JSON.stringify(error) ?? "null" };
  const { code, message, data } = error;
  return {
    code: typeof code === "number" ? code : -32603,
    message: typeof message === "string" ? message : (JSON.stringify(message) ?? ""),
    ...(data === undefined ? {} : { data }),
  };
}
