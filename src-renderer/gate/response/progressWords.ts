// The progress of a local model before its first token: queued, loading, reading the prompt.
import type { GenerationProgress } from "#shared/models/local/local.ts";
import type { T } from "#words/index.ts";

export function progressWords(t: T, progress: GenerationProgress): string {
  return progress.kind === "queued"
    ? t("local.progress.queued", { count: progress.ahead })
    : t(`local.progress.${progress.kind}`);
}
