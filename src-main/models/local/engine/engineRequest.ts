// Converts a call in AI SDK terms (LanguageModelV4CallOptions) to a request for the local engine.
import {
  UnsupportedFunctionalityError,
  type LanguageModelV4CallOptions,
  type LanguageModelV4Message,
  type LanguageModelV4ToolResultOutput,
} from "@ai-sdk/provider";
import { isJsonObject } from "#shared/json.ts";
import type { EngineMessage, EngineModel, EngineRequest, EngineTool } from "./protocol.ts";

/** The request for the engine. Throws UnsupportedFunctionalityError for what it can't represent. */
export function engineRequestOf(
  model: EngineModel,
  options: LanguageModelV4CallOptions,
): EngineRequest {
  const request: EngineRequest = {
    model,
    messages: options.prompt.flatMap(messagesOf),
    stop: options.stopSequences ?? [],
    tools: (options.tools ?? []).map((tool): EngineTool => {
      if (tool.type === "provider")
        throw new UnsupportedFunctionalityError({ functionality: tool.id });
      const parameters: unknown = tool.inputSchema;
      return {
        name: tool.name,
        description: tool.description ?? "",
        parameters: isJsonObject(parameters) ? parameters : {},
      };
    }),
    toolChoice: choiceOf(options.toolChoice),
  };
  if (options.maxOutputTokens !== undefined) request.maxTokens = options.maxOutputTokens;
  if (options.temperature !== undefined) request.temperature = options.temperature;
  if (options.responseFormat?.type === "json") {
    const schema: unknown = options.responseFormat.schema;
    request.json = isJsonObject(schema) ? { schema } : {};
  }
  return request;
}

function choiceOf(choice: LanguageModelV4CallOptions["toolChoice"]): EngineRequest["toolChoice"] {
  if (choice === undefined) return "auto";
  if (choice.type === "tool") {
    throw new UnsupportedFunctionalityError({ functionality: `tool choice ${choice.toolName}` });
  }
  return choice.type;
}

function messagesOf(message: LanguageModelV4Message): EngineMessage[] {
  switch (message.role) {
    case "system":
      return [{ role: "system", content: message.content }];
    case "user":
      return [{ role: "user", content: message.content.map(textOf).join("\n") }];
    case "assistant":
      return [
        {
          role: "assistant",
          content: message.content
            .filter((part) => part.type !== "tool-call")
            .map(textOf)
            .join("\n"),
          toolCalls: message.content.flatMap((part) =>
            part.type === "tool-call"
              ? [
                  {
                    id: part.toolCallId,
                    name: part.toolName,
                    arguments: JSON.stringify(part.input),
                  },
                ]
              : [],
          ),
        },
      ];
    case "tool":
      return message.content.map((part): EngineMessage => {
        if (part.type !== "tool-result") {
          throw new UnsupportedFunctionalityError({ functionality: part.type });
        }
        return {
          role: "tool",
          content: outputText(part.output),
          toolCallId: part.toolCallId,
          name: part.toolName,
        };
      });
  }
}

function textOf(part: { type: string; text?: string; mediaType?: string }): string {
  if (part.type === "text" && part.text !== undefined) return part.text;
  throw new UnsupportedFunctionalityError({
    functionality:
      part.type === "file" ? (part.mediaType ?? "file").replace(/\/.*$/, "") : part.type,
  });
}

function outputText(output: LanguageModelV4ToolResultOutput): string {
  switch (output.type) {
    case "text":
    case "error-text":
      return output.value;
    case "json":
    case "error-json":
      return JSON.stringify(output.value);
    case "content":
      return output.value.map(textOf).join("\n");
    case "execution-denied":
      return output.reason ?? "denied";
  }
}
