// What filters and lists know of a sampling request.
import { documentFacts } from "../../filter/documentFacts.ts";
import type { ResponseDocument } from "../../sampling/document/message.ts";
import { firstWords } from "../../sampling/document/blocks.ts";

export const samplingFacts = {
  name: "sampling" as const,
  hasModel: true,
  facts: documentFacts,
  firstWords,
  responseFacts: ({ model, stopReason }: ResponseDocument) => ({
    answeredBy: model,
    stopReason: stopReason ?? null,
  }),
};
