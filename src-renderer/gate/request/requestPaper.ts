// The flags of the request as edited, and where its places are shown.
import { useMemo } from "react";
import type { Flag, Path } from "#shared/sampling/document/flag.ts";
import type { RequestDocument } from "#shared/sampling/document/message.ts";
import type { Sample } from "#shared/sampling/life/sample.ts";
import type { SideRowId } from "#shared/settings/settings.ts";
import { kindFactsOf } from "#shared/kinds/facts.ts";
import type { Change } from "#request/document/document.ts";
import { usePaper } from "#request/document/onPaper.tsx";
import { unreadIn } from "./unread.ts";
import { useAction } from "#kit/hooks/useAction.ts";

/** The last check, shared by the paper and the decisions: checking a thousand messages takes a third of a frame. */
let checked: { of: readonly unknown[]; flags: Flag[] } | null = null;

function checkOf(document: RequestDocument, asked: RequestDocument, sample: Sample): Flag[] {
  const { media, asker } = sample;
  const of = [document, asked, media];
  if (checked === null || of.some((one, at) => one !== checked?.of[at])) {
    const flags = kindFactsOf(sample).checkDraft(document, asked, media, asker.protocolVersion);
    checked = { of, flags };
  }
  return checked.flags;
}

export function useRequestPaper(
  sample: Sample,
  asked: RequestDocument,
  document: RequestDocument,
  change: Change | undefined,
) {
  const flags = useMemo(
    () => unreadIn(sample, document).concat(checkOf(document, asked, sample)),
    [document, asked, sample],
  );
  const { failure, fail, clear } = useAction();
  const { id: sampleId, media } = sample;
  const paper = usePaper({ sampleId, document, flags, media, change, failed: fail });
  return { flags, paper, failure, clearFailure: clear };
}

/** Flags that prevent approval. */
export function useErrors(
  document: RequestDocument,
  asked: RequestDocument,
  sample: Sample,
): Flag[] {
  return useMemo(
    () => checkOf(document, asked, sample).filter((flag) => flag.severity === "error"),
    [document, asked, sample],
  );
}

/** The row of the side panel that holds a place; null: it is on the paper. */
export const rowOfPlace = (path: Path): SideRowId | null =>
  ["messages", "systemPrompt"].includes(String(path[0] ?? "messages")) ? null : "settings";
