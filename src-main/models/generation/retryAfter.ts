// How long a provider asks to wait, from its headers or its error message.

/** A longer wait means that a daily or monthly limit was reached; it is only shown. */
const UNITS_MS: Record<string, number> = {
  ms: 1,
  s: 1000,
  second: 1000,
  seconds: 1000,
  m: 60_000,
  minutes: 60_000,
  h: 3_600_000,
};

/**
 * Milliseconds, or null if none is stated. Headers: Retry-After (RFC 9110, seconds or a date) and OpenAI's
 * retry-after-ms. Bodies: Gemini's `"retryDelay": "37s"`, OpenAI's "Please try again in 1m30.5s", Azure's "Please
 * retry after 26 seconds".
 */
export function retryAfter(headers: Record<string, string>, body: string): number | null {
  const lower = new Map(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const ms = Number(lower.get("retry-after-ms") ?? Number.NaN);
  if (Number.isFinite(ms) && ms >= 0) return ms;
  const value = lower.get("retry-after");
  if (value !== undefined) {
    const seconds = Number(value);
    if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
    const atMs = Date.parse(value);
    if (!Number.isNaN(atMs)) return Math.max(0, atMs - Date.now());
  }
  const said =
    /"retryDelay"\s*:\s*"([\d.]+s)"/.exec(body)?.[1] ??
    /(?:try again|retry) (?:in|after) ((?:[\d.]+ ?(?:ms|seconds?|minutes|[smh])\b ?)+)/i.exec(
      body,
    )?.[1];
  return said === undefined ? null : durationMs(said);
}

/** `1m30.5s`, `26 seconds`, `420ms`. */
function durationMs(text: string): number | null {
  let total = 0;
  for (const [, count = "", unit = ""] of text.matchAll(/([\d.]+) ?([a-z]+)/gi)) {
    const unitMs = UNITS_MS[unit.toLowerCase()];
    if (unitMs === undefined) return null;
    total += Number(count) * unitMs;
  }
  return Number.isFinite(total) ? Math.ceil(total) : null;
}
