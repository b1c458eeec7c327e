// The settings row: limits, temperature, stop sequences, tools, context, metadata.
import { KEYS } from "#shared/shortcuts.ts";
import { omittedPartsOf } from "#shared/models/ranking/misfits.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { T } from "#words/index.ts";
import { AfterPaint } from "#kit/layout/AfterPaint.tsx";
import { ContextSection } from "../context/ContextSection.tsx";
import { ModelNotes, traitsFor } from "../models/ModelNotes.tsx";
import { ToolRounds, ToolsSince } from "#request/tools/ToolRounds.tsx";
import { ToolsPanel } from "#request/tools/ToolsPanel.tsx";
import { Parameters } from "./Parameters.tsx";
import type { OpeningRow } from "../gate.ts";
import type { RequestReview } from "./useRequestReview.ts";

export function settingsRow(
  t: T,
  {
    request,
    asked,
    review,
  }: {
    request: HeldRequest;
    asked: RequestDocument;
    review: RequestReview;
  },
): OpeningRow {
  const { gate, choice, looked, change, context, earlier } = review;
  const { document, model, options } = gate;
  const traits = traitsFor(gate.models, model);
  const onOptions = gate.typed === undefined ? gate.setOptions : undefined;
  const left = traits === null ? 0 : omittedPartsOf(looked, traits, options).length;
  const unusual = [
    ...counted(t, "tools", document.tools?.length ?? 0),
    ...counted(t, "context", context.total.count),
    ...counted(t, "left", left),
  ].join(" · ");
  const asksContext = context.wish === "thisServer" || context.wish === "allServers";
  return {
    id: "settings",
    label: t("common.settings"),
    keys: KEYS.settings,
    value: <span className="cut">{settingsWords(t, document)}</span>,
    why: unusual === "" ? undefined : unusual,
    opens: asksContext && !context.undeclared,
    body: (
      <AfterPaint>
        <ModelNotes
          document={looked}
          models={gate.models}
          model={model}
          options={options}
          onOptions={onOptions}
        />
        <ToolsPanel
          document={document}
          asked={asked}
          onChange={change}
          options={options}
          onOptions={onOptions}
          provider={traits === null ? null : { name: choice?.provider ?? "", traits }}
        >
          <ToolRounds request={request} />
          <ToolsSince asked={asked} before={earlier} />
        </ToolsPanel>
        <ContextSection
          requestId={request.id}
          serverId={request.requester.serverId}
          asked={asked}
          context={context}
          editable={gate.typed === undefined}
          open={review.contextOpen}
          onOpen={review.openContext}
        />
        <Parameters document={document} asked={asked} onChange={change} onBroken={gate.onBroken} />
      </AfterPaint>
    ),
  };
}

const counted = (t: T, what: "tools" | "context" | "left", count: number): string[] =>
  count === 0 ? [] : [t(`review.settings.${what}`, { count })];

/** The most important settings in one line. */
export const settingsWords = (t: T, { maxTokens, temperature }: RequestDocument): string =>
  [
    maxTokens === undefined
      ? t("review.settings.noMax")
      : t("review.settings.max", { count: maxTokens }),
    ...(temperature === undefined
      ? []
      : [t("review.settings.temperature", { value: String(temperature) })]),
  ].join(" · ");
