// The facts about a request's attempts and responses.
import { kindFactsOf } from "../request/kinds/facts.ts";
import { NO_RESPONSE } from "../request/kinds/kind.ts";
import type { CallFacts } from "./documentFacts.ts";
import { sumOfCosts } from "../models/cost/cost.ts";
import { answerMade, isByHand, requestEdited } from "../request/document/edited.ts";
import type { ResponseDocument } from "../request/document/message.ts";
import type { Attempt, HeldRequest } from "../request/life/heldRequest.ts";

export interface AttemptFacts extends CallFacts {
  /** Models that the request was approved for, and the one that the response names. */
  models: string[];
  providers: string[];
  answeredBy: string | null;
  stopReason: string | null;
  /** Sums over all attempts with known counts. */
  inputTokens: number | null;
  outputTokens: number | null;
  tokens: number | null;
  costUsd: number | null;
  /** The true cost is higher than `costUsd`, as a part is unknown. */
  costAtLeast: boolean;
  attempts: number;
  failedAttempts: number;
  /** What was edited. `unknown`: the texts are deleted and the rows are too old to have this fact. */
  edited: ("request" | "response" | "unknown")[];
  byHand: boolean;
  refined: boolean;
  /** Total generation time. */
  tookMs: number | null;
}

/** The facts about a request's attempts so far. */
export function attemptFacts(request: HeldRequest): AttemptFacts {
  const { attempts } = request;
  const asked = attempts.filter(({ state }) => state.kind !== "withdrawn");
  const models = asked.flatMap(({ model }) => (model === null ? [] : [model]));
  const answer = answerOf(request);
  const response = answer === null ? NO_RESPONSE : kindFactsOf(request).responseFacts(answer);
  const { answeredBy } = response;
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
    ...response,
    inputTokens,
    outputTokens,
    tokens: sum([inputTokens, outputTokens]),
    costUsd: known ? cost.usd : null,
    costAtLeast: known && cost.atLeast,
    attempts: asked.length,
    failedAttempts: asked.filter(({ state }) => state.kind === "failed").length,
    edited: editedParts(request, asked),
    byHand: asked.some(isByHand),
    refined: asked.some(({ from }) => from?.how === "refine"),
    tookMs: sum(made.map(({ tookMs }) => tookMs)),
  };
}

/** The response that was decided on; until then the newest one. */
export function answerOf(request: HeldRequest): ResponseDocument | null {
  const decided = decidedOf(request);
  if ("document" in decided) return decided.document;
  const states = request.attempts.map(({ state }) => state);
  const newest = states.findLast((state) => "generated" in state);
  return newest !== undefined && "generated" in newest ? newest.generated : null;
}

function editedParts(request: HeldRequest, asked: readonly Attempt[]): AttemptFacts["edited"] {
  const requests = new Set(asked.map((attempt) => requestEdited(request, attempt)));
  const decided = decidedOf(request);
  const answer = "attemptId" in decided ? answerMade(request, decided) : "generated";
  const parts: AttemptFacts["edited"] = [];
  if (requests.has(true)) parts.push("request");
  if (answer === "edited") parts.push("response");
  const isUnknown = answer === "unknown" || (!requests.has(true) && requests.has(null));
  return isUnknown ? [...parts, "unknown"] : parts;
}

/** The phase or ending that holds gate 2's decision, if there is one. */
const decidedOf = ({ phase }: HeldRequest) => (phase.kind === "ended" ? phase.ending : phase);

/** Sum of the known values; null if there are none. */
function sum(values: readonly (number | null | undefined)[]): number | null {
  const known = values.filter((value) => typeof value === "number");
  return known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
}

const once = <T>(values: readonly T[]): T[] => [...new Set(values)];
