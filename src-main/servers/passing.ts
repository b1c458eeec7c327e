// What of a wrapped server passes without being held: a standing permission, which the ledger names when a host's
// session begins and when it changes.
import type { JsonObject } from "#shared/json.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { ServerPolicy } from "#shared/servers/policy/policy.ts";

export interface PassingNotes {
  /** Writes a row about the ledger itself. Absent in tests that need none. */
  note?: ((kind: string, facts: JsonObject) => Outcome<void, Failure>) | undefined;
}

type Permission = Pick<ServerPolicy, "holdTools" | "reviewResults" | "elicitation">;

/** Which tool calls pass. */
const PASSES = { none: "all", "not-read-only": "read-only", all: "none" } as const;

/** The permission as facts of a ledger row. Calls that rules hold never pass; results of held calls are theirs. */
export const permissionFacts = (policy: Permission): JsonObject => ({
  passes: PASSES[policy.holdTools],
  results: policy.reviewResults ? "reviewed" : "pass",
  forms: policy.elicitation,
});

const STRICTNESS = { none: 0, "not-read-only": 1, all: 2 } as const;

/** How a change of policy changes the permission. */
export function permissionChange(
  before: Permission,
  after: Permission,
): "same" | "stricter" | "looser" {
  const steps = [
    STRICTNESS[after.holdTools] - STRICTNESS[before.holdTools],
    Number(after.reviewResults) - Number(before.reviewResults),
    Number(after.elicitation === "desk") - Number(before.elicitation === "desk"),
  ];
  if (steps.some((step) => step < 0)) return "looser";
  return steps.some((step) => step > 0) ? "stricter" : "same";
}
