// What is worked out of a large message off the main thread, and what main calls in its worker: types only.
import type { Rounded } from "../../src-shared/rounded.ts";
import type { ReadMedium } from "../desk/ports.ts";

/** What a large message says of itself before it is parsed. */
export interface Peeked {
  id: string | number | null;
  method: string | null;
  /** JSON values at any depth, about. */
  values: number;
}

/** How many JSON values a message may hold before it is parsed: of a sampling request, and of any other. */
export interface ValuesMax {
  sampling: number;
  other: number;
}

export type ReadText =
  /** Only white space. */
  | { kind: "blank" }
  /** Too many values: not parsed. */
  | { kind: "oversized"; peeked: Peeked; head: string }
  /** No JSON; `text` is all of it. */
  | { kind: "rubbish"; text: string }
  | {
      kind: "message";
      raw: unknown;
      /** The beginning of the text. */
      head: string;
      rounded: Rounded[];
      /** SHA-256 (hex) of the canonical `params` of a sampling request, its media set apart. */
      paramsHash?: string;
      /** These, in the order in which `externalise` comes upon them. */
      media?: ReadMedium[];
    };

/** Reads a large message elsewhere. Null where it cannot: then it is read in place. */
export interface TextReader {
  read(chunks: readonly Uint8Array[], values: ValuesMax): Promise<ReadText | null>;
}

/** What main calls in the thread that reads messages. */
export interface TextCalls {
  /** A part of a message that is not its last. */
  part(id: number, chunks: readonly Uint8Array[]): void;
  /** The last part: reads the message. */
  read(id: number, chunks: readonly Uint8Array[], values: ValuesMax): ReadText | null;
}
