// The facts about a completion for filters and lists: those of a conversation.
import { isJsonObject, jsonIn } from "../../../json.ts";
import type { RequestDocument } from "../../document/message.ts";
import { checkDraft } from "./checkDraft.ts";
import { completionIn } from "./document.ts";
import { samplingFacts } from "../sampling/facts.ts";
import type { KindFacts } from "../kind.ts";

export const completionFacts: KindFacts = {
  ...samplingFacts,
  name: "completion",
  facts(document) {
    const session = document === null ? null : sessionNamedIn(document);
    return { ...samplingFacts.facts(document), session };
  },
  checkDraft,
  settlementFor: (settlement) =>
    settlement.kind === "error"
      ? { ...settlement, message: wordsFor(settlement.message) }
      : settlement,
};

/** "Too many sampling requests" is of requests, "rejected sampling request" of the one. */
const wordsFor = (message: string): string =>
  message.replace("sampling requests", "requests").replace("sampling request", "the request");

/** The longest id that an agent gives a session. */
const ID_MAX = 200;

/**
 * The session that the request itself names, as these agents were seen to do: Claude Code 2.1.332 in `metadata.user_id`, a
 * JSON text, and Codex 0.171.0 in `client_metadata`. Null where it names none: nothing is inferred.
 */
function sessionNamedIn(document: RequestDocument): string | null {
  const fields = completionIn(document)?.completion.fields;
  const { metadata, client_metadata: codex } = fields ?? {};
  const claude = isJsonObject(metadata) ? jsonOf(metadata["user_id"]) : undefined;
  for (const named of [claude, codex]) {
    const id = isJsonObject(named) ? named["session_id"] : undefined;
    if (typeof id === "string" && id !== "" && id.length <= ID_MAX) return id;
  }
  return null;
}

function jsonOf(text: unknown): unknown {
  return typeof text === "string" && text.startsWith("{") ? jsonIn(text) : undefined;
}
