// The models of the desk that received a request, as the other desks choose from them: that desk generates.
import type { ModelRef, ModelsView, ModelView, ProviderKind } from "../models/model.ts";
import type { RankedModel } from "../models/ranking/rank.ts";

/** A few travel with each request of the queue. */
export const OFFERED_MAX = 5;

export interface OfferedModel extends ModelRef {
  name: string;
  provider: string;
  kind: ProviderKind;
}

/** The best ones for a request: none that its server may not use, or whose provider cannot take it. */
export function offeredOf(
  ranked: readonly RankedModel[],
  { providers }: Pick<ModelsView, "providers">,
): OfferedModel[] {
  const kinds = new Map(providers.map(({ id, kind }) => [id, kind]));
  return ranked
    .filter(({ obstacle }) => obstacle?.kind !== "not-allowed" && obstacle?.kind !== "misfit")
    .slice(0, OFFERED_MAX)
    .flatMap(({ ref, name, provider }) => {
      const kind = kinds.get(ref.providerId);
      return kind === undefined ? [] : [{ ...ref, name, provider, kind }];
    });
}

/** As the window shows models. Their abilities and prices are known at the other desk alone. */
export function modelsOffered(offered: readonly OfferedModel[]): ModelsView {
  const [first] = offered;
  const firsts = offered.filter(
    (one, at) => offered.findIndex(({ providerId }) => providerId === one.providerId) === at,
  );
  return {
    providers: firsts.map(({ providerId, provider, kind }) => ({
      id: providerId,
      kind,
      name: provider,
      baseUrl: "",
      onThisMachine: false,
      state: { kind: "answers", atMs: 0 },
      models: offered.filter((one) => one.providerId === providerId).map(viewOf),
    })),
    found: [],
    downloads: [],
    localSupported: false,
    defaultModel: first === undefined ? null : viewOf(first).ref,
  };
}

const viewOf = ({ providerId, modelId, name }: OfferedModel): ModelView => ({
  ref: { providerId, modelId },
  name,
  abilities: {},
  enabled: true,
});
