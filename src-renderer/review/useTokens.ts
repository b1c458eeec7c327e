// About how many tokens a request is, counted once a document and again when a worker knows better.
import { useMemo } from "react";
import type { PromptTokens } from "../../src-shared/models/estimate.ts";
import type { RequestDocument } from "../../src-shared/sampling/message.ts";
import { useLargeTexts } from "./largeTexts.ts";
import { tokensOf } from "./tokens.ts";

export function usePromptTokens(document: RequestDocument): PromptTokens {
  const version = useLargeTexts();
  // A large text that was counted meanwhile changes what the same document comes to.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  return useMemo(() => tokensOf(document), [document, version]);
}
