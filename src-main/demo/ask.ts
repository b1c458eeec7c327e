// Sends sampling requests as a server of protocol versions 2024-11-05 to 2025-11-25 and describes failures in words.
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

/** What the SDK passes to a tool beside its arguments. */
export type CallContext = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** How long this server waits for a response. */
export type Patience = {
  /** Milliseconds without a response after which the request is cancelled. */
  readonly timeoutMs: number;
  /** Whether the client's progress notifications restart the timeout. */
  readonly extendable: boolean;
  /** Milliseconds after which this server deliberately cancels its own request. */
  readonly cancelAfterMs?: number;
};

/** The client's response, or a sentence that explains why there is none. */
export type Answer =
  | { readonly ok: true; readonly result: CreateMessageResultWithTools }
  | { readonly ok: false; readonly sentence: string };

/** The user may need a while: ten minutes, and longer while the client reports progress. */
export const PATIENT: Patience = { timeoutMs: 600_000, extendable: true };

/**
 * Sends a sampling request as part of the running tool call. Cancelling the call cancels the request. Errors from the
 * client are returned as a sentence, not thrown.
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
  // The SDK prefixes the message that was received.
  const message = error.message.replace(`MCP error ${error.code}: `, "");
  switch (error.code) {
    case -1:
      return `The user rejected the sampling request (code -1, "${message}").${noteOf(error.data)}`;
    case -32001:
      return `No response came within ${seconds} s, so this server gave up and cancelled its request.`;
    default:
      return `The client responded to the sampling request with error ${error.code}: ${message}${noteOf(error.data)}`;
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

/** What each sampling tool returns beside its content. */
export type Facts = { readonly model: string; readonly stopReason: string; readonly turns: number };

/** The model's response as a tool result: text, images and audio, and facts about it. */
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

/** A tool result for a failure. */
export function failedResult(sentence: string): CallToolResult {
  return { isError: true, content: [{ type: "text", text: sentence }] };
}

/** Sends log messages, and progress notifications if the caller asked for them. */
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
