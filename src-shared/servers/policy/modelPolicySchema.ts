// Schema of a server's model policy. Kept apart from its functions so that the window does not load zod to rank
// models.
import { z } from "zod";

/**
 * A pattern `provider/model`: the provider by name or id, `*` for any characters, case-insensitive. `Ollama/*`
 * matches all of one provider, `*` matches all.
 */
const pattern = z.string().min(1).max(500);

export const modelPolicySchema = z.strictObject({
  /** The only models that may be used; empty: all that are turned on. */
  allowed: z.array(pattern).max(1000).default([]),
  /** Preselected unless a hint of the server matches another model. */
  first: pattern.nullable().default(null),
  /** Preselect `first` whatever the server's hints and priorities. */
  always: z.boolean().default(false),
  /** For a program: another model may be taken for one that is not there. */
  substitutes: z.boolean().default(false),
});
export type ModelPolicy = z.infer<typeof modelPolicySchema>;
