// The facts about a completion for filters and lists: those of a conversation.
import { checkDraft } from "./checkDraft.ts";
import { samplingFacts } from "../sampling/facts.ts";
import type { KindFacts } from "../kind.ts";

export const completionFacts: KindFacts = {
  ...samplingFacts,
  name: "completion",
  checkDraft,
  settlementFor: (settlement) =>
    settlement.kind === "error"
      ? { ...settlement, message: wordsFor(settlement.message) }
      : settlement,
};

/** "Too many sampling requests" is of requests, "rejected sampling request" of the one. */
const wordsFor = (message: string): string =>
  message.replace("sampling requests", "requests").replace("sampling request", "the request");
