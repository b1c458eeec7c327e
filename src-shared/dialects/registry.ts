// All dialects.
import { anthropicMessages } from "./anthropicMessages.ts";
import type { Dialect, DialectName } from "./dialect.ts";
import { openaiChat } from "./openaiChat.ts";
import { openaiResponses } from "./openaiResponses.ts";

export const DIALECTS: Readonly<Record<DialectName, Dialect>> = {
  "openai-chat": openaiChat,
  "anthropic-messages": anthropicMessages,
  "openai-responses": openaiResponses,
};
