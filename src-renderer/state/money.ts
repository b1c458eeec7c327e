// Amounts in the person's currency, for any room.
import { useCallback } from "react";
import { useT } from "../i18n/index.ts";
import { moneyWords } from "../ui/money.ts";
import { useMirror } from "./mirror.ts";

/** USD in words. */
export function useMoney(): (usd: number) => string {
  const t = useT();
  const own = useMirror((state) => state.settings.currency);
  return useCallback((usd: number) => moneyWords(t, usd, own), [t, own]);
}
