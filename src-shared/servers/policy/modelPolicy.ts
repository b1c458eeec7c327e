// Which models one server's requests may go to, as the user set it. Written with names, so that a `--config` file
// can say it too.
import type { ModelPolicy } from "./modelPolicySchema.ts";
export type { ModelPolicy } from "./modelPolicySchema.ts";

/** What holds where the user has chosen nothing. */
export const ANY_MODEL: ModelPolicy = { allowed: [], first: null, always: false };

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
