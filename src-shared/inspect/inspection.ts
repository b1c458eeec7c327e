// The result of scanning a document, the context that a scan gets, and their form in the ledger.
import type { RuleGate } from "../policy/rules/rule.ts";
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
  tookMs: number;
}

/** The findings in the document with this hash, as in the sample and the ledger. */
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

/** What is known of earlier approved requests of the same server and call: bounded, without their texts. */
export interface Baseline {
  /** Number of requests that this was learned from. */
  requests: number;
  /** Fingerprints of system prompts, newest last; an empty string stands for a request without one. */
  systems: string[];
  /** Hosts named in requests. */
  hosts: string[];
  /** Text lengths of the latest requests, in UTF-16 units. */
  sizes: number[];
  /** Names of tools that were offered. */
  tools: string[];
  /** Scripts of the texts, such as `Latin` or `Han`. */
  scripts: string[];
  /** Fingerprints of tool descriptions, by name. */
  descriptions: Record<string, string>;
}

export interface ScanContext {
  gate: RuleGate;
  /** Null when no request of this server and call was approved yet. */
  usual: Baseline | null;
  /** Kinds that the user turned off: found nevertheless, but they never displace findings of other kinds. */
  off: readonly FindingKind[];
  /** Hosts of the user's own servers, which others could imitate. */
  hosts?: readonly string[];
}

/** What a document would add to `Baseline` when approved. */
export interface Traits {
  system: string;
  hosts: string[];
  size: number;
  tools: string[];
  scripts: string[];
  descriptions: Record<string, string>;
}

/** The result of a scan: the findings and, of a request, what is learnt once it is approved unchanged. */
export interface ScanResult {
  inspection: Inspection;
  traits: Traits | null;
}
