// Builds the renderer's view of providers and models from what is stored, listed and discovered. Pure; no key is
// included.
import type { AbilityName, Origins } from "#shared/models/ranking/abilities.ts";
import { awsKeysOf } from "#shared/models/providers/awsKeys.ts";
import {
  sameModel,
  type FoundProvider,
  type ModelRef,
  type ModelView,
  type ModelsView,
  type ProviderState,
  type ProviderView,
} from "#shared/models/model.ts";
import { isLoopback, sameAddress } from "./providers/modelAddress.ts";
import { isEnabled } from "./modelSwitches.ts";
import { withNames, type ListedModel } from "#shared/models/listed.ts";
import type { LocalModels } from "./local/files/localModels.ts";
import { LOCAL_PROVIDER_ID, type StoredModels, type StoredProvider } from "./storedModels.ts";

/** A provider's state and models, from the last check. */
export interface KnownProvider {
  state: ProviderState;
  models: ListedModel[];
}

/** Everything the view is built from. */
export interface ModelsFacts {
  stored: StoredModels;
  removed: NonNullable<ModelsView["removed"]> | null;
  known: ReadonlyMap<string, KnownProvider>;
  found: readonly FoundProvider[];
  local: Pick<LocalModels, "downloads" | "supported" | "fileOf">;
  keyOf(provider: StoredProvider): string | null;
  speeds: NonNullable<ModelsView["speeds"]>;
}

/** Four characters of a shorter key would give away too much of it. */
const MIN_KEY_LENGTH_TO_SHOW = 12;

export function modelsView(facts: ModelsFacts): ModelsView {
  const { stored } = facts;
  const providers = [localView(facts), ...stored.providers.map((item) => remoteView(facts, item))];
  const isStored = (found: FoundProvider): boolean =>
    stored.providers.some((item) => sameAddress(item.baseUrl, found.baseUrl));
  return {
    providers,
    ...(facts.removed === null ? {} : { removed: facts.removed }),
    found: facts.found.filter((found) => !isStored(found)),
    downloads: facts.local.downloads(),
    speeds: facts.speeds,
    defaultModel: defaultModelOf(stored.defaultModel, providers),
    localSupported: facts.local.supported,
  };
}

function localView(facts: ModelsFacts): ProviderView {
  const { state, models } = knownView(facts, LOCAL_PROVIDER_ID);
  return {
    id: LOCAL_PROVIDER_ID,
    kind: "local",
    name: "llama.cpp",
    baseUrl: "",
    onThisMachine: true,
    state,
    models: models.map((model) => {
      // A discovered file belongs to another program's folder, so it cannot be removed from the list.
      const from = facts.local.fileOf(model.ref.modelId)?.from;
      return { ...model, removable: from === "picked" || from === "fetched" };
    }),
  };
}

function remoteView(facts: ModelsFacts, provider: StoredProvider): ProviderView {
  const given = facts.keyOf(provider);
  const key = given === null ? null : awsKeysOf(given).secret;
  const { id, kind, name, baseUrl, variable, apiVersion, keyId, modelNames, only } = provider;
  return {
    id,
    kind,
    name,
    baseUrl,
    variable,
    apiVersion,
    keyId,
    modelNames,
    ...(only === undefined ? {} : { newModelsOff: true }),
    onThisMachine: isLoopback(provider.baseUrl),
    ...(key === null ? {} : { keyEnds: key.length < MIN_KEY_LENGTH_TO_SHOW ? "" : key.slice(-4) }),
    ...knownView(facts, provider.id, modelNames),
  };
}

function knownView(
  facts: ModelsFacts,
  id: string,
  names: readonly string[] = [],
): Pick<ProviderView, "state" | "models"> {
  const known = facts.known.get(id);
  return {
    state: known?.state ?? { kind: "unchecked" },
    // Also before its list has come, or where it gives none.
    models: withNames(names, known?.models ?? []).map((model) => {
      const ref = { providerId: id, modelId: model.modelId };
      const enabled = isEnabled(facts.stored, ref);
      const { name, serving } = model;
      const known = withPerson(model, facts.stored.overrides, ref);
      const waits = facts.stored.waits?.find((item) => sameModel(item.model, ref))?.waits;
      return {
        ref,
        name,
        ...known,
        enabled,
        serving,
        waits,
      };
    }),
  };
}

/** Merges all sources; the user's word takes precedence. */
function withPerson(
  { abilities, origins }: ListedModel,
  overrides: StoredModels["overrides"],
  ref: ModelRef,
): Pick<ModelView, "abilities" | "origins" | "withoutPerson"> {
  const said = overrides?.find((item) => sameModel(item.model, ref))?.abilities;
  if (said === undefined) return { abilities, origins };
  const bySaying: Origins = {};
  for (const name of Object.keys(said) as AbilityName[]) bySaying[name] = { source: "person" };
  return {
    abilities: { ...abilities, ...said },
    origins: { ...origins, ...bySaying },
    withoutPerson: { abilities, origins: origins ?? {} },
  };
}

/** The user's default as long as its provider may offer it; otherwise the first model that is turned on. */
function defaultModelOf(chosen: ModelRef | null, providers: ProviderView[]): ModelRef | null {
  const provider = providers.find((item) => item.id === chosen?.providerId);
  if (provider !== undefined && chosen !== null) {
    const listed = provider.models.find((model) => sameModel(model.ref, chosen));
    if (listed?.enabled === true) return chosen;
    if (listed === undefined && provider.state.kind !== "answers") return chosen;
  }
  for (const { models } of providers) {
    const first = models.find((model) => model.enabled);
    if (first !== undefined) return first.ref;
  }
  return null;
}
