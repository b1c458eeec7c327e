// What the parts of verification share: how a fault is found, and what a well-formed value is.
import type { LedgerFault } from "./verification.ts";

/** The kind of the row that says which texts were forgotten. */
export const FORGOTTEN = "forgotten";

const HASH = /^[0-9a-f]{64}$/;

/** Lower-case hex of 32 bytes. */
export const isHash = (value: unknown): value is string =>
  typeof value === "string" && HASH.test(value);
export const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

/** What the rows say besides their hashes. */
export interface RowsRead {
  /** The first row that refers to a commitment; those whose text is found are taken out. */
  readonly referred: Map<string, number>;
  /** When a commitment was recorded as forgotten. */
  readonly forgotten: ReadonlyMap<string, number>;
}

/** Ends a verification; thrown and caught within. */
export class Found extends Error {
  readonly fault: LedgerFault;
  constructor(fault: LedgerFault) {
    super(fault.kind);
    this.fault = fault;
  }
}

/** The commitments that a row of the kind `forgotten` names. */
export function forgottenIn(facts: string): string[] {
  const given = parsed(facts);
  const list = given !== null && "contents" in given ? given.contents : null;
  return Array.isArray(list) ? list.filter(isHash) : [];
}

/** The rows that a row of the kind `unvouched` names; null where it names none. */
export function unvouchedIn(facts: string): { first: number; last: number } | null {
  const { first, last } = Object(parsed(facts)) as { first?: unknown; last?: unknown };
  return isCount(first) && isCount(last) && first <= last ? { first, last } : null;
}

/** The facts of a row; null where they are no JSON object. */
export function parsed(facts: string): object | null {
  try {
    const value: unknown = JSON.parse(facts);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}
