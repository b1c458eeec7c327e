// One row of the history: when and how it ended, server and call, cost, who decided.
import { memo } from "react";
import { useT } from "#words/index.ts";
import type { HistoryRow } from "#shared/ledger/history.ts";
import { useMoney } from "#data/money.ts";
import { COLUMNS, LINE } from "./columns.tsx";
import s from "./History.module.css";

/** A row of the list, or a placeholder of the same height until it is loaded. */
export const Row = memo(function Row({
  row,
  todayMs,
}: {
  row: HistoryRow | undefined;
  todayMs: number;
}) {
  if (row !== undefined) return <Cells row={row} todayMs={todayMs} />;
  return (
    <div className={s.line} style={LINE} aria-busy="true">
      <span className={s.bone} />
      <span className={s.bone} />
      <span className={s.bone} />
    </div>
  );
});

/** The cells of a row, for any list that shows the same columns. */
export function Cells({ row, todayMs }: { row: HistoryRow; todayMs: number }) {
  const t = useT();
  const money = useMoney();
  const around = { t, money, todayMs };
  return (
    <div className={s.line} style={LINE}>
      {COLUMNS.map(({ id, className, cell }) => (
        <span key={id} className={className}>
          {cell(row, around)}
        </span>
      ))}
    </div>
  );
}
