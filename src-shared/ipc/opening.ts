// What the window is asked to open from outside of it: by a notification, or by a link `countersign://request/ID`. Opening
// shows a request and decides nothing.

export const LINK_SCHEME = "countersign";

/** `bad-link`: a link that names no request, or not as one does. */
export type Opening =
  | { kind: "request"; id: string }
  | { kind: "question"; id: string }
  | { kind: "bad-link" };

/** Ids are UUIDs as main makes them; nothing may stand before or after. */
const REQUEST_LINK =
  /^countersign:\/\/request\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;

/** What a link opens. Whoever wrote it is unknown. */
export function openingOf(link: string): Opening {
  const id = REQUEST_LINK.exec(link)?.[1];
  return id === undefined ? { kind: "bad-link" } : { kind: "request", id };
}

/** Whether a word of the command line is meant as a link of ours, well formed or not. */
export const isLink = (word: string): boolean => word.toLowerCase().startsWith(`${LINK_SCHEME}:`);
