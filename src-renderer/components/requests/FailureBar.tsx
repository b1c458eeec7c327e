// A failure as a bar: its sentences from the catalogue, its foreign words in a quote.
import type { ReactNode } from "react";
import type { Failure } from "../../../src-shared/outcome.ts";
import { useFailureText } from "../../i18n/failure.tsx";
import { Bar } from "../../ui/layout/Bar.tsx";
import { Quote } from "../../ui/text/Quote.tsx";

export function FailureBar({
  failure,
  tone = "danger",
  actions,
  quiet = false,
  children,
}: {
  failure: Failure;
  tone?: "danger" | "warn" | "info";
  actions?: ReactNode;
  quiet?: boolean;
  /** More that is known (when, how often), said before what was sent and what comes next. */
  children?: ReactNode;
}) {
  const text = useFailureText(failure);
  return (
    <Bar tone={tone} title={text.what} actions={actions} quiet={quiet}>
      {children} {text.sent} {text.next}
      {text.quote !== "" && (
        <>
          {" "}
          <Quote cut>{text.quote}</Quote>
        </>
      )}
    </Bar>
  );
}
