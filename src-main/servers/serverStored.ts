// How servers are stored: on disk without secret values, or in memory, with them, for those of a run.
import { defaultPolicy } from "#shared/servers/policy/policy.ts";
import type { Endpoint, ServerInput } from "#shared/servers/server.ts";
import type { StoredServer } from "../servicePorts.ts";
import { mapValues, NOWHERE, originOf, valuesOf } from "./serverEntry.ts";
import type { ServerEntry } from "./serverEntry.ts";

export const DEMO_ID = "demo";

/** The form stored on disk, without secret values. */
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

/** Kept in memory only, hence with secret values. */
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
 * Whether secrets may be kept. A secret is never sent anywhere but to the place it was entered for: an address keeps
 * its secrets within its origin. A changed command keeps them, since it has to be confirmed again.
 */
export function samePlace(before: Endpoint<unknown>, after: Endpoint<unknown>): boolean {
  if ("url" in before && "url" in after) {
    const origin = originOf(before);
    return origin !== NOWHERE && origin === originOf(after);
  }
  return before.kind === after.kind;
}

/** `value: null` keeps the secret value that the server has for the same place. */
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

/** Whether a server of a `--config` is already present. */
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
/** Whether the id is that of a `--config` server. It is derived from the name, so it is the same in every run. */
export const isOfRun = (id: string): boolean => id.startsWith(RUN);

/** An id for a `--config` server: its name, made unique. */
export function runId({ name }: ServerInput, isThere: (id: string) => boolean): string {
  let id = `${RUN}${name}`;
  while (isThere(id)) id += "'";
  return id;
}

/** A `--config` server with the user's changes. */
export const runChanged = (before: StoredServer, input: ServerInput): StoredServer => ({
  ...runStored(before.id, {
    ...withRunSecrets(input, before),
    policy: input.policy ?? before.policy,
  }),
  enabled: before.enabled,
  offered: before.offered,
});
