// Ranks the models for a request without a user: what a rule takes that names none, and what a team is offered.
import { kindFactsOf } from "#shared/request/kinds/facts.ts";
import type { ModelRef, ModelsView } from "#shared/models/model.ts";
import { firstChoice, rankModels } from "#shared/models/ranking/rank.ts";
import type { Ranking } from "#shared/models/ranking/rank.ts";
import { measure } from "#shared/request/document/measure.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { ServerPolicy } from "#shared/servers/policy/policy.ts";
import { offeredOf } from "#shared/team/offered.ts";
import type { OfferedModel } from "#shared/team/offered.ts";

/** UTF-16 units per token, a cautious estimate: Chinese text has about one, English about four. */
const UNITS_A_TOKEN = 2;

/** The first model that can take the request and that the server's policy allows, or null. */
export const chooseModel = (
  models: ModelsView,
  policy: ServerPolicy,
  document: RequestDocument,
): ModelRef | null => firstChoice(ranking(models, policy, document));

/** The first few, for the other desks of a team. None for a request without a model, whose document is of its own form. */
export function modelsToOffer(
  models: ModelsView,
  policy: ServerPolicy,
  request: Pick<HeldRequest, "requestKind" | "proposed">,
): OfferedModel[] {
  const { proposed } = request;
  if (proposed === null || !kindFactsOf(request).hasModel) return [];
  return offeredOf(ranking(models, policy, proposed).models, models);
}

function ranking(models: ModelsView, policy: ServerPolicy, document: RequestDocument): Ranking {
  const { textCharacters } = measure(document, Number.POSITIVE_INFINITY);
  return rankModels({
    models,
    document,
    promptTokens: Math.ceil(textCharacters / UNITS_A_TOKEN),
    policy: policy.models,
    usedBefore: null,
  });
}
