// Amounts in words, for any room: USD as providers bill it, or the person's own currency by their own rate.
import { useCallback } from "react";
import type { OwnCurrency } from "../../src-shared/settings/settings.ts";
import { numberFormat } from "../i18n/formats.ts";
import { useT } from "../i18n/index.ts";
import type { T } from "../i18n/index.ts";
import { useMirror } from "./mirror.ts";

/** USD in words. */
export function useMoney(): (usd: number) => string {
  const t = useT();
  const own = useMirror((state) => state.settings.currency);
  return useCallback((usd: number) => moneyWords(t, usd, own), [t, own]);
}

/** USD in the person's own currency; null where amounts are in USD. */
export function useOwnMoney(): ((usd: number) => string) | null {
  const money = useMoney();
  const own = useMirror((state) => state.settings.currency);
  return own === null ? null : money;
}

/** Less than this is said as such, in whatever currency. */
const LEAST = 0.0001;

/** `free`, `<$0.0001`, `$0.0042`, `$1.20`, `$1,204`: two digits that mean something, cents from one on. */
export function moneyWords(t: T, usd: number, own: OwnCurrency | null = null): string {
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
