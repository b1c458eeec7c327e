// Formats amounts in USD, as providers bill them.
import { useCallback } from "react";
import { numberFormat } from "#words/formats.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";

/** Formats an amount in USD. */
export function useMoney(): (usd: number) => string {
  const t = useT();
  return useCallback((usd: number) => formatMoney(t, usd), [t]);
}

/** Smaller amounts are shown as "less than this". */
const LEAST = 0.0001;

/** `free`, `<$0.0001`, `$0.0042`, `$1.20`, `$1,204`: two significant digits below one, cents above. */
export function formatMoney(t: T, usd: number): string {
  if (usd === 0) return t("cost.free");
  return usd < LEAST ? `<${dollars(LEAST, 4)}` : dollars(usd, digitsOf(usd));
}

function digitsOf(value: number): number {
  if (value >= 100) return 0;
  return value >= 1 ? 2 : Math.max(2, 1 - Math.floor(Math.log10(value)));
}

/** Formats an amount in USD with so many digits after the point. */
export function dollars(usd: number, digits: number): string {
  return numberFormat({
    style: "currency",
    currency: "USD",
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(usd);
}
