// How servers are kept: those on disk without the values of secrets, those of a run in memory with them.
import { defaultPolicy } from "../../../src-shared/servers/policy/policy.ts";
import type { Endpoint, ServerInput } from "../../../src-shared/servers/server.ts";
import type { StoredServer } from "../ports.ts";
import { mapValues, NOWHERE, originOf, valuesOf } from "./serverEntry.ts";
import type { ServerEntry } from "./serverEntry.ts";

export const DEMO_ID = "demo";

/** As kept on disk: without the values of secrets. */
export function storedOf(
  id: string,
  input: ServerInput,
  before: StoredServer | null,
): StoredServer {
  const { name, era } = input;
  return {
    id,
    name,
    era,
    policy: input.policy ?? before?.policy ?? defaultPolicy,
    offered: before === null ? input.policy : before.offered,
    endpoint: mapValues(input.endpoint, (v) => (v.secret ? { ...v, value: null } : v)),
    enabled: before?.enabled ?? true,
    confirmed: before?.confirmed ?? null,
  };
}

/** In memory only, hence with the values of secrets. */
export function runStored(id: string, { name, era, endpoint, policy }: ServerInput): StoredServer {
  return {
    id,
    name,
    era,
    endpoint,
    policy: policy ?? defaultPolicy,
    offered: policy,
    enabled: true,
    confirmed: null,
  };
}

/**
 * A secret belongs to the place that it was entered for and is never sent to another one. A command that
 * changes is confirmed anew, so it may keep its own; an address may within its origin.
 */
export function samePlace(before: Endpoint<unknown>, after: Endpoint<unknown>): boolean {
  if ("url" in before && "url" in after) {
    const origin = originOf(before);
    return origin !== NOWHERE && origin === originOf(after);
  }
  return before.kind === after.kind;
}

/** `value: null` keeps the secret that the run's server has for that place. */
function withRunSecrets(input: ServerInput, before: StoredServer): ServerInput {
  if (!samePlace(before.endpoint, input.endpoint)) return input;
  const known = new Map(valuesOf(before.endpoint).map((v) => [v.name, v.value]));
  const endpoint = mapValues(input.endpoint, (v) => ({
    ...v,
    value: v.value ?? known.get(v.name) ?? null,
  }));
  return { ...input, endpoint };
}

export function demoServer(): StoredServer {
  return {
    id: DEMO_ID,
    name: "Countersign demo",
    endpoint: { kind: "demo" },
    era: "legacy",
    policy: defaultPolicy,
    enabled: false,
    confirmed: null,
  };
}

/** A server of a `--config` that is there already. */
export function isAlreadyStored(
  entries: readonly ServerEntry[],
  { name, endpoint }: ServerInput,
): boolean {
  const same = JSON.stringify([name, endpoint]);
  return entries.some(
    ({ source, stored }) =>
      source === "run" && JSON.stringify([stored.name, stored.endpoint]) === same,
  );
}

const RUN = "run:";
/** Whether a server of that id came with a `--config`: by its name it is the same one in every run. */
export const isOfRun = (id: string): boolean => id.startsWith(RUN);

/** An id for a server of a `--config`: its name, made different from those that are there. */
export function runId({ name }: ServerInput, isThere: (id: string) => boolean): string {
  let id = `${RUN}${name}`;
  while (isThere(id)) id += "'";
  return id;
}

/** A server of this run as the user has changed it. */
export const runChanged = (before: StoredServer, input: ServerInput): StoredServer => ({
  ...runStored(before.id, {
    ...withRunSecrets(input, before),
    policy: input.policy ?? before.policy,
  }),
  ...{ enabled: before.enabled, offered: before.offered },
});
