// Gate 2: an answer that did not end by itself. What came is kept, and why no more came is said above it.
import type { ModelFailure } from "../../../src-shared/outcome.ts";
import { useFailureText } from "../../i18n/failure.tsx";
import { useT } from "../../i18n/index.ts";
import { Bar } from "../../ui/layout/Bar.tsx";
import { Quote } from "../../ui/text/Quote.tsx";

/** Nothing where the answer is whole, or was stopped by a person. */
export function BrokenOff({ failure }: { failure: ModelFailure | undefined }) {
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
