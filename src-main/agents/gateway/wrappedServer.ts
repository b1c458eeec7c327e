// The server that an entry of a host's config runs once it is wrapped.
import { ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { ServerInput } from "#shared/servers/server.ts";
import { commandKey } from "../../servers/endpoint.ts";
import type { ServersService } from "../../servers/servers.ts";
import type { Wrap } from "../wrapStore.ts";

/** As in the schema of a server. */
const NAME_MAX = 100;

/**
 * A server with exactly these values, or else a new one: another environment or another header is another server. An
 * entry whose values were changed in the file keeps its server, with the new values, unless somebody else uses that.
 * @param before how the entry was wrapped until now
 */
export function serverFor(
  servers: Pick<ServersService, "views" | "add" | "update" | "withEndpoint">,
  { input, program }: { input: ServerInput; program: string },
  before: Wrap | undefined,
  wraps: readonly Wrap[],
): Outcome<string, Failure> {
  const same = servers.withEndpoint(input.endpoint);
  if (same !== undefined) return ok(same);
  const views = servers.views();
  const alike = views.filter(({ endpoint }) => commandKey(endpoint) === commandKey(input.endpoint));
  const own = alike.find(({ id, enabled }) => id === before?.serverId && !enabled);
  if (
    own !== undefined &&
    wraps.every(({ id, serverId }) => id === before?.id || serverId !== own.id)
  ) {
    const updated = servers.update(own.id, { ...input, name: own.name, policy: undefined });
    return updated.ok ? ok(own.id) : updated;
  }
  // It is held back as what the same command is held back with another value.
  const policy = input.policy ?? alike[0]?.policy;
  const name = freeName(input.name, program, new Set(views.map((view) => view.name)));
  // The Workbench does not start it until the user turns it on.
  return servers.add({ ...input, name, ...(policy === undefined ? {} : { policy }) }, false);
}

function freeName(name: string, program: string, taken: ReadonlySet<string>): string {
  for (let n = 1; ; n += 1) {
    const suffix = n === 1 ? "" : n === 2 ? ` (${program})` : ` (${program} ${n - 1})`;
    const free = name.slice(0, NAME_MAX - suffix.length) + suffix;
    if (!taken.has(free)) return free;
  }
}
