// Messages between Countersign and a server, as the Traffic view shows them.

/** `in`: from the server. `out`: to the server. */
export type TrafficDirection = "in" | "out";

/**
 * The kind of message, from its JSON-RPC envelope alone. `batch`: an array of messages (2025-03-26); `other`: not
 * JSON-RPC.
 */
export type TrafficKind = "request" | "answer" | "notification" | "batch" | "other";

/** One message in the list. Untrusted text, secrets masked. */
export interface MessageRow {
  /** Increases by one per row of a server, across connections. */
  seq: number;
  atMs: number;
  /** Monotonic clock in milliseconds, to measure durations. */
  tickMs: number;
  direction: TrafficDirection;
  kind: TrafficKind;
  method?: string;
  id?: string | number;
  /** The response is an error. */
  failed?: true;
  /** Size on the wire, even if not all of it is kept. */
  bytes: number;
  /** The start of the message without its envelope. */
  preview: string;
  /** Only the start of the message is kept. */
  cut?: true;
  /** Contained invalid UTF-8, shown as U+FFFD. */
  notUtf8?: true;
  /** Why the message did not reach the server, if known: an HTTP status or a network error code. */
  notTaken?: string;
}

/** Marks the start or end of a connection. */
export interface MarkRow {
  seq: number;
  atMs: number;
  tickMs: number;
  kind: "began" | "ended";
}

export type TrafficRow = MessageRow | MarkRow;

export const isMessage = (row: TrafficRow): row is MessageRow =>
  row.kind !== "began" && row.kind !== "ended";

/** All rows kept for one server. */
export interface TrafficView {
  rows: TrafficRow[];
  /** The number of older rows dropped from memory. */
  forgotten: number;
}

/** One message in full, as far as it is kept; secrets masked. */
export interface TrafficMessage {
  text: string;
  /** Size on the wire, and how much of it `text` shows. */
  bytes: number;
  keptBytes: number;
}
