// How many tokens a model takes, in words: what it really has room for first.
import type { ModelView } from "../../../src-shared/models/model.ts";
import type { T } from "../../i18n/index.ts";
import { decimal } from "../../ui/text/time.ts";

/** `40 k`, `1 M`; empty where it is not known. */
function tokens(t: T, count: number | undefined): string {
  if (count === undefined) return "";
  if (count >= 1_000_000)
    return t("settings.models.millions", { value: decimal(count / 1_000_000, 0) });
  return count >= 1000
    ? t("settings.models.thousands", { value: decimal(Math.floor(count / 1000)) })
    : decimal(count);
}

/** The room that there is, of that which the model was made for where that is more. */
export function contextWords(t: T, { abilities, serving }: ModelView): string {
  const used = tokens(t, abilities.contextTokens);
  if (!isCramped({ serving })) return used;
  return t("providers.of", { used, max: tokens(t, serving?.maxContextTokens) });
}

/** The same with what follows from it, for a tooltip. */
export function contextWhy(t: T, { serving }: ModelView): string | undefined {
  const { contextTokens: used, contextFrom, maxContextTokens: max } = serving ?? {};
  if (used === undefined || max === undefined || contextFrom === undefined) return undefined;
  const words = t(`providers.served.${contextFrom}`, { used, max });
  return serving?.cutsSilently === true ? `${words} ${t("providers.served.cuts")}` : words;
}

/** The program gives it less room than it was made for. */
export function isCramped({ serving }: { serving?: ModelView["serving"] | undefined }): boolean {
  const { contextTokens: used, maxContextTokens: max } = serving ?? {};
  return used !== undefined && max !== undefined && used < max;
}
