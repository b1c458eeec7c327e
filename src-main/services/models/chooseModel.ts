// Which model a request goes to where a rule allows it and names none: the first of the same list that the user sees.
import type { ModelRef, ModelsView } from "../../../src-shared/models/model.ts";
import { firstChoice, rankModels } from "../../../src-shared/models/ranking/rank.ts";
import { measure } from "../../../src-shared/sampling/document/measure.ts";
import type { RequestDocument } from "../../../src-shared/sampling/document/message.ts";
import type { ServerPolicy } from "../../../src-shared/servers/policy/policy.ts";

/** UTF-16 units a token, on the cautious side: a text of Chinese has about one, English about four. */
const UNITS_A_TOKEN = 2;

/** The first that can take the request and that the server may have; null: there is none. */
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
