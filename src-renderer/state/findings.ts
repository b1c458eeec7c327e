// The findings of a document, looked for once: its row, its gate and whoever else asks mean the same.
import { findingsOf } from "../../src-shared/inspect/findings.ts";
import type { CharacterFinding } from "../../src-shared/inspect/findings.ts";
import type { RequestDocument, ResponseDocument } from "../../src-shared/sampling/message.ts";

const known = new WeakMap<object, readonly CharacterFinding[]>();

/** Documents never change: an edited one is another object. */
export function findingsIn(
  document: RequestDocument | ResponseDocument,
): readonly CharacterFinding[] {
  const found = known.get(document) ?? findingsOf(document);
  known.set(document, found);
  return found;
}
