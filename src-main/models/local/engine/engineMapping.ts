// Converts an engine request to llama.cpp's options, and its result back. Pure.
import type { LlamaChatOptions, LlamaCompletion, LlamaMessage, LlamaResult } from "./llama.ts";
import type { EngineAnswer, EngineRequest, EngineStop } from "./protocol.ts";

/** What the engine knows about a completion besides its result. */
export interface CompletionContext {
  promptTokens: number;
  /** The maximum number of tokens of the response. */
  limit: number;
  /** The context had less room than `maxTokens` asked for. */
  clamped: boolean;
  /** The user stopped it. */
  stopped: boolean;
  /** The text as streamed: without the partial character at the end of a truncated response. */
  streamed: string;
}

export function messagesOf(request: EngineRequest): LlamaMessage[] {
  return request.messages.map((message): LlamaMessage => {
    switch (message.role) {
      case "system":
      case "user":
        return { role: message.role, content: message.content };
      case "assistant":
        return message.toolCalls.length === 0
          ? { role: "assistant", content: message.content }
          : {
              role: "assistant",
              content: message.content,
              tool_calls: message.toolCalls.map((call) => ({
                type: "function",
                id: call.id,
                function: { name: call.name, arguments: call.arguments },
              })),
            };
      case "tool":
        return {
          role: "tool",
          content: message.content,
          tool_call_id: message.toolCallId,
          name: message.name,
        };
    }
  });
}

function toolsOf(request: EngineRequest): Pick<LlamaChatOptions, "tools" | "tool_choice"> {
  if (request.tools.length === 0) return {};
  return {
    tools: request.tools.map((tool) => ({ type: "function", function: tool })),
    tool_choice: request.toolChoice,
  };
}

/** Options of the chat template, the same for counting tokens and for generating. */
export function chatOptionsOf(request: EngineRequest): LlamaChatOptions {
  return {
    jinja: true,
    reasoning_format: "auto",
    ...toolsOf(request),
    ...(request.json === undefined ? {} : { response_format: formatOf(request.json) }),
  };
}

function formatOf({
  schema,
}: NonNullable<EngineRequest["json"]>): NonNullable<LlamaChatOptions["response_format"]> {
  return schema === undefined
    ? { type: "json_object" }
    : { type: "json_schema", json_schema: { strict: true, schema } };
}

export function completionOf(request: EngineRequest, limit: number): LlamaCompletion {
  return {
    ...chatOptionsOf(request),
    messages: messagesOf(request),
    n_predict: limit,
    stop: request.stop,
    // Only approved parameters affect sampling: no sampler is added.
    xtc_probability: 0,
    dry_multiplier: 0,
    ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
  };
}

export function answerOf(result: LlamaResult, about: CompletionContext): EngineAnswer {
  const toolCalls = (result.tool_calls ?? []).map((call, index) => ({
    id: call.id !== undefined && call.id !== "" ? call.id : `call_${index + 1}`,
    name: call.function.name,
    arguments: call.function.arguments,
  }));
  const text = toolCalls.length > 0 ? (result.content ?? "") : (result.content ?? result.text);
  return {
    text: withoutHalfCharacter(text, about.streamed),
    reasoning: result.reasoning_content ?? "",
    toolCalls,
    stop: stopOf(result, about, toolCalls.length > 0),
    usage: { inputTokens: about.promptTokens, outputTokens: result.tokens_predicted },
    timings: {
      loadMs: 0,
      promptMs: Math.round(result.timings.prompt_ms),
      generateMs: Math.round(result.timings.predicted_ms),
    },
  };
}

function stopOf(result: LlamaResult, about: CompletionContext, hasToolCalls: boolean): EngineStop {
  if (about.stopped || result.interrupted) return { kind: "stopped" };
  if (result.stopped_words === true) {
    return { kind: "stop-sequence", sequence: result.stopping_word ?? "" };
  }
  // If it stops within a character, llama.cpp sets no flag at all: only its own end token is a normal end.
  if (result.stopped_eos !== true) {
    return { kind: about.clamped || result.context_full ? "context-full" : "max-tokens" };
  }
  return { kind: hasToolCalls ? "tool-calls" : "end" };
}

/** llama.cpp ends a text that was cut within a character with U+FFFD; the stream holds such bytes back. */
function withoutHalfCharacter(text: string, streamed: string): string {
  return text.endsWith("\uFFFD") && !streamed.endsWith("\uFFFD")
    ? text.replace(/\uFFFD+$/u, "")
    : text;
}
