// A finding about the call that led to a request: its tool is described in another way than the user knows it
// ("rug pull": honest words while somebody looks, others later).
import type { RuleGate } from "../../policy/rules/rule.ts";
import type { Asker } from "../../sampling/life/sample.ts";
import type { Finding } from "../findings.ts";
import type { Looked } from "../inspection.ts";
import { FINDING_KINDS } from "../kinds.ts";

/** What was found, with the tools that the request came from put first. They are no part of its document. */
export function withCalledTools(
  looked: Looked | null,
  { toolsChanged = [] }: Pick<Asker, "toolsChanged">,
  gate: RuleGate,
): Looked | null {
  if (looked === null || gate !== "request" || toolsChanged.length === 0) return looked;
  const called = toolsChanged.map(({ name }): Finding => ({
    kind: "tool-changed",
    severity: FINDING_KINDS["tool-changed"].severity,
    ...{ path: [], offset: 0, length: 0, line: 1, detail: "called", example: name },
  }));
  const { inspection } = looked;
  const findings = [...called, ...inspection.findings];
  return { ...looked, inspection: { ...inspection, findings } };
}
