// Shared parts of verification: faults and checks of basic values.
import { jsonIn } from "../json.ts";
import type { LedgerFault } from "./verification.ts";

/** The kind of rows that record the deletion of contents. */
export const FORGOTTEN = "forgotten";

const HASH = /^[0-9a-f]{64}$/;

/** Lower-case hex of 32 bytes. */
export const isHash = (value: unknown): value is string =>
  typeof value === "string" && HASH.test(value);
export const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

/** What verification collects from the rows besides their hashes. */
export interface RowsRead {
  /** The first row that refers to each commitment; removed once the content is found, which can be before other rows. */
  readonly referred: Map<string, number>;
  /** For each deleted commitment, when its deletion was recorded. */
  readonly forgotten: ReadonlyMap<string, number>;
}

/** Thrown internally to end a verification at the first fault. */
export class Found extends Error {
  readonly fault: LedgerFault;
  constructor(fault: LedgerFault) {
    super(fault.kind);
    this.fault = fault;
  }
}

/** The commitments in the facts of a `forgotten` row. */
export function forgottenIn(facts: string): string[] {
  const given = parsed(facts);
  const list = given !== null && "contents" in given ? given.contents : null;
  return Array.isArray(list) ? list.filter(isHash) : [];
}

/** The range of rows in the facts of an `unvouched` row; null if there is none. */
export function unvouchedIn(facts: string): { first: number; last: number } | null {
  const { first, last } = Object(parsed(facts)) as { first?: unknown; last?: unknown };
  return isCount(first) && isCount(last) && first <= last ? { first, last } : null;
}

/** A row's facts; null if they are not a JSON object. */
export function parsed(facts: string): object | null {
  const value = jsonIn(facts);
  return typeof value === "object" ? value : null;
}
