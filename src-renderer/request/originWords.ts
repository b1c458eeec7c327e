// The source of a fact about a model, as text.
import type { FactOrigin } from "#shared/models/ranking/abilities.ts";
import type { T } from "#words/index.ts";

/** `genai-prices, 2026-09-23, as claude-opus-4-5`; empty if the source is unknown. */
export function originWords(t: T, origin: FactOrigin | undefined): string {
  if (origin === undefined) return "";
  const source = t(`ranking.source.${origin.source}`);
  const dated =
    origin.asOf === undefined ? source : t("ranking.sourceAsOf", { source, date: origin.asOf });
  return origin.as === undefined
    ? dated
    : t("ranking.sourceAs", { source: dated, name: origin.as });
}
