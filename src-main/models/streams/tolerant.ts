// Cleans a provider's event stream before its adapter reads it: an adapter ends a whole generation at the first event
// that is not exactly what it expects. What becomes the response is read strictly, everything else is left out.
import { createParser, type EventSourceMessage } from "eventsource-parser";
import { isJsonObject, jsonIn, type JsonObject } from "#shared/json.ts";
import { chatReader } from "./chat.ts";
import { errorOf, hasError, NotUnderstood, type StreamReader } from "./fields.ts";
import { geminiReader } from "./gemini.ts";
import { messagesReader } from "./messages.ts";
import { responsesReader } from "./responses.ts";

/** The most of one event, in UTF-16 units; the same as for a message of a server. */
const EVENT_MAX = 64 * 1024 * 1024;

/** A header of each response read here: an error of an adapter that has it came within the stream. */
export const WITHIN_STREAM = "x-countersign-stream";

/** What the text of an event starts with that says why a stream is not read further. */
export const NOT_UNDERSTOOD = "Not understood: ";

/** By the end of the address. */
const READERS: readonly (readonly [RegExp, () => StreamReader])[] = [
  [/\/chat\/completions$/, chatReader],
  [/\/messages$/, messagesReader],
  [/\/responses$/, responsesReader],
  [/:streamGenerateContent$/, geminiReader],
];

/** The response to a request at this address, with an event stream that its adapter can read. */
export async function tolerant(url: string, response: Response): Promise<Response> {
  const path = new URL(url).pathname;
  const open = READERS.find(([end]) => end.test(path))?.[1];
  if (open === undefined || response.body === null || !response.ok) return response;
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  headers.set(WITHIN_STREAM, "1");
  const made = (body: string | ReadableStream<Uint8Array>): Response =>
    new Response(body, { status, statusText, headers });
  if (!/^application\/json\b/i.test(headers.get("content-type") ?? "")) {
    const text = response.body.pipeThrough(new TextDecoderStream());
    return made(text.pipeThrough(cleaned(open())).pipeThrough(new TextEncoderStream()));
  }
  // An error with status 200, in place of the stream.
  const text = await response.text();
  const value = jsonIn(text);
  const isError = isJsonObject(value) && (hasError(value) || value["object"] === "error");
  return made(isError ? written(open().failed(errorOf(value))) : refused(noStream(text), open()));
}

const noStream = (text: string): string => `this is no event stream: ${text.trim().slice(0, 500)}`;

const written = (event: JsonObject): string => `data: ${JSON.stringify(event)}\n\n`;

/** No JSON, so that every adapter says why it ends here. */
const refused = (why: string, reader: StreamReader): string =>
  [
    ...(reader.begin?.() ?? []).map(written),
    `data: ${NOT_UNDERSTOOD}${why.replaceAll(/\s/g, " ")}\n\n`,
  ].join("");

/** How much of a response without an event is looked at. */
const START_MAX = 2000;
const IS_STREAM = /^\uFEFF?(data|event|id|retry)?:/m;

function cleaned(reader: StreamReader): TransformStream<string, string> {
  let isOver = false;
  let isLast = false;
  /** The beginning of the response, until it is known to be a stream. */
  let start: string | null = "";
  let out: string[] = [];
  const take = ({ data, event }: EventSourceMessage): void => {
    const text = data.trim();
    start = null;
    if (isOver) return;
    if (text === "[DONE]") {
      isOver = true;
      return;
    }
    const value = jsonIn(text);
    if (isNothing(text, value)) return;
    if (event === "error" && !isJsonObject(value)) {
      isOver = true;
      out.push(written(reader.failed(errorOf(value ?? text))));
      return;
    }
    if (!isJsonObject(value)) {
      // A comment of the server, or cut off.
      if (isLast || (event !== undefined && event !== "message")) return;
      throw new NotUnderstood(`an event is not a JSON object: ${text.slice(0, 200)}`);
    }
    for (const one of reader.take(value, event)) {
      out.push(written(one));
      isOver ||= isJsonObject(one["error"]);
    }
  };
  const parser = createParser({
    onEvent: take,
    maxBufferSize: EVENT_MAX,
    onError: (error) => {
      if (error.type === "max-buffer-size-exceeded")
        throw new NotUnderstood("an event is too long");
    },
  });
  const feed = (text: string, controller: TransformStreamDefaultController<string>): void => {
    try {
      if (start !== null) start += text.slice(0, START_MAX - start.length);
      parser.feed(text);
      if (isLast && start !== null && start.trim() !== "" && !IS_STREAM.test(start)) {
        throw new NotUnderstood(noStream(start));
      }
      if (isOver || isLast) out.push(...(reader.end?.() ?? []).map(written));
    } catch (error) {
      if (!(error instanceof NotUnderstood)) throw error;
      isOver = true;
      out.push(refused(error.message, reader));
    }
    for (const event of out) controller.enqueue(event);
    out = [];
    if (isOver) controller.terminate();
  };
  return new TransformStream({
    transform: feed,
    flush(controller) {
      // The last event may lack its empty line.
      isLast = true;
      feed("\n\n", controller);
    },
  });
}

/** An event without content: keep-alives of several servers. */
const isNothing = (text: string, value: unknown): boolean =>
  text === "" ||
  value === null ||
  value === "" ||
  (typeof value === "object" && Object.keys(value).length === 0);
