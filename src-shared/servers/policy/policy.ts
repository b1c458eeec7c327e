// A server's policy: permissions, limits and what is shared with it. Stored with the server; every field has a
// default, so that older files stay valid.
import { z } from "zod";
import { limitsSchema } from "../../rules/limitSchemas.ts";
import { retentionSchema } from "./retention.ts";
import { modelPolicySchema } from "./modelPolicySchema.ts";

/** A folder shared with a server (2025-11-25, client/roots). `uri` starts with `file://`. */
export const rootSchema = z.strictObject({
  uri: z.string().startsWith("file://").max(10_000),
  name: z.string().max(200).optional(),
});
export type SharedRoot = z.infer<typeof rootSchema>;

export const policySchema = z.strictObject({
  /** The server's own mode; can only be stricter than the global one, see `control.ts`. */
  control: z.enum(["as-set", "review", "rules", "stopped"]).default("as-set"),
  /**
   * What to do with a request while no call is running (`refuse`: −32602, as the spec says), and with one that could
   * belong to several calls.
   */
  unasked: z.enum(["refuse", "ask"]).default("refuse"),
  ambiguous: z.enum(["refuse", "ask"]).default("ask"),
  /** Requests go to the team, if this desk is in one. */
  team: z.boolean().default(false),
  limits: limitsSchema.prefault({}),
  /** Declare `sampling.tools`. */
  tools: z.boolean().default(true),
  /** Declare `sampling.context`. */
  context: z.boolean().default(true),
  /** Declare `tasks.requests.sampling.createMessage` (2025-11-25, experimental). */
  tasks: z.boolean().default(false),
  /** Declares `roots` if not empty. */
  roots: z.array(rootSchema).max(1000).default([]),
  /** Which tool calls from hosts are held for the user; for wrapped servers only. */
  holdTools: z.enum(["none", "not-read-only", "all"]).default("none"),
  /** The user also reviews the results of tool calls that are held. */
  reviewResults: z.boolean().default(false),
  /** Who answers what a wrapped server asks the user for: the desk, or the host that uses the server. */
  elicitation: z.enum(["desk", "host"]).default("desk"),
  /** Retention of this server's requests; null: the global setting. */
  retention: retentionSchema.nullable().default(null),
  /** Which models the server's requests may go to. */
  models: modelPolicySchema.prefault({}),
});
export type ServerPolicy = z.infer<typeof policySchema>;

/** The policy of a new server. */
export const defaultPolicy: ServerPolicy = policySchema.parse({});

/** Whether a change of policy needs a reconnect, because capabilities are declared only once per connection. */
export const needsReconnect = (before: ServerPolicy, after: ServerPolicy): boolean =>
  before.tools !== after.tools ||
  before.context !== after.context ||
  before.tasks !== after.tasks ||
  before.roots.length > 0 !== after.roots.length > 0;
