// The secrets that the user enters with a server: kept by name and for one origin, so that none is sent to an address that
// was written into the file; forgotten when they are no longer named or were entered for another place.
import { ok } from "../../../src-shared/outcome.ts";
import type { Failure, Outcome } from "../../../src-shared/outcome.ts";
import type { ServerInput } from "../../../src-shared/servers/server.ts";
import type { Secrets, StoredServer } from "../ports.ts";
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

/**
 * Secrets of headers that an earlier version kept without an origin belong to the one that stands in the file now, also
 * where that is none: whatever is written there later is given none of them.
 */
export function bindSecrets(
  secrets: Secrets,
  servers: readonly Pick<StoredServer, "id" | "endpoint">[],
): Outcome<null, Failure> {
  const origins = new Map<string, string>();
  for (const { id, endpoint } of servers) {
    const origin = originOf(endpoint);
    if (origin === undefined) continue;
    for (const { name, secret } of valuesOf(endpoint)) {
      if (secret) origins.set(secretName(id, endpoint.kind, name), origin);
    }
  }
  return secrets.bind(origins);
}

/** Secrets that are no longer named, and those that were entered for another place. */
export function forgetSecrets(
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
