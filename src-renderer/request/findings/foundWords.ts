// The findings in a few words, for the side panel and the narrow line.
import { tallyOf } from "#shared/findings/tally.ts";
import type { T } from "#words/index.ts";
import type { FindingsResult } from "#data/findings.ts";

/** The number of serious findings, else of all; empty if there are none. */
export function foundWords(t: T, looked: FindingsResult): string {
  const { serious, all } = tallyOf(looked);
  if (serious > 0) return t("common.countSeriousFindings", { count: serious });
  return all > 0 ? t("review.brief.findings", { count: all }) : "";
}

/**
 * What `foundWords` leaves out.
 * @param rest protocol oddities, warnings of a kind of request, and what was changed since an earlier turn, counted apart
 */
export function restWords(
  t: T,
  looked: FindingsResult,
  { flags, notes = 0, changes = 0 }: { flags: number; notes?: number; changes?: number },
): string[] {
  const { serious, all } = tallyOf(looked);
  const others = serious === 0 ? 0 : all - serious;
  return [
    ...(others > 0 ? [t("review.serious.others", { count: others })] : []),
    ...(changes > 0 ? [t("review.brief.changes", { count: changes })] : []),
    ...(notes > 0 ? [t("review.brief.warnings", { count: notes })] : []),
    ...(flags > 0 ? [t("review.brief.flags", { count: flags })] : []),
  ];
}
