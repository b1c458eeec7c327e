// A failure as a bar: its sentences from the catalogue, its foreign words in a quote.
import type { ReactNode } from "react";
import type { Failure } from "../../src-shared/outcome.ts";
import { useFailureText } from "../i18n/failure.tsx";
import { Bar } from "./Bar.tsx";
import { Quote } from "./Quote.tsx";

export function FailureBar({
  failure,
  tone = "danger",
  actions,
  quiet = false,
}: {
  failure: Failure;
  tone?: "danger" | "warn" | "info";
  actions?: ReactNode;
  quiet?: boolean;
}) {
  const text = useFailureText(failure);
  return (
    <Bar tone={tone} title={text.what} actions={actions} quiet={quiet}>
      {text.sent} {text.next}
      {text.quote !== "" && (
        <>
          {" "}
          <Quote cut>{text.quote}</Quote>
        </>
      )}
    </Bar>
  );
}
