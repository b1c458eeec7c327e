// The side panel of gate 1: what was found, the models, and everything else of the request.
import { useT } from "../../i18n/index.ts";
import type { RequestDocument } from "../../../src-shared/sampling/document/message.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import { openSettings } from "../../state/view.ts";
import { withoutFound } from "../findings/findingActions.ts";
import { FindingsPanel } from "../findings/FindingsPanel.tsx";
import { ModelSection } from "../models/ModelPicker.tsx";
import { Later } from "../../ui/layout/Later.tsx";
import { ContextSection } from "../context/ContextSection.tsx";
import { EstimateSection } from "../tokens/Estimate.tsx";
import { FitSection, traitsFor } from "../models/Fit.tsx";
import { Parameters } from "./Parameters.tsx";
import { ToolRounds, ToolsSince } from "../tools/ToolRounds.tsx";
import { ToolsPanel } from "../tools/ToolsPanel.tsx";
import { whatWasLookedAt } from "./Gate1Parts.tsx";
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
        what={whatWasLookedAt(t, gate.document)}
        onJump={review.jump}
        onRemove={change && ((some) => change((now) => withoutFound(now, some)))}
        redaction={redaction}
      />
      <ModelSection
        heading={t("review.model.title")}
        ranked={gate.ranked}
        chosen={gate.model}
        asked={asked.modelPreferences}
        onChoose={gate.choose}
        onAddModel={() => openSettings("models")}
      />
      <Further sample={sample} asked={asked} review={review} />
    </>
  );
}

/** What can come after the first drawing: what it takes and costs, what fits, tools, context, parameters. */
function Further({
  sample,
  asked,
  review,
}: {
  sample: Sample;
  asked: RequestDocument;
  review: RequestReview;
}) {
  const { gate, choice, prompt, looked, forModel, change, context, earlier } = review;
  const { model } = gate;
  const traits = traitsFor(gate.models, model);
  return (
    <Later>
      <EstimateSection document={forModel} prompt={prompt} model={choice?.view} />
      <FitSection
        document={looked}
        models={gate.models}
        model={model}
        options={gate.options}
        onOptions={gate.typed === undefined ? gate.setOptions : undefined}
      />
      <ToolsPanel
        document={gate.document}
        asked={asked}
        onChange={change}
        options={gate.options}
        onOptions={gate.typed === undefined ? gate.setOptions : undefined}
        provider={traits === null ? null : { name: choice?.provider ?? "", traits }}
      >
        <ToolRounds sample={sample} />
        <ToolsSince asked={asked} before={earlier} />
      </ToolsPanel>
      <ContextSection
        sampleId={sample.id}
        serverId={sample.asker.serverId}
        asked={asked}
        context={context}
        editable={gate.typed === undefined}
        open={review.contextOpen}
        onOpen={review.openContext}
      />
      <Parameters
        document={gate.document}
        asked={asked}
        onChange={change}
        onBroken={gate.onBroken}
      />
    </Later>
  );
}
