// A finding about the call that led to a request: its tool's description has changed since the user last saw it ("rug
// pull": harmless at first, malicious later).
import type { RuleGate } from "../../policy/rules/rule.ts";
import type { Asker } from "../../sampling/life/sample.ts";
import type { Finding } from "../findings.ts";
import type { ScanResult } from "../inspection.ts";
import { FINDING_KINDS } from "../kinds.ts";

/** The scan with findings for the changed tools of the call first. They are not at a place in the document. */
export function withCalledTools(
  looked: ScanResult | null,
  { toolsChanged = [] }: Pick<Asker, "toolsChanged">,
  gate: RuleGate,
): ScanResult | null {
  if (looked === null || gate !== "request" || toolsChanged.length === 0) return looked;
  const called = toolsChanged.map(({ name }): Finding => ({
    kind: "tool-changed",
    severity: FINDING_KINDS["tool-changed"].severity,
    path: [],
    offset: 0,
    length: 0,
    line: 1,
    detail: "called",
    example: name,
  }));
  const { inspection } = looked;
  const findings = [...called, ...inspection.findings];
  return { ...looked, inspection: { ...inspection, findings } };
}
