// Which models one server's requests may go to, as a person set it. Written with names, so that a `--config` file
// can say it too.
import { z } from "zod";

/**
 * Names models as `provider/model`: the provider by its name or id, `*` for any characters, case does not
 * matter. `Ollama/*` are all of one provider, `*` are all.
 */
const pattern = z.string().min(1).max(500);

export const modelPolicySchema = z.strictObject({
  /** Only these may be asked. Empty: all that are switched on. */
  allowed: z.array(pattern).max(1000).default([]),
  /** Chosen in advance where no hint of the server says better. */
  first: pattern.nullable().default(null),
  /** `first` is chosen in advance whatever the server would like. */
  always: z.boolean().default(false),
});
export type ModelPolicy = z.infer<typeof modelPolicySchema>;

/** A model as a pattern can name it. */
export interface NamedModel {
  providerId: string;
  providerName: string;
  modelId: string;
}

export function names(wanted: string, model: NamedModel): boolean {
  const parts = wanted.trim().toLowerCase().split("*");
  return (
    fits(parts, `${model.providerName}/${model.modelId}`.toLowerCase()) ||
    fits(parts, `${model.providerId}/${model.modelId}`.toLowerCase())
  );
}

/** True when a request of that server may go to the model. */
export const allows = ({ allowed }: ModelPolicy, model: NamedModel): boolean =>
  allowed.length === 0 || allowed.some((wanted) => names(wanted, model));

/** The parts between stars, each at its first place after the one before: no backtracking, whatever is written. */
function fits(parts: readonly string[], text: string): boolean {
  const [first = "", ...others] = parts;
  const last = others.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let from = first.length;
  for (const piece of others) {
    const at = text.indexOf(piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return text.length - last.length >= from && text.endsWith(last);
}
