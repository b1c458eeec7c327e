// Amounts in words: USD as providers bill it, or the person's own currency by the rate that the person has set.
import type { T } from "../i18n/index.ts";
import { currentLanguage } from "../i18n/index.ts";
import type { OwnCurrency } from "../../src-shared/settings/settings.ts";

/** Less than this is said as such, in whatever currency. */
const LEAST = 0.0001;

/** `free`, `<$0.0001`, `$0.0042`, `$1.20`, `$1,204`: two digits that mean something, cents from one on. */
export function moneyWords(t: T, usd: number, own: OwnCurrency | null = null): string {
  if (usd === 0) return t("cost.free");
  const value = usd * (own?.perUsd ?? 1);
  const code = own?.code ?? "USD";
  return value < LEAST ? `<${formatted(LEAST, code)}` : formatted(value, code);
}

function formatted(value: number, currency: string): string {
  const digits = value >= 100 ? 0 : value >= 1 ? 2 : Math.max(2, 1 - Math.floor(Math.log10(value)));
  return new Intl.NumberFormat(currentLanguage(), {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);
}
