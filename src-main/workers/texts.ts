// The thread that reads large messages, one at a time: from bytes to what the wire takes, with what the store would work
// out of the media in them.
import { parentPort } from "node:worker_threads";
import { mainProxy } from "../background/calls.ts";
import { readText } from "../mcp/wire/readText.ts";
import type { TextCalls } from "../services/textPorts.ts";
import { readMedium } from "../store/ledger/medium.ts";

/** What has come so far of messages that come in parts. */
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
      // It nests too deep for it.
      return null;
    }
  },
} satisfies TextCalls);
