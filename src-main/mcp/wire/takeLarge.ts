// A large message of which the thread has read what costs by the byte: handed in as `takeText` hands in any other.
import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import type { ReadText, TextReader, ValuesMax } from "../../services/textPorts.ts";
import { SAMPLING } from "../session/names.ts";
import type { Inlet, Source } from "../transports/pipe.ts";
import { HEAD_CHARACTERS } from "./readText.ts";
import { hasRoundedId } from "./roundedIn.ts";
import { takeText } from "./takeText.ts";

/** Messages from here on are read by the thread; of these the traffic keeps only the beginning. */
export const LARGE_BYTES = 1024 * 1024;

export const valuesMaxOf = (inlet: Inlet): ValuesMax => ({
  sampling: inlet.valuesMax(SAMPLING),
  other: inlet.valuesMax(null),
});

/** Hands a message in, read by the thread where it is large. `texts` null: there is no thread. */
export async function takeAny(
  inlet: Inlet,
  text: string,
  from: Source,
  texts: TextReader | null,
): Promise<JSONRPCMessage[]> {
  const bytes = Buffer.byteLength(text);
  if (texts === null || bytes < LARGE_BYTES) return takeText(inlet, text, from, bytes);
  const read = await texts.read([Buffer.from(text)], valuesMaxOf(inlet)).catch(() => null);
  return read === null ? takeText(inlet, text, from, bytes) : takeRead(inlet, read, from, bytes);
}

/** Hands in what was read of a message of `bytes`; gives what the protocol library is to see of it. */
export function takeRead(
  inlet: Inlet,
  read: ReadText,
  from: Source,
  bytes: number,
): JSONRPCMessage[] {
  switch (read.kind) {
    case "blank":
      return [];
    case "oversized":
      inlet.oversized({ ...read.peeked, bytes, head: read.head }, from);
      return [];
    case "rubbish":
      inlet.tap.passed("in", read.text, undefined, bytes);
      inlet.rubbish(read.text);
      return [];
    case "message": {
      const { raw, head, rounded, paramsHash, media } = read;
      inlet.tap.passed("in", head, raw, bytes, true);
      if (hasRoundedId(rounded)) {
        // An answer would go out under another id, perhaps that of another request.
        inlet.rubbish(head.slice(0, HEAD_CHARACTERS));
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
