// Whether a model is the one that a program names.

/** A version's date at the end of a name, as OpenAI, Anthropic and Google's Vertex write it. */
const DATE = /[-@]20\d{2}(-?)(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])$/;

/** `same`: it has this very name; `dated`: but for the date that only one of them has; null: it is another model. */
export function namedAs(name: string, modelId: string): "same" | "dated" | null {
  if (name === modelId) return "same";
  if (name === "") return null;
  const isDated = modelId.replace(DATE, "") === name || name.replace(DATE, "") === modelId;
  return isDated ? "dated" : null;
}
