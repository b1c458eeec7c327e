// The events of OpenAI's Responses: each item is added, written and done.
import type { Json, JsonObject } from "../json.ts";
import { isJsonObject } from "../json.ts";
import type { Usage } from "../models/cost/cost.ts";
import type { ResponseDocument } from "../sampling/document/message.ts";
import type { EventWriter } from "./dialect.ts";

/** `response` gives the response object: in progress for null, else whole. */
export function responseEvents(
  id: string,
  response: (document: ResponseDocument | null, usage?: Usage) => JsonObject,
): EventWriter {
  let sequence = 0;
  let written: string | null = null;
  const event = (type: string, more: JsonObject): string => {
    const value = { type, sequence_number: sequence, ...more };
    sequence += 1;
    return `event: ${type}\ndata: ${JSON.stringify(value)}\n\n`;
  };
  const textAt = { item_id: `msg_${id}`, output_index: 0, content_index: 0 };
  const part = (text: string): JsonObject => ({ type: "output_text", text, annotations: [] });
  const openText = (): string =>
    event("response.output_item.added", {
      output_index: 0,
      item: {
        ...{ id: `msg_${id}`, type: "message", role: "assistant" },
        ...{ status: "in_progress", content: [] },
      },
    }) + event("response.content_part.added", { ...textAt, part: part("") });
  const text = (delta: string): string => {
    const before = written === null ? openText() : "";
    written = (written ?? "") + delta;
    return before + event("response.output_text.delta", { ...textAt, delta, logprobs: [] });
  };
  const message = (item: JsonObject): string => {
    const [first] = item["content"] as JsonObject[];
    const whole = String(first?.["text"] ?? "");
    const rest = whole.slice(written?.length ?? 0);
    return [
      rest === "" ? (written === null ? openText() : "") : text(rest),
      event("response.output_text.done", { ...textAt, text: whole, logprobs: [] }),
      event("response.content_part.done", { ...textAt, part: part(whole) }),
      event("response.output_item.done", { output_index: 0, item }),
    ].join("");
  };
  const other = (item: JsonObject, index: number): string => {
    const at = { item_id: item["id"] ?? "", output_index: index };
    const args: Json = item["arguments"] ?? "";
    const isCall = item["type"] === "function_call";
    const begun = isCall ? { ...item, arguments: "", status: "in_progress" } : item;
    return [
      event("response.output_item.added", { output_index: index, item: begun }),
      isCall ? event("response.function_call_arguments.delta", { ...at, delta: args }) : "",
      isCall
        ? event("response.function_call_arguments.done", {
            ...{ ...at, name: item["name"] ?? "", arguments: args },
          })
        : "",
      event("response.output_item.done", { output_index: index, item }),
    ].join("");
  };
  return {
    begin: () =>
      event("response.created", { response: response(null) }) +
      event("response.in_progress", { response: response(null) }),
    text,
    // Reasoning belongs to its provider, whose signature is known only at its end: it is not streamed.
    reasoning: () => "",
    end(document, usage) {
      const whole = response(document, usage);
      const items = (whole["output"] as Json[]).filter(isJsonObject);
      const events = items.map((item, index) =>
        item["type"] === "message" ? message(item) : other(item, index),
      );
      return events.join("") + event(`response.${String(whole["status"])}`, { response: whole });
    },
    fail({ code, message: words, param }) {
      const failed = { ...response(null), status: "failed", error: { code, message: words } };
      return (
        event("response.failed", { response: failed }) +
        event("error", { code, message: words, param: param ?? null })
      );
    },
  };
}
