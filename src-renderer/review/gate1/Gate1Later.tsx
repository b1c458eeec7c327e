// The sections of gate 1 that can come after the first drawing: what it takes and costs, what fits, tools, context,
// parameters.
import type { PromptTokens } from "../../../src-shared/models/cost/estimate.ts";
import type { RequestDocument } from "../../../src-shared/sampling/document/message.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import type { EarlierTurn } from "../../../src-shared/sampling/life/turns.ts";
import { Later } from "../../ui/layout/Later.tsx";
import { ContextSection } from "../context/ContextSection.tsx";
import { EstimateSection } from "../tokens/Estimate.tsx";
import { FitSection, traitsFor } from "../models/Fit.tsx";
import type { Change } from "../blocks/document.ts";
import { Parameters } from "./Parameters.tsx";
import type { Ranked } from "../models/ranking.ts";
import { ToolRounds, ToolsSince } from "../tools/ToolRounds.tsx";
import { ToolsPanel } from "../tools/ToolsPanel.tsx";
import type { useContextPieces } from "../context/useContextPieces.ts";
import type { Gate1 } from "./useGate1.ts";

export function Gate1Later({
  sample,
  asked,
  gate,
  choice,
  prompt,
  looked,
  forModel,
  change,
  context,
  contextOpen,
  onContext,
  earlier,
}: {
  sample: Sample;
  asked: RequestDocument;
  gate: Gate1;
  choice: ReturnType<Ranked["of"]>;
  /** Of what the model gets. */
  prompt: PromptTokens;
  looked: RequestDocument;
  /** The request as the model gets it. */
  forModel: RequestDocument;
  change: Change | undefined;
  context: ReturnType<typeof useContextPieces>;
  contextOpen: boolean;
  onContext: () => void;
  earlier: EarlierTurn | null;
}) {
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
        open={contextOpen}
        onOpen={onContext}
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
