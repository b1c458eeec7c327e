// Several responses to one request: more of the chosen model, or one of another model beside it. Each is an approval of
// exactly the request that is shown.
import { KEYS } from "#shared/shortcuts.ts";
import { refKey } from "#shared/models/ranking/rank.ts";
import { sameModel } from "#shared/models/model.ts";
import type { ModelRef } from "#shared/models/model.ts";
import { CANDIDATES_MAX } from "#shared/sampling/life/candidates.ts";
import type { ApprovedRun } from "#shared/sampling/life/decision.ts";
import type { T } from "#words/index.ts";
import type { Other } from "../gate.ts";
import type { Ranked } from "#request/models/ranking.ts";

/** How many responses one press generates. */
const TOGETHER = 3;
/** How many other models the menu offers. */
const OTHERS_MAX = 3;

/**
 * The menu items that generate several responses.
 * @param run the approval, without its model; null while nothing can be approved
 * @param chosen the model of the gate; at gate 2, where its response is there already, `alone` leaves it out beside others
 */
export function severalItems(
  t: T,
  ranked: Ranked,
  chosen: ModelRef | null,
  {
    run,
    alone,
    approve,
  }: {
    run: Omit<ApprovedRun, "model"> | null;
    alone: boolean;
    approve: (runs: ApprovedRun[]) => void;
  },
): Other[] {
  if (chosen === null) return [];
  const item = (id: string, label: string, models: readonly ModelRef[]): Other => ({
    id,
    label,
    disabled: run === null,
    run: () => {
      if (run !== null) approve(models.map((model) => ({ ...run, model })));
    },
  });
  const others = ranked.models
    .filter(({ ref, obstacle }) => obstacle === null && !sameModel(ref, chosen))
    .slice(0, OTHERS_MAX);
  const count = Math.min(TOGETHER, CANDIDATES_MAX);
  return [
    {
      ...item(
        "several",
        t("candidates.generate", { count }),
        Array.from({ length: count }, () => chosen),
      ),
      keys: KEYS.candidates,
    },
    ...others.map(({ ref, name }) =>
      item(
        `also-${refKey(ref)}`,
        t("candidates.alsoWith", { model: name }),
        alone ? [ref] : [chosen, ref],
      ),
    ),
  ];
}
