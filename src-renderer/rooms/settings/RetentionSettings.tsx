// Retention of ended requests' content, for servers without a rule of their own; when it was last applied, and with
// what result.
import { useState } from "react";
import type { RetentionRound } from "#shared/ledger/retention.ts";
import type { Retention } from "#shared/servers/policy/retention.ts";
import { send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import { useRetentionPreview } from "#data/retentionPreview.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { DeletionPreview, reachWords } from "#forms/retention/DeletionPreview.tsx";
import { RetentionFields } from "#forms/retention/RetentionFields.tsx";
import { retentionForm, retentionFormValues } from "#forms/retention/retentionForm.ts";
import { Button } from "#kit/controls/Button.tsx";
import { SubmitForm } from "#kit/controls/SubmitForm.tsx";
import { sameValues, useFormValues } from "#kit/form/form.tsx";
import { Bar } from "#kit/layout/Bar.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { dayTime, size } from "#kit/text/time.ts";
import { FormActions } from "#kit/layout/Room.tsx";
import { Hint, Text } from "#kit/text/Text.tsx";
import s from "./Settings.module.css";

export function RetentionSettings({
  retention,
  onChange,
}: {
  retention: Retention;
  onChange: (retention: Retention) => void;
}) {
  const t = useT();
  const {
    form,
    read,
    send: save,
  } = useFormValues(retentionForm(t), retentionFormValues(retention), onChange);
  // Refreshed each time retention was applied.
  const applied = useMirror((state) => state.retention.last?.atMs);
  const reach = useRetentionPreview(null, read.data ?? null, applied);
  return (
    <SubmitForm label={t("common.save")} onSubmit={save}>
      <Hint below>{t("retention.intro")}</Hint>
      <RetentionFields
        renderField={(name, parts) => (
          <form.AppField key={name} name={name}>
            {parts}
          </form.AppField>
        )}
      />
      {read.success && <DeletionPreview reach={reach} />}
      {read.success && sameValues(read.data, retention) ? (
        <RetentionState />
      ) : (
        <FormActions>
          <Button size="m" onClick={save}>
            {t("common.save")}
          </Button>
        </FormActions>
      )}
    </SubmitForm>
  );
}

/** When retention was last applied, what is still pending, and when it is applied next. */
function RetentionState() {
  const t = useT();
  const { last, failed, nextMs, running, owedSinceMs } = useMirror((state) => state.retention);
  const [asked, setAsked] = useState(false);
  const busy = running || asked;
  const apply = async (): Promise<void> => {
    if (busy) return;
    setAsked(true);
    await send("retention.run");
    setAsked(false);
  };
  return (
    <div className={s.retention}>
      {failed !== null && (
        <>
          <Text tone="warn">{t("retention.state.failed", { time: dayTime(failed.atMs) })}</Text>
          <FailureBar failure={failed.failure} />
        </>
      )}
      {owedSinceMs !== null && (
        <Bar tone="warn" title={t("retention.state.owed", { time: dayTime(owedSinceMs) })}>
          {t("retention.state.owedWhy")}
        </Bar>
      )}
      <Hint below role="status">
        {last === null ? t("retention.state.never") : roundWords(t, last)}{" "}
        {running
          ? t("retention.state.running")
          : nextMs === null
            ? t("retention.state.none")
            : t("retention.state.next", { time: dayTime(nextMs) })}
      </Hint>
      {nextMs !== null && (
        <FormActions>
          {/* Not `disabled`, which would drop the keyboard focus. */}
          <Button size="m" aria-disabled={busy} onClick={() => void apply()}>
            {t("retention.state.now")}
          </Button>
        </FormActions>
      )}
    </div>
  );
}

function roundWords(t: T, round: RetentionRound): string {
  const what = reachWords(t, round);
  const { atMs, freed, stays, open, left } = round;
  return [
    t("retention.state.last", { time: dayTime(atMs) }),
    what === ""
      ? t("retention.state.nothing")
      : t("retention.state.went", { what, freed: size(t, freed) }),
    stays > 0 && t("retention.state.stayed", { stays: size(t, stays) }),
    open > 0 && t("retention.state.open", { count: open }),
    left > 0 && t("retention.state.left", { count: left }),
  ]
    .filter((words) => words !== false)
    .join(" ");
}
