// The rules that tie tool uses to tool results (2025-11-25, client/sampling, "Message Content Constraints": "Tool
// Result Messages", "Tool Use and Result Balance"; unchanged in 2026-07-28).
import type { Flag } from "../document/flag.ts";
import { blocksOf } from "../document/blocks.ts";
import type { Block, Message } from "../document/message.ts";

const idOf = (block: Block, key: "id" | "toolUseId"): string =>
  typeof block[key] === "string" ? block[key] : "";

const usesOf = (message: Message | undefined): string[] =>
  message?.role === "assistant"
    ? blocksOf(message.content)
        .filter((block) => block.type === "tool_use")
        .map((block) => idOf(block, "id"))
    : [];

/**
 * Every violation, in the order of the messages. The spec asks for −32602 for `tool-results-mixed` and
 * `tool-result-missing`; `tool-result-unmatched` gets the same code.
 */
export function toolBalance(messages: Message[]): Flag[] {
  const seen = new Map<string, number>();
  return messages.flatMap((message, index) => [
    ...mixed(message, index),
    ...unanswered(message, messages[index + 1], index),
    ...unmatched(message, messages[index - 1], index),
    ...repeated(message, index, seen),
  ]);
}

/**
 * "A unique identifier for this tool use" (schema.ts, "ToolUseContent"): an error within one message, where results
 * could not be told apart; a note across messages.
 */
function repeated(message: Message, index: number, seen: Map<string, number>): Flag[] {
  const list = Array.isArray(message.content);
  return blocksOf(message.content).flatMap((block, at): Flag[] => {
    const id = block.type === "tool_use" ? idOf(block, "id") : "";
    const before = seen.get(id);
    if (id !== "") seen.set(id, index);
    if (before === undefined) return [];
    const path = ["messages", index, "content", ...(list ? [at] : []), "id"];
    const severity = before === index ? "error" : "note";
    return [{ severity, code: "tool-use-id-twice", path, detail: id }];
  });
}

/** A user message with a tool result holds only tool results. */
function mixed(message: Message, index: number): Flag[] {
  const blocks = blocksOf(message.content);
  if (!blocks.some((block) => block.type === "tool_result")) return [];
  return blocks.every((block) => block.type === "tool_result")
    ? []
    : [{ severity: "error", code: "tool-results-mixed", path: ["messages", index, "content"] }];
}

/** Each tool use of an assistant message has a result in the user message that follows. */
function unanswered(message: Message, next: Message | undefined, index: number): Flag[] {
  const answered = new Set(
    next?.role === "user"
      ? blocksOf(next.content)
          .filter((block) => block.type === "tool_result")
          .map((block) => idOf(block, "toolUseId"))
      : [],
  );
  return usesOf(message)
    .filter((id) => !answered.has(id))
    .map((id) => ({
      severity: "error",
      code: "tool-result-missing",
      path: ["messages", index, "content"],
      detail: id,
    }));
}

/** Each result belongs to one tool use of the message before it, and no tool use has two results. */
function unmatched(message: Message, previous: Message | undefined, index: number): Flag[] {
  const open = new Map<string, number>();
  for (const id of usesOf(previous)) open.set(id, (open.get(id) ?? 0) + 1);
  return blocksOf(message.content).flatMap((block, at): Flag[] => {
    if (block.type !== "tool_result") return [];
    const id = idOf(block, "toolUseId");
    const left = message.role === "user" ? (open.get(id) ?? 0) : 0;
    open.set(id, left - 1);
    if (left > 0) return [];
    const list = Array.isArray(message.content) ? [at] : [];
    return [
      {
        severity: "error",
        code: "tool-result-unmatched",
        path: ["messages", index, "content", ...list],
        detail: id,
      },
    ];
  });
}
