// The estimated tokens of a request.
import { useMemo } from "react";
import type { PromptTokens } from "#shared/models/cost/estimate.ts";
import type { ModelRef } from "#shared/models/model.ts";
import type { MediaFacts } from "#shared/sampling/document/media.ts";
import type { RequestDocument } from "#shared/sampling/document/message.ts";
import { tokensOf } from "./tokens.ts";

/** @param model for which images are counted */
export function usePromptTokens(
  document: RequestDocument,
  model: ModelRef | null = null,
  media: readonly MediaFacts[] = none,
): PromptTokens {
  const modelId = model?.modelId;
  return useMemo(
    () => tokensOf(document, modelId === undefined ? undefined : { modelId, media }),
    [document, modelId, media],
  );
}

const none: readonly never[] = [];
