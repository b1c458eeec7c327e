// The facts about a sampling request for filters and lists.
import { checkRequest } from "../../checks/validate.ts";
import { callFacts, documentFacts } from "../../../filter/documentFacts.ts";
import type { ResponseDocument } from "../../document/message.ts";
import { blocksOf, firstWords } from "../../document/blocks.ts";

export const samplingFacts = {
  name: "sampling" as const,
  hasModel: true,
  facts: documentFacts,
  firstWords,
  checkDraft: checkRequest,
  responseFacts: ({ model, stopReason, content }: ResponseDocument) => ({
    answeredBy: model,
    stopReason: stopReason ?? null,
    ...callFacts(blocksOf(content)),
  }),
};
