// About how many tokens a request is, counted once a document and again when a worker knows better.
import { useMemo } from "react";
import type { PromptTokens } from "../../../src-shared/models/cost/estimate.ts";
import type { ModelRef } from "../../../src-shared/models/model.ts";
import type { MediaFacts } from "../../../src-shared/sampling/document/media.ts";
import type { RequestDocument } from "../../../src-shared/sampling/document/message.ts";
import { useLargeTexts } from "./largeTexts.ts";
import { tokensOf } from "./tokens.ts";

/** @param model whose images are counted too, where its maker's rule and their sizes are known */
export function usePromptTokens(
  document: RequestDocument,
  model: ModelRef | null = null,
  media: readonly MediaFacts[] = none,
): PromptTokens {
  const version = useLargeTexts();
  const modelId = model?.modelId;
  return useMemo(
    () => tokensOf(document, modelId === undefined ? undefined : { modelId, media }),
    // A large text that was counted meanwhile changes what the same document comes to.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [document, version, modelId, media],
  );
}

const none: readonly never[] = [];
