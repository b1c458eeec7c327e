// Facts from a local model's file, in words.
import type { LocalFacts } from "#shared/models/local/local.ts";
import type { T } from "#words/index.ts";
import { decimal, size } from "#kit/text/time.ts";

/** The facts in display order. */
export function factWords(t: T, facts: LocalFacts): string[] {
  const { parameters, quantisation, architecture, contextTokens, licence } = facts;
  return [
    size(t, facts.bytes),
    ...(parameters === undefined
      ? []
      : [t("local.facts.parameters", { value: countWords(t, parameters) })]),
    ...(quantisation === undefined ? [] : [quantisation]),
    ...(architecture === undefined ? [] : [architecture]),
    ...(contextTokens === undefined ? [] : [t("local.facts.context", { count: contextTokens })]),
    licence === undefined
      ? t("local.facts.noLicence")
      : t("local.facts.licence", { name: licence }),
    t(facts.tools ? "local.facts.tools" : "local.facts.noTools"),
  ];
}

/** Short form, like `135 M` or `7.6 B`. */
function countWords(t: T, count: number): string {
  if (count >= 1e9)
    return t("local.billions", { value: decimal(count / 1e9, count < 1e11 ? 1 : 0) });
  if (count >= 1e6) return t("common.valueM", { value: decimal(count / 1e6) });
  return t("common.valueK", { value: decimal(count / 1e3) });
}
