// One text for equal JSON: what is hashed when a document is approved.

/**
 * The canonical form of RFC 8785: members sorted by UTF-16 code units, numbers and strings as ECMAScript
 * writes them, undefined members absent. Where that RFC has no answer this has one, because servers do
 * send it: half of a surrogate pair (an emoji cut in two) is written as its `\u` escape.
 * Values are JSON, at most some thousand levels deep.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`);
  return `{${members.join(",")}}`;
}
