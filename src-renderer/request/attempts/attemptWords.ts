// Short texts for an attempt: its state, and how it differs from the request.
import type { T } from "#words/index.ts";
import { placeOf } from "#shared/request/life/attempts.ts";
import { sameJson } from "#shared/request/document/change.ts";
import type { Attempt, HeldRequest } from "#shared/request/life/heldRequest.ts";
import { writtenWords } from "../attemptAuthor.ts";
import { measured } from "./AttemptTabs.tsx";

/** `2 · smollm2`: number and model of an attempt. */
export function attemptName(t: T, attempts: readonly Attempt[], attempt: Attempt): string {
  const number = attempts.findIndex(({ id }) => id === attempt.id) + 1;
  return `${number} · ${attempt.model?.modelId ?? writtenWords(t, attempt)}`;
}

/** The state of an attempt: `128 tokens, 1.9 s`, `waits, turn 2`, `failed`. */
export function attemptWords(t: T, attempt: Attempt, attempts: readonly Attempt[]): string {
  const { state } = attempt;
  switch (state.kind) {
    case "waiting":
      return t("candidates.waits", { place: placeOf(attempts, attempt) ?? "" });
    case "withdrawn":
      return t("candidates.withdrawn");
    case "running":
      return t("candidates.running");
    case "failed":
      return t("common.stageShort.failed");
    case "stopped":
      return `${t("common.stopped")}, ${measured(t, state)}`;
    case "done":
      return attempt.model === null ? t("common.writtenByYou") : measured(t, state);
  }
}

/** `temperature 0.9 · max tokens 50 · refined from 1`: how an attempt differs from the first; empty if it doesn't. */
export function variantOf(t: T, request: HeldRequest, attempt: Attempt): string {
  const { from, document } = attempt;
  const first = request.attempts.find(({ model }) => model !== null)?.document ?? document;
  const words: string[] = [];
  if (document.temperature !== first.temperature) {
    words.push(
      `${t("review.parameters.temperature")} ${document.temperature ?? t("review.parameters.modelDecides")}`,
    );
  }
  if (document.maxTokens !== first.maxTokens) {
    words.push(`${t("review.parameters.maxTokens")} ${document.maxTokens ?? ""}`);
  }
  const refined = from?.how === "refine";
  if (refined) {
    const number = request.attempts.findIndex(({ id }) => id === from.attemptId) + 1;
    words.push(t("candidates.refinedFrom", { number }));
  } else if (!sameJson(document.messages, first.messages)) words.push(t("candidates.otherRequest"));
  return words.join(" · ");
}
