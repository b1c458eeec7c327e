// Types of the history index: what services need, and the calls between main and its worker thread.
import type { FindingKind } from "#shared/findings/kinds.ts";
import type {
  HistoryFound,
  HistoryItem,
  HistoryKnown,
  HistoryRow,
  HistoryView,
  JsonText,
} from "#shared/ledger/history.ts";
import type { DryRun } from "#shared/contract/rules.ts";
import type { RuleProposal } from "#shared/rules/proposal.ts";
import type { Json } from "#shared/json.ts";
import type { Rule, RuleGate } from "#shared/rules/rule.ts";
import type { Requester, Ending, Origin } from "#shared/request/life/heldRequest.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";

/** The bytes of a medium and their detected type; null if the window cannot show it. */
export interface HistoryMedium {
  bytes: Uint8Array<ArrayBuffer>;
  type: string | null;
}

/** What to replay: the request as it was received, or as it was last approved. */
export type ReplayFrom = "asked" | "approved";

export interface EarlierRequest {
  requester: Requester;
  origin: Origin;
  declared: { tools: boolean; context: boolean };
  /** As the server would send them, with media inline. */
  params: Json;
  was: Ending["kind"] | null;
}

/** The queries by name, with their arguments and results. */
export interface HistoryQueries {
  find: { args: [text: string]; value: JsonText<HistoryFound> };
  page: { args: [query: number, from: number, count: number]; value: JsonText<HistoryRow[]> };
  item: { args: [sampleId: string]; value: JsonText<HistoryItem> };
  medium: { args: [sampleId: string, ref: string]; value: HistoryMedium };
  /** An earlier request in a form that can be replayed. */
  again: { args: [sampleId: string, from: ReplayFrom]; value: JsonText<EarlierRequest> };
  /** The server and the call that a request came from. */
  origin: {
    args: [sampleId: string];
    value: JsonText<Pick<EarlierRequest, "requester" | "origin">>;
  };
  complete: { args: []; value: HistoryKnown };
  /** Tries rules on past requests. */
  dryRun: { args: [of: DryRunOf]; value: DryRun };
  /** Proposes the narrowest rule that matches requests like this one, with examples. */
  propose: { args: [sampleId: string, gate: RuleGate]; value: RuleProposal };
}
export type HistoryRead = keyof HistoryQueries;

export interface DryRunOf {
  rules: readonly Rule[];
  /** Ids of the new or changed rules; empty for all. */
  news: readonly string[];
  /** How many of the newest requests to try them on. */
  count: number;
}

/** Paths of the ledger and its index; `key` encrypts both, or is null. */
export interface HistoryFiles {
  ledger: string;
  index: string;
  key: string | null;
  /** Checks that the user turned off; their findings are ignored in past requests too. */
  findingsOff?: readonly FindingKind[];
}

/** The worker thread's start data. */
export interface HistoryStart {
  files: HistoryFiles;
}

/** Calls from main to the worker thread. */
export interface HistoryCalls {
  read(
    read: HistoryRead,
    args: HistoryQueries[HistoryRead]["args"],
  ): Promise<Outcome<unknown, Failure>>;
  /** The ledger has new rows. */
  appended(): void;
  /** Closes its files; the thread may be terminated afterwards. */
  close(): void;
}

/** Calls from the worker thread to main. */
export interface HistoryPushes {
  /** The index or its progress has changed. */
  moved(view: HistoryView): void;
}

/** The index of the ledger, read off the main thread. The desk never waits for it. */
export interface HistoryIndex {
  /** The last view that the thread reported. */
  readonly view: HistoryView;
  read<R extends HistoryRead>(
    read: R,
    ...args: HistoryQueries[R]["args"]
  ): Promise<Outcome<HistoryQueries[R]["value"], Failure>>;
  /** Starts the thread unless it is running. */
  begin(): void;
  /** The ledger has grown up to this row. */
  appended(seq: number): void;
  close(): Promise<void>;
}
