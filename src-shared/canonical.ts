// Canonical JSON, which is what is hashed when a document is approved.

/**
 * The canonical form of RFC 8785: fields sorted by UTF-16 code units, numbers and strings as ECMAScript writes them,
 * undefined fields left out. Lone surrogates (an emoji cut in two), which the RFC forbids but servers send, are
 * written as `\u` escapes. Recursive: values must not be nested deeper than some thousand levels.
 */
export function canonicalJson(value: unknown): string {
  const copy = sorted(value);
  return copy === UNSORTABLE ? written(value) : (JSON.stringify(copy) ?? "null");
}

/** A field named like an index comes first in every object, also where it sorts behind others. */
const UNSORTABLE = Symbol("unsortable");

/** The value, or a copy, in which the fields of all objects are sorted, so that one call writes all of it. */
function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map(sorted);
    if (items.includes(UNSORTABLE)) return UNSORTABLE;
    return items.every((item, at) => item === value[at]) ? value : items;
  }
  const fields = Object.entries(value);
  const names = fields.map(([name]) => name);
  let isSame = isSorted(names);
  for (const field of fields) {
    const item = sorted(field[1]);
    if (item === UNSORTABLE) return UNSORTABLE;
    isSame &&= item === field[1];
    field[1] = item;
  }
  if (isSame) return value;
  const copy = Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1)));
  return isSorted(Object.keys(copy)) ? copy : UNSORTABLE;
}

const isSorted = (names: readonly string[]): boolean =>
  names.every((name, at) => at === 0 || (names[at - 1] ?? "") < name);

function written(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(written).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => `${JSON.stringify(key)}:${written(item)}`);
  return `{${members.join(",")}}`;
}
