// The Workbench: list, form and result, connected to main.
import { useMemo, useState } from "react";
import { send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import { goTo, openSample, useView, view } from "#data/view.ts";
import { useT } from "#words/index.ts";
import { Button } from "#kit/controls/Button.tsx";
import { Empty } from "#kit/layout/Empty.tsx";
import { TitleBar } from "#kit/layout/Section.tsx";
import { Bench } from "./Bench.tsx";
import { ItemList } from "./ItemList.tsx";
import { itemKey, itemsOf, runsOf } from "./items.ts";
import type { Item } from "./items.ts";
import type { Level } from "./runs/runs.ts";
import { PaneEdge } from "#app/panes/PaneEdge.tsx";
import s from "./Bench.module.css";
import { useAction } from "#kit/hooks/useAction.ts";

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
        <Chosen key={itemKey(item)} item={item} />
      )}
      <PaneEdge pane="list" side="left" />
    </div>
  );
}

/** Log level per server as chosen here; until then, servers send what they like. */
const levelsChosen = new Map<string, Level>();

function Chosen({ item }: { item: Item }) {
  const runs = useMirror((state) => state.runs);
  const samples = useMirror((state) => state.samples);
  const runId = useView((state) => state.runId);
  const { failure, tell } = useAction();
  const [level, setLevel] = useState<Level>(levelsChosen.get(item.server.id) ?? "debug");
  const own = useMemo(() => runsOf(item, runs), [item, runs]);
  const run = own.find((entry) => entry.id === runId) ?? own.at(-1);
  const chooseLevel = async (next: Level): Promise<void> => {
    levelsChosen.set(item.server.id, next);
    setLevel(next);
    if (item.server.negotiated?.capabilities.logging === undefined) return;
    tell(await send("calls.logLevel", item.server.id, next));
  };
  return (
    <Bench
      item={item}
      failure={failure}
      runs={own}
      run={run}
      samples={samples}
      level={level}
      onLevel={(next) => void chooseLevel(next)}
      onPickRun={(id) => view.setState({ runId: id })}
      onReview={openSample}
      onRun={({ name, args }) =>
        void send("calls.start", item.server.id, item.kind, name, jsonOnly(args)).then((result) => {
          tell(result);
          if (result.ok) view.setState({ runId: result.value });
        })
      }
      onCancel={(id) => void send("calls.cancel", id)}
    />
  );
}

/** Drops undefined fields. */
function jsonOnly(args: Record<string, unknown>) {
  return JSON.parse(JSON.stringify(args)) as Record<string, never>;
}
