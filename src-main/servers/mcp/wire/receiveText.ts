// From a message's text to the wire: counts its values if it is large, then parses it.
import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { jsonIn } from "#shared/json.ts";
import { roundedNumbers } from "#shared/rounded.ts";
import { peek } from "./peek.ts";
import { HEAD_CHARACTERS } from "./readText.ts";
import { hasRoundedId } from "./roundedNumbers.ts";
import type { PipeListener, MessageSource } from "../transports/pipe.ts";
import type { ReadText, TextReader, ValuesMax } from "../../../core/textPorts.ts";
import { SAMPLING_METHOD } from "./envelope.ts";

/** Shorter texts can't take long to parse. */
const PEEK_FROM_CHARACTERS = 256 * 1024;
/** The most values of a message other than a sampling request: some seconds of parsing at most. */
export const MESSAGE_MAX_VALUES = 2_000_000;

/** Passes on a message with its size; returns what the protocol library gets to see of it. */
export function receiveText(
  inlet: PipeListener,
  text: string,
  from: MessageSource,
  bytes = Buffer.byteLength(text),
): JSONRPCMessage[] {
  const large = text.length < PEEK_FROM_CHARACTERS ? null : peek(text);
  if (large !== null && large.values > inlet.valuesMax(large.method)) {
    inlet.oversized({ ...large, bytes, head: text.slice(0, HEAD_CHARACTERS) }, from);
    return [];
  }
  const raw = jsonIn(text);
  inlet.tap.record("in", text, raw, bytes);
  if (raw === undefined) {
    inlet.malformed(text);
    return [];
  }
  const rounded = roundedNumbers(text);
  if (hasRoundedId(rounded)) {
    // The id lost precision: a response could go to another request.
    inlet.malformed(text.slice(0, HEAD_CHARACTERS));
    return [];
  }
  return inlet.admit(raw, { ...from, bytes, text, ...(rounded.length === 0 ? {} : { rounded }) });
}

/** Messages of at least this size are parsed by the thread; of these the traffic keeps only the start. */
export const LARGE_BYTES = 1024 * 1024;

export const valuesMaxOf = (inlet: PipeListener): ValuesMax => ({
  sampling: inlet.valuesMax(SAMPLING_METHOD),
  other: inlet.valuesMax(null),
});

/** Passes on a message, parsed by the thread if it is large. `texts` null: there is no thread. */
export async function receiveMessage(
  inlet: PipeListener,
  text: string,
  from: MessageSource,
  texts: TextReader | null,
): Promise<JSONRPCMessage[]> {
  const bytes = Buffer.byteLength(text);
  if (texts === null || bytes < LARGE_BYTES) return receiveText(inlet, text, from, bytes);
  const read = await texts.read([Buffer.from(text)], valuesMaxOf(inlet)).catch(() => null);
  return read === null
    ? receiveText(inlet, text, from, bytes)
    : receiveRead(inlet, read, from, bytes);
}

/** Passes on what was read of a message of `bytes`; returns what the protocol library gets to see of it. */
export function receiveRead(
  inlet: PipeListener,
  read: ReadText,
  from: MessageSource,
  bytes: number,
): JSONRPCMessage[] {
  switch (read.kind) {
    case "blank":
      return [];
    case "oversized":
      inlet.oversized({ ...read.peeked, bytes, head: read.head }, from);
      return [];
    case "rubbish":
      inlet.tap.record("in", read.text, undefined, bytes);
      inlet.malformed(read.text);
      return [];
    case "message": {
      const { raw, head, rounded, paramsHash, media } = read;
      inlet.tap.record("in", head, raw, bytes, true);
      if (hasRoundedId(rounded)) {
        // The id lost precision: a response could go to another request.
        inlet.malformed(head.slice(0, HEAD_CHARACTERS));
        return [];
      }
      return inlet.admit(raw, {
        ...from,
        bytes,
        ...(rounded.length === 0 ? {} : { rounded }),
        ...(paramsHash === undefined ? {} : { paramsHash }),
        ...(media === undefined ? {} : { media }),
      });
    }
  }
}
