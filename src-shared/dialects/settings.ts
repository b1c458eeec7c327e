// Fields of a completion that are settings of a call: translated by the table in `fields.ts` for a provider of another
// dialect.
import { isJsonObject, type Json } from "../json.ts";
import type { ProviderTraits, SettingName } from "../models/ranking/traits.ts";
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

/** What a provider's adapter passes on. */
export type Abilities = Pick<
  ProviderTraits,
  | ("reasoning" | "parallelSwitch" | "settings" | "maxTemperature")
  | ("topPOrTemperature" | "thinksOrSamples")
>;

/** A field's translation; null if it has none, or none for this provider. */
type Translate = (value: Json, document: CompletionDocument, can: Abilities) => Translated | null;

const number =
  (name: SettingName & keyof CallSettings): Translate =>
  (value, _document, { settings }) =>
    typeof value === "number" && settings.includes(name) ? { settings: { [name]: value } } : null;

const TRANSLATE: Readonly<Record<Translation, Translate>> = {
  topP: (value, document, can) =>
    can.topPOrTemperature === true && document.temperature !== undefined
      ? null
      : number("topP")(value, document, can),
  topK: number("topK"),
  seed: number("seed"),
  presencePenalty: number("presencePenalty"),
  frequencyPenalty: number("frequencyPenalty"),
  responseFormat: formatIn,
  effort: effortIn,
  outputConfig: inner({ format: formatIn, effort: effortIn }),
  reasoning: inner({ effort: effortIn }),
  thinking,
  toolChoice,
  parallel: (value, _document, can) =>
    value !== false ? {} : can.parallelSwitch ? { oneCall: true } : null,
};

/** Each inner field by its own translation; the others are left. */
function inner(known: Readonly<Record<string, Translate>>): Translate {
  return (value, document, can) => {
    if (!isJsonObject(value)) return null;
    const done: Translated[] = Object.entries(value).map(([name, one]) => {
      if (one === undefined || isNothing(one)) return {};
      const translate = Object.hasOwn(known, name) ? known[name] : undefined;
      const made = translate?.(one, document, can) ?? null;
      if (made === null) return { left: [name] };
      return { ...made, left: (made.left ?? []).map((left) => `${name}.${left}`) };
    });
    return {
      settings: Object.assign({}, ...done.map(({ settings }) => settings)) as CallSettings,
      left: done.flatMap(({ left = [] }) => left),
    };
  };
}

function formatIn(
  value: Json,
  _document: CompletionDocument,
  { settings: can }: Abilities,
): Translated | null {
  if (!isJsonObject(value)) return null;
  if (value["type"] === "text") return {};
  const plain = can.includes("json")
    ? { settings: { responseFormat: { type: "json" as const } } }
    : null;
  if (value["type"] === "json_object") return plain;
  const described = value["json_schema"] ?? value;
  if (value["type"] !== "json_schema" || !isJsonObject(described)) return null;
  const { name, schema } = described;
  if (!isJsonObject(schema)) return plain;
  if (!can.includes("jsonSchema")) return plain && { ...plain, left: ["schema"] };
  const responseFormat = {
    type: "json" as const,
    schema: schema as object,
    ...(typeof name === "string" ? { name } : {}),
  };
  return { settings: { responseFormat } };
}

function effortIn(
  value: Json,
  _document: CompletionDocument,
  can: Pick<Abilities, "reasoning">,
): Translated | null {
  const reasoning = EFFORTS.find((effort) => effort === value);
  return reasoning === undefined || !can.reasoning ? null : { settings: { reasoning } };
}

/** The most of the token limit that each effort thinks, as the AI SDK counts; above: high. */
const SHARES = [
  [0.05, "minimal"],
  [0.2, "low"],
  [0.45, "medium"],
] as const;

/** A budget of tokens becomes an effort by its share of the token limit. */
function thinking(value: Json, document: CompletionDocument, can: Abilities): Translated | null {
  const { maxTokens, completion } = document;
  if (!isJsonObject(value)) return null;
  const { type, budget_tokens: budget, ...others } = value;
  const left = Object.keys(others).filter((name) => !isNothing(others[name]));
  if (type !== "adaptive" && !can.reasoning) return null;
  if (type === "disabled") return { settings: { reasoning: "none" }, left };
  // The model decides; `output_config` may say how much.
  if (type === "adaptive") return { left };
  if (type !== "enabled" || typeof budget !== "number") return null;
  const config = completion.fields["output_config"];
  if (isJsonObject(config) && effortIn(config["effort"] ?? null, document, can) !== null)
    return { left };
  const share = budget / (maxTokens ?? budget);
  const reasoning = SHARES.find(([most]) => share <= most)?.[1] ?? "high";
  return { settings: { reasoning }, left };
}

const MODES: Readonly<Record<string, "auto" | "required" | "none">> = {
  auto: "auto",
  any: "required",
  required: "required",
  none: "none",
};

/** A named tool, or a mode with a switch; a plain mode is in the document. */
function toolChoice(
  value: Json,
  _document: CompletionDocument,
  { parallelSwitch, settings }: Abilities,
): Translated | null {
  if (!isJsonObject(value)) return null;
  const { type, function: called, disable_parallel_tool_use: isOne } = value;
  if (isOne === true && !parallelSwitch) return null;
  const one = isOne === true ? { oneCall: true as const } : {};
  const name = isJsonObject(called) ? called["name"] : value["name"];
  if ((type === "function" || type === "tool") && typeof name === "string")
    return !settings.includes("toolByName")
      ? null
      : { ...one, settings: { toolChoice: { type: "tool", toolName: name } } };
  const mode = typeof type === "string" && Object.hasOwn(MODES, type) ? MODES[type] : undefined;
  return mode === undefined ? null : { ...one, settings: { toolChoice: { type: mode } } };
}

/** Null and false ask for nothing. */
const isNothing = (value: Json | undefined): boolean =>
  value === undefined || value === null || value === false;

interface Settings {
  settings: CallSettings;
  oneCall: boolean;
  others: string[];
  /** Whether the provider gets the document's temperature, if there is one. */
  isWarm: boolean;
}

/** Not sent while a model thinks that does not take them then. */
const SAMPLING: ReadonlySet<SettingName> = new Set<SettingName>(["topP", "topK"]);

/** What a provider of another dialect gets of the fields, and the names of what it does not get. */
export function settingsOf(document: CompletionDocument, can: Abilities): Settings {
  const { reasoning = "none" } = translated(document, can).settings;
  const thinks = can.thinksOrSamples === true && reasoning !== "none";
  const done = translated(document, {
    ...can,
    settings: can.settings.filter((name) => !thinks || !SAMPLING.has(name)),
  });
  if (thinks && document.temperature !== undefined) done.others.push("temperature");
  // The card names it in either case (`wireChangesOf`, or here).
  return { ...done, isWarm: !thinks && can.maxTemperature !== null };
}

function translated(document: CompletionDocument, can: Abilities): Omit<Settings, "isWarm"> {
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
    const done = TRANSLATE[by](value, document, can);
    if (done === null) others.push(name);
    else others.push(...(done.left ?? []).map((left) => `${name}.${left}`));
    Object.assign(settings, done?.settings);
    oneCall ||= done?.oneCall === true;
  }
  return { settings, oneCall, others };
}
