// The writing part of each dialect, free of schemas: the window shows what a program receives.
import { anthropicMessagesWriting } from "./anthropicMessagesWriting.ts";
import type { Dialect, DialectName } from "./dialect.ts";
import { openaiChatWriting } from "./openaiChatWriting.ts";
import { openaiResponsesWriting } from "./openaiResponsesWriting.ts";

export const WRITING: Readonly<Record<DialectName, Omit<Dialect, "name" | "path" | "read">>> = {
  "openai-chat": openaiChatWriting,
  "anthropic-messages": anthropicMessagesWriting,
  "openai-responses": openaiResponsesWriting,
};
