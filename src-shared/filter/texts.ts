// Every text of a request that a search scans: what was asked, approved, generated and sent, and who asked.
import type { Json } from "../json.ts";
import { isMediaRef } from "../sampling/document/media.ts";
import type { Sample } from "../sampling/life/sample.ts";
import type { FilterQuery } from "./query.ts";
import { holds, indexText, textTerms } from "./text.ts";
import type { MatchedText } from "../policy/judged.ts";

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
  add(asker.host?.name);
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

/**
 * The texts that a rule looks at: what was asked and what was answered. Names of the server and of calls are none, since
 * which call led here may be unknown; nor is what a model thought or what somebody noted.
 */
export function ownTextsOf(sample: Sample): string[] {
  const found = new Set<string>();
  for (const { value } of ownDocuments(sample)) addTexts(value, found);
  return [...found];
}

type Side = "request" | "response";

function* ownDocuments({ asked, attempts }: Sample): Generator<{ of: Side; value: Json }> {
  yield { of: "request", value: asked };
  for (const { document, state } of attempts) {
    yield { of: "request", value: document as unknown as Json };
    if ("generated" in state) yield { of: "response", value: state.generated as unknown as Json };
  }
}

/** Which texts hold what the filter asks for; what it asks not to be there is nowhere. */
export function matchedIn(query: FilterQuery, sample: Sample): MatchedText[] {
  const phrases = phrasesOf(query);
  if (phrases.length === 0) return [];
  const texts = [...ownDocuments(sample)].flatMap(({ of, value }) =>
    [...placedTexts(value)].map(({ text, path }) => ({ of, path, indexed: indexText([text]) })),
  );
  return phrases.flatMap(({ phrase, begun }) => {
    const terms = textTerms(phrase, begun);
    const found = texts.find(({ indexed }) => holds(indexed, terms));
    if (found === undefined) return [];
    return [{ of: found.of, path: found.path, words: `${phrase}${begun ? "*" : ""}` }];
  });
}

function phrasesOf(query: FilterQuery): Extract<FilterQuery, { kind: "text" }>[] {
  if (query.kind === "and" || query.kind === "or") return query.of.flatMap(phrasesOf);
  return query.kind === "text" ? [query] : [];
}

/**
 * In the order in which they stand. A stack, not recursion: this also reads what a model made, however deep.
 */
function* placedTexts(value: Json | undefined): Generator<{ text: string; path: string }> {
  const open: { value: Json | undefined; path: string }[] = [{ value, path: "" }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value: one, path } = next;
    if (typeof one === "string") {
      if (one !== "" && !isMediaRef(one)) yield { text: one, path };
    } else if (Array.isArray(one)) {
      for (let at = one.length - 1; at >= 0; at -= 1) {
        open.push({ value: one[at], path: `${path}[${at}]` });
      }
    } else if (typeof one === "object" && one !== null) {
      for (const [name, member] of Object.entries(one).reverse()) {
        if (typeof member === "string" && isStructure(name, member)) continue;
        open.push({ value: member, path: path === "" ? name : `${path}.${name}` });
      }
    }
  }
}

function addTexts(value: Json | undefined, found: Set<string>): void {
  for (const { text } of placedTexts(value)) found.add(text);
}

const isStructure = (name: string, value: string): boolean =>
  Object.hasOwn(STRUCTURE, name) && STRUCTURE[name]?.has(value) === true;
