// Words about a request at gate 1: how far it is edited, what was scanned, why it cannot be answered by hand.
import { includedParts } from "#shared/request/context/part.ts";
import { changesOf } from "#shared/request/document/change.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import { blocksOf } from "#shared/request/document/blocks.ts";
import type { T } from "#words/index.ts";
import type { Deciding } from "#data/decide.ts";

/** @param byRule the edits are a rule's, not the user's */
export function editedWords(
  t: T,
  asked: RequestDocument,
  document: RequestDocument,
  byRule = false,
): string {
  const { lines, parameters, tools, messages } = changesOf(asked, document);
  const count = Math.max(lines.added, lines.removed);
  // Included context counts as a change but is not the user's edit.
  const included = includedParts(asked, document).length > 0;
  if (byRule) {
    return t("rules.judged.preparedParts", {
      count: Math.max(1, count + parameters.length + tools.length + messages.length),
    });
  }
  if (count > 0) return t(included ? "review.linesWithContext" : "review.editedLines", { count });
  return t("review.editedParts", {
    count: Math.max(1, parameters.length + tools.length + messages.length),
  });
}

export function scannedWords(t: T, document: RequestDocument): string {
  const media = document.messages
    .flatMap((message) => blocksOf(message.content))
    .filter((block) => block.type === "image" || block.type === "audio").length;
  const messages = t("common.countMessages", { count: document.messages.length });
  return media === 0 ? messages : `${messages}${t("review.findings.notMedia")}`;
}

/** Why answering by hand is off; undefined if it is on, or off only for the half second of the guard. */
export function answerByHandOffReason(
  t: T,
  held: Deciding["held"],
  broken: boolean,
  unkept: boolean,
): string | undefined {
  if (held !== null) return t("content.hand.off", { why: t(`content.hand.${held}`) });
  if (broken) return t("content.hand.off", { why: t("content.hand.broken") });
  return unkept ? t("content.hand.off", { why: t("content.hand.unkept") }) : undefined;
}
