// How two documents of one request differ.
import { answerChangesOf, changesOf } from "../../../src-shared/sampling/document/change.ts";
import type { Json } from "../../../src-shared/json.ts";
import type { HistoryItem } from "../../../src-shared/ledger/history.ts";
import type { Content } from "../../../src-shared/report/documents.ts";

/** Why a text is not there: it was forgotten, or left out of the file that is read; null where it is. */
export type Gone = "forgotten" | "leftOut" | null;

export const deletedOf = ({ forgotten, leftOut }: HistoryItem): Gone =>
  leftOut === true ? "leftOut" : forgotten === "all" ? "forgotten" : null;

/** How two documents differ, in lines and in other members; null where they cannot be compared by part. */
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

/** A document as JSON, for what can be compared in no other way. */
export const valueOf = (content: Content): Json =>
  content === null ? null : content.kind === "raw" ? content.value : content.document;
