// The page of a link request.
import { kindOf } from "#shared/request/kinds/registry.ts";
import type { Decision } from "#shared/request/life/decision.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";

/**
 * Opens the page of a link request after the user consented; the decision is already recorded.
 * @param after the request now: where two people decide, the first only proposes to open the page
 */
export function openConsented(
  request: HeldRequest | undefined,
  after: HeldRequest | undefined,
  decision: Decision,
  openPage: (url: string) => void,
): void {
  if (decision.kind !== "respond" || !request?.proposed) return;
  if (after?.phase.kind === "request") return;
  const url = kindOf(request).addressOpenedBy?.(request.proposed, decision.document) ?? null;
  if (url !== null) openPage(url);
}
