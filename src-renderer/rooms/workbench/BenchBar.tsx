// The bar at the bottom: what is about to be called, what prevents it, and the buttons.
import { KEYS } from "#shared/shortcuts.ts";
import type { ReactNode } from "react";
import type { RunView } from "#shared/servers/server.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { Button } from "#kit/controls/Button.tsx";
import { StopIcon } from "#kit/controls/icons.ts";
import { Quote } from "#kit/text/Quote.tsx";
import type { ArgumentDraft } from "#forms/schema/values.ts";
import type { Item } from "./items.ts";
import s from "./Bench.module.css";

/** What prevents the call; null if nothing. */
export type CallObstacle = "notConnected" | "unreadable" | "faults" | null;

export function BenchBar({
  item,
  draft,
  run,
  again,
  hindrance,
  onRun,
  onCancel,
}: {
  item: Item;
  draft: ArgumentDraft;
  run: RunView | undefined;
  again: boolean;
  hindrance: CallObstacle;
  onRun: () => void;
  onCancel: (runId: string) => void;
}) {
  const t = useT();
  const count = Object.keys(item.kind === "resource" && !item.template ? {} : draft.args).length;
  return (
    <footer className={s.acts}>
      {run?.state === "running" && (
        <Button icon={StopIcon} onClick={() => onCancel(run.id)}>
          {t("workbench.run.cancel")}
        </Button>
      )}
      <p className={s.sends}>
        <Sends item={item} />
        {hindrance === null ? (
          <span>{countWords(item, count, t)}</span>
        ) : (
          <span className={hindrance === "faults" ? "danger" : "warn"}>
            {t(`workbench.hindrance.${hindrance}`)}
          </span>
        )}
      </p>
      <Button level="primary" fixed keys={KEYS.run} disabled={hindrance !== null} onClick={onRun}>
        {t(again ? "common.runAgain" : "workbench.run.run")}
      </Button>
    </footer>
  );
}

function Sends({ item }: { item: Item }): ReactNode {
  const t = useT();
  return (
    <span title={item.name}>
      {t(`workbench.sends.${item.kind}`)} <Quote cut>{item.label}</Quote> {t("workbench.sends.on")}{" "}
      <b>{item.server.name}</b>
    </span>
  );
}

function countWords(item: Item, count: number, t: T): string {
  if (item.kind === "resource" && !item.template) return t("workbench.sends.read");
  return t("workbench.sends.arguments", { count });
}
