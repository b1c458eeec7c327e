// The columns of the history: width and content. Headings are in the catalogue under `history.column`; the CSV export
// contains all of a row's data whether or not it has a column here.
import type { CSSProperties, ReactNode } from "react";
import type { HistoryRow, RowFacts } from "#shared/ledger/history.ts";
import { StageGlyph } from "#request/StageGlyph.tsx";
import type { T } from "#words/index.ts";
import { Icon } from "#kit/controls/Icon.tsx";
import { ReplayIcon } from "#kit/controls/icons.ts";
import { cx } from "#kit/cx.ts";
import { Quote } from "#kit/text/Quote.tsx";
import { decimal } from "#kit/text/time.ts";
import { deciderWords, outcomeWords, replyOf, stageOfFacts } from "#request/listedOutcome.ts";
import { shortTime } from "./words.ts";
import s from "./History.module.css";

/** What cells need to render. */
export interface CellContext {
  t: T;
  money: (usd: number) => string;
  todayMs: number;
}

interface Column {
  /** CSS grid tracks; null: hidden in a narrow window. */
  width: string;
  narrow: string | null;
  className?: string | undefined;
  cell(row: HistoryRow, around: CellContext): ReactNode;
}

const TABLE = {
  ended: {
    width: "84px",
    narrow: "88px",
    cell: ({ facts }, { todayMs }) => (
      <time className={s.time}>{shortTime(facts.endedAtMs ?? facts.receivedAtMs, todayMs)}</time>
    ),
  },
  outcome: {
    width: "124px",
    narrow: "120px",
    cell: ({ facts }, { t }) => {
      const stage = stageOfFacts(facts);
      return (
        <span className={cx(s.outcome, s[stage])}>
          <StageGlyph stage={stage} reply={replyOf(facts)} silent />
          <span className="cut">{outcomeWords(t, facts)}</span>
        </span>
      );
    },
  },
  server: {
    width: "minmax(80px, 110px)",
    narrow: "minmax(80px, 120px)",
    cell: ({ facts }) => (
      <span className={s.server}>
        {facts.reply === "replay" && <Icon of={ReplayIcon} />}
        <b className="cut" title={facts.serverName}>
          {facts.serverName}
        </b>
      </span>
    ),
  },
  call: {
    width: "minmax(72px, 130px)",
    narrow: null,
    cell: ({ facts }) => facts.call !== null && quoted(facts.call),
  },
  asked: {
    width: "minmax(0, 1fr)",
    narrow: "minmax(0, 1fr)",
    cell: ({ facts, forgotten }, { t }) =>
      forgotten === "all" ? (
        <span className="ink3">{t("history.forgotten.row")}</span>
      ) : (
        quoted(facts.firstWords)
      ),
  },
  model: { width: "112px", narrow: null, cell: ({ facts }, { t }) => modelWords(t, facts) },
  tokens: {
    width: "52px",
    narrow: "60px",
    className: s.number,
    cell: ({ facts }) => (facts.tokens === null ? "" : decimal(facts.tokens)),
  },
  cost: {
    width: "60px",
    narrow: "72px",
    className: s.number,
    cell: ({ facts }, { money }) =>
      facts.costUsd === null ? "" : `${facts.costAtLeast ? "≥ " : ""}${money(facts.costUsd)}`,
  },
  decided: {
    width: "minmax(64px, 168px)",
    narrow: null,
    cell: ({ facts }, { t }) => {
      const decided = deciderWords(t, facts);
      return <span title={decided}>{decided}</span>;
    },
  },
} satisfies Record<string, Column>;

const quoted = (text: string): ReactNode => (
  <Quote bare cut>
    {text}
  </Quote>
);

function modelWords(t: T, { reply, byHand, answeredBy, decidedBy2, models }: RowFacts): ReactNode {
  if (decidedBy2.includes("fixture")) return t("history.decider.fixture");
  if (byHand && reply !== "hook") return t("review.receives.byHand");
  const [first = answeredBy] = models;
  return first === null ? "" : quoted(first);
}

export type ColumnId = keyof typeof TABLE;
export const COLUMNS = (Object.keys(TABLE) as ColumnId[]).map((id) => {
  const { narrow, className, cell }: Column = TABLE[id];
  return { id, className: cx(className, narrow === null && s.wide), cell };
});

const tracks = (of: "width" | "narrow"): string =>
  Object.values<Column>(TABLE)
    .flatMap((column) => column[of] ?? [])
    .join(" ");
/** The style of a row of cells. */
export const LINE: CSSProperties & Record<`--${string}`, string> = {
  "--tracks": tracks("width"),
  "--tracks-narrow": tracks("narrow"),
};
