// Fields of a completion that are settings of a call: translated by the table in `fields.ts` for a provider of another
// dialect.
import { isJsonObject, type Json } from "../json.ts";
import type { ProviderTraits } from "../models/ranking/traits.ts";
import type { CompletionDocument } from "./dialect.ts";
import { placeOf, type Translation } from "./fields.ts";

/** How much a model shall think, from not at all (`none`) on. */
export const EFFORTS = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const;
export type Effort = (typeof EFFORTS)[number];

/** Settings by the AI SDK's names (`LanguageModelV4CallOptions`). */
export interface CallSettings {
  topP?: number;
  topK?: number;
  seed?: number;
  presencePenalty?: number;
  frequencyPenalty?: number;
  responseFormat?: { type: "json"; schema?: object; name?: string };
  reasoning?: Effort;
  toolChoice?: { type: "auto" | "required" | "none" } | { type: "tool"; toolName: string };
}

interface Translated {
  settings?: CallSettings;
  /** At most one tool call at a time. */
  oneCall?: true;
  /** Inner fields that have no equivalent. */
  left?: string[];
}

/** A field's translation; null if it has none. */
type Translate = (value: Json, document: CompletionDocument) => Translated | null;

const number =
  (name: keyof CallSettings): Translate =>
  (value) =>
    typeof value === "number" ? { settings: { [name]: value } } : null;

const TRANSLATE: Readonly<Record<Translation, Translate>> = {
  topP: number("topP"),
  topK: number("topK"),
  seed: number("seed"),
  presencePenalty: number("presencePenalty"),
  frequencyPenalty: number("frequencyPenalty"),
  responseFormat: formatIn,
  effort: effortIn,
  outputConfig: (value, document) => inner(value, { format: formatIn, effort: effortIn }, document),
  reasoning: (value, document) => inner(value, { effort: effortIn }, document),
  thinking,
  toolChoice,
  parallel: (value) => (value === false ? { oneCall: true } : {}),
};

/** Each inner field by its own translation; the others are left. */
function inner(
  value: Json,
  known: Readonly<Record<string, Translate>>,
  document: CompletionDocument,
): Translated | null {
  if (!isJsonObject(value)) return null;
  const done: Translated[] = Object.entries(value).map(([name, one]) => {
    if (one === undefined || isNothing(one)) return {};
    const translate = Object.hasOwn(known, name) ? known[name] : undefined;
    return translate?.(one, document) ?? { left: [name] };
  });
  return {
    settings: Object.assign({}, ...done.map(({ settings }) => settings)) as CallSettings,
    left: done.flatMap(({ left = [] }) => left),
  };
}

function formatIn(value: Json): Translated | null {
  if (!isJsonObject(value)) return null;
  if (value["type"] === "text") return {};
  if (value["type"] === "json_object") return { settings: { responseFormat: { type: "json" } } };
  const described = value["json_schema"] ?? value;
  if (value["type"] !== "json_schema" || !isJsonObject(described)) return null;
  const { name, schema } = described;
  const responseFormat = {
    type: "json" as const,
    ...(isJsonObject(schema) ? { schema: schema as object } : {}),
    ...(typeof name === "string" ? { name } : {}),
  };
  return { settings: { responseFormat } };
}

function effortIn(value: Json): Translated | null {
  const reasoning = EFFORTS.find((effort) => effort === value);
  return reasoning === undefined ? null : { settings: { reasoning } };
}

/** The most of the token limit that each effort thinks, as the AI SDK counts; above: high. */
const SHARES = [
  [0.05, "minimal"],
  [0.2, "low"],
  [0.45, "medium"],
] as const;

/** A budget of tokens becomes an effort by its share of the token limit. */
function thinking(value: Json, { maxTokens, completion }: CompletionDocument): Translated | null {
  if (!isJsonObject(value)) return null;
  const { type, budget_tokens: budget, ...others } = value;
  const left = Object.keys(others).filter((name) => !isNothing(others[name]));
  if (type === "disabled") return { settings: { reasoning: "none" }, left };
  // The model decides; `output_config` may say how much.
  if (type === "adaptive") return { left };
  if (type !== "enabled" || typeof budget !== "number") return null;
  const config = completion.fields["output_config"];
  if (isJsonObject(config) && effortIn(config["effort"] ?? null) !== null) return { left };
  const share = budget / (maxTokens ?? budget);
  const reasoning = SHARES.find(([most]) => share <= most)?.[1] ?? "high";
  return { settings: { reasoning }, left };
}

const MODES: Readonly<Record<string, "auto" | "required" | "none">> = {
  ...{ auto: "auto", any: "required", required: "required", none: "none" },
};

/** A named tool, or a mode with a switch; a plain mode is in the document. */
function toolChoice(value: Json): Translated | null {
  if (!isJsonObject(value)) return null;
  const { type, function: called, disable_parallel_tool_use: isOne } = value;
  const one = isOne === true ? { oneCall: true as const } : {};
  const name = isJsonObject(called) ? called["name"] : value["name"];
  if ((type === "function" || type === "tool") && typeof name === "string")
    return { ...one, settings: { toolChoice: { type: "tool", toolName: name } } };
  const mode = typeof type === "string" && Object.hasOwn(MODES, type) ? MODES[type] : undefined;
  return mode === undefined ? null : { ...one, settings: { toolChoice: { type: mode } } };
}

/** Null and false ask for nothing. */
const isNothing = (value: Json | undefined): boolean =>
  value === undefined || value === null || value === false;

type Abilities = Pick<ProviderTraits, "reasoning" | "parallelSwitch">;

/** What a provider of another dialect gets of the fields, and the names of what it does not get. */
export function settingsOf(
  document: CompletionDocument,
  can: Abilities,
): { settings: CallSettings; oneCall: boolean; others: string[] } {
  const { dialect, fields } = document.completion;
  const settings: CallSettings = {};
  const others: string[] = [];
  let oneCall = false;
  for (const [name, value] of Object.entries(fields)) {
    const place = placeOf(dialect, name);
    if (value === undefined || value === null) continue;
    if (place.kind === "kept" && value !== false) others.push(name);
    const by = "by" in place ? place.by : undefined;
    if (by === undefined) continue;
    const done = possible(TRANSLATE[by](value, document), can);
    if (done === null) others.push(name);
    else others.push(...(done.left ?? []).map((left) => `${name}.${left}`));
    Object.assign(settings, done?.settings);
    oneCall ||= done?.oneCall === true;
  }
  return { settings, oneCall, others };
}

/** The translation without what the provider's format cannot say; null if nothing is left of it. */
function possible(done: Translated | null, can: Abilities): Translated | null {
  if (done === null || (done.oneCall === true && !can.parallelSwitch)) return null;
  const { reasoning, ...settings } = done.settings ?? {};
  if (reasoning === undefined || can.reasoning) return done;
  if (Object.keys(settings).length === 0) return null;
  return { ...done, settings, left: [...(done.left ?? []), "effort"] };
}
