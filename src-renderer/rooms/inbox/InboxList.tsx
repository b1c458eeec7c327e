// The request list: filter, pill for new requests, rows, footer. Only data and callbacks.
import { KEYS } from "#shared/shortcuts.ts";
import { useCallback, useId } from "react";
import type { KeyboardEvent, MouseEvent, RefObject } from "react";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { cx } from "#kit/cx.ts";
import { Empty } from "#kit/layout/Empty.tsx";
import { FilterFaults } from "#request/filter/FilterFaults.tsx";
import { FilterField } from "#request/filter/FilterField.tsx";
import type { FilterText } from "#request/filter/useFilterText.ts";
import type { Known } from "#shared/filter/complete.ts";
import { Icon } from "#kit/controls/Icon.tsx";
import { FilterIcon, UpIcon } from "#kit/controls/icons.ts";
import { isMac } from "#kit/controls/keys.ts";
import { KeyCap } from "#kit/controls/KeyCap.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { VirtualList } from "#kit/layout/VirtualList.tsx";
import type { VirtualListHandle } from "#kit/layout/VirtualList.tsx";
import { setPointerOverList } from "#data/requests/advance.ts";
import { ROW_HEIGHTS, requestIdsOf, isItem, rowByKey, unfolded } from "./rows.ts";
import type { InboxRow } from "./rows.ts";
import { useRowMenu } from "./RowMenu.tsx";
import { Row } from "./Row.tsx";
import type { MultiSelect } from "./useMultiSelect.ts";
import s from "./InboxList.module.css";

export interface InboxListProps {
  rows: readonly InboxRow[];
  /** The index of the open row; −1: none. */
  active: number;
  filter: FilterText;
  known: () => Known;
  /** How many of all requests the filter shows; null without a filter. */
  shown: { count: number; all: number } | null;
  /** Requests hidden by the filter. */
  hidden: number;
  fresh: number;
  counts: { waiting: number; generating: number };
  filterRef: RefObject<HTMLInputElement | null>;
  listRef: RefObject<VirtualListHandle | null>;
  marking: MultiSelect;
  onFold: (key: string) => void;
  /** Opens the row at this index. */
  onGo: (index: number) => void;
  /** Enter: moves the focus into the review. */
  onOpen: () => void;
  onAdmit: () => void;
  onScrolled: (top: number) => void;
  onTouched: () => void;
  /** Removes ended requests from the list. */
  onClearEnded: (() => void) | null;
}

const ID_PREFIX = "inbox-";

/** The list's keys: move, select, fold and open rows. */
function onListKey(
  event: KeyboardEvent<HTMLDivElement>,
  active: number,
  props: InboxListProps,
): void {
  const { rows, marking } = props;
  props.onTouched();
  const shown = props.listRef.current?.element?.clientHeight ?? 0;
  const page = Math.max(1, Math.floor(shown / ROW_HEIGHTS.request) - 1);
  const reach = (from: number): number | null => rowByKey(rows, from, event.key, page);
  const to = reach(active);
  const activeRow = rows[active];
  if (to !== null) {
    event.preventDefault();
    if (event.shiftKey) marking.extend((from) => reach(from) ?? from);
    else props.onGo(to);
  } else if (event.key.toLowerCase() === "a" && (isMac ? event.metaKey : event.ctrlKey)) {
    event.preventDefault();
    marking.all();
  } else if (event.key === " ") {
    // A list does not scroll by it.
    event.preventDefault();
  } else if (activeRow !== undefined && event.key === foldKey(activeRow)) {
    event.preventDefault();
    props.onFold(activeRow.key);
  } else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    props.onOpen();
  }
}

export function InboxList(props: InboxListProps) {
  const t = useT();
  const { rows, active, shown } = props;
  const faultsId = useId();
  const heightOf = useCallback(
    (index: number): number => ROW_HEIGHTS[rows[index]?.kind ?? "request"],
    [rows],
  );
  const rowMenu = useRowMenu(rows, active, {
    prefix: ID_PREFIX,
    back: () => props.listRef.current?.focus(),
  });
  return (
    // Rows handle no events: the list handles clicks on them.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={s.list}
      aria-label={t("common.inbox")}
      onContextMenu={rowMenu.onContextMenu}
      onPointerEnter={() => setPointerOverList(true)}
      onPointerLeave={() => setPointerOverList(false)}
      onPointerMove={props.onTouched}
      onWheel={props.onTouched}
    >
      <Head {...props} faultsId={faultsId} />
      <FilterFaults
        id={faultsId}
        text={props.filter.text}
        faults={props.filter.faults}
        onFix={(text) => {
          props.filter.write(text);
          props.filterRef.current?.focus();
        }}
      />
      {rows.length === 0 ? (
        <Nothing
          filter={shown === null ? null : props.filter.asked}
          hidden={props.hidden}
          onClear={() => props.filter.write("")}
        />
      ) : (
        <VirtualList
          ref={props.listRef}
          label={t("common.inbox")}
          idPrefix={ID_PREFIX}
          count={rows.length}
          heightOf={heightOf}
          keyOf={(index) => rows[index]?.key ?? String(index)}
          activeIndex={active}
          multi
          onKeyDown={(event) => {
            rowMenu.onKeyDown(event);
            onListKey(event, active, props);
          }}
          onScrollTop={props.onScrolled}
          rowProps={(index) => rowProps(rows[index], index === active, props)}
          renderRow={(index) => {
            const row = rows[index];
            return row === undefined ? null : <Row row={row} />;
          }}
        />
      )}
      {rowMenu.menu}
      <footer className={s.foot}>
        <span className="cut">
          {shown === null ? pendingWords(t, props.counts) : t("inbox.shown", shown)}
        </span>
        <span className={s.end}>
          {props.onClearEnded !== null && (
            <LinkButton onClick={props.onClearEnded}>{t("inbox.clearEnded")}</LinkButton>
          )}
          <span className={s.wide}>
            <KeyCap of={KEYS.next} /> <KeyCap of={KEYS.previous} />
          </span>
        </span>
      </footer>
    </section>
  );
}

/** The arrow key that expands or collapses a folded row; null: nothing is folded in it. */
function foldKey(row: InboxRow): string | null {
  const open = unfolded(row);
  return open === null ? null : open ? "ArrowLeft" : "ArrowRight";
}

/** Which part of a folded row was clicked. */
const samePart = (target: EventTarget): string | undefined =>
  target instanceof Element
    ? target.closest<HTMLElement>("[data-same]")?.dataset["same"]
    : undefined;

function rowProps(
  row: InboxRow | undefined,
  active: boolean,
  { marking, onFold }: Pick<InboxListProps, "marking" | "onFold">,
) {
  const { ids, click, whole } = marking;
  if (!isItem(row)) return { role: "presentation", className: s.fixed };
  const marked = ids.size > 0 && requestIdsOf(row).every((id) => ids.has(id));
  const selected = ids.size === 0 ? active : marked;
  return {
    "aria-selected": selected,
    className: cx(s.row, selected && s.selected),
    // Shift+click would select the text between two rows.
    onMouseDown: (event: MouseEvent) => event.shiftKey && event.preventDefault(),
    onClick: (event: MouseEvent) => {
      const part = unfolded(row) === null ? undefined : samePart(event.target);
      if (part === "mark") whole(row);
      else if (part === "fold") onFold(row.key);
      else click(row, event);
    },
  };
}

const pendingWords = (t: T, { waiting, generating }: InboxListProps["counts"]): string =>
  [
    t("inbox.waiting", { count: waiting }),
    ...(generating > 0 ? [t("inbox.generating", { count: generating })] : []),
  ].join(" · ");

function Head(props: InboxListProps & { faultsId: string }) {
  const { filter, filterRef, fresh, listRef, onAdmit } = props;
  const t = useT();
  return (
    <header className={s.head}>
      <h1>{t("common.inbox")}</h1>
      <FilterField
        ref={filterRef}
        icon={<Icon of={FilterIcon} />}
        text={filter.text}
        onText={filter.write}
        faults={filter.faults}
        faultsId={props.faultsId}
        label={t("inbox.filterLabel")}
        placeholder={t("common.filter")}
        known={props.known}
        onLeave={(toList) => {
          filter.leave();
          if (toList) listRef.current?.focus();
        }}
      />
      {fresh > 0 && (
        <button type="button" className={s.fresh} onClick={onAdmit}>
          <Icon of={UpIcon} />
          {t("inbox.fresh", { count: fresh })}
        </button>
      )}
      <span className="sr" role="status">
        {fresh > 0 ? t("inbox.fresh", { count: fresh }) : ""}
      </span>
    </header>
  );
}

function Nothing({
  filter,
  hidden,
  onClear,
}: {
  /** Null: no filter. */
  filter: string | null;
  hidden: number;
  onClear: () => void;
}) {
  const t = useT();
  if (filter === null) {
    return (
      <div className={s.nothing}>
        <Empty title={t("inbox.empty")} />
      </div>
    );
  }
  return (
    <div className={s.nothing}>
      <p className={s.none}>
        {t("inbox.noneFits")} <Quote>{filter}</Quote>
        <br />
        {t("inbox.othersWait", { count: hidden })}{" "}
        <LinkButton onClick={onClear}>{t("inbox.clearFilter")}</LinkButton>{" "}
        <KeyCap of={KEYS.unmark} />
      </p>
    </div>
  );
}
