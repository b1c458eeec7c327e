// What belongs to an open request and cannot be cloned, stored or compared: one record each, made when it comes, dropped
// when it has ended. What a sample is lies apart, as data.
import type { Redaction } from "../../../src-shared/inspect/redaction/redaction.ts";
import type { Mapping } from "../../../src-shared/inspect/redaction/redact.ts";
import type { Looked } from "../../../src-shared/inspect/inspection.ts";
import type { RuleGate } from "../../../src-shared/policy/rules/rule.ts";
import type { AttemptId } from "../../../src-shared/sampling/life/sample.ts";
import type { StreamView } from "../../../src-shared/sampling/life/stream.ts";
import type { Incoming } from "../ports.ts";

/** A generation under way. */
export interface RunningAttempt {
  stop: AbortController;
  /** What it has produced so far: a window that opens meanwhile would otherwise show an end without its beginning. */
  view: StreamView | null;
}

/** What placeholders stand for: told to nobody. */
export interface Placeholders {
  /** By attempt. */
  mappings: Map<AttemptId, Mapping>;
  /** By value what was ever kept from a model: also what no mapping has, because the text did not say it then. */
  chosen: Map<string, Redaction>;
}

export interface Scans {
  /** By the hash of what is scanned, once each. */
  byHash: Map<string, Promise<Looked | null>>;
  /** Those that have ended, also too late for whoever waited. */
  finished: Map<string, Looked>;
  /** The last document of a gate that was scanned while the user edited it. */
  edited: Map<RuleGate, { hash: string; looked: Looked }>;
  stop: AbortController;
}

export interface Runtime {
  /** The way back to who asked, to be used once; null where nobody waits (any more). */
  settle: Incoming["settle"] | null;
  runs: Map<AttemptId, RunningAttempt>;
  placeholders: Placeholders;
  scans: Scans;
  /** Rules are asked about it: whether the user is, is not known yet. */
  awaitsRules: boolean;
  /** When another program's lock kept what a rule decided out of the record. */
  lockedAtMs: number | null;
  /** Its size as it came. */
  characters: number;
}

export const newPlaceholders = (): Placeholders => ({ mappings: new Map(), chosen: new Map() });

export const newScans = (): Scans => ({
  byHash: new Map(),
  finished: new Map(),
  edited: new Map(),
  stop: new AbortController(),
});

export const newRuntime = (settle: Runtime["settle"], characters: number): Runtime => ({
  settle,
  runs: new Map(),
  placeholders: newPlaceholders(),
  scans: newScans(),
  awaitsRules: false,
  lockedAtMs: null,
  characters,
});
