// Gate 2: says above a partial response why it broke off.
import type { ModelFailure } from "#shared/outcome.ts";
import { useFailureText } from "#words/failure.tsx";
import { useT } from "#words/index.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { Quote } from "#kit/text/Quote.tsx";

/** Nothing if the response is complete or the user stopped it. */
export function IncompleteBar({ failure }: { failure: ModelFailure | undefined }) {
  return failure === undefined ? null : <Why failure={failure} />;
}

function Why({ failure }: { failure: ModelFailure }) {
  const t = useT();
  const { what, quote } = useFailureText(failure);
  return (
    <Bar tone="warn" title={what}>
      {t("failures.brokenOff")}
      {quote !== "" && (
        <>
          {" "}
          <Quote cut>{quote}</Quote>
        </>
      )}
    </Bar>
  );
}
