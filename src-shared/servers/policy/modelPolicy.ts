// Which models a server's requests may go to. Models are matched by name, so that a `--config` file can contain a
// policy.
import type { ModelPolicy as StoredModelPolicy } from "./modelPolicySchema.ts";

export interface ModelPolicy extends StoredModelPolicy {
  /** For a program of a server: `allowed` of the server, which holds as well. */
  within?: readonly string[];
}

/** The default: any model. */
export const ANY_MODEL: ModelPolicy = {
  allowed: [],
  first: null,
  always: false,
  substitutes: false,
};

/** The names that a pattern is matched against. */
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

/** Whether a server's requests may go to the model. */
export const allows = ({ allowed, within = [] }: ModelPolicy, model: NamedModel): boolean =>
  [allowed, within].every(
    (list) => list.length === 0 || list.some((wanted) => names(wanted, model)),
  );

/**
 * Matches text against the parts between `*`, each at its first position after the one before; linear, without
 * backtracking.
 */
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
