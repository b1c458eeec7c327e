// One ended request: its documents and their differences, its timeline, its cost, its conversation.
import { KEYS } from "#shared/shortcuts.ts";
import { useState } from "react";
import { useT } from "#words/index.ts";
import { FindPage } from "#kit/find/FindBar.tsx";
import { RegisterActions } from "#data/actions.ts";
import { attemptFacts } from "#shared/filter/attemptFacts.ts";
import type { HistoryItem } from "#shared/ledger/history.ts";
import type { Sample } from "#shared/sampling/life/sample.ts";
import { replyKind, visibleStage } from "#shared/sampling/life/stage.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { IconButton } from "#kit/controls/Button.tsx";
import { cx } from "#kit/cx.ts";
import { CloseIcon, ImportIcon, InfoIcon, LinkIcon } from "#kit/controls/icons.ts";
import { Icon } from "#kit/controls/Icon.tsx";
import { ContentDeletedContext } from "#request/contentDeleted.ts";
import { Quote } from "#kit/text/Quote.tsx";
import { StageWord } from "#request/StageGlyph.tsx";
import { TabRow } from "#kit/controls/Tabs.tsx";
import { decimal, elapsed } from "#kit/text/time.ts";
import { useToday } from "../useToday.ts";
import { ItemFacts } from "./ItemFacts.tsx";
import { Compare, firstPair } from "./Compare.tsx";
import type { Pair } from "./Compare.tsx";
import { Documents } from "./Documents.tsx";
import { deletedOf } from "./documents.ts";
import { documentsOf } from "#shared/report/documents.ts";
import { ItemActions } from "./ItemActions.tsx";
import type { ItemHandlers } from "./ItemActions.tsx";
import { headWord } from "../outcome.ts";
import { Outcome } from "#request/ended/Outcome.tsx";
import { Thread } from "./Thread.tsx";
import { Timeline } from "./Timeline.tsx";
import { shortTime } from "../words.ts";
import s from "./Item.module.css";

export type ItemTab = "documents" | "compare" | "events" | "thread" | "about";

export function Item({
  item,
  narrow,
  tab,
  onTab,
  onOpen,
  onClose,
  doing,
}: {
  item: HistoryItem;
  narrow: boolean;
  tab: ItemTab;
  onTab: (tab: ItemTab) => void;
  /** Opens another request of the same conversation. */
  onOpen: (sampleId: string) => void;
  onClose: () => void;
  doing: ItemHandlers;
}) {
  const t = useT();
  const { sample, thread } = item;
  const [pair, setPair] = useState<Pair>(() => firstPair(documentsOf(sample), isAgain(sample)));
  const inRun = thread.length > 1;
  const shown = tab === "thread" && !inRun ? "documents" : tab;
  const tabs: { value: ItemTab; label: string }[] = [
    { value: "documents", label: t("history.tab.documents") },
    { value: "compare", label: t("history.tab.compare") },
    { value: "events", label: t("history.tab.events", { count: item.events.length }) },
    ...(inRun
      ? [{ value: "thread" as const, label: t("history.tab.thread", { count: thread.length }) }]
      : []),
    { value: "about", label: t("common.details") },
  ];
  return (
    <FindPage offers={RegisterActions}>
      {(findBar) => (
        <section className={s.item} aria-label={t("history.item")} data-history-item="">
          <ItemHead item={item} onClose={onClose} doing={doing} />
          <Notes item={item} />
          {findBar}
          <ContentDeletedContext value={item.forgotten !== null}>
            <TabRow label={t("history.tab.label")} value={shown} onChange={onTab} tabs={tabs}>
              {shown === "documents" && (
                <Documents
                  sample={sample}
                  gone={deletedOf(item)}
                  narrow={narrow}
                  onCompare={(from, to) => {
                    setPair({ from, to });
                    onTab("compare");
                  }}
                />
              )}
              {shown === "compare" && (
                <Compare sample={sample} gone={deletedOf(item)} pair={pair} onPair={setPair} />
              )}
              {shown === "events" && (
                <Timeline sample={sample} events={item.events} chained={item.imported === null} />
              )}
              {shown === "thread" && <Thread rows={thread} current={sample.id} onOpen={onOpen} />}
              {shown === "about" && <ItemFacts sample={sample} gone={deletedOf(item)} />}
            </TabRow>
          </ContentDeletedContext>
        </section>
      )}
    </FindPage>
  );
}

function ItemHead({
  item,
  onClose,
  doing,
}: {
  item: HistoryItem;
  onClose: () => void;
  doing: ItemHandlers;
}) {
  const t = useT();
  const todayMs = useToday();
  const { sample, events } = item;
  const { phase, origin } = sample;
  const last = events.at(-1);
  return (
    <header className={s.bar}>
      <b className="cut">{sample.asker.name}</b>
      {origin.kind === "certain" && origin.call.name !== "" && (
        <Quote bare cut>
          {origin.call.name}
        </Quote>
      )}
      <StageWord
        stage={visibleStage(sample)}
        reply={replyKind(sample)}
        word={headWord(t, sample)}
      />
      <span className={cx("cut", s.when)}>
        {phase.kind === "ended"
          ? t("history.askedEnded", {
              asked: shortTime(sample.receivedAtMs, todayMs),
              ended: shortTime(phase.atMs, todayMs),
              after: elapsed(t, Math.max(0, phase.atMs - sample.receivedAtMs)),
            })
          : t("history.askedAt", { asked: shortTime(sample.receivedAtMs, todayMs) })}
      </span>
      {last !== undefined && item.imported === null && (
        <span className={s.record} title={last.hash}>
          <Icon of={LinkIcon} />
          {t("history.record", { row: decimal(last.seq) })}
        </span>
      )}
      <span className="grow" />
      <ItemActions item={item} doing={doing} />
      <IconButton
        icon={CloseIcon}
        label={t("history.closeItem")}
        keys={KEYS.back}
        size="m"
        onClick={onClose}
      />
    </header>
  );
}

/** A replay of a request that got a response. */
const isAgain = ({ reply }: Sample): boolean =>
  reply.kind === "replay" && reply.of !== null && reply.was === "replied";

/** Replied: the documents are enough then. */
const replied = ({ sample: { phase } }: HistoryItem): boolean =>
  phase.kind === "ended" && phase.ending.kind === "replied";

/** What a reader must know first: whether it was imported, what was deleted, how it ended. */
function Notes({ item }: { item: HistoryItem }) {
  const t = useT();
  const isUnknown = attemptFacts(item.sample).edited.includes("unknown");
  return (
    <>
      {item.imported !== null && (
        <Bar tone="info" icon={ImportIcon} title={t("history.imported.title")} quiet>
          {t("history.imported.text")} <Quote cut>{item.imported}</Quote>{" "}
          {item.leftOut === true && t("history.leftOut.all")}{" "}
          {item.leftOut === true && isUnknown && t("history.forgotten.unknownEdit")}
        </Bar>
      )}
      {item.forgotten !== null && (
        <Bar tone="info" icon={InfoIcon} title={t(`history.forgotten.${item.forgotten}`)} quiet>
          {t("history.forgotten.stays")} {isUnknown && t("history.forgotten.unknownEdit")}
        </Bar>
      )}
      {!replied(item) && <Outcome sample={item.sample} />}
    </>
  );
}
