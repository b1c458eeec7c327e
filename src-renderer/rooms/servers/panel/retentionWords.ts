// The retention rule in a few words.
import type { Retention } from "#shared/servers/policy/retention.ts";
import type { T } from "#words/index.ts";

/** @param retention null: a server without its own rule */
export function retentionWords(t: T, retention: Retention | null): string {
  if (retention === null) return t("retention.sum.usual");
  const { days, megabytes, textOnly } = retention;
  const said = [
    ...(days === null ? [] : [t("retention.sum.days", { count: days })]),
    ...(megabytes === null ? [] : [t("retention.sum.megabytes", { count: megabytes })]),
    ...(textOnly ? [t("retention.sum.textOnly")] : []),
  ];
  return said.length === 0 ? t("retention.sum.all") : said.join(" · ");
}
