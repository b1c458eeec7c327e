// The facts about a completion for filters and lists: those of a conversation.
import { checkDraft } from "./checkDraft.ts";
import { samplingFacts } from "../sampling/facts.ts";
import type { KindFacts } from "../kind.ts";

export const completionFacts: KindFacts = {
  ...samplingFacts,
  name: "completion",
  checkDraft,
};
