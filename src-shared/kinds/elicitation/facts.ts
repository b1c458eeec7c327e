// The facts about an elicitation for filters and lists.
import { documentFacts } from "../../filter/documentFacts.ts";
import { collapsed } from "../../sampling/document/blocks.ts";
import type { KindFacts } from "../kind.ts";
import { requestIn } from "./held.ts";

export const elicitationFacts: KindFacts = {
  name: "elicitation",
  hasModel: false,
  checkDraft: () => [],
  // An elicitation has no conversation.
  facts: () => documentFacts(null),
  firstWords: (document, most) => collapsed(requestIn(document)?.message ?? "", most),
  responseFacts: () => ({ answeredBy: null, stopReason: null, calledTools: [] }),
};
