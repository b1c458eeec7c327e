// Control tokens that a chat template puts between messages. llama.cpp treats them as such anywhere, so inside a
// message they would end it and start another one with any role: a server could speak as the system.
import { jsonIn } from "#shared/json.ts";
import type { EngineRequest } from "./protocol.ts";

/** Control tokens of the common families: ChatML, Llama 3, Phi, DeepSeek, Gemma, Llama 2, Mistral. */
const MARK =
  /<[|\uFF5C][^<>|\uFF5C\n]{1,60}[|\uFF5C]>|<\/?(?:start|end)_of_turn>|\[\/?INST\]|<<\/?SYS>>/gu;

/** The first control token of `template` that occurs in any part of the request that the template gets, or null. */
export function forgedControlToken(request: EngineRequest, template: string): string | null {
  const marks = new Set(template.match(MARK) ?? []);
  if (marks.size === 0) return null;
  for (const text of textsIn([request.messages, request.tools, request.json?.schema ?? null])) {
    const found = text.match(MARK)?.find((mark) => marks.has(mark));
    if (found !== undefined) return found;
  }
  return null;
}

/** Every string at any depth, field names included; arguments are JSON text, which a template may get parsed. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === "string") {
    yield value;
  } else if (Array.isArray(value)) {
    for (const item of value) yield* textsIn(item);
  } else if (typeof value === "object" && value !== null) {
    for (const [name, item] of Object.entries(value)) {
      yield name;
      yield* textsIn(item);
      if (name === "arguments" && typeof item === "string") yield* textsIn(jsonIn(item));
    }
  }
}
