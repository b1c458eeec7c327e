// The texts of a request that searches cover: requested, approved, generated and sent, and the names of server and
// calls.
import { isJsonObject } from "../json.ts";
import type { Json } from "../json.ts";
import { isMediaRef } from "../request/document/media.ts";
import type { HeldRequest } from "../request/life/heldRequest.ts";
import type { FilterQuery } from "./query.ts";
import { holds, indexText, textTerms } from "./text.ts";
import type { MatchedText } from "../rules/judged.ts";

/** Values of the protocol and of JSON Schema that occur in every request and would match every search. */
const STRUCTURE: Record<string, ReadonlySet<string>> = {
  type: new Set([
    "text",
    "image",
    "audio",
    "tool_use",
    "tool_result",
    "resource",
    "resource_link",
    "object",
    "array",
    "string",
    "number",
    "integer",
    "boolean",
    "null",
  ]),
  role: new Set(["user", "assistant"]),
};

/**
 * All texts of a request, without duplicates. Excludes media references, field names and the protocol's own words.
 */
export const textOf = (request: HeldRequest): string[] => [...new Set(textUnitsOf(request).flat())];

/** The same in units: what stands in one message, tool or system prompt, which other turns of its conversation have as well, and the rest. */
export function textUnitsOf(request: HeldRequest): string[][] {
  const found = new Set<string>();
  const add = (value: Json | undefined): void => addTexts(value, found);
  const shared: Json[] = [];
  const addDocument = (document: Json): void => {
    if (!isJsonObject(document)) return add(document);
    const { systemPrompt, messages, tools, ...rest } = document;
    for (const part of [systemPrompt, messages, tools].flat())
      if (part !== undefined) shared.push(part);
    add(rest);
  };
  const { requester, origin, phase } = request;
  add(requester.name);
  add(requester.claims?.name);
  add(requester.host?.name);
  const calls =
    origin.kind === "certain" ? [origin.call] : origin.kind === "ambiguous" ? origin.calls : [];
  for (const call of calls) {
    add(call.name);
    add(call.arguments);
  }
  addDocument(request.asked);
  for (const { document, state } of request.attempts) {
    addDocument(document as unknown as Json);
    if ("generated" in state) add(state.generated as unknown as Json);
    if ("reasoning" in state) for (const { text } of state.reasoning ?? []) add(text);
    if ("warnings" in state) add(state.warnings);
    if ("failure" in state && "detail" in state.failure) add(state.failure.detail);
  }
  const decided = phase.kind === "ended" ? phase.ending : phase;
  if ("document" in decided) add(decided.document as unknown as Json);
  if ("note" in decided) add(decided.note);
  const units = [...new Set(shared)].map((one) => {
    const texts = new Set<string>();
    addTexts(one, texts);
    return [...texts];
  });
  // Arguments of a call often come again as a message.
  const among = new Set(units.flat());
  return [[...found].filter((text) => !among.has(text)), ...units];
}

/**
 * The texts that rules match: request and response documents. Excludes names of server and calls, as the call can be
 * unknown, and reasoning and notes.
 */
export function ownTextsOf(request: HeldRequest): string[] {
  const found = new Set<string>();
  for (const { value } of ownDocuments(request)) addTexts(value, found);
  return [...found];
}

type Side = "request" | "response";

function* ownDocuments({ asked, attempts }: HeldRequest): Generator<{ of: Side; value: Json }> {
  yield { of: "request", value: asked };
  for (const { document, state } of attempts) {
    yield { of: "request", value: document as unknown as Json };
    if ("generated" in state) yield { of: "response", value: state.generated as unknown as Json };
  }
}

/** Where the phrases of a filter occur; negated ones are skipped. */
export function matchedIn(query: FilterQuery, request: HeldRequest): MatchedText[] {
  const phrases = phrasesOf(query);
  if (phrases.length === 0) return [];
  const texts = [...ownDocuments(request)].flatMap(({ of, value }) =>
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

/** Texts in document order. Iterative, because a model's output can be nested to any depth. */
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
      for (const [name, field] of Object.entries(one).reverse()) {
        if (typeof field === "string" && isStructure(name, field)) continue;
        open.push({ value: field, path: path === "" ? name : `${path}.${name}` });
      }
    }
  }
}

function addTexts(value: Json | undefined, found: Set<string>): void {
  for (const { text } of placedTexts(value)) found.add(text);
}

const isStructure = (name: string, value: string): boolean =>
  Object.hasOwn(STRUCTURE, name) && STRUCTURE[name]?.has(value) === true;
