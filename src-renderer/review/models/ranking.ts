// The ranked models of one request, as the panel of both gates shows them.
import { useMemo } from "react";
import type { ModelRef, ModelsView } from "../../../src-shared/models/model.ts";
import { firstChoice, rankModels, refKey } from "../../../src-shared/models/ranking/rank.ts";
import type { RankedModel, Ranking } from "../../../src-shared/models/ranking/rank.ts";
import type { RequestDocument } from "../../../src-shared/sampling/document/message.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import { ANY_MODEL } from "../../../src-shared/servers/policy/modelPolicy.ts";
import { useMirror } from "../../state/mirror.ts";
import { useModelsWatched } from "../../state/modelsWatched.ts";
import { usePromptTokens } from "../tokens/useTokens.ts";

export interface Ranked extends Ranking {
  /** The whole view, for the traits of a provider. */
  view: ModelsView;
  /** The one that is chosen as long as the person chooses no other. */
  first: ModelRef | null;
  of: (ref: ModelRef | null) => RankedModel | undefined;
}

/** True where the person cannot choose it: the server may not have it, or its provider has no place for the request. */
export const isBarred = ({ obstacle }: RankedModel): boolean =>
  obstacle?.kind === "not-allowed" || obstacle?.kind === "misfit";

export function useRanking(
  sample: Sample,
  document: RequestDocument,
  usedBefore: ModelRef | null,
): Ranked {
  // Programs on this machine come and go while a person decides.
  useModelsWatched();
  const view = useMirror((state) => state.models);
  const server = useMirror((state) => state.servers[sample.asker.serverId]);
  const policy = server?.policy.models ?? ANY_MODEL;
  const { total: promptTokens } = usePromptTokens(document);
  const before = usedBefore === null ? null : refKey(usedBefore);
  return useMemo(() => {
    const ranking = rankModels({ models: view, document, promptTokens, policy, usedBefore });
    const byKey = new Map(ranking.models.map((model) => [refKey(model.ref), model]));
    return {
      ...ranking,
      view,
      first: firstChoice(ranking),
      of: (ref) => (ref === null ? undefined : byKey.get(refKey(ref))),
    };
    // A reference is known by what it says.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [view, document, promptTokens, policy, before]);
}
