// What filters and lists know of an elicitation.
import { documentFacts } from "../../filter/documentFacts.ts";
import type { KindFacts } from "../kind.ts";
import { requestIn } from "./held.ts";

export const elicitationFacts: KindFacts = {
  name: "elicitation",
  // It has nothing of what a conversation has.
  facts: () => documentFacts(null),
  firstWords: (document, most) => requestIn(document)?.message.slice(0, most) ?? "",
  responseFacts: () => ({ answeredBy: null, stopReason: null }),
};
