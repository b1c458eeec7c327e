// What budgets reserve for a response without a token limit.
import { expect, it } from "vitest";
import type { ModelAbilities } from "#shared/models/ranking/abilities.ts";
import type { ModelsView } from "#shared/models/model.ts";
import { Requesters } from "../core/requesters.ts";
import { LONGEST_OUTPUT_TOKENS } from "#shared/rules/limits/budget.ts";
import { RequesterModels } from "./requesterModels.ts";

const ref = { providerId: "p", modelId: "m" };
const withAbilities = (abilities: ModelAbilities) =>
  ({ providers: [{ id: "p", models: [{ ref, abilities }] }] }) as unknown as ModelsView;
const longestOutputOf = (view: Pick<ModelsView, "providers">) =>
  new RequesterModels(
    { latest: () => view, isEnabled: () => true, check: () => Promise.resolve() } as never,
    new Requesters(),
  ).longestOutputOf(ref);

it.each([
  [{ outputTokens: 64_000, contextTokens: 200_000 }, 64_000],
  [{ contextTokens: 2048 }, 2048],
  [{ contextTokens: 200_000 }, LONGEST_OUTPUT_TOKENS],
  [{}, LONGEST_OUTPUT_TOKENS],
])(
  "takes the model's own limit for the longest response, or what fits: %j",
  (abilities, longest) => {
    expect(longestOutputOf(withAbilities(abilities))).toBe(longest);
  },
);

it("assumes the longest response of a model that is not listed", () => {
  expect(longestOutputOf({ providers: [] })).toBe(LONGEST_OUTPUT_TOKENS);
});
