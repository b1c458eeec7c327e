// What a scan a whole document gives, what it is told of the surroundings, and how both stand in the record.
import type { RuleGate } from "../policy/rules/rule.ts";
import type { Finding } from "./findings.ts";
import type { FindingKind } from "./kinds.ts";

/** The most findings that one look keeps of kinds that are on, and again of kinds that are off; how many more there are is said. */
export const FINDINGS_MAX = 500;

/** Findings in document order, and how many more there were of them. */
export interface Inspection {
  findings: Finding[];
  /** Found and not kept: there are more than `FINDINGS_MAX`. */
  more: number;
  /** Of these, how many of each kind. Left out where there are none. */
  moreOf?: Partial<Record<FindingKind, number>>;
  /** Places that were not looked at: too many, or too long ones, that could hold something encoded or secret. */
  unseen?: number;
  tookMs: number;
}

/** What a look found in the document of this hash, as it stands in the sample and in the record. */
export interface Inspected {
  atMs: number;
  gate: RuleGate;
  /** SHA-256 (hex) of the canonical document; empty where it was forgotten. */
  hash: string;
  /** Whose answer it was: at the gate of the response. */
  attemptId?: string;
  findings: Finding[];
  more?: number;
  unseen?: number;
  /** It came after the time in which rules wait for it: what was decided by then was decided without it. */
  late?: true;
}

/** What is known of earlier requests of the same server and call that were approved; bounded, without any text of them. */
export interface Usual {
  /** How many requests it was learnt from. */
  requests: number;
  /** Fingerprints of system prompts, the newest last; an empty text stands for none. */
  systems: string[];
  /** Host names that were named in requests. */
  hosts: string[];
  /** Characters of the texts of the latest requests. */
  sizes: number[];
  /** Names of tools that were offered. */
  tools: string[];
  /** Scripts that texts were written in, such as `Latin` or `Han`. */
  scripts: string[];
  /** Fingerprints of the descriptions of tools, by name. */
  descriptions: Record<string, string>;
}

export interface Surroundings {
  gate: RuleGate;
  /** Null: nothing was approved yet of this server and call. */
  usual: Usual | null;
  /** Kinds that the user has turned off: they are found as well, and never crowd out another kind. */
  off: readonly FindingKind[];
  /** Hosts of the user's own servers: what looks like one of them without being it is told. */
  hosts?: readonly string[];
}

/** What one document would add to `Usual` once it is approved. */
export interface Traits {
  system: string;
  hosts: string[];
  size: number;
  tools: string[];
  scripts: string[];
  descriptions: Record<string, string>;
}

/** What a look gives: the findings, and of a request what is learnt when it is approved as it came. */
export interface Looked {
  inspection: Inspection;
  traits: Traits | null;
}
