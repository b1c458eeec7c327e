// The paper of gate 1: the request as blocks, as JSON, or as a diff.
import { CodeBlock } from "../../editor/index.ts";
import { useT } from "../../i18n/index.ts";
import type { RequestDocument } from "../../../src-shared/sampling/document/message.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import type { GateView } from "../../state/view.ts";
import { JsonPaper } from "../json/JsonPaper.tsx";
import { Gate1Diff } from "./similar/SimilarBar.tsx";
import type { Change } from "../blocks/document.ts";
import { RequestBlocks } from "./RequestBlocks.tsx";
import type { Gate1 } from "./useGate1.ts";
import type { Turns } from "../turns/useTurns.ts";

export function Gate1Paper({
  sample,
  asked,
  gate,
  seen,
  change,
  view,
  turns,
}: {
  sample: Sample;
  asked: RequestDocument;
  gate: Gate1;
  /** The request as the model sees it, read only; null to show the editable request. */
  seen: RequestDocument | null;
  /** Undefined: read only. */
  change: Change | undefined;
  view: GateView;
  turns: Turns | null;
}) {
  const { document } = gate;
  if (seen !== null) return <Seen sample={sample} seen={seen} view={view} />;
  switch (view) {
    case "blocks":
      return (
        <RequestBlocks
          document={document}
          asked={asked}
          prepared={sample.prepared}
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
        <Gate1Diff identity={sample.id} asked={asked} document={document} alike={gate.alike} />
      );
  }
}

/** The redacted request as blocks; as JSON in the other two views. */
function Seen({ sample, seen, view }: { sample: Sample; seen: RequestDocument; view: GateView }) {
  const t = useT();
  return view === "blocks" ? (
    <RequestBlocks document={seen} asked={seen} sampleId={sample.id} media={sample.media} />
  ) : (
    <CodeBlock
      identity={`${sample.id} seen`}
      value={JSON.stringify(seen, null, 2)}
      language="json"
      readOnly
      fill
      label={t("redaction.forModel")}
    />
  );
}
