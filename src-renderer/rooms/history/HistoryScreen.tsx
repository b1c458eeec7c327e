// The history: search, list, and the open request.
import { useEffect, useRef, useState } from "react";
import type { RefObject } from "react";
import { warmEditors } from "#editor/index.ts";
import { useT } from "#words/index.ts";
import { ALL_ENDED } from "#shared/ledger/history.ts";
import {
  watchHistory,
  currentHistoryList,
  rowIndexOf,
  goOnCounting,
  rowAt,
  searchHistory,
  stopCounting,
  useHistoryList,
} from "#data/history.ts";
import { useMirror } from "#data/mirror.ts";
import { useView, view } from "#data/view.ts";
import { atRest } from "#kit/hooks/atRest.ts";
import { cx } from "#kit/cx.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { useFilterText } from "#request/filter/useFilterText.ts";
import { useNarrow } from "#kit/hooks/useNarrow.ts";
import type { VirtualListHandle } from "#kit/layout/VirtualList.tsx";
import { HistoryList } from "./HistoryList.tsx";
import { Item } from "./item/Item.tsx";
import type { ItemTab } from "./item/Item.tsx";
import { EmptyHistory } from "./EmptyHistory.tsx";
import { DimWhileLoading } from "./item/DimWhileLoading.tsx";
import { searchText } from "./search.ts";
import type { EndingFilter } from "./search.ts";
import { StoryHead } from "./StoryHead.tsx";
import { Toolbar } from "./Toolbar.tsx";
import { useHistoryTasks } from "./useHistoryTasks.tsx";
import { useHistoryActions } from "./useHistoryActions.ts";
import { isBefore, useItem } from "./item/useItem.ts";
import { useHistoryCompletions } from "./useHistoryCompletions.ts";
import { useMarked } from "./useMarked.ts";
import s from "./History.module.css";

/** Debounces the search, in milliseconds. */
const TYPED_MS = 120;
/** How long the list must be idle before the editors are loaded, which blocks the window for a frame or more. */
const UNTOUCHED_MS = 500;

export function HistoryScreen() {
  const t = useT();
  const narrow = useNarrow();
  const all = useMirror((state) => state.history.total);
  // Selected so that changing rows do not rerender the open request.
  const total = useHistoryList((state) => state.total);
  // About the rows shown, not about the text being typed.
  const filtered = useHistoryList((state) => state.shown !== "" && state.shown !== ALL_ENDED);
  const left = useHistoryList((state) => state.left);
  const { filter, ending, setEnding, search, clear } = useSearch();
  const { known, refresh } = useHistoryCompletions();
  const [tab, setTab] = useState<ItemTab>(() => view.getState().historyTab ?? "documents");
  const [again, setAgain] = useState(0);
  const filterRef = useRef<HTMLInputElement>(null);
  const listRef = useRef<VirtualListHandle>(null);
  const selection = useSelection(total, listRef);
  const { selectedId } = selection;
  const marked = useMarked(search);
  useEffect(() => view.setState({ historyTab: null, historySearch: null }), []);
  const isEmpty = total === 0 && left === 0;
  // Also when there are no requests to review: otherwise the editors would load with the first request opened.
  useEffect(() => (isEmpty ? undefined : atRest(warmEditors, UNTOUCHED_MS)), [isEmpty]);
  const rest = (): void => (listRef.current ?? filterRef.current)?.focus();
  const read = useItem(selectedId, again);
  const isLoading = isBefore(read, selectedId);
  const { handlers, bars, more, exportMany, deleteMany } = useHistoryTasks({
    item: read?.item ?? null,
    isLoading,
    marked,
    search,
    found: left === 0 ? total : null,
    rest,
    changed: () => setAgain((count) => count + 1),
  });
  useHistoryActions({
    step: selection.step,
    filter: () => {
      refresh();
      filterRef.current?.focus();
    },
    escape: () => {
      if (marked.all || marked.ids.size > 0) marked.clear();
      else if (selectedId !== null) selection.close();
      else if (filter.text !== "" || ending !== "all") clear();
    },
    tab: setTab,
    exportMany,
    deleteMany,
    more,
    open: selectedId !== null,
  });
  const item = read?.item ?? null;
  return (
    <div className={s.screen}>
      <Toolbar
        filter={filter}
        known={known}
        ending={ending}
        filterRef={filterRef}
        onEnding={setEnding}
        onList={() => listRef.current?.focus()}
        marked={marked.all ? "all" : marked.ids.size}
        onClearMarked={marked.clear}
        onExport={exportMany}
        onDelete={deleteMany}
        more={more}
      />
      {bars}
      <StoryHead />
      <div className={cx(s.both, selectedId !== null && s.opened)}>
        {isEmpty ? (
          <div className={s.list}>
            <EmptyHistory filtered={filtered} onClear={clear} />
          </div>
        ) : (
          <HistoryList
            selectedId={selectedId}
            selectedIndex={selection.index}
            marked={marked}
            listRef={listRef}
            onSelect={selection.select}
            onOpen={toItem}
            onMoved={selection.moved}
          />
        )}
        {selectedId !== null && (
          <div className={s.below}>
            <DimWhileLoading nextId={isLoading ? selectedId : null}>
              {read !== null && read.failure !== null && <FailureBar failure={read.failure} />}
              {item !== null && (
                <Item
                  key={item.request.id}
                  item={item}
                  narrow={narrow}
                  tab={tab}
                  onTab={setTab}
                  onOpen={selection.open}
                  onSearch={(text) => {
                    setEnding("all");
                    filter.write(text);
                  }}
                  onClose={selection.close}
                  handlers={handlers}
                />
              )}
            </DimWhileLoading>
          </div>
        )}
      </div>
      <footer className={s.foot}>
        {left > 0 ? (
          <Counting total={total} left={left} />
        ) : (
          <span role="status">
            {filtered
              ? t("history.count.some", { count: total, all })
              : t("history.count.all", { count: total })}
          </span>
        )}
      </footer>
    </div>
  );
}

/** How far the counting has come; read out only once it has ended. */
function Counting({ total, left }: { total: number; left: number }) {
  const t = useT();
  const stopped = useHistoryList((state) => state.stopped);
  return (
    <>
      <span>{t("history.count.soFar", { count: total, left })}</span>
      {stopped ? (
        <LinkButton onClick={() => void goOnCounting()}>{t("history.count.goOn")}</LinkButton>
      ) : (
        <LinkButton onClick={stopCounting}>{t("common.stop")}</LinkButton>
      )}
    </>
  );
}

/** The open request and the index of its row; -1: unknown. */
function useSelection(total: number, listRef: RefObject<VirtualListHandle | null>) {
  const selectedId = useView((state) => state.historyId);
  const [index, setIndex] = useState(-1);
  useArrived(index, selectedId);
  const select = (to: number): void => {
    const now = currentHistoryList();
    setIndex(to);
    const id = rowAt(now, to)?.facts.id;
    if (id !== undefined) view.setState({ historyId: id });
  };
  const close = (): void => {
    view.setState({ historyId: null });
    setIndex(-1);
    listRef.current?.focus();
  };
  const step = (by: 1 | -1): void => {
    const place = rowIndexOf(currentHistoryList(), selectedId);
    const from = place === -1 ? index : place;
    if (total > 0) select(Math.min(total - 1, Math.max(0, from + by)));
  };
  const open = (id: string): void => {
    setIndex(rowIndexOf(currentHistoryList(), id));
    view.setState({ historyId: id });
  };
  /** Rows were added or removed above it. */
  const moved = (by: number): void => setIndex((at) => (at === -1 ? -1 : at + by));
  return { selectedId, index, select, step, close, open, moved };
}

const toItem = (): void =>
  document.querySelector<HTMLElement>("[data-history-item] [data-scroller]")?.focus();

/** Searches once the user stops typing, and follows new events while the history is open. */
function useSearch() {
  const filter = useFilterText(view.getState().historySearch ?? "");
  const [ending, setEnding] = useState<EndingFilter>("all");
  const text = searchText(filter.asked, ending);
  useEffect(() => watchHistory(), []);
  const first = useRef(true);
  useEffect(() => {
    const restMs = first.current ? 0 : TYPED_MS;
    first.current = false;
    const timer = setTimeout(() => void searchHistory(text), restMs);
    return () => clearTimeout(timer);
  }, [text]);
  const clear = (): void => {
    filter.write("");
    setEnding("all");
  };
  return { filter, ending, setEnding, search: text, clear };
}

/** Selects a row that was chosen before its page was loaded. */
function useArrived(index: number, selectedId: string | null): void {
  const id = useHistoryList((state) => rowAt(state, index)?.facts.id);
  const wanted = useRef(-1);
  useEffect(() => {
    if (index === wanted.current) return;
    if (id === undefined) return;
    wanted.current = index;
    if (id !== selectedId) view.setState({ historyId: id });
  }, [index, id, selectedId]);
}
