// A rule of the user's: what it applies to, what it decides, how long it holds. The rules file has a list of them;
// the first that matches decides, and where none does the user is asked.
import { z } from "zod";

export { FINDING_GROUPS } from "../findings/groups.ts";
export type { FindingGroup } from "../findings/groups.ts";

/** Longest expression of a rule, in UTF-16 units. */
const WHEN_MAX = 10_000;

/** Codes that a rule may refuse with: neither −1, which means that the user rejected, nor a reserved code. */
const refusalCode = z.number().int().min(-32_099).max(-32_000).or(z.number().int().min(1));

/** The error that the server gets; `reason` becomes `data.reason`. */
export const ruleRefusalSchema = z.strictObject({
  code: refusalCode.default(-32_050),
  message: z.string().trim().min(1).max(500).default("Refused by a rule of the client"),
  reason: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    .max(60)
    .default("refused-by-rule"),
});
export type RuleRefusal = z.infer<typeof ruleRefusalSchema>;

/** Changes to a request before it is decided or shown; each is visible on screen and in the ledger. */
export const ruleChangesSchema = z.strictObject({
  /** The model to use, if the user allows it for this server. */
  model: z
    .strictObject({ providerId: z.string().min(1).max(200), modelId: z.string().min(1).max(500) })
    .optional(),
  /** Lowers `maxTokens` to this value, also where a program sets none; never raises it. */
  maxTokens: z.number().int().min(1).optional(),
  /** Redacts findings of these groups before a model gets the request. */
  redact: z
    .array(z.enum(["secrets", "personal"]))
    .min(1)
    .optional(),
  /** Replaces a system prompt that equals `from` by `to`; an empty string stands for none. */
  system: z.strictObject({ from: z.string(), to: z.string() }).optional(),
});
export type RuleChanges = z.infer<typeof ruleChangesSchema>;

/** How long a rule holds. `session`: until the app quits. Rules of a session or thread are kept only in memory. */
export const ruleDurationSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("always") }),
  z.strictObject({ kind: z.literal("until"), atMs: z.number().int().positive() }),
  z.strictObject({ kind: z.literal("session") }),
  /** `thread` is the `runId` of the call that its requests belong to. */
  z.strictObject({ kind: z.literal("thread"), thread: z.string().min(1).max(200) }),
  /** `left` decreases with each request that it decides. */
  z.strictObject({ kind: z.literal("uses"), left: z.number().int().min(0).max(1_000_000) }),
]);
export type RuleDuration = z.infer<typeof ruleDurationSchema>;

export const ruleSchema = z.strictObject({
  /** Stable; in the ledger along with the name. */
  id: z
    .string()
    .regex(/^[\w.-]+$/)
    .max(100),
  name: z.string().trim().min(1).max(200),
  /** Why the rule exists, for the user. */
  note: z.string().max(2000).optional(),
  on: z.boolean().default(true),
  /** Where it applies: to a request before a model gets it, to a response before the server gets it, or to both. */
  gate: z.enum(["request", "response", "both"]).default("request"),
  /** An expression of the filter language; an empty one matches everything. */
  when: z.string().max(WHEN_MAX).default(""),
  /** Only for this server, whatever its name, as long as its command or address is the one confirmed then. */
  server: z
    .strictObject({
      id: z.string().min(1).max(200),
      /** SHA-256 (hex): see `ServerStanding`. */
      identity: z.string().regex(/^[0-9a-f]{64}$/),
      /** The server's name at that time, for display. */
      name: z.string().max(200),
    })
    .optional(),
  /** Only for this request: SHA-256 (hex) of the canonical form (RFC 8785) of its `params`. */
  exactly: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  /** `ask` with changes: the user decides on the changed request. */
  decide: z.enum(["ask", "allow", "refuse"]),
  /** The error that the server gets; only with `refuse`. */
  refusal: ruleRefusalSchema.optional(),
  /** Only at gate 1. */
  changes: ruleChangesSchema.optional(),
  /** The user reviews the response, whatever other rules decide about it. */
  secondLook: z.boolean().optional(),
  /**
   * In a team, the request becomes the team's: anyone in it can decide. Only with `ask`, and only at gate 1, before
   * anything was sent to a model.
   */
  team: z.boolean().optional(),
  holds: ruleDurationSchema.default({ kind: "always" }),
});
export type Rule = z.infer<typeof ruleSchema>;
export type RuleGate = "request" | "response";

/** The most rules in a file. */
const RULES_MAX = 10_000;
export const rulesSchema = z.array(ruleSchema).max(RULES_MAX);
