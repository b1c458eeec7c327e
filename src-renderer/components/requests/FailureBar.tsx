// A failure as a bar: texts from the catalogue, external messages quoted.
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
  /** Further details (when, how often), shown before the text sent and the next step. */
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
