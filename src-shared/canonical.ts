// Canonical JSON, which is what is hashed when a document is approved.

/**
 * The canonical form of RFC 8785: fields sorted by UTF-16 code units, numbers and strings as ECMAScript writes them,
 * undefined fields left out. Lone surrogates (an emoji cut in two), which the RFC forbids but servers send, are
 * written as `\u` escapes. Recursive: values must not be nested deeper than some thousand levels.
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
