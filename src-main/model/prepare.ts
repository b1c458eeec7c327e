// What a model is asked with: a sampling request in the SDK's terms; a completion byte for byte where the provider speaks
// its dialect, else as far as it can be translated.
import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { DIALECTS } from "../../src-shared/dialects/registry.ts";
import type { CompletionDocument } from "../../src-shared/dialects/dialect.ts";
import { isJsonObject, type Json, type JsonObject } from "../../src-shared/json.ts";
import { completionIn } from "../../src-shared/kinds/completion/document.ts";
import { fail, ok, type ModelFailure, type Outcome } from "../../src-shared/outcome.ts";
import { blocksOf } from "../../src-shared/sampling/document/blocks.ts";
import { internalise } from "../../src-shared/sampling/document/media.ts";
import type { Message, RequestDocument } from "../../src-shared/sampling/document/message.ts";
import type { GenerateInput } from "../desk/ports.ts";
import { sendingExactly, streamingBy } from "./exactBody.ts";
import type { ReadyModel } from "./readyModel.ts";
import { toolSetOf, toPrompt, type Prompt } from "./translate.ts";

export interface Prepared {
  prompt: Prompt;
  model: LanguageModelV4;
  /** What the model does not get, by name. */
  warnings: string[];
}

export function prepare(
  { document, media, model: { modelId } }: GenerateInput,
  ready: ReadyModel,
): Outcome<Prepared, ModelFailure> {
  const completion = completionIn(document);
  if (completion === null) {
    const prompt = toPrompt(document, media, ready.traits);
    return prompt.ok ? ok({ prompt: prompt.value, model: ready.model, warnings: [] }) : prompt;
  }
  const { dialect } = completion.completion;
  if (ready.exact?.dialect === dialect) {
    const model = ready.exact.languageModel(modelId);
    return exactly(completion, { modelId, model, media });
  }
  const { sampling, dropped } = asSampling(completion);
  const prompt = toPrompt(sampling, media, ready.traits);
  if (!prompt.ok) return prompt;
  const { settings, others } = settingsOf(completion.completion.fields);
  const model = streamingBy(ready.model, (options) =>
    ready.model.doStream({ ...options, ...settings }),
  );
  const names = [...others, ...dropped];
  const warnings = names.length === 0 ? [] : [`Not sent to this provider: ${names.join(", ")}`];
  return ok({ prompt: prompt.value, model, warnings });
}

function exactly(
  document: CompletionDocument,
  {
    modelId,
    model,
    media,
  }: { modelId: string; model: LanguageModelV4; media: GenerateInput["media"] },
): Outcome<Prepared, ModelFailure> {
  const whole = internalise(document, media);
  const found = whole.ok ? completionIn(whole.value) : null;
  if (found === null) {
    return fail({ kind: "model-unsupported-content", what: "media", detail: "not held" });
  }
  const { dialect, fields } = found.completion;
  const body = { ...DIALECTS[dialect].body(found, true), model: modelId };
  const usage =
    dialect === "openai-chat" ? { stream_options: withUsage(fields["stream_options"]) } : {};
  const tools = (document.tools ?? []).filter(({ raw }) => raw === undefined);
  // The prompt is not sent; its tools tell the SDK how to read calls.
  const prompt: Prompt = {
    messages: [{ role: "user", content: "" }],
    ...(tools.length === 0 ? {} : { tools: toolSetOf(tools) }),
  };
  const sends = sendingExactly(model, JSON.stringify({ ...body, ...usage }));
  return ok({ prompt, model: sends, warnings: [] });
}

/** Without it nobody tells the desk what was used. */
const withUsage = (given: Json | undefined): JsonObject => ({
  ...(isJsonObject(given) ? given : {}),
  include_usage: true,
});

/** As a sampling request: system messages join the system prompt, what the model thought and a provider's own tools go. */
function asSampling(document: CompletionDocument): {
  sampling: RequestDocument;
  dropped: string[];
} {
  const dropped = new Set<string>();
  const prompts = document.systemPrompt === undefined ? [] : [document.systemPrompt];
  const messages: Message[] = [];
  for (const message of document.messages) {
    const blocks = blocksOf(message.content).filter(({ type }) => {
      const isThought = type === "thinking" || type === "redacted_thinking";
      if (isThought) dropped.add(type);
      return !isThought;
    });
    if (message.role === "system" || message.role === "developer") {
      prompts.push(blocks.map(({ text }) => (typeof text === "string" ? text : "")).join("\n"));
    } else if (blocks.length > 0) messages.push({ role: message.role, content: blocks });
  }
  const { completion: _completion, systemPrompt: _prompt, tools, ...rest } = document;
  const own = tools?.filter(({ name, raw }) => {
    if (raw !== undefined) dropped.add(`tools.${name}`);
    return raw === undefined;
  });
  const sampling: RequestDocument = {
    ...rest,
    messages,
    ...(prompts.length === 0 ? {} : { systemPrompt: prompts.join("\n\n") }),
    ...(own === undefined ? {} : { tools: own }),
  };
  return { sampling, dropped: [...dropped] };
}

type Settings = Pick<
  LanguageModelV4CallOptions,
  "topP" | "topK" | "seed" | "presencePenalty" | "frequencyPenalty" | "responseFormat"
>;
const NUMBERS: Readonly<Record<string, keyof Settings>> = {
  ...{ top_p: "topP", top_k: "topK", seed: "seed" },
  ...{ presence_penalty: "presencePenalty", frequency_penalty: "frequencyPenalty" },
};
/** They say how the program wants its response, which is the endpoint's part. */
const OF_ENDPOINT: ReadonlySet<string> = new Set(["stream_options", "system", "n", "store"]);

/** The fields that every provider understands in some way, and the names of those that mean nothing to another. */
export function settingsOf(fields: JsonObject): { settings: Settings; others: string[] } {
  const settings: Settings = {};
  const others: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    const known = NUMBERS[name];
    const format = name === "response_format" ? formatIn(value) : undefined;
    if (value === null || OF_ENDPOINT.has(name)) continue;
    if (known !== undefined && typeof value === "number")
      Object.assign(settings, { [known]: value });
    else if (format !== undefined) settings.responseFormat = format;
    else others.push(name);
  }
  return { settings, others };
}

function formatIn(value: Json | undefined): Settings["responseFormat"] {
  if (!isJsonObject(value)) return undefined;
  if (value["type"] === "json_object") return { type: "json" };
  const described = value["json_schema"];
  if (value["type"] !== "json_schema" || !isJsonObject(described)) return undefined;
  const { name, schema } = described;
  return {
    type: "json",
    ...(isJsonObject(schema) ? { schema: schema as object } : {}),
    ...(typeof name === "string" ? { name } : {}),
  };
}
