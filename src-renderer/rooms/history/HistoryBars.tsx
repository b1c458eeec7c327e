// The bars above the list: what the rows cannot show, progress and results of actions.
import { useT } from "#words/index.ts";
import type { HistoryExported } from "#shared/ledger/files.ts";
import type { Failure } from "#shared/outcome.ts";
import { send } from "#data/commands.ts";
import { useHistoryList } from "#data/history.ts";
import { useMirror } from "#data/mirror.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { LinkButton } from "#kit/controls/Button.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { BusyIcon, CheckIcon } from "#kit/controls/icons.ts";
import { Quote } from "#kit/text/Quote.tsx";
import { decimal, size } from "#kit/text/time.ts";

export function HistoryBars({
  failure,
  exported,
  onClose,
}: {
  /** Of the last action. */
  failure: Failure | null;
  exported: HistoryExported | null;
  onClose: () => void;
}) {
  const t = useT();
  const listFailure = useHistoryList((list) => list.failure);
  const state = useMirror((mirror) => mirror.history.state);
  const trouble = useMirror(({ desk }) => desk.ledgerTrouble !== null);
  const task = useMirror((mirror) => mirror.historyTask);
  // Shown once: an empty result with the same reason does not repeat it.
  const known = state.kind === "unavailable" && listFailure?.kind === "history-unavailable";
  const close = <LinkButton onClick={onClose}>{t("common.close")}</LinkButton>;
  return (
    <>
      {listFailure !== null && !known && <FailureBar failure={listFailure} />}
      {state.kind === "building" && (
        <Bar tone="info" title={t("history.building.title", { done: share(state) })} quiet>
          {t("history.building.text", { done: decimal(state.done), total: decimal(state.total) })}
        </Bar>
      )}
      {state.kind === "unavailable" && (
        <Bar tone="warn" title={t("history.unavailable.title")}>
          {t(trouble ? "history.unavailable.damaged" : "history.unavailable.text")}{" "}
          <span className="wire">{state.detail}</span>
        </Bar>
      )}
      {task !== null && (
        <Bar
          tone="info"
          icon={BusyIcon}
          title={t("history.task.export")}
          actions={
            <LinkButton onClick={() => void send("history.cancelTask")}>
              {t("common.cancel")}
            </LinkButton>
          }
          quiet
        >
          {task.total > 0
            ? t("common.doneOfTotal", { done: decimal(task.done), total: decimal(task.total) })
            : task.done > 0 && t("history.task.so", { done: decimal(task.done) })}
        </Bar>
      )}
      {failure !== null && <FailureBar failure={failure} actions={close} />}
      {exported !== null && (
        <Bar
          tone="info"
          icon={CheckIcon}
          title={t("history.export.done", { count: exported.items })}
          actions={close}
        >
          <Quote cut>{exported.file}</Quote> {size(t, exported.bytes)}
        </Bar>
      )}
    </>
  );
}

const share = ({ done, total }: { done: number; total: number }): string =>
  decimal(total === 0 ? 0 : Math.floor((100 * done) / total));
