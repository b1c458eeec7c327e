// The order of the servers in the list, and the queue of those to review.
import type { ServerView } from "#shared/servers/server.ts";
import { needsApproval } from "#data/approval.ts";

/** The servers of `ids` that still need confirmation. */
export const reviewQueue = (ids: readonly string[], servers: readonly ServerView[]): ServerView[] =>
  ids.flatMap((id) => servers.filter((server) => server.id === id && needsApproval(server)));

/** By name, the bundled server last. */
export function inOrder(servers: Readonly<Record<string, ServerView>>): ServerView[] {
  const last = (server: ServerView): number => (server.source === "demo" ? 1 : 0);
  return Object.values(servers).toSorted(
    (a, b) => last(a) - last(b) || a.name.localeCompare(b.name) || a.id.localeCompare(b.id),
  );
}
