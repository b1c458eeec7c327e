// Texts for automatic refusals, with the figures of the limit that was reached.
import type { T } from "#words/index.ts";
import { isLimitReason, LIMIT_OF } from "#shared/rules/limits/limits.ts";
import type { LimitReason } from "#shared/rules/limits/limits.ts";
import type { Refusal } from "#shared/request/life/heldRequest.ts";
import { CODES } from "#shared/request/checks/codes.ts";
import { numberFormat } from "#words/formats.ts";
import { figureWords } from "#kit/text/limitWords.ts";
import { decimal } from "#kit/text/time.ts";

/** "more than 120 a minute": part of a sentence. */
export function whyRefused(t: T, { reason, figures }: Refusal): string {
  // A limit over all servers together has no figures for this server.
  const whole = figures?.limit === undefined && figures?.found === undefined;
  if (whole && (reason === "too-large" || reason === "too-many-waiting")) {
    return t("refusals.why.deskFull");
  }
  if (reason === "stopped" && figures?.scope === "server") return t("refusals.why.serverStopped");
  const inWords = wordsFor(t, reason);
  const said = (n: number | undefined): string => (n === undefined ? "?" : inWords(n));
  const window = figures?.window === undefined ? "" : t(`refusals.window.${figures.window}`);
  const words = { limit: said(figures?.limit), found: said(figures?.found), window };
  const why = isLimitReason(reason)
    ? t(`limits.of.${LIMIT_OF[reason]}.why`, words)
    : t(`refusals.why.${reason}`, words);
  return figures?.scope === "all" ? t("refusals.why.ofAll", { why }) : why;
}

/**
 * The reason in two or three words, for a row. Null if the row names the refusing rule; an unknown reason is shown as
 * recorded.
 */
export function shortRefusal(t: T, reason: string): string | null {
  if (reason === "refused-by-rule") return null;
  if (isLimitReason(reason)) return t(`limits.of.${LIMIT_OF[reason]}.short`);
  return isShort(reason) ? t(`refusals.short.${reason}`) : reason;
}

type ShortReason = Exclude<Refusal["reason"], LimitReason | "refused-by-rule">;
const NOT_SHORT: ReadonlySet<string> = new Set([
  "closing",
  "call-over",
  "answer-not-kept",
  "refused-by-rule",
]);
const isShort = (reason: string): reason is ShortReason =>
  Object.hasOwn(CODES, reason) && !NOT_SHORT.has(reason);

/** Formats a figure of this reason. Money in USD, as the limit was set. */
function wordsFor(t: T, reason: Refusal["reason"]): (n: number) => string {
  if (isLimitReason(reason)) return (n) => figureWords(t, LIMIT_OF[reason], n);
  return reason === "cost-budget" ? (n) => usd(n) : decimal;
}

const usd = (n: number): string =>
  numberFormat({ style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" }).format(n);

/** True if the server's policy could be changed to allow it. */
export function isSettable({ reason, figures }: Refusal): boolean {
  return (
    BY_SWITCH.has(reason) ||
    ((isLimitReason(reason) || BY_BUDGET.has(reason)) && figures?.limit !== undefined)
  );
}

/** "Refused: …." or "Refused 412 requests: …." */
export function refusedWords(t: T, refusal: Refusal, count = 1): string {
  const why = whyRefused(t, refusal);
  return count === 1 ? t("refusals.one", { why }) : t("refusals.many", { why, count });
}

const BY_SWITCH: ReadonlySet<Refusal["reason"]> = new Set<Refusal["reason"]>([
  "tools-not-declared",
  "not-associated",
  "call-ambiguous",
]);
const BY_BUDGET: ReadonlySet<Refusal["reason"]> = new Set<Refusal["reason"]>([
  "tokens-budget",
  "cost-budget",
]);
