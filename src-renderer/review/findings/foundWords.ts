// What was found, in a few words: the same at the side and in the narrow line.
import { tallyOf } from "../../../src-shared/inspect/tally.ts";
import type { T } from "../../i18n/index.ts";
import type { FindingsResult } from "../../state/findings.ts";

/** How many serious ones, or else how many at all; empty where there are none. */
export function foundWords(t: T, looked: FindingsResult): string {
  const { serious, all } = tallyOf(looked);
  if (serious > 0) return t("review.serious.found", { count: serious });
  return all > 0 ? t("review.brief.findings", { count: all }) : "";
}

/**
 * The rest of it.
 * @param flags oddities by the protocol's rules: no findings, and counted apart
 * @param notes what a kind of request warns of itself
 */
export function restWords(t: T, looked: FindingsResult, flags: number, notes = 0): string[] {
  const { serious, all } = tallyOf(looked);
  const others = serious === 0 ? 0 : all - serious;
  return [
    ...(others > 0 ? [t("review.serious.others", { count: others })] : []),
    ...(notes > 0 ? [t("review.brief.warnings", { count: notes })] : []),
    ...(flags > 0 ? [t("review.brief.flags", { count: flags })] : []),
  ];
}
