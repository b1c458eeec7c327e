// Gets a small JSON document over HTTP, with limits on time and size; errors are failures as data.
import type { Json } from "#shared/json.ts";
import { fail, ok, type ModelFailure, type Outcome } from "#shared/outcome.ts";
import { failureOf } from "../generation/failures.ts";
import { shorten, statusFailure } from "../generation/statusFailures.ts";

export interface GetOptions {
  timeoutMs: number;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Replaces `fetch`, to apply proxies and certificates; redirects are errors in any case. */
  fetch?: typeof globalThis.fetch;
  /** Sent as a POST. */
  body?: Json;
}

/** A list of models is far smaller than this. */
const MAX_BYTES = 16 << 20;

/** GETs (or, with a body, POSTs to) `url` and parses its body. A redirect, a status other than 2xx, a timeout and anything that is not JSON are failures. */
export async function getJson(
  url: string,
  options: GetOptions,
): Promise<Outcome<Json, ModelFailure>> {
  const control = new AbortController();
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    control.abort();
  }, options.timeoutMs);
  const abort = (): void => control.abort();
  options.signal?.addEventListener("abort", abort, { once: true });
  try {
    const response = await (options.fetch ?? fetch)(url, {
      signal: control.signal,
      redirect: "error",
      headers: { Accept: "application/json", ...options.headers },
      ...(options.body === undefined ? {} : posted(options.body)),
    });
    const text = await readText(response);
    if (text === null)
      return fail({ kind: "model-malformed-answer", detail: `more than ${MAX_BYTES} bytes` });
    if (response.status === 404) {
      // There is no such path; the failure for that status would blame the model.
      return fail({ kind: "model-other", status: 404, detail: shorten(text) });
    }
    if (!response.ok) {
      return fail(statusFailure(response.status, text, Object.fromEntries(response.headers), ""));
    }
    return ok(JSON.parse(text) as Json);
  } catch (error) {
    if (timedOut) {
      return fail({ kind: "model-timeout", afterMs: options.timeoutMs, stage: "connect" });
    }
    if (error instanceof SyntaxError) {
      return fail({ kind: "model-malformed-answer", detail: "the answer is not JSON" });
    }
    return fail(failureOf(error, ""));
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener("abort", abort);
  }
}

const posted = (body: Json): { method: string; body: string } => ({
  method: "POST",
  body: JSON.stringify(body),
});

async function readText(response: Response): Promise<string | null> {
  if (response.body === null) return "";
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = "";
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > MAX_BYTES) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}
