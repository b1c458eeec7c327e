// Gate 1 after models failed: the failures, equal ones once, and below the last one what can be done: send a program the
// provider's error, retry, or approve for the next model. Each needs a click of the user, so that nothing that costs
// money is repeated on its own.
import type { ReactNode } from "react";
import type { Json } from "#shared/json.ts";
import { sameJson } from "#shared/request/document/change.ts";
import type { Decision } from "#shared/request/life/decision.ts";
import type { ModelFailure } from "#shared/outcome.ts";
import type { Attempt, HeldRequest } from "#shared/request/life/heldRequest.ts";
import { refKey } from "#shared/models/ranking/rank.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { attemptName } from "#request/attempts/attemptWords.ts";
import type { Ranked } from "#request/models/ranking.ts";
import type { Deciding } from "#data/decide.ts";
import type { Now } from "../gate.ts";

interface EqualFailures {
  failure: ModelFailure;
  attempts: Attempt[];
}

/**
 * The failures of attempts approved together with the last one, grouped by equal failure; that of the last attempt
 * comes last. Empty if the last attempt did not fail.
 */
export function failedTogether(attempts: readonly Attempt[]): EqualFailures[] {
  const last = attempts.at(-1);
  if (last?.state.kind !== "failed") return [];
  const groups: EqualFailures[] = [];
  for (const attempt of attempts.toReversed()) {
    const { state, startedAtMs } = attempt;
    if (startedAtMs !== last.startedAtMs || state.kind !== "failed") continue;
    const { failure } = state;
    const alike = groups.find((group) => isEqual(group.failure, failure));
    if (alike === undefined) groups.push({ failure, attempts: [attempt] });
    else alike.attempts.unshift(attempt);
  }
  return groups.toReversed();
}

const isEqual = (one: ModelFailure, other: ModelFailure): boolean =>
  sameJson(one as unknown as Json, other as unknown as Json);

export function Failures({
  request,
  deciding,
  now,
  onModel,
  ranked,
  approval,
}: {
  request: HeldRequest;
  deciding: Deciding;
  /** Approves the request as it is now. */
  now: Now;
  /** Opens the list of models. */
  onModel: () => void;
  ranked: Ranked;
  /** What approves the request as it is now; null if nothing can. */
  approval: Extract<Decision, { kind: "approve-request" }> | null;
}) {
  const t = useT();
  const { attempts } = request;
  const failures = failedTogether(attempts);
  const last = failures.at(-1);
  const attemptId = attempts.at(-1)?.id;
  if (last === undefined || attemptId === undefined) return null;
  const failed = new Set(attempts.map(({ model }) => (model === null ? "" : refKey(model))));
  // A program named its model: no other is offered in its place.
  const isProgram = request.reply.kind === "http";
  const next = isProgram
    ? undefined
    : ranked.models.find(({ obstacle, ref }) => obstacle === null && !failed.has(refKey(ref)));
  return (
    <>
      {failures.slice(0, -1).map(({ failure, attempts: whose }) => (
        <FailureBar key={whose[0]?.id} failure={failure} quiet>
          {namesOf(t, whose, attempts)}
        </FailureBar>
      ))}
      <FailureBar
        failure={last.failure}
        actions={
          <>
            {isProgram && (
              <LinkButton
                disabled={!deciding.guardOn || deciding.busy}
                onClick={() =>
                  deciding.run(request.askedHash, { kind: "send-provider-error", attemptId })
                }
              >
                {t("review.again.sendError")}
              </LinkButton>
            )}
            <LinkButton disabled={!now.canApprove} onClick={now.approve}>
              {t("common.retry")}
            </LinkButton>
            {next !== undefined && (
              <LinkButton
                disabled={!now.canApprove}
                onClick={() =>
                  approval !== null &&
                  deciding.run(request.askedHash, { ...approval, model: next.ref })
                }
              >
                {t("review.again.next", { model: next.name })}
              </LinkButton>
            )}
            <LinkButton onClick={onModel}>{t("review.otherModel")}</LinkButton>
          </>
        }
      >
        {(failures.length > 1 || last.attempts.length > 1) && namesOf(t, last.attempts, attempts)}
      </FailureBar>
    </>
  );
}

/** The names of the attempts: `1 · gpt-5, 3 · gpt-5`. */
const namesOf = (t: T, of: readonly Attempt[], all: readonly Attempt[]): ReactNode =>
  of.map((attempt) => (
    <span key={attempt.id}>
      <Quote bare>{attemptName(t, all, attempt)}</Quote>{" "}
    </span>
  ));
