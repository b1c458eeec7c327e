// Tells a server that asked for progress that its request is still being looked at: the one way to move
// its clock (MCP 2025-11-25, Progress; the server must reset its timeout on progress).
import type { Json } from "../../../src-shared/json.ts";
import { isJsonObject } from "../../../src-shared/json.ts";

export const KEEPALIVE_MS = 10_000;

/** The progress token of a request's params. 0 and "" are tokens. */
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
