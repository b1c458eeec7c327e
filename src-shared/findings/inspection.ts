// The result of scanning a document, the context that a scan gets, and their form in the ledger.
import type { Path } from "../request/document/flag.ts";
import type { RuleGate } from "../rules/rule.ts";
import type { Finding } from "./findings.ts";
import type { FindingKind } from "./kinds.ts";

/** The most findings that a scan keeps of enabled kinds, and again of disabled ones; the rest is only counted. */
export const FINDINGS_MAX = 500;

/** Findings in document order. */
export interface Inspection {
  findings: Finding[];
  /** How many findings were dropped, beyond `FINDINGS_MAX`. */
  more: number;
  /** The dropped findings by kind; absent where there are none. */
  moreOf?: Partial<Record<FindingKind, number>>;
  /** Places not scanned for encoded text or secrets, as there were too many or they were too long. */
  unseen?: number;
  /**
   * Where serious findings are that were dropped, the first of each text, and the end of each text with a place not scanned.
   * Present if anything was dropped or not scanned.
   */
  leftOutAt?: { path: Path; offset: number }[];
  tookMs: number;
}

/** The findings in the document with this hash, as in the request and the ledger. */
export interface Inspected {
  atMs: number;
  gate: RuleGate;
  /** SHA-256 (hex) of the canonical document; empty when it was deleted. */
  hash: string;
  /** The attempt whose response was scanned; only at gate 2. */
  attemptId?: string;
  findings: Finding[];
  more?: number;
  unseen?: number;
  /** The scan took longer than rules wait for it, so they decided without it. */
  late?: true;
}

export interface ScanContext {
  gate: RuleGate;
  /** Kinds that the user turned off: found nevertheless, but they never displace findings of other kinds. */
  off: readonly FindingKind[];
  /** Hosts of the user's own servers, which others could imitate. */
  hosts?: readonly string[];
}
