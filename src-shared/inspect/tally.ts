// How many findings there are, and how many are serious: row, panel, strip, sentence and batch all count by this.
import type { Finding } from "./findings.ts";
import type { Inspection } from "./inspection.ts";
import { valueAt } from "./redaction/redaction.ts";

export interface Tally {
  /** Listed findings of high severity. */
  serious: number;
  /** All findings, those that are not listed among them. */
  all: number;
}

export const NO_FINDINGS: Tally = { serious: 0, all: 0 };

export const isSerious = ({ severity }: Pick<Finding, "severity">): boolean => severity === "high";

export const tallyOf = ({
  findings,
  more = 0,
}: {
  findings: readonly Finding[];
  more?: Inspection["more"] | undefined;
}): Tally => ({ serious: findings.filter(isSerious).length, all: findings.length + more });

/** Findings of an earlier form of a document where the same text is at the same place in a later one. */
export const stillIn = <F extends Finding>(
  findings: readonly F[],
  before: unknown,
  document: unknown,
): F[] =>
  findings.filter(
    (finding) => finding.length > 0 && valueAt(before, finding) === valueAt(document, finding),
  );
