// Which dialog of the room is open: one at a time. Confirmations come one after the other.
import type { ServerView } from "../../src-shared/servers/server.ts";

export type OpenDialog =
  | { kind: "none" }
  | { kind: "add" }
  | { kind: "edit"; id: string }
  | { kind: "policy"; id: string }
  | { kind: "paste" }
  | { kind: "remove"; id: string }
  /** Servers whose confirmation the person wants to see, in this order. */
  | { kind: "confirm"; ids: readonly string[] };

/** Those of the asked-for servers that still wait for the person's word. */
export function confirmQueue(dialog: OpenDialog, servers: readonly ServerView[]): ServerView[] {
  if (dialog.kind !== "confirm") return [];
  return dialog.ids.flatMap((id) => {
    const server = servers.find((entry) => entry.id === id);
    return server?.state.kind === "needs-confirmation" ? [server] : [];
  });
}

export const waitingIds = (servers: readonly ServerView[]): string[] =>
  servers.filter(({ state }) => state.kind === "needs-confirmation").map(({ id }) => id);

/** The person's order: by name, the bundled server last. */
export function inOrder(servers: Readonly<Record<string, ServerView>>): ServerView[] {
  const last = (server: ServerView): number => (server.source === "demo" ? 1 : 0);
  return Object.values(servers).toSorted(
    (a, b) => last(a) - last(b) || a.name.localeCompare(b.name) || a.id.localeCompare(b.id),
  );
}
