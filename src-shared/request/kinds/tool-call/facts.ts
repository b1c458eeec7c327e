// The facts about a tool call for filters and lists.
import { documentFacts } from "../../../filter/documentFacts.ts";
import { collapsed } from "../../document/blocks.ts";
import { NO_RESPONSE } from "../kind.ts";
import type { KindFacts } from "../kind.ts";
import { asksForMore, claimed, toolCallIn } from "./document.ts";

export const toolCallFacts: KindFacts = {
  name: "tool-call",
  hasModel: false,
  checkDraft: () => [],
  settlementFor: (settlement) =>
    settlement.kind === "error"
      ? { ...settlement, message: settlement.message.replace(/sampling request/i, "tool call") }
      : settlement,
  facts(document) {
    const call = document === null ? null : toolCallIn(document);
    if (call === null) return documentFacts(null);
    const metadata = asksForMore(call);
    const claims = metadata ? undefined : call.annotations;
    const readOnly = claimed(claims, "readOnly") === true;
    const destructive = !readOnly && claimed(claims, "destructive") !== false;
    return { ...documentFacts(null), metadata, readOnly, destructive };
  },
  firstWords(document, most) {
    const call = toolCallIn(document);
    if (call === null) return "";
    const values = Object.values(call.arguments).map((value) =>
      typeof value === "string" ? value : JSON.stringify(value),
    );
    return collapsed(values.join(" · "), most);
  },
  responseFacts: () => NO_RESPONSE,
};
