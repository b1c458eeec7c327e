// Events of Anthropic's Messages (platform.claude.com/docs/en/build-with-claude/streaming).
import { isJsonObject, type Json, type JsonObject } from "#shared/json.ts";
import {
  errorOf,
  hasError,
  NotUnderstood,
  numbersOf,
  objectOf,
  strictObject,
  strictText,
  textIn,
  UNKNOWN_COUNT,
  withKnown,
  type StreamError,
  type StreamReader,
} from "./fields.ts";

/** The adapter refuses a stream with any other block. */
const BLOCKS =
  /^(text|thinking|redacted_thinking|(server_|mcp_)?tool_use|\w+_tool_result|compaction|fallback)$/;

/** The texts that a block starts with are repeated as a delta: the adapter reads only those. */
const STARTS: Readonly<Record<string, string>> = { text: "text_delta", thinking: "thinking_delta" };
const DELTAS: Readonly<Record<string, string>> = {
  text_delta: "text",
  input_json_delta: "partial_json",
  thinking_delta: "thinking",
  signature_delta: "signature",
  compaction_delta: "content",
};

export function messagesReader(): StreamReader {
  return new MessagesReader();
}

class MessagesReader implements StreamReader {
  /** By index: the type of each block; null for one that is left out. */
  readonly #blocks = new Map<number, string | null>();
  #usage: JsonObject = {};
  #isBegun = false;
  #isOver = false;
  #end: JsonObject | null = null;

  take(value: JsonObject, name: string | undefined): JsonObject[] {
    const type = textIn(value["type"]) ?? name;
    if (type === "error" || name === "error" || hasError(value)) {
      return [this.failed(errorOf(value))];
    }
    const known = this.#usage;
    this.#usage = { ...known, ...countsIn(value["usage"]) };
    switch (type) {
      case "message_start":
        return this.#start(objectOf(value["message"]));
      case "content_block_start":
        return [...this.begin(), ...this.#block(value)];
      case "content_block_delta":
        return [...this.begin(), ...this.#delta(value)];
      case "content_block_stop":
        return this.#typeAt(value) === null ? [] : [{ type, index: value["index"] as Json }];
      case "message_delta":
        return [...this.begin(), this.#ends(strictObject(value["delta"], "delta"))];
      case "message_stop":
        this.#isOver = true;
        return [...this.begin(), ...this.#again(known), { type }];
      default:
        return [];
    }
  }

  /** The stop reason ends a response; what only repeats it may be missing. */
  end(): JsonObject[] {
    return this.#end === null || this.#isOver ? [] : [{ type: "message_stop" }];
  }

  failed({ message, type, code }: StreamError): JsonObject {
    return { type: "error", error: withKnown({ message, type: type ?? "api_error" }, { code }) };
  }

  begin(): JsonObject[] {
    return this.#isBegun ? [] : this.#start({});
  }

  #start(message: JsonObject): JsonObject[] {
    this.#isBegun = true;
    // Its count of the output is that of the beginning.
    const { output_tokens: _early, ...counts } = countsIn(message["usage"]);
    this.#usage = { ...this.#usage, ...counts };
    const { content } = message;
    return [
      {
        type: "message_start",
        message: {
          ...withKnown({}, { id: textIn(message["id"]), model: textIn(message["model"]) }),
          // Calls that the provider deferred.
          content: Array.isArray(content) ? content : [],
          usage: { input_tokens: UNKNOWN_COUNT, ...this.#usage },
        },
      },
    ];
  }

  #block(value: JsonObject): JsonObject[] {
    const { index } = value;
    const block = strictObject(value["content_block"], "content_block");
    const { type } = block;
    if (typeof index !== "number" || typeof type !== "string") {
      throw new NotUnderstood("content_block_start without an index or a type");
    }
    if (!BLOCKS.test(type)) {
      this.#blocks.set(index, null);
      return [];
    }
    this.#blocks.set(index, type);
    const start = { type: "content_block_start", index };
    const delta = STARTS[type];
    if (delta === undefined) return [{ ...start, content_block: withInput(block) }];
    const text = strictText(block[type], type) ?? "";
    return [
      { ...start, content_block: { type, [type]: "" } },
      ...(text === "" ? [] : [deltaOf(index, delta, text)]),
    ];
  }

  #delta(value: JsonObject): JsonObject[] {
    const delta = strictObject(value["delta"], "delta");
    const { type } = delta;
    const field = typeof type === "string" ? DELTAS[type] : undefined;
    const block = this.#typeAt(value);
    if (block === null || typeof type !== "string" || field === undefined) return [];
    const text = strictText(delta[field], type);
    return text === undefined ? [] : [deltaOf(value["index"] as number, type, text)];
  }

  /** The type of the block at the event's index; null if it is left out. */
  #typeAt({ index, type }: JsonObject): string | null {
    const block = typeof index === "number" ? this.#blocks.get(index) : undefined;
    if (block === undefined)
      throw new NotUnderstood(`${String(type)} of a block that did not start`);
    return block;
  }

  #ends(delta: JsonObject): JsonObject {
    const reason = textIn(strictText(delta["stop_reason"], "stop_reason"));
    const sequence = textIn(delta["stop_sequence"]);
    const said: JsonObject = {
      ...this.#end,
      ...withKnown({}, { stop_reason: reason, stop_sequence: sequence }),
    };
    if (said["stop_reason"] !== undefined) this.#end = said;
    return {
      type: "message_delta",
      delta: said,
      usage: { output_tokens: UNKNOWN_COUNT, ...this.#usage },
    };
  }

  /** A count that came with the last event. */
  #again(known: JsonObject): JsonObject[] {
    const isSame = JSON.stringify(known) === JSON.stringify(this.#usage);
    return this.#end === null || isSame ? [] : [this.#ends({})];
  }
}

const deltaOf = (index: number, type: string, text: string): JsonObject => ({
  type: "content_block_delta",
  index,
  delta: { type, [DELTAS[type] ?? ""]: text },
});

/** A call's input is an object, empty until its text has arrived. */
function withInput(block: JsonObject): JsonObject {
  if (String(block["type"]).endsWith("tool_use")) {
    return { ...block, input: strictObject(block["input"], "input") };
  }
  return block;
}

/** The counts of a usage, those of its iterations included. */
function countsIn(value: Json | undefined): JsonObject {
  const given = objectOf(value);
  const { iterations } = given;
  const isCounted = (one: Json): boolean =>
    isJsonObject(one) &&
    typeof one["input_tokens"] === "number" &&
    typeof one["output_tokens"] === "number";
  const isWhole = Array.isArray(iterations) && iterations.every(isCounted);
  return { ...numbersOf(given), ...(isWhole ? { iterations } : {}) };
}
