// The conversation of a request: its requests in order, as links.
import { useT } from "#words/index.ts";
import type { HistoryRow } from "#shared/ledger/history.ts";
import { cx } from "#kit/cx.ts";
import { useToday } from "../useToday.ts";
import { Cells } from "../Row.tsx";
import item from "./Item.module.css";
import s from "../History.module.css";

export function Thread({
  rows,
  current,
  onOpen,
}: {
  rows: readonly HistoryRow[];
  current: string;
  onOpen: (sampleId: string) => void;
}) {
  const t = useT();
  const todayMs = useToday();
  return (
    <div className={item.scrolled} data-scroller="" tabIndex={-1}>
      <ol className={s.thread} aria-label={t("history.threadLabel")}>
        {rows.map((row) => (
          <li key={row.facts.id}>
            <button
              type="button"
              className={cx(s.turn, row.facts.id === current && s.current)}
              aria-current={row.facts.id === current ? "true" : undefined}
              onClick={() => onOpen(row.facts.id)}
            >
              <Cells row={row} todayMs={todayMs} />
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}
