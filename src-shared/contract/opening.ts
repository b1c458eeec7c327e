// What a notification or a link `countersign://request/ID` opens in the window. Opening only shows a request; it
// never decides anything.

export const LINK_SCHEME = "countersign";

/** `bad-link`: not a valid link to a request. */
export type Opening =
  | { kind: "request"; id: string }
  | { kind: "question"; id: string }
  | { kind: "bad-link" };

/** Ids are UUIDs; the whole link must match. */
const REQUEST_LINK =
  /^countersign:\/\/request\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;

/** What a link opens. Links are untrusted. */
export function openingOf(link: string): Opening {
  const id = REQUEST_LINK.exec(link)?.[1];
  return id === undefined ? { kind: "bad-link" } : { kind: "request", id };
}

/** Whether a command-line argument is meant as one of these links, valid or not. */
export const isLink = (word: string): boolean => word.toLowerCase().startsWith(`${LINK_SCHEME}:`);
