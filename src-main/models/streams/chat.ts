// Chunks of chat completions, as OpenAI and many others stream them
// (platform.openai.com/docs/api-reference/chat/streaming).
import { isJsonObject, type Json, type JsonObject } from "#shared/json.ts";
import {
  countsOf,
  errorOf,
  hasError,
  NotUnderstood,
  objectOf,
  strictObject,
  strictObjects,
  strictText,
  textIn,
  withKnown,
  withoutNulls,
  type StreamReader,
} from "./fields.ts";

/** Where the response is in the chunks. */
interface Place {
  is?: "delta" | "message";
}

export function chatReader(): StreamReader {
  const place: Place = {};
  return {
    take(value, name) {
      const isError = name === "error" || value["object"] === "error";
      const chunk = chunkOf(value, place);
      if (isError || hasError(value)) {
        return [...(chunk === null ? [] : inTwo(chunk)), { error: errorOf(value) }];
      }
      if (chunk === null) return [];
      const [choice] = chunk["choices"] as JsonObject[];
      // Some gateways say so instead of sending an error.
      return choice?.["finish_reason"] === "error"
        ? [
            ...inTwo(chunk),
            { error: { message: 'finish_reason is "error"', type: "server_error" } },
          ]
        : inTwo(chunk);
    },
    failed: (error) => ({ error }),
  };
}

/**
 * A call that arrives with its name, begun and then written: OpenRouter's adapter takes arguments that come at once and
 * are no JSON for `{}`, and leaves out a cut call of which nothing else came.
 */
function inTwo(chunk: JsonObject): JsonObject[] {
  const [choice] = chunk["choices"] as [JsonObject];
  const delta = objectOf(choice["delta"]);
  const calls = (delta["tool_calls"] ?? []) as JsonObject[];
  const isBegun = ({ index, function: called }: JsonObject): boolean =>
    typeof index === "number" && textIn(objectOf(called)["name"]) !== undefined;
  if (!calls.some(isBegun)) return [chunk];
  const begun = calls.map((call) =>
    isBegun(call) ? { ...call, function: { ...objectOf(call["function"]), arguments: "" } } : call,
  );
  const rest = calls.filter(isBegun).map(({ index, id, function: called }) => ({
    ...withKnown({ index, function: { arguments: objectOf(called)["arguments"] ?? "" } }, { id }),
  }));
  const { finish_reason: _said, ...bare } = choice;
  return [
    { ...chunk, choices: [{ ...choice, delta: { ...delta, tool_calls: begun } }] },
    { ...chunk, choices: [{ ...bare, delta: { tool_calls: rest } }] },
  ];
}

/** Null for an event that has nothing of a response. */
function chunkOf(value: JsonObject, place: Place): JsonObject | null {
  const { id, created, model } = value;
  const choices = strictObjects(value["choices"], "choices");
  const usage = usageOf(value, choices);
  if (choices.length === 0 && usage === undefined) return null;
  // Some adapters require a choice even beside the usage.
  const [choice = {}, ...others] = choices;
  if (others.length > 0) throw new NotUnderstood("choices has more than one");
  return withKnown(withoutNulls(value), {
    id: textIn(id),
    created: typeof created === "number" ? created : undefined,
    model: textIn(model),
    choices: [choiceOf(choice, place)],
    usage,
    error: undefined,
  });
}

/** Most servers send it at the end; Moonshot in the choice, Groq in a field of its own. */
function usageOf(value: JsonObject, choices: readonly JsonObject[]): JsonObject | undefined {
  const places = [value["usage"], choices[0]?.["usage"], objectOf(value["x_groq"])["usage"]];
  const names = ["prompt_tokens", "completion_tokens", "total_tokens"];
  return places.map((one) => countsOf(one, names)).find((one) => one !== undefined);
}

/** Some servers send the whole message as `message`: beside deltas it repeats them, alone it is the response. */
function choiceOf(choice: JsonObject, place: Place): JsonObject {
  const { index, logprobs: _unused, message, ...rest } = choice;
  if ((index ?? 0) !== 0) throw new NotUnderstood("choices has more than one");
  const delta = strictObject(choice["delta"], "delta");
  if (isSaid(delta)) place.is ??= "delta";
  if (isSaid(message) && place.is !== "delta") {
    if (place.is === "message") throw new NotUnderstood("choices has a second message");
    place.is = "message";
  }
  const finish = strictText(choice["finish_reason"], "finish_reason");
  return withKnown(withoutNulls(rest), {
    index: 0,
    delta: deltaOf(place.is === "delta" || !isSaid(message) ? delta : message),
    finish_reason: finish === "" ? undefined : finish,
    usage: undefined,
  });
}

const isSaid = (given: Json | undefined): given is JsonObject =>
  isJsonObject(given) &&
  ["content", "tool_calls", "function_call"].some((name) => !isEmpty(given[name]));

/** Null, missing, or without anything in it. */
const isEmpty = (value: Json | undefined): boolean =>
  (value ?? "") === "" ||
  (Array.isArray(value) && value.length === 0) ||
  (isJsonObject(value) && Object.values(value).every(isEmpty));

function deltaOf(delta: JsonObject): JsonObject {
  if (!isEmpty(delta["function_call"]))
    throw new NotUnderstood("function_call instead of tool_calls");
  const { role: _own, annotations: _links, content, reasoning, ...rest } = delta;
  const { refusal } = rest;
  const calls = strictObjects(rest["tool_calls"], "tool_calls").map(callOf);
  return withKnown(withoutNulls(rest), {
    // A list of parts: Mistral.
    content: Array.isArray(content)
      ? strictObjects(content, "content")
      : strictText(content, "content"),
    refusal: textIn(refusal),
    reasoning: textIn(reasoning),
    reasoning_content: textIn(rest["reasoning_content"]),
    tool_calls: calls.length === 0 ? undefined : calls,
  });
}

function callOf(call: JsonObject): JsonObject {
  const { index, type } = call;
  const { name, arguments: args } = strictObject(call["function"], "function");
  return withKnown(withoutNulls(call), {
    index: typeof index === "number" ? index : undefined,
    id: strictText(call["id"], "id"),
    type: textIn(type),
    function: withKnown(
      {},
      { name: strictText(name, "name"), arguments: strictText(args, "arguments") },
    ),
  });
}
