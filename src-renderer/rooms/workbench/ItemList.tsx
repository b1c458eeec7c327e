// The searchable list of tools, prompts and resources, by server.
import { useMemo, useRef, useState } from "react";
import { KEYS } from "#shared/shortcuts.ts";
import type { KeyboardEvent } from "react";
import type { ServerView } from "#shared/servers/server.ts";
import { useT } from "#words/index.ts";
import { useActions } from "#data/actions.ts";
import type { Action } from "#data/view.ts";
import { Dot } from "#kit/layout/Badge.tsx";
import { IconInput } from "#kit/controls/Field.tsx";
import { Icon } from "#kit/controls/Icon.tsx";
import { KeyCap } from "#kit/controls/KeyCap.tsx";
import { DiskIcon, SearchIcon, TextIcon, ToolIcon } from "#kit/controls/icons.ts";
import { Visible } from "#kit/text/Quote.tsx";
import { VirtualList } from "#kit/layout/VirtualList.tsx";
import { listRows } from "./items.ts";
import type { Item, ListRow } from "./items.ts";
import s from "./ItemList.module.css";
import c from "./Call.module.css";

const icons = { tool: ToolIcon, prompt: TextIcon, resource: DiskIcon } as const;
const ROW_PX = 28;

export function ItemList({
  servers,
  current,
  onPick,
}: {
  servers: readonly ServerView[];
  /** Key of the selected item. */
  current: string | null;
  onPick: (item: Item) => void;
}) {
  const t = useT();
  const [filter, setFilter] = useState("");
  const rows = useMemo(() => listRows(servers, filter), [servers, filter]);
  const active = rows.findIndex((row) => row.kind === "item" && row.key === current);
  const field = useRef<HTMLInputElement>(null);
  useActions(
    "workbench-list",
    useSearchAction(() => field.current?.focus()),
  );
  const step = (event: KeyboardEvent): void => {
    // If the filter hides the selected item, Enter selects the first one.
    const isFirst = event.key === "Enter" && active === -1;
    const by = event.key === "ArrowDown" || isFirst ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const next = nextItem(rows, active, by);
    if (next !== null) onPick(next);
  };
  return (
    <section className={s.list} aria-label={t("workbench.list")}>
      <header className={s.listHead}>
        <h1>{t("common.workbench")}</h1>
        <IconInput
          small
          className="grow"
          ref={field}
          icon={<Icon of={SearchIcon} />}
          after={<KeyCap of={KEYS.filter} />}
          aria-label={t("workbench.filter")}
          placeholder={t("workbench.filter")}
          value={filter}
          onValue={setFilter}
          onKeyDown={step}
        />
      </header>
      {rows.length === 0 ? (
        <p className={c.quiet}>{t("common.noMatches")}</p>
      ) : (
        <VirtualList
          label={t("workbench.list")}
          idPrefix="item-"
          count={rows.length}
          heightOf={ROW_PX}
          keyOf={(index) => rows[index]?.key ?? ""}
          activeIndex={active}
          onKeyDown={step}
          rowProps={(index) => rowProps(rows[index], current, onPick)}
          renderRow={(index) => <Row row={rows[index]} />}
        />
      )}
      <footer className={s.listFoot} aria-hidden="true">
        {(["tool", "prompt", "resource"] as const).map((kind) => (
          <span key={kind} className={s.legend}>
            <Icon of={icons[kind]} /> {t(`workbench.kind.${kind}`)}
          </span>
        ))}
      </footer>
    </section>
  );
}

function useSearchAction(run: () => void): Action[] {
  const t = useT();
  const now = useRef(run);
  now.current = run;
  return useMemo(
    () => [
      {
        id: "search-tools",
        group: "app",
        label: t("workbench.filter"),
        keys: KEYS.filter,
        run: () => now.current(),
      },
    ],
    [t],
  );
}

function nextItem(rows: readonly ListRow[], from: number, by: 1 | -1): Item | null {
  for (let index = from + by; index >= 0 && index < rows.length; index += by) {
    const row = rows[index];
    if (row?.kind === "item") return row.item;
  }
  return null;
}

function rowProps(row: ListRow | undefined, current: string | null, onPick: (item: Item) => void) {
  if (row === undefined) return {};
  if (row.kind === "server") {
    return {
      role: "option",
      "aria-disabled": true,
      className: s.group,
    };
  }
  return {
    role: "option",
    "aria-selected": row.key === current,
    title: row.item.description?.slice(0, 500),
    className: s.item,
    onClick: () => onPick(row.item),
  };
}

function Row({ row }: { row: ListRow | undefined }) {
  const t = useT();
  if (row === undefined) return null;
  if (row.kind === "server") {
    const connected = row.server.state.kind === "connected";
    return (
      <>
        <Dot state={connected ? "on" : "off"} />
        <span className="cut">{row.server.name}</span>
        {!connected && <span className={s.aside}>{t("workbench.notConnected")}</span>}
        {connected && row.shown === 0 && (
          <span className={s.aside}>{t("workbench.offersNothing")}</span>
        )}
      </>
    );
  }
  return (
    <>
      <Icon of={icons[row.item.kind]} className="ink3" />
      <bdi className="wire cut">
        <Visible text={row.item.label} />
      </bdi>
      <span className="sr">{t(`workbench.kind.${row.item.kind}`)}</span>
    </>
  );
}
