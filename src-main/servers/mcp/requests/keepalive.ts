// Sends progress to a server that asked for it while its request is pending, as progress resets the server's timeout
// (MCP 2025-11-25, Progress).
import type { Json } from "#shared/json.ts";
import { isJsonObject } from "#shared/json.ts";

export const KEEPALIVE_MS = 10_000;

/** The progress token in a request's params. 0 and "" are valid tokens. */
export function progressTokenOf(params: Json | undefined): string | number | undefined {
  const meta = isJsonObject(params) ? params["_meta"] : undefined;
  const token = isJsonObject(meta) ? meta["progressToken"] : undefined;
  return typeof token === "string" || typeof token === "number" ? token : undefined;
}

/** Calls `tell` with 1, 2, 3 … every `everyMs` until the returned function is called. */
export function keepAlive(tell: (progress: number) => void, everyMs = KEEPALIVE_MS): () => void {
  let progress = 0;
  const timer = setInterval(() => {
    progress += 1;
    tell(progress);
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
