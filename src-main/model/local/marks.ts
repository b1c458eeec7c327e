// Knows the marks that a chat template puts between messages. llama.cpp reads them as such wherever they stand, so inside a
// message they would end it and begin another one, under any role: a server could speak as the system.
import type { EngineRequest } from "./protocol.ts";

/** Marks of the usual families: ChatML, Llama 3, Phi, DeepSeek, Gemma, Llama 2, Mistral. */
const MARK =
  /<[|\uFF5C][^<>|\uFF5C\n]{1,60}[|\uFF5C]>|<\/?(?:start|end)_of_turn>|\[\/?INST\]|<<\/?SYS>>/gu;

/** The first mark of `template` that stands in a message of the request, or null. */
export function forgedMark(request: EngineRequest, template: string): string | null {
  const marks = new Set(template.match(MARK) ?? []);
  if (marks.size === 0) return null;
  for (const message of request.messages) {
    const found = message.content.match(MARK)?.find((mark) => marks.has(mark));
    if (found !== undefined) return found;
  }
  return null;
}
