// What the desk's rules have said of a request, as it stands beside it.
import type { Judged } from "../../src-shared/ipc/rules.ts";
import type { RuleGate } from "../../src-shared/policy/rule.ts";
import type { Sample } from "../../src-shared/sampling/sample.ts";

/** Everything that rules said, oldest first. */
export const judgedOf = ({ judged = [] }: Sample): readonly Judged[] => judged;

/** The last that was said at a gate: an earlier one no longer holds. */
export const judgedAt = (sample: Sample, gate: RuleGate): Judged | undefined =>
  judgedOf(sample).findLast((one) => one.gate === gate);

/** Requests of the list that rules have let pass or refused since. */
export const decidedSince = (samples: readonly Sample[], sinceMs: number): number =>
  samples.filter((sample) =>
    judgedOf(sample).some(
      ({ atMs, decide, held }) => atMs >= sinceMs && decide !== "ask" && held === undefined,
    ),
  ).length;
