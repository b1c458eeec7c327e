// When retention last ran and with what result, what is still pending, and when it runs next.
import { useState } from "react";
import type { RetentionRound } from "#shared/ledger/retention.ts";
import { useT } from "#words/index.ts";
import { send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { Button } from "#kit/controls/Button.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { reachWords } from "#forms/retention/DeletionPreview.tsx";
import { dayTime, size } from "#kit/text/time.ts";
import { Hint, Text } from "#kit/text/Text.tsx";
import { FormActions } from "#kit/layout/Room.tsx";
import s from "./Retention.module.css";

export function RetentionState() {
  const t = useT();
  const keeping = useMirror((state) => state.retention);
  const [asked, setAsked] = useState(false);
  const { last, failed, nextMs, running, owedSinceMs } = keeping;
  const busy = running || asked;
  const apply = async (): Promise<void> => {
    if (busy) return;
    setAsked(true);
    await send("keeping.run");
    setAsked(false);
  };
  return (
    <div className={s.state}>
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
        {last === null ? t("retention.state.never") : <Last last={last} />}{" "}
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

function Last({ last }: { last: RetentionRound }) {
  const t = useT();
  const what = reachWords(t, last);
  const { freed, stays, open, left } = last;
  return (
    <>
      {t("retention.state.last", { time: dayTime(last.atMs) })}{" "}
      {what === ""
        ? t("retention.state.nothing")
        : t("retention.state.went", { what, freed: size(t, freed) })}{" "}
      {stays > 0 && t("retention.state.stayed", { stays: size(t, stays) })}{" "}
      {open > 0 && t("retention.state.open", { count: open })}{" "}
      {left > 0 && t("retention.state.left", { count: left })}
    </>
  );
}
