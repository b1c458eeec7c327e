// The content of a local model's form, and its conversion to settings. An empty field means the default.
import { z } from "zod";
import type { LocalFacts, LocalSettings } from "#shared/models/local/local.ts";
import { typedNumber } from "#kit/form/typed.ts";
import type { T } from "#words/index.ts";

export function localForm(
  t: T,
  facts: Pick<LocalFacts, "contextTokens" | "layers">,
  cores: number,
) {
  const whole = (min: number, max: number) =>
    typedNumber(
      z
        .int(t("common.enterAWholeNumber"))
        .min(min, t("local.form.fault.small", { min }))
        .max(max, t("local.form.fault.large", { max })),
    );
  return z
    .object({
      // A context beyond what the model was trained for produces nonsense; more threads than cores only wait.
      contextTokens: whole(
        256,
        Math.min(4_194_304, Math.max(256, facts.contextTokens ?? Infinity)),
      ),
      threads: whole(1, Math.min(512, cores)),
      gpuLayers: whole(0, Math.min(1000, (facts.layers ?? Infinity) + 1)),
      /** Minutes as text, `never`, or `usual`. */
      idle: z.string(),
      despiteMemory: z.boolean(),
    })
    .transform(({ idle, despiteMemory, ...numbers }): LocalSettings => ({
      ...numbers,
      ...(idle === "usual" ? {} : { idleMinutes: idle === "never" ? null : Number(idle) }),
      ...(despiteMemory ? { despiteMemory } : {}),
    }));
}

export const localFormValues = (
  settings: LocalSettings,
): z.input<ReturnType<typeof localForm>> => ({
  contextTokens: String(settings.contextTokens ?? ""),
  threads: String(settings.threads ?? ""),
  gpuLayers: String(settings.gpuLayers ?? ""),
  idle: settings.idleMinutes === null ? "never" : String(settings.idleMinutes ?? "usual"),
  despiteMemory: settings.despiteMemory === true,
});
