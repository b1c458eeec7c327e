// The thread that reads large messages, one at a time: from bytes to what the wire takes.
import { parentPort } from "node:worker_threads";
import type { TextAsk, TextTold } from "../services/textPorts.ts";
import { readText } from "./readText.ts";

parentPort?.on("message", ({ id, chunks, values }: TextAsk) => {
  const tell = (told: TextTold): void => parentPort?.postMessage(told);
  try {
    tell({ id, read: readText(chunks, values) });
  } catch {
    // It cannot travel, or nests too deep for it.
    tell({ id, read: null });
  }
});
