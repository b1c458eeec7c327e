// What one decision about many depends on: not only which are marked, but what of them goes, and that all was looked through.
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";

type Known = Pick<Sample, "id" | "revision">;

/** Names requests as they stand: another one, or one that has changed, makes another name. */
export const namesOf = (samples: readonly Known[]): string =>
  samples.map(({ id, revision }) => `${id} ${revision}`).join("\n");

/**
 * Another name: the guard starts anew, so that nobody approves what came under the hand at that moment.
 * @param which goes, by `namesOf`; @param ready all were looked through
 */
export const batchGuard = (
  model: string | null,
  marked: readonly Known[],
  which: string,
  ready: boolean,
): string => [model ?? "", ready ? "ready" : "looking", which, namesOf(marked)].join("\n\n");
