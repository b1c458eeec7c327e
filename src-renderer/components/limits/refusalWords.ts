// Why a request was refused without a person, in words, with the figures of the limit that was reached.
import type { T } from "../../i18n/index.ts";
import { isLimitReason, LIMIT_OF } from "../../../src-shared/policy/limits/limits.ts";
import type { LimitReason } from "../../../src-shared/policy/limits/limits.ts";
import type { Refusal } from "../../../src-shared/sampling/life/sample.ts";
import { CODES } from "../../../src-shared/sampling/checks/codes.ts";
import { numberFormat } from "../../i18n/formats.ts";
import { figureWords } from "../../ui/limitWords.ts";
import { decimal } from "../../ui/text/time.ts";

/** "more than 120 a minute": a part of a sentence. */
export function whyRefused(t: T, { reason, figures }: Refusal): string {
  // What all servers together may hold is no figure of this one.
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
 * The reason of a list's row in two or three words. Null where the rule that refused is named beside it; a word that this
 * version does not know stays as it stands in the record.
 */
export function shortRefusal(t: T, reason: string): string | null {
  if (reason === "refused-by-rule") return null;
  if (isLimitReason(reason)) return t(`limits.of.${LIMIT_OF[reason]}.short`);
  return isShort(reason) ? t(`refusals.short.${reason}`) : reason;
}

type ShortReason = Exclude<Refusal["reason"], LimitReason | "refused-by-rule">;
const NOT_SHORT: ReadonlySet<string> = new Set([
  ...["closing", "call-over", "answer-not-kept", "refused-by-rule"],
]);
const isShort = (reason: string): reason is ShortReason =>
  Object.hasOwn(CODES, reason) && !NOT_SHORT.has(reason);

/** A figure of this reason in words. Money in USD, as the limit was set. */
function wordsFor(t: T, reason: Refusal["reason"]): (n: number) => string {
  if (isLimitReason(reason)) return (n) => figureWords(t, LIMIT_OF[reason], n);
  return reason === "cost-budget" ? (n) => usd(n) : decimal;
}

const usd = (n: number): string =>
  numberFormat({ style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" }).format(n);

/** True when the person could let this server have it: its policy says otherwise now. */
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
