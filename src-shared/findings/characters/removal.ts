// Removes invisible characters from a document, only where findings are.
import type { Json } from "../../json.ts";
import type { Path } from "../../request/document/flag.ts";
import { changeAt } from "../../request/document/fix.ts";
import type { Finding } from "../findings.ts";
import { CHARACTER_RULES } from "./charSets.ts";

const REMOVABLE: ReadonlySet<string> = new Set(CHARACTER_RULES.map(({ kind }) => kind));

/** True for a run of characters that can be removed; one in a field's name stays, as the server defines the name. */
export const isRemovable = ({ kind, inName, inside }: Finding): boolean =>
  REMOVABLE.has(kind) && inName !== true && inside !== true;

/** The characters to remove from one string. */
export interface Removal {
  path: Path;
  /** In UTF-16 units, from last to first. */
  spans: { start: number; end: number }[];
}

/** The removals for these findings, one per string. */
export function removalsOf(findings: readonly Finding[]): Removal[] {
  const byPath = new Map<string, Removal>();
  for (const { path, offset, length } of findings.filter(isRemovable)) {
    const key = JSON.stringify(path);
    const removal = byPath.get(key) ?? { path, spans: [] };
    removal.spans.push({ start: offset, end: offset + length });
    byPath.set(key, removal);
  }
  for (const { spans } of byPath.values()) spans.sort((a, b) => b.start - a.start);
  return [...byPath.values()];
}

/** The document without these characters. A path that does not lead to a string is ignored. */
export const removed = <T extends Json>(document: T, { path, spans }: Removal): T =>
  changeAt(document, path, (value) =>
    typeof value === "string"
      ? spans.reduce((text, { start, end }) => text.slice(0, start) + text.slice(end), value)
      : value,
  );
