// A rule of the operator's as data: what it looks at, what it decides, how long it holds. The rules file holds a
// list of these; the first one that matches decides, and where none does the user is asked.
import { z } from "zod";

export { FINDING_GROUPS } from "../../inspect/groups.ts";
export type { FindingGroup } from "../../inspect/groups.ts";

/** Longest expression of a rule, in UTF-16 units. */
const WHEN_MAX = 10_000;

/** Codes that a rule may refuse with: never −1, which says that the user rejected, and never a reserved one. */
const refusalCode = z.number().int().min(-32_099).max(-32_000).or(z.number().int().min(1));

/** What a server is told. `reason` is the stable word in `data.reason`. */
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

/** What is changed in a request before it is decided or shown; every change is said on screen and in the record. */
export const ruleChangesSchema = z.strictObject({
  /** The model that it goes to, where the user's choice of models for the server allows it. */
  model: z
    .strictObject({ providerId: z.string().min(1).max(200), modelId: z.string().min(1).max(500) })
    .optional(),
  /** Lowers `maxTokens` to this where it is above; never raises it. */
  maxTokens: z.number().int().min(1).optional(),
  /** Findings of these groups are replaced by placeholders before a model sees them. */
  redact: z
    .array(z.enum(["secrets", "personal"]))
    .min(1)
    .optional(),
  /** The system prompt, where it is exactly `from`, becomes `to`; either may be empty: none. */
  system: z.strictObject({ from: z.string(), to: z.string() }).optional(),
});
export type RuleChanges = z.infer<typeof ruleChangesSchema>;

/** How long a rule holds. `session`: until the app ends; such a rule, and one of a thread, is kept in memory alone. */
export const ruleHoldsSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("always") }),
  z.strictObject({ kind: z.literal("until"), atMs: z.number().int().positive() }),
  z.strictObject({ kind: z.literal("session") }),
  /** `thread` is the id of the run that its requests belong to. */
  z.strictObject({ kind: z.literal("thread"), thread: z.string().min(1).max(200) }),
  /** `left` goes down with each request that it decides, by its own event. */
  z.strictObject({ kind: z.literal("uses"), left: z.number().int().min(0).max(1_000_000) }),
]);
export type RuleHolds = z.infer<typeof ruleHoldsSchema>;

export const ruleSchema = z.strictObject({
  /** Stable; the record names it beside the name. */
  id: z
    .string()
    .regex(/^[\w.-]+$/)
    .max(100),
  name: z.string().trim().min(1).max(200),
  /** Why it is there: for people. */
  note: z.string().max(2000).optional(),
  on: z.boolean().default(true),
  /** Where it looks: at a request before a model sees it, at an answer before the server gets it, or both. */
  gate: z.enum(["request", "response", "both"]).default("request"),
  /** An expression of the filter language; an empty one matches everything. */
  when: z.string().max(WHEN_MAX).default(""),
  /** Only this server, whatever it is called, as long as it is the command or address that was approved then. */
  server: z
    .strictObject({
      id: z.string().min(1).max(200),
      /** SHA-256 (hex): see `ServerStanding`. */
      identity: z.string().regex(/^[0-9a-f]{64}$/),
      /** What it was called then: for people. */
      name: z.string().max(200),
    })
    .optional(),
  /** Only this very request: SHA-256 (hex) of the canonical form (RFC 8785) of its `params`. */
  exactly: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  /** `ask` with changes: the user decides on the changed request. */
  decide: z.enum(["ask", "allow", "refuse"]),
  /** What the server is told; with `refuse` alone. */
  refusal: ruleRefusalSchema.optional(),
  /** At the request's gate alone. */
  changes: ruleChangesSchema.optional(),
  /** The user looks at the answer, whatever other rules say of it. */
  secondLook: z.boolean().optional(),
  holds: ruleHoldsSchema.default({ kind: "always" }),
});
export type Rule = z.infer<typeof ruleSchema>;
export type RuleGate = "request" | "response";

/** The most rules that a file may hold. */
const RULES_MAX = 10_000;
export const rulesSchema = z.array(ruleSchema).max(RULES_MAX);
