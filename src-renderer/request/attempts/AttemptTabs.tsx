// The attempts of a request as tabs.
import type { ReactNode } from "react";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import type { Attempt } from "#shared/request/life/heldRequest.ts";
import { placeOf } from "#shared/request/life/attempts.ts";
import { Icon } from "#kit/controls/Icon.tsx";
import { BusyIcon, ByHandIcon, WarnIcon } from "#kit/controls/icons.ts";
import { TabRow } from "#kit/controls/Tabs.tsx";
import { decimal, elapsed } from "#kit/text/time.ts";
import { writtenWords } from "../attemptAuthor.ts";

export function AttemptTabs({
  attempts,
  current,
  onChoose,
  end,
}: {
  attempts: readonly Attempt[];
  current: string;
  onChoose: (attemptId: string) => void;
  /** Actions on all attempts, at the end of the row. */
  end?: ReactNode;
}) {
  const t = useT();
  return (
    <TabRow
      end={end}
      label={t("review.attempts.label")}
      value={current}
      onChange={onChoose}
      tabs={attempts.map((attempt, index) => ({
        value: attempt.id,
        label: (
          <>
            {attempt.model === null ? (
              <>
                {index + 1} · <Icon of={ByHandIcon} /> {writtenWords(t, attempt)}
              </>
            ) : (
              `${index + 1} · ${attempt.model.modelId}`
            )}
            <span className="ink3">
              <State attempt={attempt} attempts={attempts} />
            </span>
          </>
        ),
      }))}
    />
  );
}

function State({ attempt, attempts }: { attempt: Attempt; attempts: readonly Attempt[] }) {
  const t = useT();
  switch (attempt.state.kind) {
    case "running":
      return <Icon of={BusyIcon} turning />;
    case "waiting":
      return t("candidates.waits", { place: placeOf(attempts, attempt) ?? "" });
    case "withdrawn":
      return t("candidates.withdrawn");
    case "failed":
      return (
        <span className="danger">
          <Icon of={WarnIcon} /> {t("common.stageShort.failed")}
        </span>
      );
    default:
      return attempt.model === null ? null : measured(t, attempt.state);
  }
}

/** `128 tokens, 1.9 s`; the time alone if the tokens are not known. */
export function measured(
  t: T,
  state: { usage?: { outputTokens?: number }; tookMs: number },
): string {
  const tokens = state.usage?.outputTokens;
  const time = elapsed(t, state.tookMs);
  return tokens === undefined ? time : `${t("common.tokens", { count: tokens })}, ${time}`;
}

/** `1,012 in, 128 out of 400`; `?` for what is not known. */
export function usageWords(
  t: T,
  usage: { inputTokens?: number; outputTokens?: number } | undefined,
  limit: number | undefined,
): string {
  const number = (value: number | undefined): string =>
    value === undefined ? "?" : decimal(value);
  return t("review.answer.usage", {
    input: number(usage?.inputTokens),
    output: number(usage?.outputTokens),
    limit: number(limit),
  });
}
