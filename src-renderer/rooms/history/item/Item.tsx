// One ended request: its documents and their differences, its timeline, its cost, its conversation.
import { useState } from "react";
import { useT } from "#words/index.ts";
import { FindPage } from "#kit/find/FindBar.tsx";
import { RegisterActions } from "#data/actions.ts";
import { conversationSearch } from "#data/requests/sessions.ts";
import { attemptFacts } from "#shared/filter/attemptFacts.ts";
import type { HistoryItem } from "#shared/ledger/history.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { LinkButton } from "#kit/controls/Button.tsx";
import { cx } from "#kit/cx.ts";
import { InfoIcon } from "#kit/controls/icons.ts";
import { ContentDeletedContext } from "#request/contentDeleted.ts";
import { TabRow } from "#kit/controls/Tabs.tsx";
import { useToday } from "../useToday.ts";
import { ItemFacts } from "./ItemFacts.tsx";
import { Compare, firstPair } from "./Compare.tsx";
import type { Pair } from "./Compare.tsx";
import { Documents } from "./Documents.tsx";
import { documentsOf } from "#shared/ledger/documents.ts";
import { ItemHead } from "./ItemHead.tsx";
import type { ItemHandlers } from "./ItemHead.tsx";
import { Cells } from "../Row.tsx";
import { Outcome } from "#request/ended/Outcome.tsx";
import { Timeline } from "./Timeline.tsx";
import s from "./Item.module.css";

export type ItemTab = "documents" | "compare" | "events" | "thread" | "about";

export function Item({
  item,
  narrow,
  tab,
  onTab,
  onOpen,
  onSearch,
  onClose,
  handlers,
}: {
  item: HistoryItem;
  narrow: boolean;
  tab: ItemTab;
  onTab: (tab: ItemTab) => void;
  /** Opens another request of the same conversation. */
  onOpen: (requestId: string) => void;
  onSearch: (text: string) => void;
  onClose: () => void;
  handlers: ItemHandlers;
}) {
  const t = useT();
  const todayMs = useToday();
  const { request, thread } = item;
  const [pair, setPair] = useState<Pair>(() => firstPair(documentsOf(request), isAgain(request)));
  const isContinued = thread.length > 1;
  const shown = tab === "thread" && !isContinued ? "documents" : tab;
  const tabs: { value: ItemTab; label: string }[] = [
    { value: "documents", label: t("history.tab.documents") },
    { value: "compare", label: t("history.tab.compare") },
    { value: "events", label: t("history.tab.events", { count: item.events.length }) },
    ...(isContinued
      ? [{ value: "thread" as const, label: t("history.tab.thread", { count: thread.length }) }]
      : []),
    { value: "about", label: t("common.details") },
  ];
  // What a reader must know first: what was deleted, how it ended.
  const deleted = item.forgotten === "all";
  const isUnknown = attemptFacts(request).edited.includes("unknown");
  const notes = (
    <>
      {item.forgotten !== null && (
        <Bar tone="info" icon={InfoIcon} title={t(`history.forgotten.${item.forgotten}`)} quiet>
          {t("history.forgotten.stays")} {isUnknown && t("history.forgotten.unknownEdit")}
        </Bar>
      )}
      {!replied(item) && <Outcome request={request} />}
    </>
  );
  const search = shown === "thread" ? conversationSearch(request) : null;
  const conversation = shown === "thread" && (
    <div className={s.scrolled} data-scroller="" tabIndex={-1}>
      <ol className={s.conversation} aria-label={t("history.threadLabel")}>
        {thread.map((row) => (
          <li key={row.facts.id}>
            <button
              type="button"
              className={cx(s.turn, row.facts.id === request.id && s.current)}
              aria-current={row.facts.id === request.id ? "true" : undefined}
              onClick={() => onOpen(row.facts.id)}
            >
              <Cells row={row} todayMs={todayMs} />
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
  return (
    <FindPage offers={RegisterActions}>
      {(findBar) => (
        <section className={s.item} aria-label={t("history.item")} data-history-item="">
          <ItemHead item={item} onClose={onClose} handlers={handlers} />
          {notes}
          {findBar}
          <ContentDeletedContext value={item.forgotten !== null}>
            <TabRow
              label={t("history.tab.label")}
              value={shown}
              onChange={onTab}
              tabs={tabs}
              end={
                search !== null && (
                  <LinkButton onClick={() => onSearch(search)}>
                    {t("history.onlyThread")}
                  </LinkButton>
                )
              }
            >
              {shown === "documents" && (
                <Documents
                  request={request}
                  deleted={deleted}
                  narrow={narrow}
                  onCompare={(from, to) => {
                    setPair({ from, to });
                    onTab("compare");
                  }}
                />
              )}
              {shown === "compare" && (
                <Compare request={request} deleted={deleted} pair={pair} onPair={setPair} />
              )}
              {shown === "events" && <Timeline request={request} events={item.events} />}
              {conversation}
              {shown === "about" && <ItemFacts request={request} deleted={deleted} />}
            </TabRow>
          </ContentDeletedContext>
        </section>
      )}
    </FindPage>
  );
}

/** A replay of a request that got a response. */
const isAgain = ({ reply }: HeldRequest): boolean =>
  reply.kind === "replay" && reply.of !== null && reply.was === "replied";

/** Replied: the documents are enough then. */
const replied = ({ request: { phase } }: HistoryItem): boolean =>
  phase.kind === "ended" && phase.ending.kind === "replied";
