// A model's context size in words: what the provider actually allows first.
import type { ModelView } from "#shared/models/model.ts";
import type { T } from "#words/index.ts";
import { decimal } from "#kit/text/time.ts";

/** Like `40 k` or `1 M`; empty when unknown. */
function tokens(t: T, count: number | undefined): string {
  if (count === undefined) return "";
  if (count >= 1_000_000) return t("common.valueM", { value: decimal(count / 1_000_000, 0) });
  return count >= 1000
    ? t("common.valueK", { value: decimal(Math.floor(count / 1000)) })
    : decimal(count);
}

/** The available context, and the model's maximum if larger. */
export function contextWords(t: T, { abilities, serving }: ModelView): string {
  const used = tokens(t, abilities.contextTokens);
  if (!isCramped({ serving })) return used;
  return t("providers.of", { used, max: tokens(t, serving?.maxContextTokens) });
}

/** An explanation for the tooltip. */
export function contextWhy(t: T, { serving }: ModelView): string | undefined {
  const { contextTokens: used, contextFrom, maxContextTokens: max } = serving ?? {};
  if (used === undefined || max === undefined || contextFrom === undefined) return undefined;
  const words = t(`providers.served.${contextFrom}`, { used, max });
  return serving?.cutsSilently === true ? `${words} ${t("providers.served.cuts")}` : words;
}

/** Whether the provider gives the model less context than it supports. */
export function isCramped({ serving }: { serving?: ModelView["serving"] | undefined }): boolean {
  const { contextTokens: used, maxContextTokens: max } = serving ?? {};
  return used !== undefined && max !== undefined && used < max;
}
