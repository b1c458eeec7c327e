// The list of requests: filter, pill of new ones, rows, what stands below. Data and callbacks only.
import { useEffect, useRef } from "react";
import type { KeyboardEvent, RefObject } from "react";
import { useT } from "../i18n/index.ts";
import { LinkButton } from "../ui/Button.tsx";
import { cx } from "../ui/cx.ts";
import { Empty } from "../ui/Empty.tsx";
import { IconInput } from "../ui/Field.tsx";
import { Icon } from "../ui/Icon.tsx";
import { FilterIcon, UpIcon } from "../ui/icons.ts";
import { KeyCap } from "../ui/KeyCap.tsx";
import { Quote } from "../ui/Quote.tsx";
import { VirtualList } from "../ui/VirtualList.tsx";
import type { VirtualListHandle } from "../ui/VirtualList.tsx";
import { heights } from "./rows.ts";
import type { InboxRow } from "./rows.ts";
import { Row } from "./Row.tsx";
import s from "./InboxList.module.css";

export interface InboxListProps {
  rows: readonly InboxRow[];
  selectedId: string | null;
  filter: string;
  /** Requests that the filter hides. */
  hidden: number;
  fresh: number;
  counts: { waiting: number; generating: number };
  filterRef: RefObject<HTMLInputElement | null>;
  listRef: RefObject<VirtualListHandle | null>;
  onFilter: (text: string) => void;
  onSelect: (sampleId: string) => void;
  onStep: (by: 1 | -1) => void;
  /** Enter: the keyboard goes on in the review. */
  onOpen: () => void;
  onAdmit: () => void;
  onScrolled: (top: number) => void;
  onTouched: () => void;
  /** Takes what has ended out of the list. */
  onClearEnded: (() => void) | null;
}

export function InboxList(props: InboxListProps) {
  const t = useT();
  const { rows, selectedId, counts } = props;
  const active = rows.findIndex(
    (row) => (row.kind === "sample" || row.kind === "past") && row.sample.id === selectedId,
  );
  const keys = (event: KeyboardEvent<HTMLDivElement>): void => {
    props.onTouched();
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (by !== 0) {
      event.preventDefault();
      props.onStep(by);
    } else if (event.key === "Enter") {
      event.preventDefault();
      props.onOpen();
    }
  };
  return (
    <section
      className={s.list}
      aria-label={t("inbox.title")}
      onPointerMove={props.onTouched}
      onWheel={props.onTouched}
    >
      <Head {...props} />
      {rows.length === 0 ? (
        <Nothing filter={props.filter} hidden={props.hidden} onClear={() => props.onFilter("")} />
      ) : (
        <VirtualList
          ref={props.listRef}
          label={t("inbox.title")}
          idPrefix="inbox-"
          count={rows.length}
          heightOf={(index) => heights[rows[index]?.kind ?? "sample"]}
          keyOf={(index) => rows[index]?.key ?? String(index)}
          activeIndex={active}
          onKeyDown={keys}
          onScrollTop={props.onScrolled}
          rowProps={(index) => rowProps(rows[index], index === active, props.onSelect)}
          renderRow={(index) => {
            const row = rows[index];
            return row === undefined ? null : <Row row={row} />;
          }}
        />
      )}
      <footer className={s.foot}>
        <span className="cut">
          {t("inbox.waiting", { count: counts.waiting })}
          {counts.generating > 0 && ` · ${t("inbox.generating", { count: counts.generating })}`}
        </span>
        <span className={s.end}>
          {props.onClearEnded !== null && (
            <LinkButton onClick={props.onClearEnded}>{t("inbox.clearEnded")}</LinkButton>
          )}
          <span className={s.wide}>
            <KeyCap of="J" /> <KeyCap of="K" />
          </span>
        </span>
      </footer>
    </section>
  );
}

function rowProps(row: InboxRow | undefined, selected: boolean, onSelect: (id: string) => void) {
  if (row === undefined || row.kind === "heading" || row.kind === "call") {
    return { role: "presentation", className: s.fixed };
  }
  return {
    "aria-selected": selected,
    className: cx(s.row, selected && s.selected),
    onClick: () => onSelect(row.sample.id),
  };
}

function Head({ filter, filterRef, fresh, onFilter, onAdmit, listRef }: InboxListProps) {
  const t = useT();
  const said = useRef(0);
  useEffect(() => {
    said.current = fresh;
  }, [fresh]);
  return (
    <header className={s.head}>
      <h1>{t("inbox.title")}</h1>
      <IconInput
        ref={filterRef}
        small
        icon={<Icon of={FilterIcon} />}
        after={filter === "" ? <KeyCap of="/" /> : undefined}
        value={filter}
        placeholder={t("inbox.filter")}
        aria-label={t("inbox.filterLabel")}
        onValue={onFilter}
        onKeyDown={(event) => {
          if (event.key !== "Escape" && event.key !== "Enter") return;
          event.preventDefault();
          event.stopPropagation();
          if (event.key === "Escape") onFilter("");
          listRef.current?.focus();
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
  filter: string;
  hidden: number;
  onClear: () => void;
}) {
  const t = useT();
  if (filter === "") {
    return (
      <div className={s.nothing}>
        <Empty title={t("inbox.empty.title")}>{t("inbox.empty.text")}</Empty>
      </div>
    );
  }
  return (
    <div className={s.nothing}>
      <p className={s.none}>
        {t("inbox.noneFits")} <Quote>{filter}</Quote>
        <br />
        {t("inbox.othersWait", { count: hidden })}{" "}
        <LinkButton onClick={onClear}>{t("inbox.clearFilter")}</LinkButton> <KeyCap of="Escape" />
      </p>
    </div>
  );
}
