// Gate 1 after several candidates failed together: the failures of the other attempts, equal ones once. `ModelFailed`
// shows that of the last attempt with its actions.
import type { ModelFailure } from "#shared/outcome.ts";
import type { Attempt } from "#shared/sampling/life/sample.ts";
import { useT } from "#words/index.ts";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { attemptName } from "#request/attempts/attemptWords.ts";

export interface EqualFailures {
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
  const alike = new Map<string, EqualFailures>();
  for (const attempt of attempts.toReversed()) {
    const { state, startedAtMs } = attempt;
    if (startedAtMs !== last.startedAtMs || state.kind !== "failed") continue;
    const key = JSON.stringify(state.failure);
    const known = alike.get(key);
    if (known === undefined) alike.set(key, { failure: state.failure, attempts: [attempt] });
    else known.attempts.unshift(attempt);
  }
  return [...alike.values()].toReversed();
}

/** The names of the attempts: `1 · gpt-5, 3 · gpt-5`. */
export function Whose({ of, all }: { of: readonly Attempt[]; all: readonly Attempt[] }) {
  const t = useT();
  return of.map((attempt) => (
    <span key={attempt.id}>
      <Quote bare>{attemptName(t, all, attempt)}</Quote>{" "}
    </span>
  ));
}

/** All failures but that of the last attempt. */
export function OtherFailures({ attempts }: { attempts: readonly Attempt[] }) {
  return failedTogether(attempts)
    .slice(0, -1)
    .map(({ failure, attempts: whose }) => (
      <FailureBar key={whose[0]?.id} failure={failure} quiet>
        <Whose of={whose} all={attempts} />
      </FailureBar>
    ));
}
