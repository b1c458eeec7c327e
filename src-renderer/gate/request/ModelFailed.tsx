// Gate 1 after a model failed: send a program the provider's error, retry, or approve for the next model. Each needs a
// click of the user, so that nothing that costs money is repeated on its own.
import type { ModelFailure } from "#shared/outcome.ts";
import type { Attempt } from "#shared/sampling/life/sample.ts";
import type { RankedModel } from "#shared/models/ranking/rank.ts";
import { useT } from "#words/index.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { failedTogether, Whose } from "./FailedTogether.tsx";

export function ModelFailed({
  failure,
  all,
  onAgain,
  canAgain,
  onModel,
  sendError,
  next,
  onNext,
}: {
  /** Of the last attempt. */
  failure: ModelFailure;
  /** All attempts of the request. */
  all: readonly Attempt[];
  /** Approves the request as it is now. */
  onAgain: () => void;
  canAgain: boolean;
  /** Opens the list of models. */
  onModel: () => void;
  /** Ends a program's request with the provider's own error; null for a server's. */
  sendError: { isOff: boolean; run: () => void } | null;
  /** The best-ranked model that has not failed for this request. */
  next: RankedModel | undefined;
  onNext: (next: RankedModel) => void;
}) {
  const t = useT();
  const together = failedTogether(all);
  const alike = together.at(-1)?.attempts ?? [];
  return (
    <FailureBar
      failure={failure}
      actions={
        <>
          {sendError !== null && (
            <LinkButton disabled={sendError.isOff} onClick={sendError.run}>
              {t("review.again.sendError")}
            </LinkButton>
          )}
          <LinkButton disabled={!canAgain} onClick={onAgain}>
            {t("common.retry")}
          </LinkButton>
          {next !== undefined && (
            <LinkButton disabled={!canAgain} onClick={() => onNext(next)}>
              {t("review.again.next", { model: next.name })}
            </LinkButton>
          )}
          <LinkButton onClick={onModel}>{t("review.otherModel")}</LinkButton>
        </>
      }
    >
      {(together.length > 1 || alike.length > 1) && <Whose of={alike} all={all} />}
    </FailureBar>
  );
}
