// What an older file holds, in words.
import type { OldFile } from "../../src-shared/ledger/keeping.ts";
import type { T } from "../i18n/index.ts";
import { dayTime } from "../ui/time.ts";

/** What it holds, and whether that is anywhere else. */
export function holdsWords(t: T, { holds, changedMs }: OldFile): string {
  if (holds.kind !== "rows") {
    return `${t(`retention.old.holds.${holds.kind}`)} ${t("retention.old.changed", { time: dayTime(changedMs) })}`;
  }
  const { requests, rows, missing, fromMs, untilMs } = holds;
  return [
    t("retention.old.holds.requests", { count: requests }),
    fromMs === null || untilMs === null
      ? ""
      : t("retention.old.holds.times", { from: dayTime(fromMs), until: dayTime(untilMs) }),
    missing === 0
      ? t("retention.old.holds.here")
      : t("retention.old.holds.missing", { count: missing, rows }),
  ]
    .filter((part) => part !== "")
    .join(" ");
}
