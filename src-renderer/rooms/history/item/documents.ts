// The differences between two documents of one request.
import { answerChangesOf, changesOf } from "#shared/request/document/change.ts";
import type { Json } from "#shared/json.ts";
import type { Content } from "#shared/ledger/documents.ts";

/** Differences in lines and in other fields; null if they cannot be compared by part. */
export function differenceOf(
  from: Content,
  to: Content,
): { added: number; removed: number; others: number } | null {
  if (from?.kind === "request" && to?.kind === "request") {
    const { lines, tools, parameters } = changesOf(from.document, to.document);
    return { ...lines, others: tools.length + parameters.length };
  }
  if (from?.kind === "answer" && to?.kind === "answer") {
    const { lines, members, removedBlocks } = answerChangesOf(from.document, to.document);
    return { ...lines, others: members.length + removedBlocks };
  }
  return null;
}

/** A document as JSON, for the cases that cannot be compared otherwise. */
export const valueOf = (content: Content): Json =>
  content === null ? null : content.kind === "raw" ? content.value : content.document;
