// Shown instead of rows: nothing has ended yet, nothing was found, the filter is invalid, the index is not ready.
import { KEYS } from "#shared/shortcuts.ts";
import { useT } from "#words/index.ts";
import { useHistoryList } from "#data/history.ts";
import { useMirror } from "#data/mirror.ts";
import { Button, LinkButton } from "#kit/controls/Button.tsx";
import { Empty } from "#kit/layout/Empty.tsx";
import { useGetStarted } from "#data/getStarted.ts";
import { KeyCap } from "#kit/controls/KeyCap.tsx";
import { LoadingBars } from "#kit/layout/LoadingBars.tsx";
import s from "./History.module.css";

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
