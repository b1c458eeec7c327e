// Passes on a large message that the worker thread has parsed, as `takeText` does with any other message.
import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import type { ReadText, TextReader, ValuesMax } from "../../../core/textPorts.ts";
import { SAMPLING_METHOD } from "../session/methods.ts";
import type { PipeListener, MessageSource } from "../transports/pipe.ts";
import { HEAD_CHARACTERS } from "./readText.ts";
import { hasRoundedId } from "./roundedNumbers.ts";
import { receiveText } from "./receiveText.ts";

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
