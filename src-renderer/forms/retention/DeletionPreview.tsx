// A preview of deletion: what would be deleted, how much that frees, and what stays because other requests share it.
import type { ReactNode } from "react";
import type { RetentionReach as Reach } from "#shared/ledger/retention.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import s from "./DeletionPreview.module.css";
import { size } from "#kit/text/time.ts";

/** @param reach null while it is computed */
export function DeletionPreview({
  reach,
  nothing,
}: {
  reach: Outcome<Reach, Failure> | null;
  /** Shown if nothing would be deleted; by default the size of what is kept. */
  nothing?: (held: string) => ReactNode;
}) {
  const t = useT();
  if (reach !== null && !reach.ok) return <FailureBar failure={reach.failure} />;
  return (
    <div className={s.reach} role="status" aria-live="polite">
      {reach === null ? (
        <p>{t("retention.preview.asking")}</p>
      ) : (
        <Found reach={reach.value} nothing={nothing} />
      )}
    </div>
  );
}

function Found({
  reach,
  nothing,
}: {
  reach: Reach;
  nothing: ((held: string) => ReactNode) | undefined;
}) {
  const t = useT();
  const before = size(t, reach.before);
  const what = reachWords(t, reach);
  if (what === "") return <p>{nothing?.(before) ?? t("retention.preview.none", { before })}</p>;
  const { freed, stays } = reach;
  return (
    <>
      <p className={s.goes}>{t("retention.preview.goes", { what })}</p>
      <p>
        {t("retention.preview.frees", {
          freed: size(t, freed),
          before,
          after: size(t, reach.after),
        })}{" "}
        {stays > 0 && t("retention.preview.stays", { stays: size(t, stays) })}
      </p>
    </>
  );
}

/** `3 requests · images and sounds of 2 requests · 1 question to you`; empty if nothing would be deleted. */
export function reachWords(
  t: T,
  {
    requests,
    mediaOnly = 0,
    questions,
  }: { requests: number; mediaOnly?: number; questions: number },
): string {
  const whole = requests - mediaOnly;
  return [
    whole > 0 ? t("retention.preview.requests", { count: whole }) : "",
    mediaOnly > 0 ? t("retention.preview.media", { count: mediaOnly }) : "",
    questions > 0 ? t("retention.preview.questions", { count: questions }) : "",
  ]
    .filter((part) => part !== "")
    .join(" · ");
}
