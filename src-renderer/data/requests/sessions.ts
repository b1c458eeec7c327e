// Sessions of agents, as the actions in the window tell of them: a session is the agent's entry and the id that it gives.
import { useMemo } from "react";
import type { SessionName } from "#shared/agents/agent.ts";
import { threadOf } from "#shared/filter/facts.ts";
import { actionIn } from "#shared/request/kinds/action/document.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { useMirror } from "../mirror.ts";
import { goTo, view } from "../view.ts";

/** Identifies the session of an action among those of all agents; null for another request. */
export function sessionKeyOf({ requestKind, proposed, requester }: HeldRequest): string | null {
  const asked = requestKind === "action" && proposed !== null ? actionIn(proposed) : null;
  return asked === null ? null : JSON.stringify([requester.serverId, asked.session.id]);
}

/** The requests of one session that the window has, oldest first; ended ones included. */
export function useSessionRequests(key: string | null): readonly HeldRequest[] {
  const requests = useMirror((state) => state.requests);
  return useMemo(
    () =>
      key === null
        ? []
        : Object.values(requests)
            .filter((request) => sessionKeyOf(request) === key)
            .toSorted((a, b) => a.receivedAtMs - b.receivedAtMs),
    [requests, key],
  );
}

/** How a session is called: its newest title, else its first prompt. @param requests oldest first */
export function sessionNameOf(requests: readonly HeldRequest[]): SessionName | null {
  const names = requests.flatMap(
    ({ proposed }) => (proposed === null ? null : actionIn(proposed))?.session.name ?? [],
  );
  return names.findLast(({ by }) => by === "title") ?? names[0] ?? null;
}

/** The search of History for a session. */
export const sessionSearch = (id: string): string => `session:${JSON.stringify(id)}`;

/** The search of History for a conversation; null for a request of none. */
export function conversationSearch(request: HeldRequest): string | null {
  const id = threadOf(request);
  return id === null ? null : `thread:${JSON.stringify(id)}`;
}

/** What a search finds, in History. */
export const openInHistory = (search: string): void => {
  view.setState({ historySearch: search, historyId: null });
  goTo("history");
};

/** Opens a session on one page. @param reads only those of its reads that are allowed together */
export const openSession = (key: string, reads: boolean, requestId: string): void =>
  view.setState({
    screen: "inbox",
    requestId,
    start: null,
    multiSelection: new Set(),
    session: { key, reads },
  });
