// Why models could not be listed. Nothing was sent, so the text says nothing about that.
import type { Failure } from "../../src-shared/outcome.ts";
import { useFailureText } from "../i18n/failure.tsx";
import { Bar } from "../ui/layout/Bar.tsx";
import { Quote } from "../ui/text/Quote.tsx";

export function FailureReason({ failure }: { failure: Failure }) {
  const { what, next, quote } = useFailureText(failure);
  return (
    <Bar tone="danger" title={what} quiet>
      {next} {quote !== "" && <Quote cut>{quote}</Quote>}
    </Bar>
  );
}
