// The events of OpenAI's Responses: each item is added, written and done.
import type { Json, JsonObject } from "../json.ts";
import { isJsonObject } from "../json.ts";
import type { Usage } from "../models/cost/cost.ts";
import type { ResponseDocument } from "../request/document/message.ts";
import type { EventWriter } from "./dialect.ts";
import { openaiError } from "./openaiShared.ts";

type Emit = (type: string, more: JsonObject) => string;

/** `response` gives the response object: in progress for null, else whole. */
export function responseEvents(
  id: string,
  response: (document: ResponseDocument | null, usage?: Usage) => JsonObject,
): EventWriter {
  let sequence = 0;
  /** Number of items that are done. */
  let done = 0;
  /** The text of the message that is being written; null: none is. */
  let written: string | null = null;
  const event: Emit = (type, more) => {
    const value = { type, sequence_number: sequence, ...more };
    sequence += 1;
    return `event: ${type}\ndata: ${JSON.stringify(value)}\n\n`;
  };
  const at = (): JsonObject => ({
    item_id: `msg_${id}_${done}`,
    output_index: done,
    content_index: 0,
  });
  const openText = (): string => {
    written = "";
    return [
      event("response.output_item.added", {
        output_index: done,
        item: {
          id: `msg_${id}_${done}`,
          type: "message",
          role: "assistant",
          status: "in_progress",
          content: [],
        },
      }),
      event("response.content_part.added", { ...at(), part: part("") }),
    ].join("");
  };
  const text = (delta: string): string => {
    const before = written === null ? openText() : "";
    written = (written ?? "") + delta;
    return before + event("response.output_text.delta", { ...at(), delta, logprobs: [] });
  };
  const message = (item: JsonObject): string => {
    const whole = textIn(item);
    const rest = whole.slice(written?.length ?? 0);
    const events = [
      rest === "" ? (written === null ? openText() : "") : text(rest),
      event("response.output_text.done", { ...at(), text: whole, logprobs: [] }),
      event("response.content_part.done", { ...at(), part: part(whole) }),
      event("response.output_item.done", { output_index: done, item }),
    ];
    written = null;
    done += 1;
    return events.join("");
  };
  const other = (item: JsonObject): string => {
    const events = itemEvents(event, item, done);
    done += 1;
    return events;
  };
  return {
    begin: () =>
      event("response.created", { response: response(null) }) +
      event("response.in_progress", { response: response(null) }),
    text,
    reasoning(block) {
      const before = written === null ? "" : message(messageItem(id, done, written));
      return before + other(block);
    },
    end(document, usage) {
      const whole = response(document, usage);
      const items = (whole["output"] as Json[]).filter(isJsonObject).slice(done);
      const events = items.map((item) =>
        item["type"] === "message" ? message(item) : other(item),
      );
      return events.join("") + event(`response.${String(whole["status"])}`, { response: whole });
    },
    // The official SDKs raise only for an `error` field, and what is built on them reads a `response.failed` before it
    // as an end. Others read `code` and `message` beside it, as OpenAI writes them, or `response.failed` alone.
    fail(failure) {
      const { code, message: words } = failure;
      const failed = { ...response(null), status: "failed", error: { code, message: words } };
      return (
        event("error", {
          code,
          message: words,
          param: failure.param ?? null,
          ...openaiError(failure),
        }) + event("response.failed", { response: failed })
      );
    },
  };
}

const part = (text: string): JsonObject => ({ type: "output_text", text, annotations: [] });

/** The item of a message that is complete. */
export const messageItem = (id: string, index: number, text: string): JsonObject => ({
  id: `msg_${id}_${index}`,
  type: "message",
  role: "assistant",
  status: "completed",
  content: [{ ...part(text), logprobs: [] }],
});

function textIn(item: JsonObject): string {
  const [first] = item["content"] as JsonObject[];
  return String(first?.["text"] ?? "");
}

/** An item other than a message: a call streams its arguments, reasoning its summary. */
function itemEvents(event: Emit, item: JsonObject, index: number): string {
  const at = { item_id: item["id"] ?? "", output_index: index };
  const args: Json = item["arguments"] ?? "";
  const isCall = item["type"] === "function_call";
  const summary = Array.isArray(item["summary"]) ? item["summary"].filter(isJsonObject) : null;
  const begun = isCall
    ? { ...item, arguments: "", status: "in_progress" }
    : summary === null
      ? item
      : { ...item, summary: [] };
  return [
    event("response.output_item.added", { output_index: index, item: begun }),
    ...(isCall
      ? [
          event("response.function_call_arguments.delta", { ...at, delta: args }),
          event("response.function_call_arguments.done", {
            ...at,
            name: item["name"] ?? "",
            arguments: args,
          }),
        ]
      : []),
    ...(summary ?? []).flatMap((one, summaryIndex) => summaryEvents(event, at, one, summaryIndex)),
    event("response.output_item.done", { output_index: index, item }),
  ].join("");
}

function summaryEvents(event: Emit, at: JsonObject, one: JsonObject, index: number): string[] {
  const where = { ...at, summary_index: index };
  const text = one["text"] ?? "";
  return [
    event("response.reasoning_summary_part.added", { ...where, part: { ...one, text: "" } }),
    event("response.reasoning_summary_text.delta", { ...where, delta: text }),
    event("response.reasoning_summary_text.done", { ...where, text }),
    event("response.reasoning_summary_part.done", { ...where, part: one }),
  ];
}
