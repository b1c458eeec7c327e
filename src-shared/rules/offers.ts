// Finds edits that the user repeats on requests of a server, to offer them as changes of a rule.
import type { ModelRef } from "../models/model.ts";
import type { RequestDocument } from "../request/document/message.ts";

/** A request as received and as the user approved it at gate 1. */
export interface DecidedRequest {
  asked: RequestDocument;
  approved: RequestDocument;
  /** Null for a response by hand. */
  model: ModelRef | null;
}

export interface Offers {
  /** The same system prompt was replaced by the same one. */
  system?: { from: string; to: string; times: number };
  /** `maxTokens` was lowered to the same value whenever it was higher. */
  maxTokens?: { to: number; times: number };
  /** The same model was chosen every time. */
  model?: { ref: ModelRef; times: number };
}

/** The least repetitions; two may be a coincidence. */
const TIMES_LEAST = 3;

/**
 * The edits to offer.
 * @param decided of the same server and call, newest first
 * @param now the request at hand
 */
export function offersOf(decided: readonly DecidedRequest[], now: RequestDocument): Offers {
  const system = systemOf(decided, now.systemPrompt ?? "");
  const maxTokens = maxTokensOf(decided, now.maxTokens);
  const model = modelOf(decided);
  return {
    ...(system === null ? {} : { system }),
    ...(maxTokens === null ? {} : { maxTokens }),
    ...(model === null ? {} : { model }),
  };
}

/** Only offers what the user did the last time as well. */
function systemOf(
  decided: readonly DecidedRequest[],
  from: string,
): NonNullable<Offers["system"]> | null {
  const same = decided.filter(({ asked }) => (asked.systemPrompt ?? "") === from);
  const [latest] = same;
  if (latest === undefined) return null;
  const to = latest.approved.systemPrompt ?? "";
  if (to === from) return null;
  const replaced = same.filter(({ approved }) => (approved.systemPrompt ?? "") === to);
  if (replaced.length < TIMES_LEAST) return null;
  return { from, to, times: replaced.length };
}

function maxTokensOf(
  decided: readonly DecidedRequest[],
  now: number | undefined,
): NonNullable<Offers["maxTokens"]> | null {
  const latest = decided.find(({ asked, approved }) => isLowered(asked, approved));
  const to = latest?.approved.maxTokens;
  if (to === undefined || now === undefined || now <= to) return null;
  const above = decided.filter(({ asked }) => (asked.maxTokens ?? 0) > to);
  const always = above.every(({ approved }) => approved.maxTokens === to);
  return always && above.length >= TIMES_LEAST ? { to, times: above.length } : null;
}

const isLowered = (asked: RequestDocument, approved: RequestDocument): boolean =>
  asked.maxTokens !== undefined &&
  approved.maxTokens !== undefined &&
  approved.maxTokens < asked.maxTokens;

function modelOf(decided: readonly DecidedRequest[]): NonNullable<Offers["model"]> | null {
  const models = decided.flatMap(({ model }) => (model === null ? [] : [model]));
  const [ref] = models;
  if (ref === undefined || models.length < TIMES_LEAST) return null;
  const same = models.every(
    ({ providerId, modelId }) => providerId === ref.providerId && modelId === ref.modelId,
  );
  return same ? { ref, times: models.length } : null;
}
