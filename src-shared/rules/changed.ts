// Applies a rule's changes to a request; redaction and the choice of the model are up to the desk.
import { completionIn } from "../request/kinds/completion/document.ts";
import type { RequestDocument } from "../request/document/message.ts";
import type { RuleChanges } from "./rule.ts";

/** The document with the rule's system prompt and `maxTokens`; the same object where nothing changes. */
export function changed(document: RequestDocument, changes: RuleChanges): RequestDocument {
  const { maxTokens, system } = changes;
  let next = document;
  if (maxTokens !== undefined && limitOf(next) > maxTokens) next = { ...next, maxTokens };
  if (system === undefined || (next.systemPrompt ?? "") !== system.from) return next;
  if (system.to !== "") return { ...next, systemPrompt: system.to };
  const { systemPrompt: _gone, ...without } = next;
  return without;
}

/** The request's token limit; only a program may send none. */
const limitOf = (document: RequestDocument): number =>
  document.maxTokens ?? (completionIn(document) === null ? 0 : Number.POSITIVE_INFINITY);
