// Why models could not be listed. Nothing was sent, so the text says nothing about that.
import type { Failure } from "#shared/outcome.ts";
import { useFailureText } from "#words/failure.tsx";
import { Bar } from "#kit/layout/Bar.tsx";
import { Quote } from "#kit/text/Quote.tsx";

export function FailureReason({ failure }: { failure: Failure }) {
  const { what, next, quote } = useFailureText(failure);
  return (
    <Bar tone="danger" title={what} quiet>
      {next} {quote !== "" && <Quote cut>{quote}</Quote>}
    </Bar>
  );
}
