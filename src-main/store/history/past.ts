// What the index stores about requests at the time rules could decide, besides their current state.
import { rowOf } from "#shared/filter/columns.ts";
import { factsOf } from "#shared/filter/facts.ts";
import type { ItemFacts } from "#shared/filter/facts.ts";
import { sampleAt } from "#shared/policy/judge/atGate.ts";
import type { FindingKind } from "#shared/inspect/kinds.ts";
import type { Sample } from "#shared/sampling/life/sample.ts";
import { hadSeriousFindings } from "./dryRun/pastVerdictInput.ts";

/** Bits of the column `past`. */
export const PAST_COLUMNS = {
  /** Rules saw the request: nothing refused it beforehand. */
  request: 1,
  /** Its state at gate 1 cannot be derived from the row. */
  readRequest: 2,
  /** Rules saw a generated response. */
  response: 4,
  /** Its state at gate 2 cannot be derived from the row. */
  readResponse: 8,
  /** Findings, flags or the server's identity could hold back a rule that approves the request. */
  weighsRequest: 16,
  /** The same for the response. */
  weighsResponse: 32,
} as const;

export type PastColumns = Record<
  "past" | "asked_hash" | "findings1" | "finding1" | "found1",
  string | number
>;

/**
 * @param facts its current facts
 * @param mediaAdded the user added images or audio to it
 * @param off checks that the user turned off; values that they find are still redacted with their group
 */
export function pastOf(
  sample: Sample,
  facts: ItemFacts,
  mediaAdded: boolean,
  off: readonly FindingKind[],
): PastColumns {
  const came = sampleAt(sample, "request");
  const answered = sampleAt(sample, "response");
  // Scan again only if there are findings to tell apart.
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

/** Whether the row has changed since the first response came. */
const wentOn = ({ attempts, judged = [] }: Sample, { edited, decidedBy2 }: ItemFacts): boolean =>
  attempts.length !== 1 ||
  edited.includes("response") ||
  decidedBy2.some((by) => by === "rule" || by === "permission") ||
  judged.some(({ gate }) => gate === "response");
