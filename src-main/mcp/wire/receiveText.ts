// From the text of a message to what the wire takes: counted before it is parsed where it is large, then parsed.
import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { roundedNumbers } from "../../../src-shared/rounded.ts";
import { peek } from "./peek.ts";
import { HEAD_CHARACTERS } from "./readText.ts";
import { hasRoundedId } from "./roundedNumbers.ts";
import type { PipeListener, MessageSource } from "../transports/pipe.ts";

/** Shorter texts hold too little to hold anybody up. */
const PEEK_FROM_CHARACTERS = 256 * 1024;
/** Values of a message that is no sampling request; some seconds of parsing at the very most. */
export const MESSAGE_MAX_VALUES = 2_000_000;

/** Hands a message in, with its size; gives what the protocol library is to see of it. */
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
    // An answer would go out under another id, perhaps that of another request.
    inlet.malformed(text.slice(0, HEAD_CHARACTERS));
    return [];
  }
  return inlet.admit(raw, { ...from, bytes, text, ...(rounded.length === 0 ? {} : { rounded }) });
}

/** What the text says; undefined where it is no JSON. */
export function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
