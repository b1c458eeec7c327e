// Values that a filter of the inbox can be completed with: what is connected, what is there, what was asked.
import type { Known } from "../../src-shared/filter/complete.ts";
import type { Mirror } from "../state/mirror.ts";

/** Those of the requests in the list first: they are what one looks for. */
export function knownValues({ samples, servers, models }: Mirror): Known {
  const all = Object.values(samples);
  const calls = all.flatMap(({ origin }) => (origin.kind === "certain" ? [origin.call.name] : []));
  const asked = all.flatMap(({ attempts }) =>
    attempts.flatMap(({ model }) => (model === null ? [] : [model])),
  );
  const listed = models.providers.flatMap((provider) =>
    provider.models.filter(({ enabled }) => enabled).map(({ ref }) => ref.modelId),
  );
  return {
    servers: once([
      ...all.map(({ asker }) => asker.name),
      ...Object.values(servers).map(({ name }) => name),
    ]),
    tools: once(calls),
    models: once([...asked.map(({ modelId }) => modelId), ...listed]),
    providers: once([
      ...asked.map(({ providerId }) => providerId),
      ...models.providers.map(({ id }) => id),
    ]),
  };
}

const once = (values: readonly string[]): string[] => [...new Set(values)];
