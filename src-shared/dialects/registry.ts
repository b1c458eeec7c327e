// All dialects.
import { anthropicMessages } from "./anthropicMessages.ts";
import type { Dialect, DialectName } from "./dialect.ts";
import { openaiChat } from "./openaiChat.ts";

export const DIALECTS: Readonly<Record<DialectName, Dialect>> = {
  "openai-chat": openaiChat,
  "anthropic-messages": anthropicMessages,
};

/** The dialect of a path, or null. */
export const dialectAt = (path: string): Dialect | null =>
  Object.values(DIALECTS).find((dialect) => dialect.path === path) ?? null;
