// What the desk's rules have said of a request, as it stands beside it.
import type { Judged } from "../../src-shared/ipc/rules.ts";
import type { RuleGate } from "../../src-shared/policy/rule.ts";
import type { RequestDocument } from "../../src-shared/sampling/message.ts";
import type { Sample } from "../../src-shared/sampling/sample.ts";

type Ruled = Sample & { judged?: Judged[]; prepared?: RequestDocument };

/** Everything that rules said, oldest first. */
export const judgedOf = ({ judged = [] }: Ruled): readonly Judged[] => judged;

/** The last that was said at a gate: an earlier one no longer holds. */
export const judgedAt = (sample: Ruled, gate: RuleGate): Judged | undefined =>
  judgedOf(sample).findLast((one) => one.gate === gate);

/** The request as a rule has prepared it for the first gate. */
export const preparedOf = ({ prepared }: Ruled): RequestDocument | undefined => prepared;

/** Requests of the list that rules have let pass or refused since. */
export const decidedSince = (samples: readonly Sample[], sinceMs: number): number =>
  samples.filter((sample) =>
    judgedOf(sample).some(
      ({ atMs, decide, held }) => atMs >= sinceMs && decide !== "ask" && held === undefined,
    ),
  ).length;
