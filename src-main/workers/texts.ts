// Entry of the thread that parses large messages, one at a time, and computes the hashes of their media.
import { parentPort } from "node:worker_threads";
import { mainProxy } from "../threads/calls.ts";
import { readText } from "../servers/mcp/wire/readText.ts";
import type { TextCalls } from "../core/textPorts.ts";
import { readMedium } from "../history/ledger/medium.ts";

/** Parts received so far of messages sent in parts. */
const begun = new Map<number, readonly Uint8Array[]>();
const soFar = (id: number, chunks: readonly Uint8Array[]): readonly Uint8Array[] => [
  ...(begun.get(id) ?? []),
  ...chunks,
];

mainProxy(parentPort, {
  part: (id, chunks) => void begun.set(id, soFar(id, chunks)),
  read(id, chunks, values) {
    const all = soFar(id, chunks);
    begun.delete(id);
    try {
      return readText(all, values, readMedium);
    } catch {
      // Nested too deeply to parse.
      return null;
    }
  },
} satisfies TextCalls);
