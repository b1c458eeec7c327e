// The paper of gate 1: the request as blocks, as JSON, or against what was received.
import { useT } from "../i18n/index.ts";
import type { RequestDocument } from "../../src-shared/sampling/message.ts";
import type { Sample } from "../../src-shared/sampling/sample.ts";
import type { GateView } from "../state/view.ts";
import { DiffView, requestParts } from "./DiffView.tsx";
import { JsonPaper } from "./JsonPaper.tsx";
import type { Change } from "./Message.tsx";
import { RequestBlocks } from "./RequestBlocks.tsx";
import type { Gate1 } from "./useGate1.ts";
import type { Turns } from "./useTurns.ts";

export function Gate1Paper({
  sample,
  asked,
  gate,
  change,
  view,
  turns,
}: {
  sample: Sample;
  asked: RequestDocument;
  gate: Gate1;
  /** Undefined: read only. */
  change: Change | undefined;
  view: GateView;
  turns: Turns | null;
}) {
  const t = useT();
  const { document } = gate;
  switch (view) {
    case "blocks":
      return (
        <RequestBlocks
          document={document}
          asked={asked}
          sampleId={sample.id}
          media={sample.media}
          onChange={change}
          onBroken={gate.onBroken}
          turns={turns}
        />
      );
    case "json":
      return (
        <JsonPaper
          which="request"
          identity={sample.id}
          document={document}
          typed={gate.typed}
          maxTokens={asked.maxTokens}
          onDocument={gate.replace}
          onTyped={gate.setTyped}
        />
      );
    case "diff":
      return (
        <DiffView
          identity={sample.id}
          parts={requestParts(t, asked, document)}
          legend={t("review.diff.askedEdited")}
        />
      );
  }
}
