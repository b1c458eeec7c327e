// The facts about a sampling request for filters and lists.
import { checkRequest } from "../../sampling/checks/validate.ts";
import { documentFacts } from "../../filter/documentFacts.ts";
import type { ResponseDocument } from "../../sampling/document/message.ts";
import { firstWords } from "../../sampling/document/blocks.ts";

export const samplingFacts = {
  name: "sampling" as const,
  hasModel: true,
  facts: documentFacts,
  firstWords,
  checkDraft: checkRequest,
  responseFacts: ({ model, stopReason }: ResponseDocument) => ({
    answeredBy: model,
    stopReason: stopReason ?? null,
  }),
};
