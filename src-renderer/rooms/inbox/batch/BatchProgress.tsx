// The progress of a batch, and what could not be decided.
import { useT } from "#words/index.ts";
import { failureText } from "#words/failure.tsx";
import { stopBatch } from "#data/requests/batch.ts";
import { clearMultiSelection } from "#data/requests/multiSelection.ts";
import { openRequest } from "#data/view.ts";
import type { BatchState } from "#data/view.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { LinkButton } from "#kit/controls/Button.tsx";

const FAILURES_SHOWN = 5;

export function BatchProgress({ batch, onClose }: { batch: BatchState; onClose: () => void }) {
  const t = useT();
  const { kind, total, done, failed, state } = batch;
  const left = total - done - failed.length;
  return (
    <Bar
      tone={failed.length > 0 ? "warn" : "info"}
      title={t(state === "running" ? `batch.running.${kind}` : `batch.ended.${kind}`, {
        done,
        total,
      })}
      actions={
        state === "running" ? (
          <LinkButton onClick={stopBatch}>{t("common.stop")}</LinkButton>
        ) : (
          <LinkButton onClick={onClose}>{t("common.close")}</LinkButton>
        )
      }
    >
      {state === "stopped" && t("batch.stoppedHere", { count: left })}{" "}
      {failed.length > 0 && t("batch.failed", { count: failed.length })}
      {failed.slice(0, FAILURES_SHOWN).map(({ id, failure }) => (
        <div key={id}>
          {failureText(t, failure).what}{" "}
          <LinkButton
            onClick={() => {
              clearMultiSelection();
              openRequest(id);
            }}
          >
            {t("common.show")}
          </LinkButton>
        </div>
      ))}
    </Bar>
  );
}
