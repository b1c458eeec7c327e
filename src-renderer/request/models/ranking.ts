// Ranks the models for one request.
import { useMemo } from "react";
import type { ModelRef, ModelsView } from "#shared/models/model.ts";
import { firstChoice, rankModels, refKey } from "#shared/models/ranking/rank.ts";
import type { RankedModel, Ranking } from "#shared/models/ranking/rank.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { ANY_MODEL } from "#shared/servers/policy/modelPolicy.ts";
import { modelsOffered } from "#shared/team/offered.ts";
import { useMirror } from "#data/mirror.ts";
import { policyFor } from "#data/select.ts";
import { useModelsWatched } from "#data/modelsWatched.ts";
import { useSame } from "#kit/hooks/useSame.ts";
import { usePromptTokens } from "./useTokens.ts";

export interface Ranked extends Ranking {
  /** All models, for the traits of their providers. */
  view: ModelsView;
  /** They are another desk's. */
  areOffered: boolean;
  /** The default model. */
  first: ModelRef | null;
  of: (ref: ModelRef | null) => RankedModel | undefined;
}

/** The user can't select it: the server's policy forbids it, or its provider can't take the request. */
export const isBarred = ({ obstacle }: RankedModel): boolean =>
  obstacle?.kind === "not-allowed" || obstacle?.kind === "misfit";

/** The models that can generate for a request: where another desk of the team received it, the ones it offers. */
export function useModelsFor({ offered }: Pick<HeldRequest, "offered">): ModelsView {
  const own = useMirror((state) => state.models);
  return useMemo(() => (offered === undefined ? own : modelsOffered(offered)), [own, offered]);
}

export function useRanking(
  request: HeldRequest,
  document: RequestDocument,
  usedBefore: ModelRef | null,
): Ranked {
  // Local providers start and stop while the user decides.
  useModelsWatched();
  const view = useModelsFor(request);
  const areOffered = request.offered !== undefined;
  const policy = useMirror(
    (state) => policyFor(state, request.requester.serverId)?.models ?? ANY_MODEL,
  );
  const { total: promptTokens } = usePromptTokens(document);
  const before = useSame(usedBefore, sameRef);
  return useMemo(() => {
    const ranked = rankModels({
      models: view,
      document,
      promptTokens,
      policy,
      usedBefore: before,
    });
    const ranking = areOffered ? { ...ranked, models: ranked.models.map(asOffered) } : ranked;
    const byKey = new Map(ranking.models.map((model) => [refKey(model.ref), model]));
    return {
      ...ranking,
      view,
      areOffered,
      first: firstChoice(ranking),
      of: (ref) => (ref === null ? undefined : byKey.get(refKey(ref))),
    };
  }, [view, areOffered, document, promptTokens, policy, before]);
}

const sameRef = (a: ModelRef | null, b: ModelRef | null): boolean =>
  a === b || (a !== null && b !== null && refKey(a) === refKey(b));

/** The other desk's reasons are not known here. */
const asOffered = (model: RankedModel): RankedModel =>
  model.why.kind === "default" || model.why.kind === "none"
    ? { ...model, why: { kind: "offered" } }
    : model;
