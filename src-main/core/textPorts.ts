// Types for reading large messages on a worker thread.
import type { Rounded } from "#shared/rounded.ts";
import type { ReadMedium } from "./ports.ts";

/** Facts about a large message, found without parsing it. */
export interface Peeked {
  id: string | number | null;
  method: string | null;
  /** Approximate number of JSON values at any depth. */
  values: number;
}

/** The most JSON values of a message that is parsed: for sampling requests, and for other messages. */
export interface ValuesMax {
  sampling: number;
  other: number;
}

export type ReadText =
  /** Only white space. */
  | { kind: "blank" }
  /** Too many values, so not parsed. */
  | { kind: "oversized"; peeked: Peeked; head: string }
  /** Not JSON; `text` is all of it. */
  | { kind: "rubbish"; text: string }
  | {
      kind: "message";
      raw: unknown;
      /** The beginning of the text. */
      head: string;
      rounded: Rounded[];
      /** SHA-256 (hex) of the canonical `params` of a sampling request, with its media replaced by references. */
      paramsHash?: string;
      /** Facts about its media, in the order in which `externalise` finds them. */
      media?: ReadMedium[];
    };

/** Reads a large message on a worker thread. Null if that fails; then read it in main. */
export interface TextReader {
  read(chunks: readonly Uint8Array[], values: ValuesMax): Promise<ReadText | null>;
}

/** Calls from main to the worker thread. */
export interface TextCalls {
  /** A chunk of a message, not the last one. */
  part(id: number, chunks: readonly Uint8Array[]): void;
  /** The last chunk: reads the message. */
  read(id: number, chunks: readonly Uint8Array[], values: ValuesMax): ReadText | null;
}
