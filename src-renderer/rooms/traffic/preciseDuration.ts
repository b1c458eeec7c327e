import type { T } from "#words/index.ts";
import { decimal, elapsed } from "#kit/text/time.ts";

/**
 * A duration with fractions of short ones, as local exchanges often take less than a millisecond: `0.4 ms`, `12 ms`,
 * `1.9 s`.
 */
export const preciseDuration = (t: T, ms: number): string =>
  ms < 10 ? t("common.milliseconds", { value: decimal(ms, 1) }) : elapsed(t, ms);
