// The Workbench: list, form and result, connected to main.
import { useMemo } from "react";
import { useMirror } from "#data/mirror.ts";
import { goTo, useView, view } from "#data/view.ts";
import { useT } from "#words/index.ts";
import { Button } from "#kit/controls/Button.tsx";
import { Empty } from "#kit/layout/Empty.tsx";
import { TitleBar } from "#kit/layout/Section.tsx";
import { Bench } from "./Bench.tsx";
import { ItemList } from "./ItemList.tsx";
import { itemKey, itemsOf } from "./items.ts";
import type { Item } from "./items.ts";
import { PaneEdge } from "#app/panes/PaneEdge.tsx";
import s from "./Bench.module.css";

export function WorkbenchScreen() {
  const t = useT();
  const all = useMirror((state) => state.servers);
  const servers = useMemo(
    () =>
      Object.values(all)
        .filter((server) => server.enabled)
        .toSorted((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id)),
    [all],
  );
  const chosen = useView((state) => state.item);
  const item = useMemo(() => {
    const items = servers.flatMap(itemsOf);
    const same = (entry: Item): boolean =>
      entry.server.id === chosen?.serverId &&
      entry.kind === chosen.kind &&
      entry.name === chosen.name;
    return items.find(same) ?? items[0];
  }, [servers, chosen]);
  if (servers.length === 0) {
    return (
      <section aria-label={t("common.workbench")}>
        <TitleBar title={t("common.workbench")} />
        <Empty
          title={t("workbench.empty.title")}
          action={<Button onClick={() => goTo("servers")}>{t("workbench.empty.action")}</Button>}
        >
          {t("workbench.empty.text")}
        </Empty>
      </section>
    );
  }
  const pick = ({ server, kind, name }: Item): void =>
    view.setState({ item: { serverId: server.id, kind, name }, runId: null });
  return (
    <div className={s.screen}>
      <ItemList
        servers={servers}
        current={item === undefined ? null : itemKey(item)}
        onPick={pick}
      />
      {item === undefined ? (
        <div className={s.none}>
          <Empty
            title={t("workbench.nothing.title")}
            action={<Button onClick={() => goTo("servers")}>{t("workbench.empty.action")}</Button>}
          >
            {t("workbench.nothing.text")}
          </Empty>
        </div>
      ) : (
        <Bench key={itemKey(item)} item={item} />
      )}
      <PaneEdge pane="list" side="left" />
    </div>
  );
}
