// What a local model is waited for, in words: its place in the queue, loading, reading.
import type { GenerationProgress } from "../../../src-shared/models/local/local.ts";
import type { T } from "../../i18n/index.ts";

export function progressWords(t: T, progress: GenerationProgress): string {
  return progress.kind === "queued"
    ? t("local.progress.queued", { count: progress.ahead })
    : t(`local.progress.${progress.kind}`);
}
