// What models and people made of a request: one part of its facts.
import { kindFactsOf } from "../kinds/facts.ts";
import { sumOfCosts } from "../models/cost/cost.ts";
import { answerMade, requestEdited } from "../sampling/document/edited.ts";
import type { ResponseDocument } from "../sampling/document/message.ts";
import type { Attempt, Sample } from "../sampling/life/sample.ts";

export interface AttemptFacts {
  /** Models that were approved for it, and what the answer names. */
  models: string[];
  providers: string[];
  answeredBy: string | null;
  stopReason: string | null;
  /** Sums over all attempts, as far as they were counted. */
  inputTokens: number | null;
  outputTokens: number | null;
  tokens: number | null;
  costUsd: number | null;
  /** The cost is more than `costUsd`: a part of it is not known. */
  costAtLeast: boolean;
  attempts: number;
  failedAttempts: number;
  /** What of it was changed; `unknown`: its texts are gone, and its rows are older than the fact. */
  edited: ("request" | "response" | "unknown")[];
  byHand: boolean;
  refined: boolean;
  /** How long models worked for it. */
  tookMs: number | null;
}

const NO_RESPONSE = { answeredBy: null, stopReason: null };

/** What was made of a request so far. */
export function attemptFacts(sample: Sample): AttemptFacts {
  const { attempts } = sample;
  const asked = attempts.filter(({ state }) => state.kind !== "withdrawn");
  const models = asked.flatMap(({ model }) => (model === null ? [] : [model]));
  const answer = answerOf(sample);
  const { answeredBy, stopReason } =
    answer === null ? NO_RESPONSE : kindFactsOf(sample).responseFacts(answer);
  const made = asked.flatMap(({ model, state }) =>
    model !== null && "tookMs" in state ? [state] : [],
  );
  const usages = made.map((state) => ("usage" in state ? state.usage : undefined));
  const inputTokens = sum(usages.map((usage) => usage?.inputTokens));
  const outputTokens = sum(usages.map((usage) => usage?.outputTokens));
  const costs = made.map((state) => ("cost" in state ? state.cost : undefined));
  const cost = sumOfCosts(costs);
  const known = costs.some((one) => one !== undefined);
  return {
    models: once([
      ...models.map(({ modelId }) => modelId),
      ...(answeredBy === null ? [] : [answeredBy]),
    ]),
    providers: once(models.map(({ providerId }) => providerId)),
    answeredBy,
    stopReason,
    inputTokens,
    outputTokens,
    tokens: sum([inputTokens, outputTokens]),
    costUsd: known ? cost.usd : null,
    costAtLeast: known && cost.atLeast,
    attempts: asked.length,
    failedAttempts: asked.filter(({ state }) => state.kind === "failed").length,
    edited: editedParts(sample, asked),
    byHand: asked.some(({ model, by }) => model === null && by.kind !== "fixture"),
    refined: asked.some(({ from }) => from?.how === "refine"),
    tookMs: sum(made.map(({ tookMs }) => tookMs)),
  };
}

/** The answer that was decided on; before that the newest one that is there. */
export function answerOf(sample: Sample): ResponseDocument | null {
  const decided = decidedOf(sample);
  if ("document" in decided) return decided.document;
  const states = sample.attempts.map(({ state }) => state);
  const newest = states.findLast((state) => "generated" in state);
  return newest !== undefined && "generated" in newest ? newest.generated : null;
}

function editedParts(sample: Sample, asked: readonly Attempt[]): AttemptFacts["edited"] {
  const requests = new Set(asked.map((attempt) => requestEdited(sample, attempt)));
  const decided = decidedOf(sample);
  const answer = "attemptId" in decided ? answerMade(sample, decided) : "generated";
  const parts: AttemptFacts["edited"] = [];
  if (requests.has(true)) parts.push("request");
  if (answer === "edited") parts.push("response");
  const isUnknown = answer === "unknown" || (!requests.has(true) && requests.has(null));
  return isUnknown ? [...parts, "unknown"] : parts;
}

/** What was decided at gate 2, where it was. */
const decidedOf = ({ phase }: Sample) => (phase.kind === "ended" ? phase.ending : phase);

/** The sum of what is known; null where nothing is. */
function sum(values: readonly (number | null | undefined)[]): number | null {
  const known = values.filter((value) => typeof value === "number");
  return known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
}

const once = <T>(values: readonly T[]): T[] => [...new Set(values)];
