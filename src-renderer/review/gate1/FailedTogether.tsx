// Gate 1, after several answers were asked for at once and all failed: what became of each of the others, like failures
// said once. The last one is said with what can be done.
import type { ModelFailure } from "../../../src-shared/outcome.ts";
import type { Attempt } from "../../../src-shared/sampling/life/sample.ts";
import { useT } from "../../i18n/index.ts";
import { FailureBar } from "../../components/requests/FailureBar.tsx";
import { Quote } from "../../ui/text/Quote.tsx";
import { attemptName } from "../attempts/attemptWords.ts";

export interface FailedAlike {
  failure: ModelFailure;
  attempts: Attempt[];
}

/**
 * The failures of what was approved together with the last attempt, alike ones once, the last one's last. Empty where
 * the last attempt did not fail.
 */
export function failedTogether(attempts: readonly Attempt[]): FailedAlike[] {
  const last = attempts.at(-1);
  if (last?.state.kind !== "failed") return [];
  const alike = new Map<string, FailedAlike>();
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

/** Which attempts: `1 · gpt-5, 3 · gpt-5`. */
export function Whose({ of, all }: { of: readonly Attempt[]; all: readonly Attempt[] }) {
  const t = useT();
  return of.map((attempt) => (
    <span key={attempt.id}>
      <Quote bare>{attemptName(t, all, attempt)}</Quote>{" "}
    </span>
  ));
}

/** All but the failure of the last attempt, which stands below with what can be done. */
export function OtherFailures({ attempts }: { attempts: readonly Attempt[] }) {
  return failedTogether(attempts)
    .slice(0, -1)
    .map(({ failure, attempts: whose }) => (
      <FailureBar key={whose[0]?.id} failure={failure} quiet>
        <Whose of={whose} all={attempts} />
      </FailureBar>
    ));
}
