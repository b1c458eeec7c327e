// Prepares the call of a model: a sampling request in the SDK's terms; a completion byte for byte if the provider
// speaks its dialect, otherwise translated as far as possible.
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { asSampling, settingsOf } from "../../src-shared/dialects/otherDialect.ts";
import { WRITING } from "../../src-shared/dialects/writing.ts";
import type { CompletionDocument } from "../../src-shared/dialects/dialect.ts";
import { isJsonObject, type Json, type JsonObject } from "../../src-shared/json.ts";
import { completionIn } from "../../src-shared/kinds/completion/document.ts";
import { fail, ok, type ModelFailure, type Outcome } from "../../src-shared/outcome.ts";
import { internalise } from "../../src-shared/sampling/document/media.ts";
import type { GenerateInput } from "../desk/ports.ts";
import { sendingExactly, streamingBy } from "./exactBody.ts";
import type { ReadyModel } from "./readyModel.ts";
import { toolSetOf, toPrompt, type Prompt } from "./translate.ts";

export interface Prepared {
  prompt: Prompt;
  model: LanguageModelV4;
  /** Names of what the model does not get. */
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
  if (ready.traits.exact?.includes(dialect) === true) {
    const model = ready.exactModel?.(modelId, dialect) ?? ready.model;
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
  const body = { ...WRITING[dialect].body(found, true), model: modelId };
  const added: JsonObject =
    dialect === "openai-chat"
      ? { stream_options: withUsage(fields["stream_options"]) }
      : dialect === "openai-responses" && fields["store"] === undefined
        ? // Otherwise OpenAI keeps the request for 30 days.
          { store: false }
        : {};
  const tools = (document.tools ?? []).filter(({ raw }) => raw === undefined);
  // The prompt is not sent; the SDK needs its tools to parse calls.
  const prompt: Prompt = {
    messages: [{ role: "user", content: "" }],
    ...(tools.length === 0 ? {} : { tools: toolSetOf(tools) }),
  };
  const sends = sendingExactly(model, JSON.stringify({ ...body, ...added }));
  return ok({ prompt, model: sends, warnings: [] });
}

/** Without this option the provider reports no usage. */
const withUsage = (given: Json | undefined): JsonObject => ({
  ...(isJsonObject(given) ? given : {}),
  include_usage: true,
});
