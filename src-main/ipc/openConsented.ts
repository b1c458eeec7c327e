// The page of a link request.
import { kindOf } from "#shared/request/kinds/registry.ts";
import type { Decision } from "#shared/request/life/decision.ts";
import type { Sample } from "#shared/request/life/heldRequest.ts";

/**
 * Opens the page of a link request after the user consented; the decision is already recorded.
 * @param after the request now: where two people decide, the first only proposes to open the page
 */
export function openConsented(
  sample: Sample | undefined,
  after: Sample | undefined,
  decision: Decision,
  openPage: (url: string) => void,
): void {
  if (decision.kind !== "respond" || !sample?.proposed) return;
  if (after?.phase.kind === "request") return;
  const url = kindOf(sample).addressOpenedBy?.(sample.proposed, decision.document) ?? null;
  if (url !== null) openPage(url);
}
