// A message in the list: time, direction, method, size, and the duration of its exchange.
import { memo } from "react";
import { isMessage } from "#shared/servers/traffic.ts";
import type { TrafficRow } from "#shared/servers/traffic.ts";
import { useT } from "#words/index.ts";
import { cx } from "#kit/cx.ts";
import { Icon } from "#kit/controls/Icon.tsx";
import { LeftIcon, NextIcon, WarnIcon } from "#kit/controls/icons.ts";
import { exactTime } from "#kit/text/LogLines.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { size, timeOfDay } from "#kit/text/time.ts";
import type { Exchange } from "./exchanges.ts";
import { preciseDuration } from "./preciseDuration.ts";
import s from "./Traffic.module.css";

/** Longest id shown in a row; the message pane has all of it. */
const ID_CHARACTERS = 12;

export const Row = memo(function Row({
  row,
  exchange,
}: {
  row: TrafficRow;
  exchange: Exchange | undefined;
}) {
  const t = useT();
  if (!isMessage(row)) {
    return (
      <div className={s.mark}>
        <span>{t(`traffic.${row.kind}`, { at: timeOfDay(row.atMs) })}</span>
      </div>
    );
  }
  const odd = row.failed === true || row.notTaken !== undefined || row.kind === "other";
  const kind =
    row.notTaken === undefined
      ? t(row.failed === true ? "traffic.kind.failed" : `traffic.kind.${row.kind}`)
      : t("traffic.notTakenShort");
  const method = row.method ?? exchange?.method;
  return (
    <div className={s.line}>
      <time className={s.time}>{exactTime(row.atMs)}</time>
      <span className={s.way}>
        <Icon of={row.direction === "in" ? LeftIcon : NextIcon} />
        <span className="sr">{t(`traffic.direction.${row.direction}`)}</span>
      </span>
      <span className={cx(s.kind, odd && s.odd)}>
        {odd && <Icon of={WarnIcon} />}
        <span className="cut">{kind}</span>
      </span>
      <span className={s.said}>
        {method !== undefined && (
          <Quote bare cut className={cx(s.method, row.method === undefined && s.derived)}>
            {method}
          </Quote>
        )}
        {row.id !== undefined && (
          <Quote bare className={s.id}>
            {String(row.id).slice(0, ID_CHARACTERS)}
          </Quote>
        )}
        <Quote bare cut className={s.preview}>
          {row.preview}
        </Quote>
      </span>
      <span className={s.number}>
        {row.kind === "answer" && exchange !== undefined ? preciseDuration(t, exchange.tookMs) : ""}
      </span>
      <span className={cx(s.number, row.cut === true && s.warned)}>{size(t, row.bytes)}</span>
    </div>
  );
});
