// The flags of the request as edited, and how to jump to a place in it.
import { useMemo, useState } from "react";
import type { Finding } from "../../../src-shared/inspect/findings.ts";
import type { Failure } from "../../../src-shared/outcome.ts";
import type { Flag } from "../../../src-shared/sampling/document/flag.ts";
import type { RequestDocument } from "../../../src-shared/sampling/document/message.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import { kindFactsOf } from "../../../src-shared/kinds/facts.ts";
import type { GateView } from "../../state/view.ts";
import type { Change } from "../blocks/document.ts";
import { usePaper } from "../blocks/onPaper.tsx";
import type { Places } from "../blocks/places.ts";
import { showPlace } from "../findings/findingActions.ts";
import { openSideRow } from "../gates/goToSideRow.ts";
import { unreadIn } from "./unread.ts";

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
  const [failure, setFailure] = useState<Failure | null>(null);
  const { id: sampleId, media } = sample;
  const paper = usePaper({ sampleId, document, flags, media, change, failed: setFailure });
  return { flags, paper, failure, clearFailure: () => setFailure(null) };
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

function afterFrames(count: number, then: () => void): void {
  if (count === 0) then();
  else requestAnimationFrame(() => afterFrames(count - 1, then));
}

interface Around {
  view: GateView;
  onView: (view: GateView) => void;
  narrow: boolean;
  onPanel: (open: boolean) => void;
}

/** Jumps to a place on the paper, or in the side panel after opening its row. */
export function jumpTo(places: Places, { view, onView, narrow, onPanel }: Around) {
  return (place: Finding | Flag, quietly = false): void => {
    const inPanel = !["messages", "systemPrompt"].includes(String(place.path[0] ?? "messages"));
    if (narrow) onPanel(inPanel);
    if (!inPanel && view !== "blocks") onView("blocks");
    requestAnimationFrame(() => {
      if (inPanel) openSideRow("settings");
      // The row's content exists two frames later.
      afterFrames(inPanel ? 2 : 0, () =>
        showPlace(places, place, () => narrow && onPanel(true), quietly),
      );
    });
  };
}
