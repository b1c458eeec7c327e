// Knows how a server of the 2024-11-05 … 2025-11-25 revisions asks its client for a sample, and says in words how that ended.
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import {
  CreateMessageResultWithToolsSchema,
  McpError,
  type CallToolResult,
  type CreateMessageRequest,
  type CreateMessageResultWithTools,
  type LoggingLevel,
  type ServerNotification,
  type ServerRequest,
} from "@modelcontextprotocol/sdk/types.js";

/** What the SDK hands to a tool beside its arguments. */
export type CallContext = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** How long this server waits. */
export type Patience = {
  /** Milliseconds without an answer after which the request is cancelled. */
  readonly timeoutMs: number;
  /** Whether progress notifications of the client start the clock anew. */
  readonly extendable: boolean;
  /** Milliseconds after which this server cancels its own request on purpose. */
  readonly cancelAfterMs?: number;
};

/** The client's answer, or one readable sentence on why there is none. */
export type Answer =
  | { readonly ok: true; readonly result: CreateMessageResultWithTools }
  | { readonly ok: false; readonly sentence: string };

/** The user may need a while: ten minutes, and longer as long as the client reports progress. */
export const PATIENT: Patience = { timeoutMs: 600_000, extendable: true };

/**
 * Asks the client for one sample as a part of the running tool call. Cancelling the call cancels the request too.
 * Never throws for what a client may answer: errors come back as a sentence.
 */
export async function ask(
  call: CallContext,
  params: CreateMessageRequest["params"],
  patience: Patience = PATIENT,
): Promise<Answer> {
  const own = new AbortController();
  const startedAtMs = Date.now();
  const onCallCancelled = (): void => own.abort("The tool call was cancelled");
  call.signal.addEventListener("abort", onCallCancelled, { once: true });
  const timer =
    patience.cancelAfterMs === undefined
      ? null
      : setTimeout(() => own.abort("The server changed its mind"), patience.cancelAfterMs);
  try {
    const result = await call.sendRequest(
      { method: "sampling/createMessage", params },
      CreateMessageResultWithToolsSchema,
      {
        signal: own.signal,
        timeout: patience.timeoutMs,
        ...(patience.extendable
          ? { resetTimeoutOnProgress: true, onprogress: () => undefined }
          : {}),
      },
    );
    return { ok: true, result };
  } catch (error) {
    const seconds = Math.round((Date.now() - startedAtMs) / 1000);
    return { ok: false, sentence: sentenceFor(error, own.signal, seconds) };
  } finally {
    if (timer !== null) clearTimeout(timer);
    call.signal.removeEventListener("abort", onCallCancelled);
  }
}

function sentenceFor(error: unknown, signal: AbortSignal, seconds: number): string {
  if (signal.aborted) {
    return `${String(signal.reason)}: the sampling request was cancelled after ${seconds} s.`;
  }
  if (!(error instanceof McpError)) {
    return `The sampling request failed: ${error instanceof Error ? error.message : String(error)}`;
  }
  // The SDK puts its own prefix before the message that came over the wire.
  const message = error.message.replace(`MCP error ${error.code}: `, "");
  switch (error.code) {
    case -1:
      return `A person rejected the sampling request (code -1, "${message}").${noteOf(error.data)}`;
    case -32001:
      return `No answer came within ${seconds} s, so this server gave up and cancelled its request.`;
    default:
      return `The client answered the sampling request with error ${error.code}: ${message}${noteOf(error.data)}`;
  }
}

function noteOf(data: unknown): string {
  if (typeof data !== "object" || data === null) return "";
  const parts = (["reason", "note"] as const).flatMap((key) => {
    const value: unknown = Reflect.get(data, key);
    return typeof value === "string" && value !== "" ? [`${key}: ${value}`] : [];
  });
  return parts.length === 0 ? "" : ` (${parts.join("; ")})`;
}

/** What each sampling tool returns beside its text. */
export type Facts = { readonly model: string; readonly stopReason: string; readonly turns: number };

/** Turns the model's answer into a tool result: its text, images and audio as they are, and the facts about it. */
export function toolResult(result: CreateMessageResultWithTools, turns: number): CallToolResult {
  const blocks = Array.isArray(result.content) ? result.content : [result.content];
  const content = blocks.flatMap((block): CallToolResult["content"] =>
    block.type === "text" || block.type === "image" || block.type === "audio" ? [block] : [],
  );
  const facts: Facts = {
    model: result.model,
    stopReason: result.stopReason ?? "not stated",
    turns,
  };
  return { content, structuredContent: facts };
}

/** A tool result that says what went wrong. */
export function failedResult(sentence: string): CallToolResult {
  return { isError: true, content: [{ type: "text", text: sentence }] };
}

/** Sends a log message, and a progress notification where the caller asked for progress. */
export function reporter(server: McpServer, call: CallContext, logger: string, total: number) {
  const progressToken = call._meta?.progressToken;
  return {
    async log(level: LoggingLevel, data: string): Promise<void> {
      await server.sendLoggingMessage({ level, logger, data }, call.sessionId);
    },
    async progress(progress: number, message: string): Promise<void> {
      if (progressToken === undefined) return;
      await call.sendNotification({
        method: "notifications/progress",
        params: { progressToken, progress, total, message },
      });
    },
  };
}
