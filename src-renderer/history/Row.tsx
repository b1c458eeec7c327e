// One line of the history: when it ended, how, who asked what by which call, what it took, who decided.
import { memo } from "react";
import { useT } from "../i18n/index.ts";
import type { T } from "../i18n/index.ts";
import type { HistoryRow, RowFacts } from "../../src-shared/ledger/history.ts";
import { useMoney } from "../state/money.ts";
import { cx } from "../ui/cx.ts";
import { Icon } from "../ui/controls/Icon.tsx";
import { ImportIcon, ReplayIcon } from "../ui/controls/icons.ts";
import { Quote } from "../ui/text/Quote.tsx";
import { StageGlyph } from "../components/requests/StageGlyph.tsx";
import { decimal } from "../ui/text/time.ts";
import { deciderWords, outcomeWords, replyOf, stageOfFacts } from "./outcome.ts";
import { shortTime } from "./words.ts";
import s from "./History.module.css";

/** A row of the list; a place of the same height while its facts are on their way. */
export const Row = memo(function Row({
  row,
  todayMs,
}: {
  row: HistoryRow | undefined;
  todayMs: number;
}) {
  if (row !== undefined) return <Cells row={row} todayMs={todayMs} />;
  return (
    <div className={s.line} aria-busy="true">
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
  const { facts } = row;
  const stage = stageOfFacts(facts);
  const decided = deciderWords(t, facts);
  return (
    <div className={s.line}>
      <time className={s.time}>{shortTime(facts.endedAtMs ?? facts.receivedAtMs, todayMs)}</time>
      <span className={cx(s.outcome, s[stage])}>
        <StageGlyph stage={stage} reply={replyOf(facts)} silent />
        <span className="cut">{outcomeWords(t, facts)}</span>
      </span>
      <span className={s.server}>
        {row.imported !== null && (
          <span title={t("history.imported.title")}>
            <Icon of={ImportIcon} />
            <span className="sr">{t("history.imported.title")}</span>
          </span>
        )}
        {facts.reply === "replay" && <Icon of={ReplayIcon} />}
        <b className="cut" title={facts.serverName}>
          {facts.serverName}
        </b>
      </span>
      <span className={s.call}>
        {facts.call !== null && (
          <Quote bare cut>
            {facts.call}
          </Quote>
        )}
      </span>
      <span className={s.asked}>
        {row.forgotten === "all" ? (
          <span className="ink3">{t("history.forgotten.row")}</span>
        ) : (
          <Quote bare cut>
            {facts.firstWords}
          </Quote>
        )}
      </span>
      <span className={s.model}>{modelWords(t, facts)}</span>
      <span className={s.number}>{facts.tokens === null ? "" : decimal(facts.tokens)}</span>
      <span className={s.number}>
        {facts.costUsd === null ? "" : `${facts.costAtLeast ? "≥ " : ""}${money(facts.costUsd)}`}
      </span>
      <span className={s.decided} title={decided}>
        {decided}
      </span>
    </div>
  );
}

function modelWords(t: T, { byHand, answeredBy, decidedBy2, models }: RowFacts) {
  if (decidedBy2.includes("fixture")) return t("history.decider.fixture");
  if (byHand) return t("review.attempts.byHand");
  const [first = answeredBy] = models;
  if (first === null) return "";
  return (
    <Quote bare cut>
      {first}
    </Quote>
  );
}
