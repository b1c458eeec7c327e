// Takes characters that the user cannot see out of a document, at the places of findings and nowhere else.
import type { Json } from "../../json.ts";
import type { Path } from "../../sampling/document/flag.ts";
import { changeAt } from "../../sampling/document/mend.ts";
import type { Finding } from "../findings.ts";
import { LOOKED_FOR } from "./charSets.ts";

const REMOVABLE: ReadonlySet<string> = new Set(LOOKED_FOR.map(({ kind }) => kind));

/** True for a run of characters that can be taken out; one in a member's name stays, for the name is the server's. */
export const isRemovable = ({ kind, inName, inside }: Finding): boolean =>
  REMOVABLE.has(kind) && inName !== true && inside !== true;

/** One text from which something is taken out. */
export interface Removal {
  path: Path;
  /** In UTF-16 units, from the last to the first. */
  spans: { start: number; end: number }[];
}

/** What is to be taken out, a text at a time. */
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

/** The document without them. What stands at a place and is no text stays as it is. */
export const removed = <T extends Json>(document: T, { path, spans }: Removal): T =>
  changeAt(document, path, (value) =>
    typeof value === "string"
      ? spans.reduce((text, { start, end }) => text.slice(0, start) + text.slice(end), value)
      : value,
  );
