// What the decision guard of gate 1 depends on besides the request itself. Pure.
import type { RuleGate } from "#shared/rules/rule.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { effectiveModelKey } from "#request/models/effectiveModel.ts";
import type { Gate1 } from "#request/useGate1.ts";
import type { Redaction } from "#request/redaction/useRedaction.ts";

/**
 * A key of everything that can change what a press would decide: included context, rule results and late findings
 * (which do not raise the revision), values that a rule redacts once known, and the available models. A new key
 * restarts the guard. The model that the user chose is not part of it.
 */
export const gate1Guard = (
  request: Pick<HeldRequest, "judged" | "inspected">,
  gathered: boolean,
  open: Redaction["open"],
  { ranked, lost }: { ranked: Pick<Gate1["ranked"], "first">; lost: boolean },
): string =>
  [
    `gate 1, ${gathered ? "gathered" : "gathering"}, judged ${request.judged?.length ?? 0}`,
    open ?? "known",
    effectiveModelKey(ranked.first, lost),
    lateScans(request, "request"),
  ].join(", ");

/** Scans that finished after the request was shown, as their findings may change the decision. */
export const lateScans = (
  { inspected = [] }: Pick<HeldRequest, "inspected">,
  at: RuleGate,
): string =>
  inspected
    .filter(({ gate, late }) => gate === at && late === true)
    .map(({ hash }) => ` late ${hash}`)
    .join("");
