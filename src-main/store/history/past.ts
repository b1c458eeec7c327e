// What the index keeps of how a request stood when rules could decide about it, beside what became of it.
import { rowOf } from "../../../src-shared/filter/columns.ts";
import { factsOf } from "../../../src-shared/filter/facts.ts";
import type { ItemFacts } from "../../../src-shared/filter/facts.ts";
import { sampleAt } from "../../../src-shared/policy/judge/atGate.ts";
import type { FindingKind } from "../../../src-shared/inspect/kinds.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import { hadSeriousFindings } from "./dryRun/standingThen.ts";

/** Bits of the column `past`. */
export const PAST_COLUMNS = {
  /** It came before rules: nothing refused it at once. */
  request: 1,
  /** What it was when it came cannot be told from its row alone. */
  readRequest: 2,
  /** An answer of a model came before rules. */
  response: 4,
  /** What it was when that answer came cannot be told from its row alone. */
  readResponse: 8,
  /** Something of it could hold back a rule that allows it: findings, flags, who asks. */
  weighsRequest: 16,
  /** The same of that answer. */
  weighsResponse: 32,
} as const;

export type Past = Record<
  "past" | "asked_hash" | "findings1" | "finding1" | "found1",
  string | number
>;

/**
 * @param facts of it as it is now
 * @param mediaAdded the user added images or sounds to it
 * @param off kinds of findings that are none, but are taken out with their group
 */
export function pastOf(
  sample: Sample,
  facts: ItemFacts,
  mediaAdded: boolean,
  off: readonly FindingKind[],
): Past {
  const came = sampleAt(sample, "request");
  const answered = sampleAt(sample, "response");
  // Scanned anew only where there is something to be told apart.
  const found = facts.findings > 0 && came !== null ? rowOf(factsOf(came, off)) : null;
  const all = off.length > 0 && came !== null ? rowOf(factsOf(came)) : found;
  return {
    past:
      (came === null ? 0 : PAST_COLUMNS.request) +
      (mediaAdded ? PAST_COLUMNS.readRequest : 0) +
      (answered === null ? 0 : PAST_COLUMNS.response) +
      (mediaAdded || wentOn(sample, facts) ? PAST_COLUMNS.readResponse : 0) +
      (came !== null && hadSeriousFindings(came, "request", off) ? PAST_COLUMNS.weighsRequest : 0) +
      (answered !== null && hadSeriousFindings(answered, "response", off)
        ? PAST_COLUMNS.weighsResponse
        : 0),
    asked_hash: sample.asked === null ? "" : sample.askedHash,
    findings1: Number(found?.findings ?? 0),
    finding1: String(found?.finding ?? ""),
    found1: String(all?.finding ?? ""),
  };
}

/** Whether its row says more than it did when its first answer came. */
const wentOn = ({ attempts, judged = [] }: Sample, { edited, decidedBy2 }: ItemFacts): boolean =>
  attempts.length !== 1 ||
  edited.includes("response") ||
  decidedBy2.includes("rule") ||
  judged.some(({ gate }) => gate === "response");
