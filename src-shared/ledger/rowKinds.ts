// The facts of each kind of row: those of its event, and of what only rows have.
import { EVENT_FIELDS } from "../request/life/event.ts";
import type { EventKind } from "../request/life/event.ts";
import { factFields } from "./facts.ts";
import type { FactFields } from "./facts.ts";

const by = { by: true } as const;

/** The facts of an event; every row names who acted, but those that begin a request or that the desk derives. */
const eventFacts = (kind: EventKind): FactFields => factFields(EVENT_FIELDS[kind]);

const { requester: asker = {}, ...received } = eventFacts("received");
/** Rows that end an attempt have the same facts, however it ended. */
const attemptEnded = { ...by, ...eventFacts("attempt-done"), ...eventFacts("attempt-failed") };
/** What `Kind.about` says of a request or a response. */
const about = {
  agent: { id: true, version: true },
  session: true,
  tool: true,
  event: true,
  verdict: true,
  edited: true,
} as const;

const ROWS: Readonly<Record<string, FactFields>> = {
  ...Object.fromEntries(
    Object.entries(EVENT_FIELDS).map(([kind, fields]) => [kind, { ...by, ...factFields(fields) }]),
  ),
  received: { ...received, asker, group: true, declared: true, about },
  "document-updated": { ...by, ...eventFacts("document-updated"), about },
  "response-approved": { ...by, ...eventFacts("response-approved"), about },
  /** The other requests of the same `input_required` result, known once all have arrived. */
  grouped: eventFacts("grouped"),
  "attempt-done": attemptEnded,
  "attempt-stopped": attemptEnded,
  "attempt-failed": attemptEnded,
  "two-needed": by,
  /** The user raised the limit that refused this request, for once or for good. */
  "limit-raised": {
    ...by,
    reason: true,
    how: true,
    scope: true,
    window: true,
    was: true,
    limit: true,
  },
  /** Content was deleted; `contents` lists the commitments. */
  forgotten: { ...by, why: true, contents: true, mediaOnly: true, item: true },
  "elicitation-received": { serverId: true, serverName: true, reply: { kind: true } },
  "elicitation-more": { count: true, lastAtMs: true },
  "elicitation-answered": { action: true },
  /** Why it ended. */
  "elicitation-ended": { kind: true, afterMs: true },
};

/** Fields that are facts as a whole, by kind: content never has them. */
export const wholeFacts = (): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(ROWS).map(([kind, facts]) => [
      kind,
      Object.keys(facts).filter((name) => facts[name] === true),
    ]),
  );

/** The facts of a kind of row; no field of an unknown kind is one. */
export const factsOf = (kind: string): FactFields =>
  Object.hasOwn(ROWS, kind) ? (ROWS[kind] ?? {}) : {};

/** Kinds of events with a field of this name. */
export const kindsWith = (field: "base" | "document" | "generated"): readonly string[] =>
  Object.entries(EVENT_FIELDS).flatMap(([kind, fields]) => (field in fields ? [kind] : []));
