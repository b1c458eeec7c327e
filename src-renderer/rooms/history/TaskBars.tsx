// Progress and results of actions, above the list: a way to stop, the file written, the export being read, failures.
import { useT } from "#words/index.ts";
import type { HistoryExported } from "#shared/ledger/files.ts";
import type { Failure } from "#shared/outcome.ts";
import { send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { LinkButton } from "#kit/controls/Button.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { BusyIcon, CheckIcon, ImportIcon } from "#kit/controls/icons.ts";
import { Quote } from "#kit/text/Quote.tsx";
import { decimal, size } from "#kit/text/time.ts";

export function TaskBars({
  failure,
  exported,
  onClose,
}: {
  failure: Failure | null;
  exported: HistoryExported | null;
  onClose: () => void;
}) {
  const t = useT();
  const close = <LinkButton onClick={onClose}>{t("common.close")}</LinkButton>;
  return (
    <>
      <Task />
      <Imported />
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

function Task() {
  const t = useT();
  const task = useMirror((state) => state.historyTask);
  if (task === null) return null;
  return (
    <Bar
      tone="info"
      icon={BusyIcon}
      title={t(`history.task.${task.what}`)}
      actions={
        <LinkButton onClick={() => void send("history.cancelTask")}>
          {t("common.cancel")}
        </LinkButton>
      }
      quiet
    >
      {task.what === "report"
        ? task.done > 0 && size(t, task.done)
        : task.total > 0
          ? t("common.doneOfTotal", { done: decimal(task.done), total: decimal(task.total) })
          : task.done > 0 && t("history.task.so", { done: decimal(task.done) })}
    </Bar>
  );
}

/** The export that is shown instead of the ledger. */
function Imported() {
  const t = useT();
  const imported = useMirror((state) => state.historyImport);
  if (imported === null) return null;
  const { rows, omitted, contents, signedSeq, key } = imported;
  return (
    <Bar
      tone="info"
      icon={ImportIcon}
      title={t("history.import.title")}
      actions={
        <LinkButton onClick={() => void send("history.closeImport")}>
          {t("history.import.close")}
        </LinkButton>
      }
    >
      <Quote cut>{imported.name}</Quote> {t("history.import.verified", { count: rows })}{" "}
      {omitted > 0 && t("history.import.omitted", { count: omitted })}{" "}
      {contents.absent > 0 && t("history.import.absent", { count: contents.absent })}{" "}
      {key === null ? (
        t("history.import.unsigned")
      ) : (
        <>
          {t("history.import.signed", { row: decimal(signedSeq) })}{" "}
          <span className="wire" title={key}>
            {key.slice(0, 8)}
          </span>
        </>
      )}
    </Bar>
  );
}
