// Which models one server's requests may go to, as it is kept and checked. Apart from what it means, so that the
// window ranks models without the schemas' library.
import { z } from "zod";

/**
 * Names models as `provider/model`: the provider by its name or id, `*` for any characters, case does not
 * matter. `Ollama/*` are all of one provider, `*` are all.
 */
const pattern = z.string().min(1).max(500);

export const modelPolicySchema = z.strictObject({
  /** Only these may be asked. Empty: all that are turned on. */
  allowed: z.array(pattern).max(1000).default([]),
  /** Chosen in advance where no hint of the server says better. */
  first: pattern.nullable().default(null),
  /** `first` is chosen in advance whatever the server would like. */
  always: z.boolean().default(false),
});
export type ModelPolicy = z.infer<typeof modelPolicySchema>;
