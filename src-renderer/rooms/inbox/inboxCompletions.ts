// Completions for the inbox filter: connected servers, pending requests, models and tools.
import type { Known } from "#shared/filter/complete.ts";
import type { Mirror } from "#data/mirror.ts";

/** Values of the listed requests first: they are the likeliest. */
export function inboxCompletions({ requests, servers, models }: Mirror): Known {
  const all = Object.values(requests);
  const calls = all.flatMap(({ origin }) => (origin.kind === "certain" ? [origin.call.name] : []));
  const requesters = all.map(({ requester }) => requester);
  const asked = all.flatMap(({ attempts }) =>
    attempts.flatMap(({ model }) => (model === null ? [] : [model])),
  );
  const listed = models.providers.flatMap((provider) =>
    provider.models.filter(({ enabled }) => enabled).map(({ ref }) => ref.modelId),
  );
  return {
    servers: once([
      ...requesters.filter(({ transport }) => transport !== "endpoint").map(({ name }) => name),
      ...Object.values(servers).map(({ name }) => name),
    ]),
    programs: once(
      requesters.filter(({ transport }) => transport === "endpoint").map(({ name }) => name),
    ),
    tools: once(calls),
    models: once([...asked.map(({ modelId }) => modelId), ...listed]),
    providers: once([
      ...asked.map(({ providerId }) => providerId),
      ...models.providers.map(({ id }) => id),
    ]),
  };
}

const once = (values: readonly string[]): string[] => [...new Set(values)];
