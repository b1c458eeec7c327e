// Which models requests of a server or program may go to, which one is taken where nobody has chosen, and what they
// cost: for the desk, the team and the endpoint.
import type { CompletionDocument, DialectName } from "#shared/dialects/dialect.ts";
import { costOfUsage } from "#shared/models/cost/cost.ts";
import type { Cost, Usage } from "#shared/models/cost/cost.ts";
import { sameModel } from "#shared/models/model.ts";
import type { ModelRef, ModelsView } from "#shared/models/model.ts";
import { traitsOf } from "#shared/models/ranking/traits.ts";
import type { Failure } from "#shared/outcome.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import { LONGEST_OUTPUT_TOKENS } from "#shared/rules/limits/budget.ts";
import type { OfferedModel } from "#shared/team/offered.ts";
import type { Requesters } from "../core/requesters.ts";
import { chooseModel, modelsToOffer } from "./chooseModel.ts";
import { checkModelAllowed } from "./modelAllowed.ts";
import type { ModelsService } from "./models.ts";

export class RequesterModels {
  readonly #models: Pick<ModelsService, "latest" | "isEnabled" | "check">;
  readonly #requesters: Pick<Requesters, "policyOf">;
  /** Asks providers for their models; one round serves all who wait. */
  #listing: Promise<void> | null = null;

  constructor(
    models: Pick<ModelsService, "latest" | "isEnabled" | "check">,
    requesters: Pick<Requesters, "policyOf">,
  ) {
    this.#models = models;
    this.#requesters = requesters;
  }

  /** The first model that can take the document and that the requester may use, or null. */
  choose(requesterId: string, document: RequestDocument): ModelRef | null {
    return chooseModel(this.#models.latest(), this.#requesters.policyOf(requesterId), document);
  }

  /** The first few, for the other desks of a team. */
  offered(request: HeldRequest): OfferedModel[] {
    const policy = this.#requesters.policyOf(request.requester.serverId);
    return modelsToOffer(this.#models.latest(), policy, request);
  }

  /** Why the requester's requests may not go to the model, or null. */
  check(requesterId: string, model: ModelRef): Failure | null {
    const { providers } = this.#models.latest();
    const switches = { providers, isEnabled: (ref: ModelRef) => this.#models.isEnabled(ref) };
    const requester = { id: requesterId, policy: this.#requesters.policyOf(requesterId) };
    return checkModelAllowed([requester], switches, requesterId, model);
  }

  /** Names of the models that the requester may use. */
  names(requesterId: string): string[] {
    return this.#models
      .latest()
      .providers.flatMap((provider) => provider.models.map(({ ref }) => ref))
      .filter((ref) => this.check(requesterId, ref) === null)
      .map(({ modelId }) => modelId);
  }

  /** The dialects that the provider of the named model speaks itself; null: the requester may use no such model. */
  dialectsFor(requesterId: string, document: CompletionDocument): readonly DialectName[] | null {
    const { model } = document.completion;
    const ref = this.choose(requesterId, {
      ...document,
      modelPreferences: { hints: [{ name: model }] },
    });
    const provider = this.#models.latest().providers.find(({ id }) => id === ref?.providerId);
    if (ref === null || provider === undefined) return null;
    return traitsOf(provider.kind, ref.modelId).exact ?? [];
  }

  /** Resolves once providers whose models are not known have been asked for them. */
  whenListed(): Promise<void> {
    const unknown = this.#models
      .latest()
      .providers.filter(
        ({ state, models: listed, modelNames = [] }) =>
          state.kind !== "answers" && listed.every(({ ref }) => modelNames.includes(ref.modelId)),
      );
    this.#listing ??= Promise.all(unknown.map(({ id }) => this.#models.check(id))).then(() => {
      this.#listing = null;
    });
    return this.#listing;
  }

  /** The cost of a generation at the current prices; null if those are unknown. */
  costOf(model: ModelRef, usage: Usage | undefined): Cost | null {
    const listed = this.#listed(model);
    return costOfUsage(usage, listed?.abilities.prices, listed?.origins?.prices);
  }

  /** The model's longest response in tokens; where that is unknown, no more than fits into its context window. */
  longestOutputOf(model: ModelRef): number {
    const { outputTokens, contextTokens } = this.#listed(model)?.abilities ?? {};
    return outputTokens ?? Math.min(contextTokens ?? Infinity, LONGEST_OUTPUT_TOKENS);
  }

  #listed(model: ModelRef): ModelsView["providers"][number]["models"][number] | undefined {
    return this.#models
      .latest()
      .providers.find(({ id }) => id === model.providerId)
      ?.models.find(({ ref }) => sameModel(ref, model));
  }
}
