// What passed between Countersign and a server, message by message, as the Traffic view shows it.

/** `in`: from the server. `out`: to the server. */
export type TrafficDirection = "in" | "out";

/**
 * What a message is, read from its envelope alone (JSON-RPC 2.0). `batch` is a list of messages
 * (2025-03-26), `other` whatever is no JSON-RPC at all.
 */
export type TrafficKind = "request" | "answer" | "notification" | "batch" | "other";

/** One message as a row of a list. All foreign text, secrets masked. */
export interface MessageRow {
  /** Grows by one with each row of a server, over every connection. */
  seq: number;
  atMs: number;
  /** A steady clock in milliseconds, to measure from one message to another. */
  tickMs: number;
  direction: TrafficDirection;
  kind: TrafficKind;
  method?: string;
  id?: string | number;
  /** An answer that is an error. */
  failed?: true;
  /** Exactly as many as there were on the wire, also where not all are kept. */
  bytes: number;
  /** The beginning of what the message says besides its envelope. */
  preview: string;
  /** Only the beginning is kept. */
  cut?: true;
  /** Held bytes that are no UTF-8; they stand as U+FFFD. */
  notUtf8?: true;
  /** Why it did not reach the server, as far as that is known: an HTTP status, a code of the network. */
  notTaken?: string;
}

/** A connection began or ended here. */
export interface MarkRow {
  seq: number;
  atMs: number;
  tickMs: number;
  kind: "began" | "ended";
}

export type TrafficRow = MessageRow | MarkRow;

export const isMessage = (row: TrafficRow): row is MessageRow =>
  row.kind !== "began" && row.kind !== "ended";

/** Everything that is kept of one server. */
export interface TrafficView {
  rows: TrafficRow[];
  /** How many older ones are no longer kept. */
  forgotten: number;
}

/** One message whole, as far as it is kept; secrets masked. */
export interface TrafficMessage {
  text: string;
  /** Bytes on the wire, and how many of them `text` shows. */
  bytes: number;
  keptBytes: number;
}
