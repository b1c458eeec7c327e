// Formats amounts: USD as providers bill it, or the user's own currency at the user's own rate.
import { useCallback } from "react";
import type { OwnCurrency } from "../../src-shared/settings/settings.ts";
import { numberFormat } from "../i18n/formats.ts";
import { useT } from "../i18n/index.ts";
import type { T } from "../i18n/index.ts";
import { useMirror } from "./mirror.ts";

/** Formats an amount in USD. */
export function useMoney(): (usd: number) => string {
  const t = useT();
  const own = useMirror((state) => state.settings.currency);
  return useCallback((usd: number) => formatMoney(t, usd, own), [t, own]);
}

/** Formats USD in the user's own currency; null where amounts are shown in USD. */
export function useLocalCurrency(): ((usd: number) => string) | null {
  const money = useMoney();
  const own = useMirror((state) => state.settings.currency);
  return own === null ? null : money;
}

/** Smaller amounts are shown as "less than this", in any currency. */
const LEAST = 0.0001;

/** `free`, `<$0.0001`, `$0.0042`, `$1.20`, `$1,204`: two significant digits below one, cents above. */
export function formatMoney(t: T, usd: number, own: OwnCurrency | null = null): string {
  if (usd === 0) return t("cost.free");
  const value = usd * (own?.perUsd ?? 1);
  const code = own?.code ?? "USD";
  return value < LEAST ? `<${formatted(LEAST, code, 4)}` : formatted(value, code, digitsOf(value));
}

function digitsOf(value: number): number {
  if (value >= 100) return 0;
  return value >= 1 ? 2 : Math.max(2, 1 - Math.floor(Math.log10(value)));
}

function formatted(value: number, currency: string, digits: number): string {
  return numberFormat({
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);
}
