// Counts findings, the same way everywhere: in rows, panel, strip, sentences and batches.
import type { Finding } from "./findings.ts";
import type { Inspection } from "./inspection.ts";
import { valueAt } from "./redaction/redaction.ts";

export interface Tally {
  /** Listed findings of high severity. */
  serious: number;
  /** All findings, including those that are not listed. */
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

/** The findings whose text is the same at the same place in a later version of the document. */
export const stillIn = <F extends Finding>(
  findings: readonly F[],
  before: unknown,
  document: unknown,
): F[] =>
  findings.filter(
    (finding) => finding.length > 0 && valueAt(before, finding) === valueAt(document, finding),
  );
