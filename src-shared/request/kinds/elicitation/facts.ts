// The facts about an elicitation for filters and lists.
import { REJECTED } from "../../checks/wire.ts";
import type { Settlement } from "../../life/event.ts";
import { documentFacts } from "../../../filter/documentFacts.ts";
import { collapsed } from "../../document/blocks.ts";
import { NO_RESPONSE } from "../kind.ts";
import type { KindFacts } from "../kind.ts";
import { asHeldResponse, requestIn } from "./held.ts";

export const elicitationFacts: KindFacts = {
  name: "elicitation",
  hasModel: false,
  checkDraft: () => [],
  settlementFor,
  // An elicitation has no conversation.
  facts: () => documentFacts(null),
  firstWords: (document, most) => collapsed(requestIn(document)?.message ?? "", most),
  responseFacts: () => NO_RESPONSE,
};

/** Uses a response where the protocol has one: `decline` if the user rejects, `cancel` if nobody decided. */
function settlementFor(settlement: Settlement): Settlement {
  if (settlement.kind !== "error") return settlement;
  const { code, data, message } = settlement;
  if (code === REJECTED.code && message === REJECTED.message) return responding("decline");
  if (data?.reason === "closing" || data?.reason === "call-over") return responding("cancel");
  if (data?.reason !== "stopped") return settlement;
  return { ...settlement, message: message.replace("Sampling", "Elicitation") };
}

const responding = (action: "decline" | "cancel"): Settlement => ({
  kind: "result",
  document: asHeldResponse({ action }),
});
