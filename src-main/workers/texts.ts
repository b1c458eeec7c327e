// The thread that reads large messages, one at a time: from bytes to what the wire takes, with what the store would work
// out of the media in them.
import { parentPort } from "node:worker_threads";
import { readText } from "../mcp/wire/readText.ts";
import type { TextAsk, TextTold } from "../services/textPorts.ts";
import { readMedium } from "../store/ledger/medium.ts";

/** What has come so far of messages that come in parts. */
const begun = new Map<number, Uint8Array[]>();

parentPort?.on("message", ({ id, chunks, values }: TextAsk) => {
  const all = [...(begun.get(id) ?? []), ...chunks];
  if (values === null) {
    begun.set(id, all);
    return;
  }
  begun.delete(id);
  const tell = (told: TextTold): void => parentPort?.postMessage(told);
  try {
    tell({ id, read: readText(all, values, readMedium) });
  } catch {
    // It cannot travel, or nests too deep for it.
    tell({ id, read: null });
  }
});
