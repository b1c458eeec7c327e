// What the user lets one server do: which requests are held at all, how much, and what is shared with it.
// Kept with the server; every field has a default, so an older file stays readable.
import { z } from "zod";
import { limitsSchema } from "../../policy/limitSchemas.ts";
import { retentionSchema } from "./retention.ts";
import { modelPolicySchema } from "./modelPolicySchema.ts";

/** A folder that a server may know of (2025-11-25, client/roots). `uri` begins with `file://`. */
export const rootSchema = z.strictObject({
  uri: z.string().startsWith("file://").max(10_000),
  name: z.string().max(200).optional(),
});
export type SharedRoot = z.infer<typeof rootSchema>;

export const policySchema = z.strictObject({
  /** Who decides about its requests, never looser than the master switch: see `control.ts`. */
  control: z.enum(["as-set", "review", "rules", "stopped"]).default("as-set"),
  /** A request while no call of ours is open (the spec: −32602), and one that could belong to several. */
  unasked: z.enum(["refuse", "ask"]).default("refuse"),
  ambiguous: z.enum(["refuse", "ask"]).default("ask"),
  limits: limitsSchema.prefault({}),
  /** Declares `sampling.tools`. */
  tools: z.boolean().default(true),
  /** Declares `sampling.context`. */
  context: z.boolean().default(true),
  /** Declares `tasks.requests.sampling.createMessage` (2025-11-25, experimental). */
  tasks: z.boolean().default(false),
  /** Declares `roots` when there is one. */
  roots: z.array(rootSchema).max(1000).default([]),
  /** Which tool calls of hosts wait for the user: of a wrapped server alone. */
  holdTools: z.enum(["none", "not-read-only", "all"]).default("none"),
  /** How long the content of its requests is kept; null: as it is set for all. */
  retention: retentionSchema.nullable().default(null),
  /** Which models its requests may go to. */
  models: modelPolicySchema.prefault({}),
});
export type ServerPolicy = z.infer<typeof policySchema>;

/** What holds where the user has chosen nothing. */
export const defaultPolicy: ServerPolicy = policySchema.parse({});

/** True when a server has to be connected anew to learn of the change: what is declared is said once. */
export const declaresOtherwise = (before: ServerPolicy, after: ServerPolicy): boolean =>
  before.tools !== after.tools ||
  before.context !== after.context ||
  before.tasks !== after.tasks ||
  before.roots.length > 0 !== after.roots.length > 0;
