// What follows from the attempts of a request, such as the hashes that a decision must be based on.
import { blocksOf } from "../document/blocks.ts";
import type { Attempt, HeldRequest } from "./heldRequest.ts";

/** The most candidates that one decision may ask for. */
export const CANDIDATES_MAX = 20;

/** Attempts that are running. */
export const running = (request: Pick<HeldRequest, "attempts">): Attempt[] =>
  request.attempts.filter((a) => a.state.kind === "running");

/** Attempts that are approved but not started, the next one first. */
export const waiting = ({ attempts }: Pick<HeldRequest, "attempts">): Attempt[] =>
  attempts.filter((a) => a.state.kind === "waiting");

/** The position of a waiting attempt in the queue, counted from 1; null for others. */
export function placeOf(attempts: readonly Attempt[], { id }: Attempt): number | null {
  const at = waiting({ attempts: [...attempts] }).findIndex((a) => a.id === id);
  return at === -1 ? null : at + 1;
}

/** Attempts that may still give a response. */
export const underWay = (request: Pick<HeldRequest, "attempts">): Attempt[] => [
  ...running(request),
  ...waiting(request),
];

/** Attempts with a response that the user can review. */
export const reviewable = (request: HeldRequest): Attempt[] =>
  request.attempts.filter((a) => a.state.kind === "done" || a.state.kind === "stopped");

/** True while a model generates and there is nothing to review yet. */
export const isGenerating = (request: HeldRequest): boolean =>
  request.phase.kind === "response" &&
  underWay(request).length > 0 &&
  reviewable(request).length === 0;

/** The hashes of what the user sees at the current gate; a decision must be based on one of them. */
export function baseHashes(request: HeldRequest): string[] {
  if (request.phase.kind === "request") return [request.askedHash];
  return [
    request.askedHash,
    ...reviewable(request).flatMap((a) =>
      "generatedHash" in a.state ? [a.state.generatedHash] : [],
    ),
  ];
}

/** True when the user started writing from an empty response, without a model. */
export const isBlankStart = ({ model, state }: Attempt): boolean =>
  model === null &&
  "generated" in state &&
  blocksOf(state.generated.content).every((block) => block.type === "text" && block.text === "");

/** The attempt whose response was decided on; otherwise the last one. */
export function mainAttempt(request: HeldRequest): Attempt | undefined {
  const place = request.phase.kind === "ended" ? request.phase.ending : request.phase;
  const id = "attemptId" in place ? place.attemptId : undefined;
  return request.attempts.find((attempt) => attempt.id === id) ?? request.attempts.at(-1);
}
