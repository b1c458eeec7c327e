// The secrets that the user enters with a server. Each is bound to one origin, so that an edited file cannot redirect
// it, and removed when it is no longer named or the origin changes.
import { ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { ServerInput } from "#shared/servers/server.ts";
import type { Secrets, StoredServer } from "../servicePorts.ts";
import { originOf, secretName, valuesOf } from "./serverEntry.ts";
import { samePlace } from "./serverStored.ts";

export function keepSecrets(
  secrets: Secrets,
  id: string,
  { endpoint }: ServerInput,
): Outcome<null, Failure> {
  for (const { name, secret, value } of valuesOf(endpoint)) {
    if (!secret || value === null) continue;
    const kept = secrets.set(secretName(id, endpoint.kind, name), value, originOf(endpoint));
    if (!kept.ok) return kept;
  }
  return ok(null);
}

/** Removes secrets that are no longer named, and those entered for another origin. */
export function deleteSecrets(
  secrets: Secrets,
  before: StoredServer,
  { endpoint }: ServerInput,
): void {
  const stay = samePlace(before.endpoint, endpoint);
  const kept = new Set(
    valuesOf(endpoint)
      .filter(({ secret, value }) => secret && (stay || value !== null))
      .map(({ name }) => secretName(before.id, endpoint.kind, name)),
  );
  for (const { name, secret } of valuesOf(before.endpoint)) {
    const full = secretName(before.id, before.endpoint.kind, name);
    if (secret && !kept.has(full)) secrets.remove(full);
  }
}
