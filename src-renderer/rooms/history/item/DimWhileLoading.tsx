// The previous request, dimmed while the next one loads, with a note which one that is. A quick load changes nothing
// visible.
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useT } from "#words/index.ts";
import type { HistoryRow } from "#shared/ledger/history.ts";
import { rowIndexOf, rowAt, useHistoryList } from "#data/history.ts";
import { cx } from "#kit/cx.ts";
import { Quote } from "#kit/text/Quote.tsx";
import s from "./Item.module.css";

/** Faster loads do not dim, to avoid flicker. Milliseconds. */
const LATE_MS = 150;

/** @param nextId the selected request while it loads; null if `children` show it */
export function DimWhileLoading({
  nextId,
  children,
}: {
  nextId: string | null;
  children: ReactNode;
}) {
  const t = useT();
  const row = useHistoryList((state) => rowAt(state, rowIndexOf(state, nextId)));
  const name = row === undefined ? null : nameOf(row);
  const isDimmed = useLate(nextId !== null, "");
  const isSaid = useLate(nextId !== null, nextId);
  return (
    <>
      <div className={cx(s.read, isDimmed && s.dimmed)} aria-busy={isDimmed}>
        {children}
      </div>
      {/* Always rendered: a live region announces only text added later. */}
      <p role="status" className={s.opening}>
        {isSaid &&
          (row === undefined ? (
            t("history.opening.other")
          ) : (
            <>
              <span>{t("history.opening.of", { server: row.facts.serverName })}</span>{" "}
              {name !== null && (
                <Quote bare cut>
                  {name}
                </Quote>
              )}
            </>
          ))}
      </p>
    </>
  );
}

/** Its first words, else its call. */
const nameOf = ({ facts, forgotten }: HistoryRow): string | null =>
  forgotten === "all" || facts.firstWords === "" ? facts.call : facts.firstWords;

/** True once it has lasted; a new `what` starts over. */
function useLate(lasts: boolean, what: string | null): boolean {
  const [late, setLate] = useState<{ what: string | null } | null>(null);
  useEffect(() => {
    if (!lasts) return undefined;
    const timer = setTimeout(() => setLate({ what }), LATE_MS);
    return () => {
      clearTimeout(timer);
      setLate(null);
    };
  }, [lasts, what]);
  return lasts && late !== null && late.what === what;
}
