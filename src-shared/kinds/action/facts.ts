// The facts about an action for filters and lists.
import { documentFacts } from "../../filter/documentFacts.ts";
import { collapsed } from "../../sampling/document/blocks.ts";
import type { KindFacts } from "../kind.ts";
import { actionIn } from "./document.ts";
import { settlementFor } from "./settlement.ts";

export const actionFacts: KindFacts = {
  name: "action",
  hasModel: false,
  checkDraft: () => [],
  settlementFor,
  facts: () => documentFacts(null),
  firstWords(document, most) {
    const values = Object.values(actionIn(document)?.input ?? {}).map((value) =>
      typeof value === "string" ? value : JSON.stringify(value),
    );
    return collapsed(values.join(" · "), most);
  },
  responseFacts: () => ({ answeredBy: null, stopReason: null, calledTools: [] }),
};
