// What the services need of the history, and what main and its worker thread call of each other: types only.
import type { FindingKind } from "../../../src-shared/inspect/kinds.ts";
import type {
  HistoryFound,
  HistoryItem,
  HistoryKnown,
  HistoryRow,
  HistoryView,
  JsonText,
} from "../../../src-shared/ledger/history.ts";
import type { DryRun, DryRunning } from "../../../src-shared/ipc/rules.ts";
import type { RuleProposal } from "../../../src-shared/policy/rules/proposal.ts";
import type { Usual } from "../../../src-shared/inspect/inspection.ts";
import type { Json } from "../../../src-shared/json.ts";
import type { Rule, RuleGate } from "../../../src-shared/policy/rules/rule.ts";
import type { Asker, Ending, Origin } from "../../../src-shared/sampling/life/sample.ts";
import type { Failure, Outcome } from "../../../src-shared/outcome.ts";

/** The bytes of a medium and the type that they show, where it is one that the window can show. */
export interface HistoryMedium {
  bytes: Uint8Array<ArrayBuffer>;
  type: string | null;
}

/** What is asked again: the request as it came, or as it was last approved. */
export type ReplayFrom = "asked" | "approved";

export interface EarlierRequest {
  asker: Asker;
  origin: Origin;
  declared: { tools: boolean; context: boolean };
  /** As it would come from a server: media in place of their references. */
  params: Json;
  was: Ending["kind"] | null;
}

/** An ended request with what its server got. */
export interface AnsweredRequest {
  asker: Asker;
  origin: Origin;
  /** As they came and went: media in place of their references. */
  params: Json;
  answer: Json;
  endedAtMs: number;
}

/** What can be read, by name: arguments and answer. */
export interface HistoryQueries {
  find: { args: [text: string]; value: JsonText<HistoryFound> };
  page: { args: [query: number, from: number, count: number]; value: JsonText<HistoryRow[]> };
  item: { args: [sampleId: string]; value: JsonText<HistoryItem> };
  medium: { args: [sampleId: string, ref: string]; value: HistoryMedium };
  /** An earlier request as it could be asked again. */
  again: { args: [sampleId: string, from: ReplayFrom]; value: JsonText<EarlierRequest> };
  /** A request that was answered, and the answer. */
  answered: { args: [sampleId: string]; value: JsonText<AnsweredRequest> };
  /** Who asked, and by which call. */
  origin: { args: [sampleId: string]; value: JsonText<Pick<EarlierRequest, "asker" | "origin">> };
  complete: { args: []; value: HistoryKnown };
  /** What rules would have done; comes once it has ended or was stopped. `busy` while another one runs. */
  dryRun: { args: [of: DryRunOf]; value: JsonText<DryRun> };
  /** The narrowest rule for requests like one, with examples. */
  propose: { args: [sampleId: string, gate: RuleGate]; value: RuleProposal };
  /** What is usual for the calls of a server, by call, from its latest requests that were approved as they came. */
  usual: { args: [serverId: string]; value: [key: string, usual: Usual][] };
}
export type HistoryRead = keyof HistoryQueries;

export interface DryRunOf {
  rules: readonly Rule[];
  /** Ids of those that are new or changed; none: all. */
  news: readonly string[];
  /** So many requests, the newest first. */
  count: number;
}

/** Where the ledger and the index of it lie; `key` opens both where they are encrypted. */
export interface HistoryFiles {
  ledger: string;
  index: string;
  key: string | null;
  /** Kinds of findings that the user has turned off: they are none, in what is past as well. */
  findingsOff?: readonly FindingKind[];
}

/** What the worker thread is started with. */
export interface HistoryStart {
  files: HistoryFiles;
}

/** What main calls in the worker thread. */
export interface HistoryCalls {
  read(
    read: HistoryRead,
    args: HistoryQueries[HistoryRead]["args"],
  ): Promise<Outcome<unknown, Failure>>;
  /** The ledger has grown. */
  appended(): void;
  /** A dry run is to give what it has by now. */
  stopDryRun(): void;
  /** Puts its files away: it may be ended then. */
  close(): void;
}

/** What the worker thread calls in main. */
export interface HistoryPushes {
  /** How far a dry run is. */
  dryRunning(running: DryRunning): void;
  /** What is in the index has changed, or how far it is. */
  moved(view: HistoryView): void;
}

/** The index of all that happened, read off the main thread. Nothing of it is ever waited for by the desk. */
export interface HistoryIndex {
  /** As it was last told. */
  readonly view: HistoryView;
  read<R extends HistoryRead>(
    read: R,
    ...args: HistoryQueries[R]["args"]
  ): Promise<Outcome<HistoryQueries[R]["value"], Failure>>;
  /** Ends a dry run, which gives what it has by then. */
  stopDryRun(): void;
  /** Starts it where it does not run. */
  begin(): void;
  /** The ledger has grown up to this row. */
  appended(seq: number): void;
  close(): Promise<void>;
}
