// What rules would decide about pending requests that arrived before them, as shown to the user.
import { z } from "zod";
import type { RuleGate } from "../rule.ts";

/** A decision as the user confirmed it; it is carried out only if the rule still decides the same. */
export const confirmedVerdictSchema = z.strictObject({
  id: z.string().min(1).max(200),
  gate: z.enum(["request", "response"]),
  ruleId: z.string().max(200),
  decide: z.enum(["allow", "refuse"]),
  /** `WaitingDecided.ruleHash` as shown. */
  ruleHash: z.string().regex(/^[0-9a-f]{64}$/),
});
export type ConfirmedVerdict = z.infer<typeof confirmedVerdictSchema>;

/** What a rule decides about a request that arrived before it. */
export interface BacklogVerdict {
  id: string;
  gate: RuleGate;
  rule: { id: string; name: string };
  decide: "allow" | "refuse";
  /** SHA-256 (hex) of the rule without its remaining uses, and of the model that the request would go to. */
  ruleHash: string;
}

/** What rules would decide; `mine` counts further requests that the user has opened or edited. */
export interface BacklogPreview {
  would: BacklogVerdict[];
  mine: number;
}
