// Which models a server's requests may go to. Checked before each request is sent.
import type { ModelRef, ModelsView } from "#shared/models/model.ts";
import type { Failure } from "#shared/outcome.ts";
import { allows } from "#shared/servers/policy/modelPolicy.ts";
import { defaultPolicy } from "#shared/servers/policy/policy.ts";
import type { ServerView } from "#shared/servers/server.ts";
import type { ModelsService } from "./models.ts";

/**
 * Why the server's requests may not go to the model, or null. A model that its provider does not list is allowed by
 * its id, unless new models are turned off or the server's policy names others.
 */
export function checkModelAllowed(
  servers: readonly Pick<ServerView, "id" | "policy">[],
  models: Pick<ModelsView, "providers"> & Pick<ModelsService, "isEnabled">,
  serverId: string,
  model: ModelRef,
): Failure | null {
  const policy = servers.find(({ id }) => id === serverId)?.policy ?? defaultPolicy;
  const provider = models.providers.find(({ id }) => id === model.providerId);
  // Not by what is listed: the provider may not have responded yet.
  if (!models.isEnabled(model)) return { kind: "switched-off", model: model.modelId };
  const named = { ...model, providerName: provider?.name ?? model.providerId };
  return allows(policy.models, named)
    ? null
    : { kind: "not-for-this-server", model: model.modelId };
}
