// The bar above a response to a redacted request: which placeholders were replaced by their values, which were not,
// and the switch between what the server gets and what the model wrote.
import { useT } from "#words/index.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { UnseenIcon } from "#kit/controls/icons.ts";
import { Quote } from "#kit/text/Quote.tsx";
import { Segmented } from "#kit/controls/Segmented.tsx";
import { redactedWords } from "#request/redaction/RedactionBar.tsx";
import type { Answered } from "#request/response/useGate2.ts";

export function RestoredBar({
  attempt,
  written,
  onWritten,
}: {
  attempt: Answered;
  /** The paper shows what the model wrote. */
  written: boolean;
  onWritten: (written: boolean) => void;
}) {
  const t = useT();
  const { putBack } = attempt.state;
  if (putBack === undefined || attempt.redacted === undefined) return null;
  const { count, mended, doubtful, doubtfulMore } = putBack;
  const doubts = doubtful.length + doubtfulMore;
  return (
    <Bar
      tone={doubts > 0 ? "warn" : "info"}
      icon={UnseenIcon}
      quiet
      title={count === 0 ? t("redaction.back.none") : t("redaction.back.title", { count })}
      actions={
        attempt.state.written !== undefined && (
          <Segmented
            label={t("redaction.form")}
            value={written ? "written" : "server"}
            onChange={(value) => onWritten(value === "written")}
            options={[
              { value: "server", label: t("redaction.back.forServer") },
              { value: "written", label: t("redaction.back.written") },
            ]}
          />
        )
      }
    >
      {redactedWords(t, attempt.redacted)}.
      {mended > 0 && ` ${t("redaction.back.mended", { count: mended })}`}
      {doubts > 0 && (
        <>
          {" "}
          {t("redaction.back.doubtful", { count: doubts })}{" "}
          {doubtful.slice(0, 5).map((text, index) => (
            <span key={index}>
              <Quote cut>{text}</Quote>{" "}
            </span>
          ))}
        </>
      )}
    </Bar>
  );
}
