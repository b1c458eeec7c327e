// A finding about the call that led to a request: its tool's description has changed since the user last saw it ("rug
// pull": harmless at first, malicious later).
import type { RuleGate } from "../rules/rule.ts";
import type { Requester } from "../request/life/heldRequest.ts";
import type { Finding } from "./findings.ts";
import type { Inspection } from "./inspection.ts";
import { FINDING_KINDS } from "./kinds.ts";

/** The scan with findings for the changed tools of the call first. They are not at a place in the document. */
export function withCalledTools(
  inspection: Inspection | null,
  { toolsChanged = [] }: Pick<Requester, "toolsChanged">,
  gate: RuleGate,
): Inspection | null {
  if (inspection === null || gate !== "request" || toolsChanged.length === 0) return inspection;
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
  return { ...inspection, findings: [...called, ...inspection.findings] };
}
