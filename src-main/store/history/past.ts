// What the index keeps of how a request stood when rules could decide about it, beside what became of it.
import { rowOf } from "../../../src-shared/filter/columns.ts";
import { factsOf } from "../../../src-shared/filter/facts.ts";
import type { ItemFacts } from "../../../src-shared/filter/facts.ts";
import { sampleAt } from "../../../src-shared/policy/atGate.ts";
import type { Sample } from "../../../src-shared/sampling/sample.ts";

/** Bits of the column `past`. */
export const PAST = {
  /** It came before rules: nothing refused it at once. */
  request: 1,
  /** What it was when it came cannot be told from its row alone. */
  readRequest: 2,
  /** An answer of a model came before rules. */
  response: 4,
  /** What it was when that answer came cannot be told from its row alone. */
  readResponse: 8,
} as const;

export type Past = Record<
  "past" | "asked_hash" | "errors" | "findings1" | "finding1",
  string | number
>;

/** @param mediaAdded a person added images or sounds to it */
export function pastOf(sample: Sample, facts: ItemFacts, mediaAdded: boolean): Past {
  const came = sampleAt(sample, "request");
  const answered = sampleAt(sample, "response");
  // Looked through anew only where there is something to be told apart.
  const found = facts.findings > 0 && came !== null ? rowOf(factsOf(came)) : null;
  return {
    past:
      (came === null ? 0 : PAST.request) +
      (mediaAdded ? PAST.readRequest : 0) +
      (answered === null ? 0 : PAST.response) +
      (mediaAdded || wentOn(sample, facts) ? PAST.readResponse : 0),
    asked_hash: sample.asked === null ? "" : sample.askedHash,
    errors: sample.flags.filter(({ severity }) => severity === "error").length,
    findings1: Number(found?.findings ?? 0),
    finding1: String(found?.finding ?? ""),
  };
}

/** Whether its row says more than it did when its first answer came. */
const wentOn = ({ attempts }: Sample, { edited, decidedBy2 }: ItemFacts): boolean =>
  attempts.length !== 1 || edited.includes("response") || decidedBy2.includes("rule");
