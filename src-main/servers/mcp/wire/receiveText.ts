// From a message's text to the wire: counts its values if it is large, then parses it.
import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { roundedNumbers } from "#shared/rounded.ts";
import { peek } from "./peek.ts";
import { HEAD_CHARACTERS } from "./readText.ts";
import { hasRoundedId } from "./roundedNumbers.ts";
import type { PipeListener, MessageSource } from "../transports/pipe.ts";

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
  const raw = parseText(text);
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

/** The parsed text; undefined if it is not JSON. */
export function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
