// Shown instead of rows: nothing has ended yet, nothing was found, the filter is invalid, the index is not ready.
import { KEYS } from "#shared/shortcuts.ts";
import { useT } from "#words/index.ts";
import type { Failure } from "#shared/outcome.ts";
import { useHistoryList } from "#data/history.ts";
import { useMirror } from "#data/mirror.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { Button, LinkButton } from "#kit/controls/Button.tsx";
import { Empty } from "#kit/layout/Empty.tsx";
import { useGetStarted } from "#data/getStarted.ts";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { KeyCap } from "#kit/controls/KeyCap.tsx";
import { LoadingBars } from "#kit/layout/LoadingBars.tsx";
import { decimal } from "#kit/text/time.ts";
import s from "./History.module.css";

/** Problems the rows cannot show, above the list. */
export function ListBars({ failure }: { failure: Failure | null }) {
  const t = useT();
  const state = useMirror((mirror) => mirror.history.state);
  const trouble = useMirror(({ desk }) => desk.ledgerTrouble !== null);
  // Shown once: an empty result with the same reason does not repeat it.
  const known = state.kind === "unavailable" && failure?.kind === "history-unavailable";
  return (
    <>
      {failure !== null && !known && <FailureBar failure={failure} />}
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
    </>
  );
}

const share = ({ done, total }: { done: number; total: number }): string =>
  decimal(total === 0 ? 0 : Math.floor((100 * done) / total));

export function EmptyHistory({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  const t = useT();
  const begin = useGetStarted();
  const { total, state } = useMirror((mirror) => mirror.history);
  const searched = useHistoryList((list) => list.query !== null);
  const failed = useHistoryList((list) => list.failure !== null);
  if (!searched) return !failed ? <LoadingBars rows={12} /> : null;
  if (state.kind !== "ready" && total === 0) return null;
  if (filtered) {
    return (
      <p className={s.nothing}>
        {t("history.nothing.found", { count: total })}{" "}
        <LinkButton onClick={onClear}>{t("history.nothing.clear")}</LinkButton>{" "}
        <KeyCap of={KEYS.back} />
      </p>
    );
  }
  return (
    <Empty
      title={t("history.nothing.title")}
      action={<Button onClick={begin.run}>{begin.label}</Button>}
    >
      {t("history.nothing.text")}
    </Empty>
  );
}
