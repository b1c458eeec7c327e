// Chooses the model for a request that a rule approves without naming one: the first of the list that the user sees.
import type { ModelRef, ModelsView } from "../../../src-shared/models/model.ts";
import { firstChoice, rankModels } from "../../../src-shared/models/ranking/rank.ts";
import { measure } from "../../../src-shared/sampling/document/measure.ts";
import type { RequestDocument } from "../../../src-shared/sampling/document/message.ts";
import type { ServerPolicy } from "../../../src-shared/servers/policy/policy.ts";

/** UTF-16 units per token, a cautious estimate: Chinese text has about one, English about four. */
const UNITS_A_TOKEN = 2;

/** The first model that can take the request and that the server's policy allows, or null. */
export function chooseModel(
  models: ModelsView,
  policy: ServerPolicy,
  document: RequestDocument,
): ModelRef | null {
  const { characters } = measure(document, Number.POSITIVE_INFINITY);
  return firstChoice(
    rankModels({
      models,
      document,
      promptTokens: Math.ceil(characters / UNITS_A_TOKEN),
      policy: policy.models,
      usedBefore: null,
    }),
  );
}
