// Which models a server's requests may go to, by what the user has set: asked each time one is about to.
import type { ModelRef, ModelsView } from "../../../src-shared/models/model.ts";
import type { Failure } from "../../../src-shared/outcome.ts";
import { allows } from "../../../src-shared/servers/policy/modelPolicy.ts";
import { defaultPolicy } from "../../../src-shared/servers/policy/policy.ts";
import type { ServerView } from "../../../src-shared/servers/server.ts";
import type { ModelsService } from "./modelPorts.ts";

/**
 * Why a request of the server may not go to the model, or null. A model that its provider does not list may be
 * asked by its id, unless new ones are turned off or the server is held to others.
 */
export function checkModelAllowed(
  servers: readonly Pick<ServerView, "id" | "policy">[],
  models: Pick<ModelsView, "providers"> & Pick<ModelsService, "isEnabled">,
  serverId: string,
  model: ModelRef,
): Failure | null {
  const policy = servers.find(({ id }) => id === serverId)?.policy ?? defaultPolicy;
  const provider = models.providers.find(({ id }) => id === model.providerId);
  // Not by what is listed: its provider may not have answered yet.
  if (!models.isEnabled(model)) return { kind: "switched-off", model: model.modelId };
  const named = { ...model, providerName: provider?.name ?? model.providerId };
  return allows(policy.models, named)
    ? null
    : { kind: "not-for-this-server", model: model.modelId };
}
