// Every text of a request that a search looks through: what was asked, approved, generated and sent, and who asked.
import type { Json } from "../json.ts";
import { isMediaRef } from "../sampling/media.ts";
import type { Sample } from "../sampling/sample.ts";

/** Words of the protocol itself and of JSON Schema, which stand in every request: a search for them is for a text. */
const STRUCTURE: Record<string, ReadonlySet<string>> = {
  type: new Set([
    ...["text", "image", "audio", "tool_use", "tool_result", "resource", "resource_link"],
    ...["object", "array", "string", "number", "integer", "boolean", "null"],
  ]),
  role: new Set(["user", "assistant"]),
};

/**
 * All texts of a sample, each once, in the order in which they came about. References to media are none; names of
 * JSON members neither, nor the protocol's own words. What was never kept cannot be found.
 */
export function textOf(sample: Sample): string[] {
  const found = new Set<string>();
  const add = (value: Json | undefined): void => addTexts(value, found);
  const { asker, origin, phase } = sample;
  add(asker.name);
  add(asker.claims?.name);
  const calls =
    origin.kind === "certain" ? [origin.call] : origin.kind === "ambiguous" ? origin.calls : [];
  for (const call of calls) {
    add(call.name);
    add(call.arguments);
  }
  add(sample.asked);
  for (const { document, state } of sample.attempts) {
    add(document);
    if ("generated" in state) add(state.generated);
    if ("reasoning" in state) for (const { text } of state.reasoning ?? []) add(text);
    if ("warnings" in state) add(state.warnings);
    if ("failure" in state && "detail" in state.failure) add(state.failure.detail);
  }
  const decided = phase.kind === "ended" ? phase.ending : phase;
  if ("document" in decided) add(decided.document);
  if ("note" in decided) add(decided.note);
  return [...found];
}

/** A stack, not recursion: this also reads what a model made, however deep. */
function addTexts(value: Json | undefined, found: Set<string>): void {
  const open: (Json | undefined)[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === "string") {
      if (next !== "" && !isMediaRef(next)) found.add(next);
    } else if (Array.isArray(next)) {
      for (let at = next.length - 1; at >= 0; at -= 1) open.push(next[at]);
    } else if (typeof next === "object" && next !== null) {
      for (const [name, member] of Object.entries(next).reverse()) {
        if (typeof member !== "string" || !isStructure(name, member)) open.push(member);
      }
    }
  }
}

const isStructure = (name: string, value: string): boolean =>
  Object.hasOwn(STRUCTURE, name) && STRUCTURE[name]?.has(value) === true;
