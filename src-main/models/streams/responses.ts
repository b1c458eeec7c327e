// Events of OpenAI's Responses (platform.openai.com/docs/api-reference/responses-streaming).
import type { Json, JsonObject } from "#shared/json.ts";
import {
  countsOf,
  errorOf,
  hasError,
  NotUnderstood,
  objectOf,
  strictObject,
  strictText,
  textIn,
  withKnown,
  type StreamError,
  type StreamReader,
} from "./fields.ts";

/** The events with a text that becomes part of the response. */
const TEXTS =
  /^response\.(output_text|refusal|function_call_arguments|custom_tool_call_input|reasoning_summary_text)\.delta$/;
/** What the response gets from such a list, it gets from the events before. */
const UNUSED = /^response\.output_text\.annotation\.added$/;

export function responsesReader(): StreamReader {
  return {
    take(value, name) {
      const type = textIn(value["type"]) ?? name;
      if (type === undefined || UNUSED.test(type)) {
        return hasError(value) ? [failed(errorOf(value))] : [];
      }
      if (type === "error" || type === "response.error") return [failed(errorOf(value))];
      const response = objectOf(value["response"]);
      switch (type) {
        case "response.failed":
          return [failed(errorOf(response["error"] ?? { message: "The response failed." }))];
        case "response.completed":
        case "response.incomplete":
          return [{ type, response: endOf(response, type) }];
        case "response.created":
        case "response.in_progress":
          return isNamed(response) ? [{ type, response: nameOf(response) }] : [];
        case "response.output_item.added":
        case "response.output_item.done":
          return [{ ...value, type, item: itemOf(value["item"], value["output_index"]) }];
        default:
          return TEXTS.test(type) ? textOf(value, type) : [{ ...value, type }];
      }
    },
    failed,
  };
}

const failed = ({ message, type, code, param }: StreamError): JsonObject => ({
  type: "error",
  sequence_number: 0,
  error: {
    ...withKnown({}, { code: code === undefined ? undefined : String(code), param: textIn(param) }),
    type: type ?? "server_error",
    message,
  },
});

const isNamed = ({ id, model, created_at: at }: JsonObject): boolean =>
  typeof id === "string" && typeof model === "string" && typeof at === "number";

const nameOf = ({ id, model, created_at }: JsonObject): JsonObject =>
  withKnown({}, { id, model, created_at });

function endOf(response: JsonObject, type: string): JsonObject {
  const details = objectOf(response["incomplete_details"]);
  const isCut = type === "response.incomplete" || response["status"] === "incomplete";
  // Without a reason, the adapter takes it for whole.
  const reason = textIn(details["reason"]) ?? (isCut ? "incomplete" : undefined);
  return withKnown(
    {},
    {
      usage: countsOf(response["usage"], ["input_tokens", "output_tokens"]),
      incomplete_details: reason === undefined ? undefined : { reason },
    },
  );
}

function textOf(value: JsonObject, type: string): JsonObject[] {
  const delta = strictText(value["delta"], type);
  if (delta === undefined) return [];
  const { logprobs: _unused, ...rest } = value;
  return [{ ...rest, type, delta }];
}

/** Compatible servers leave out the id of an item, and what it does not have yet. */
function itemOf(value: Json | undefined, index: Json | undefined): JsonObject {
  const { status, phase, ...item } = strictObject(value, "item");
  const { type, id, name } = item;
  if (typeof type !== "string") throw new NotUnderstood("an item without a type");
  const own = textIn(id) ?? textIn(item["call_id"]) ?? `item_${String(index)}`;
  const known = { ...item, id: own, ...withKnown({}, { phase: textIn(phase) }) };
  switch (type) {
    case "message":
    case "reasoning":
      return known;
    case "function_call":
      return {
        ...known,
        status: textIn(status) ?? "completed",
        call_id: textIn(item["call_id"]) ?? own,
        name: strictText(name, "name") ?? "",
        arguments: strictText(item["arguments"], "arguments") ?? "",
      };
    default:
      return { ...known, ...withKnown({}, { status }) };
  }
}
