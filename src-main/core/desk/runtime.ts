// State of an open request that cannot be serialised (callbacks, running work) or must not be (placeholders). Created
// with the request, dropped when it ends; the request itself is plain data.
import type { Redaction } from "#shared/findings/redaction/redaction.ts";
import type { Mapping } from "#shared/findings/redaction/redact.ts";
import type { Inspected, Inspection } from "#shared/findings/inspection.ts";
import type { RuleGate } from "#shared/rules/rule.ts";
import type { AttemptId } from "#shared/request/life/heldRequest.ts";
import type { StreamView } from "#shared/request/life/stream.ts";
import type { Incoming } from "../ports.ts";

/** A running generation. */
export interface RunningAttempt {
  stop: AbortController;
  /** Output so far, for windows that open in the middle of a stream. */
  view: StreamView | null;
}

/** What placeholders stand for. Never leaves the desk. */
export interface Placeholders {
  /** By attempt. */
  mappings: Map<AttemptId, Mapping>;
  /**
   * Every redaction made for this request, by value; includes values that no mapping has because the text did not
   * contain them then.
   */
  chosen: Map<string, Redaction>;
}

export interface Scans {
  /** By hash of the scanned document. */
  byHash: Map<string, Promise<Inspection | null>>;
  /** Finished scans, including those that were too late for their caller. */
  finished: Map<string, Inspection>;
  /** What each found, also by checks that are turned off. */
  found: Inspected[];
  /** Per gate, the last scan of a document that the user was editing. */
  edited: Map<RuleGate, { hash: string; looked: Inspection }>;
  stop: AbortController;
}

export interface Runtime {
  /** Settles with the server, once; null after that, and when nobody waits. */
  settle: Incoming["settle"] | null;
  /** Gets the text of a response that passes while it is made. */
  live?: Incoming["live"];
  /** The text of a program's body. */
  came?: Incoming["came"];
  /** Has the server carry out the request. */
  produce?: Incoming["produce"];
  /** The user's choice that lets this request pass. */
  permission?: Incoming["permission"];
  readAgain?: Incoming["readAgain"];
  /** When what the request is about was last read again, and was as in this revision. */
  read: { revision: number; atMs: number } | null;
  runs: Map<AttemptId, RunningAttempt>;
  placeholders: Placeholders;
  scans: Scans;
  /** Rules have not decided yet, so it is open whether the user is asked. */
  awaitsRules: boolean;
  /** When a rule's decision could not be recorded because another program held the lock. */
  lockedAtMs: number | null;
  /** Size in characters as received. */
  characters: number;
}

export const newPlaceholders = (): Placeholders => ({ mappings: new Map(), chosen: new Map() });

export const newScans = (): Scans => ({
  byHash: new Map(),
  finished: new Map(),
  found: [],
  edited: new Map(),
  stop: new AbortController(),
});

export const newRuntime = (
  settle: Runtime["settle"],
  characters: number,
  {
    live,
    came,
    produce,
    permission,
    readAgain,
  }: Pick<Incoming, "live" | "came" | "produce" | "permission" | "readAgain"> = {},
): Runtime => ({
  settle,
  ...(live === undefined ? {} : { live }),
  ...(came === undefined ? {} : { came }),
  ...(produce === undefined ? {} : { produce }),
  ...(permission === undefined ? {} : { permission }),
  ...(readAgain === undefined ? {} : { readAgain }),
  read: null,
  runs: new Map(),
  placeholders: newPlaceholders(),
  scans: newScans(),
  awaitsRules: false,
  lockedAtMs: null,
  characters,
});
