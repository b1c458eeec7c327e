// The side panel of gate 1: findings, model, cost and settings, a row each.
import { useT } from "../../i18n/index.ts";
import type { RequestDocument } from "../../../src-shared/sampling/document/message.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import { openSettings } from "../../state/view.ts";
import { withoutFound } from "../findings/findingActions.ts";
import { FindingsPanel } from "../findings/FindingsPanel.tsx";
import { ModelRow } from "../models/ModelPicker.tsx";
import { CostRow } from "../tokens/Estimate.tsx";
import { Votes } from "../team/Votes.tsx";
import { scannedWords } from "./Gate1Parts.tsx";
import { SettingsRow } from "./SettingsRow.tsx";
import type { RequestReview } from "./useRequestReview.ts";

export function Gate1Side({
  sample,
  asked,
  review,
}: {
  sample: Sample;
  asked: RequestDocument;
  review: RequestReview;
}) {
  const t = useT();
  const { gate, change, found, around, redaction } = review;
  return (
    <>
      <FindingsPanel
        looked={found}
        flags={around.flags}
        what={scannedWords(t, gate.document)}
        onJump={review.jump}
        serious={review.serious}
        onRemove={change && ((some) => change((now) => withoutFound(now, some)))}
        redaction={redaction}
      />
      <Votes
        id={sample.id}
        shown={review.forModel}
        run={gate}
        ranked={gate.ranked}
        onUse={
          change &&
          ((document, run) => {
            // Takes the lease, too.
            change(() => document as RequestDocument);
            if (run !== undefined) gate.take(document as RequestDocument, run);
          })
        }
      />
      <ModelRow
        heading={t("review.model.title")}
        ranked={gate.ranked}
        chosen={gate.model}
        asked={asked.modelPreferences}
        onChoose={gate.choose}
        onAddModel={() => openSettings("models")}
      />
      <CostRow document={review.forModel} prompt={review.prompt} model={review.choice?.view} />
      <SettingsRow sample={sample} asked={asked} review={review} />
    </>
  );
}
