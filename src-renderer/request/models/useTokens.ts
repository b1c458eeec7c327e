// The estimated tokens of a request.
import { useMemo } from "react";
import type { PromptTokens } from "#shared/models/cost/estimate.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import { tokensOf } from "./tokens.ts";

export const usePromptTokens = (document: RequestDocument): PromptTokens =>
  useMemo(() => tokensOf(document), [document]);
