// The servers as the room lists them, and those of them whose review is asked for.
import type { ServerView } from "../../src-shared/servers/server.ts";
import { needsApproval } from "../state/approval.ts";

/** Those of the asked-for servers that still need approval. */
export const reviewQueue = (ids: readonly string[], servers: readonly ServerView[]): ServerView[] =>
  ids.flatMap((id) => servers.filter((server) => server.id === id && needsApproval(server)));

/** The person's order: by name, the bundled server last. */
export function inOrder(servers: Readonly<Record<string, ServerView>>): ServerView[] {
  const last = (server: ServerView): number => (server.source === "demo" ? 1 : 0);
  return Object.values(servers).toSorted(
    (a, b) => last(a) - last(b) || a.name.localeCompare(b.name) || a.id.localeCompare(b.id),
  );
}
