// What the user is told that rules would decide about requests that waited before they held.
import { z } from "zod";
import type { RuleGate } from "../rules/rule.ts";

/** What the user was told of a request that waits: a rule decides about it only while it still says so. */
export const waitingSaid = z.strictObject({
  id: z.string().min(1).max(200),
  gate: z.enum(["request", "response"]),
  ruleId: z.string().max(200),
  decide: z.enum(["allow", "refuse"]),
  /** `WaitingDecided.ruleHash` as it was told. */
  ruleHash: z.string().regex(/^[0-9a-f]{64}$/),
});
export type WaitingSaid = z.infer<typeof waitingSaid>;

/** What a rule decides about a request that waited before it held. */
export interface WaitingDecided {
  id: string;
  gate: RuleGate;
  rule: { id: string; name: string };
  decide: "allow" | "refuse";
  /** SHA-256 (hex) of all that the rule says, but for how many uses it has left, and of the model that it would go to. */
  ruleHash: string;
}

/** What rules would decide, and about how many beside that which the user has opened or edited. */
export interface WaitingWould {
  would: WaitingDecided[];
  mine: number;
}
