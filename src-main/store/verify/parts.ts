// The parts that verifying a ledger falls into, each of which any thread can do: stretches of rows, blocks of texts.
import type { MessagePort } from "node:worker_threads";
import { contentChecked } from "../../../src-shared/ledger/verifyContents.ts";
import { cryptography } from "./cryptography.ts";
import type { OpenLedger } from "./ledgerFile.ts";
import type { CheckedContent, Stretch, Watched } from "../../../src-shared/ledger/verification.ts";

/**
 * What the threads share: how much was said, so that whoever waits is woken, which part is the next, and from `BEGUN` on
 * one number for each thread that helps: 0, then whichever is first of `READS` (it opens the file) and `NEEDS_NOT`.
 */
export const SAID = 0;
export const NEXT = 1;
export const BEGUN = 2;
export const READS = 1;
export const NEEDS_NOT = 2;

/** What it is started with. */
export interface HashingStart {
  file: string;
  key: string | null;
  /** How many reads a stretch takes. */
  reads: number;
  watched: Watched;
  /** The last row that the others see: it helps only where it sees the same. */
  head: string;
  shared: Int32Array;
  /** Its own number among what is shared. */
  own: number;
  port: MessagePort;
}

/** What one part of the work gives; null: it has to be looked at one by one. */
export type Part =
  | { kind: "rows"; stretch: Stretch | null }
  /** `whole`: the commitments of texts that are all whole, one after another. */
  | { kind: "texts"; whole: string }
  | { kind: "texts"; checked: CheckedContent[] | null };

export type HashingTold = { kind: "part"; index: number; part: Part } | { kind: "ended" };

/** The parts in their order: first the stretches of rows, then the blocks of texts. */
export const partsOf = ({ stretchCount, blockCount }: OpenLedger): number =>
  stretchCount + blockCount;

/** Does one part. Never throws: whoever reads it one by one meets the same, and says it. */
export function doPart(ledger: OpenLedger, index: number, watched: Watched): Part {
  const { stretchCount } = ledger;
  const isRows = index < stretchCount;
  try {
    if (isRows) return { kind: "rows", stretch: ledger.stretch(index, watched) };
    return textsOf(ledger, index - stretchCount);
  } catch {
    return isRows ? { kind: "rows", stretch: null } : { kind: "texts", checked: null };
  }
}

function textsOf(ledger: OpenLedger, block: number): Part {
  const whole = ledger.wholeBlock(block);
  if (whole !== null) return { kind: "texts", whole };
  const checked = Array.from(ledger.block(block), (record) =>
    contentChecked(record, cryptography, "ledger"),
  );
  return { kind: "texts", checked };
}
