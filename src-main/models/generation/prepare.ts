// Prepares the call of a model: a sampling request in the SDK's terms; a completion byte for byte if the provider
// speaks its dialect, otherwise translated as far as possible.
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { exactBody } from "#shared/dialects/exactBody.ts";
import { asSampling, unsentTools } from "#shared/dialects/otherDialect.ts";
import { settingsOf } from "#shared/dialects/settings.ts";
import type { CompletionDocument, DialectName } from "#shared/dialects/dialect.ts";
import { isJsonObject } from "#shared/json.ts";
import { rewritten } from "#shared/jsonText.ts";
import { completionIn } from "#shared/request/kinds/completion/document.ts";
import type { GenerationOptions } from "#shared/models/providers/options.ts";
import { fail, ok, type ModelFailure, type Outcome } from "#shared/outcome.ts";
import { roundedNumbers } from "#shared/rounded.ts";
import { internalise } from "#shared/request/document/media.ts";
import type { Tool } from "#shared/request/document/message.ts";
import type { ProviderTraits } from "#shared/models/ranking/traits.ts";
import type { GenerateInput } from "../../core/ports.ts";
import type { ModelPatience, Provider } from "../providers/provider.ts";
import { sendingExactly, streamingBy } from "./exactBody.ts";
import { toolSetOf, toPrompt, type Prompt } from "./translate.ts";

/** A model that is ready to be called. */
export interface ReadyModel {
  model: LanguageModelV4;
  traits: ProviderTraits;
  patience: ModelPatience;
  optionsFor?: Provider["optionsFor"];
  conceal?: Provider["conceal"];
  exactModel?: Provider["exactModel"];
}

export interface Prepared {
  prompt: Prompt;
  model: LanguageModelV4;
  options: GenerationOptions;
  /** Names of what the model does not get. */
  warnings: string[];
  /** The provider speaks the program's dialect, in which its reasoning becomes part of the response. */
  dialect: DialectName | null;
  /** The tool behind a name that was translated; null for any other. */
  behind(name: string): { namespace: string; name: string } | null;
  /** Tools whose input is plain text. */
  textTools: ReadonlySet<string>;
  /** The stop sequences that the response may name as what ended it: only Messages have a field for it. */
  stops: readonly string[];
}

const NOT_TRANSLATED = {
  warnings: [],
  behind: () => null,
  textTools: new Set<string>(),
  stops: [],
};

export function prepare(
  { document, media, came, model: { modelId }, options = {} }: GenerateInput,
  ready: ReadyModel,
): Outcome<Prepared, ModelFailure> {
  const completion = completionIn(document);
  if (completion === null) {
    const prompt = toPrompt(document, media, ready.traits);
    const { model } = ready;
    return prompt.ok
      ? ok({ ...NOT_TRANSLATED, prompt: prompt.value, model, options, dialect: null })
      : prompt;
  }
  const { dialect } = completion.completion;
  const stops = dialect === "anthropic-messages" ? (document.stopSequences ?? []) : [];
  if (ready.traits.exact?.includes(dialect) === true) {
    const model = ready.exactModel?.(modelId, dialect) ?? ready.model;
    const exact = exactly(completion, {
      modelId,
      model,
      media,
      options,
      traits: ready.traits,
      came,
    });
    return exact.ok ? ok({ ...exact.value, stops }) : exact;
  }
  const { unread } = completion.completion;
  if (unread !== undefined)
    return fail({ kind: "model-unsupported-content", what: "this form", detail: unread });
  const [number] = came === undefined ? [] : roundedNumbers(came);
  if (number !== undefined) {
    const detail = `${number.path.join(".")}: ${number.text}`;
    return fail({ kind: "model-unsupported-content", what: "numbers beyond 2^53", detail });
  }
  const { sampling, dropped, behind } = asSampling(completion);
  const prompt = toPrompt(sampling, media, ready.traits);
  if (!prompt.ok) return prompt;
  const { settings, oneCall, others, isWarm } = settingsOf(completion, ready.traits);
  const model = streamingBy(ready.model, ({ temperature, ...given }) => {
    const warmth = temperature === undefined || !isWarm ? {} : { temperature };
    return ready.model.doStream({ ...given, ...warmth, ...settings });
  });
  const warnings = notSent([...others, ...dropped]);
  const { value } = prompt;
  return ok({
    ...NOT_TRANSLATED,
    prompt: value,
    model,
    warnings,
    dialect: null,
    behind,
    stops,
    options: oneCall ? { ...options, parallelToolCalls: false } : options,
  });
}

/** Each name once: what else a tool has is between the program and its provider. */
const namesOf = (tools: readonly Tool[]): Tool[] =>
  [...new Set(tools.map(({ name }) => name))].map((name) => ({ name }));

const notSent = (names: readonly string[]): string[] =>
  names.length === 0 ? [] : [`Not sent to this provider: ${names.join(", ")}`];

function exactly(
  document: CompletionDocument,
  {
    modelId,
    model,
    media,
    came,
    options,
    traits,
  }: Pick<GenerateInput, "media" | "came"> &
    Pick<Prepared, "model" | "options"> &
    Pick<ReadyModel, "traits"> & { modelId: string },
): Outcome<Prepared, ModelFailure> {
  const whole = internalise(document, media);
  const found = whole.ok ? completionIn(whole.value) : null;
  if (found === null) {
    return fail({ kind: "model-unsupported-content", what: "media", detail: "not held" });
  }
  const { dialect, beta } = found.completion;
  const body = exactBody(found, modelId, traits, options);
  const sent = came === undefined ? JSON.stringify(body) : rewritten(came, body);
  const tools = (document.tools ?? []).filter(({ raw }) => raw === undefined);
  const custom = (document.tools ?? []).filter(
    ({ raw }) => isJsonObject(raw) && raw["type"] === "custom",
  );
  const textTools = new Set(dialect === "openai-responses" ? custom.map(({ name }) => name) : []);
  // The prompt is not sent; the SDK needs the names of its tools to parse calls.
  const prompt: Prompt = {
    messages: [{ role: "user", content: "" }],
    ...(tools.length === 0 ? {} : { tools: toolSetOf(namesOf(tools)) }),
  };
  const headers: Record<string, string> =
    typeof beta === "string" ? { "anthropic-beta": beta } : {};
  const sends = sendingExactly(model, sent, headers);
  const warnings = notSent(unsentTools(found));
  return ok({ ...NOT_TRANSLATED, textTools, warnings, prompt, model: sends, options, dialect });
}
