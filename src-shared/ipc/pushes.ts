// What main tells a window by itself: everything at once where it begins, and each change after that.
import type { FixturesView } from "../fixtures/view.ts";
import type { HistoryImported, HistoryTask } from "../ledger/files.ts";
import type { KeepingView } from "../ledger/keeping.ts";
import type { HistoryView } from "../ledger/history.ts";
import type { Verifying } from "../ledger/verifying.ts";
import type { LocalView } from "../models/local/local.ts";
import type { ModelsView } from "../models/model.ts";
import type { Failure } from "../outcome.ts";
import type { Opening } from "./opening.ts";
import type { SamplePatch } from "../sampling/document/patch.ts";
import type { Sample } from "../sampling/life/sample.ts";
import type { StreamView } from "../sampling/life/stream.ts";
import type { RunView, ServerLine, ServerView } from "../servers/server.ts";
import type { TrafficRow } from "../servers/traffic.ts";
import type { Settings } from "../settings/settings.ts";
import type { Draft } from "../sampling/life/decision.ts";
import type { DeskView } from "../sampling/life/deskView.ts";
import type { LimitsView } from "./limits.ts";
import type { MachineView, PreparingTold } from "./machine.ts";
import type { DryRunning, RulesView } from "./rules.ts";

/** Everything the renderer mirrors, at one version. */
export interface Snapshot {
  version: number;
  samples: Sample[];
  /** What running attempts have produced so far. */
  streams: StreamView[];
  drafts: Record<string, Draft[]>;
  servers: ServerView[];
  runs: RunView[];
  models: ModelsView;
  /** The models inside the app, their machine and engine. */
  local: LocalView;
  settings: Settings;
  desk: DeskView;
  /** How budgets stand. */
  limits: LimitsView;
  history: HistoryView;
  fixtures: FixturesView;
  /** An export that is open for reading in its place. */
  historyImport: HistoryImported | null;
  keeping: KeepingView;
  rules: RulesView;
  machine: MachineView;
}

/** A change pushed to the renderer, in order; `version` grows by one with each. */
export interface Push {
  version: number;
  change: Told;
}

/** A change as it travels: of a sample only what the window does not have. */
export type Told = Exclude<Change, { kind: "sample" }> | SamplePatch;

export type Change =
  | { kind: "sample"; sample: Sample }
  | { kind: "sample-removed"; id: string }
  /** What a running attempt has produced since the last push; a view, discarded at its end. */
  | ({ kind: "stream" } & StreamView)
  | { kind: "server"; server: ServerView }
  | { kind: "server-removed"; id: string }
  | { kind: "server-lines"; id: string; lines: ServerLine[] }
  /** Rows that are new or were changed; those before `firstSeq` are no longer kept. */
  | { kind: "traffic"; id: string; rows: TrafficRow[]; forgotten: number; firstSeq: number }
  | { kind: "run"; run: RunView }
  | { kind: "run-removed"; id: string }
  | { kind: "models"; models: ModelsView }
  | { kind: "local"; local: LocalView }
  | { kind: "settings"; settings: Settings }
  | { kind: "desk"; desk: DeskView }
  | { kind: "limits"; limits: LimitsView }
  /** Something was added to the history, or its index has moved on: what was found may be found anew. */
  | { kind: "history"; history: HistoryView }
  | { kind: "fixtures"; fixtures: FixturesView }
  /** How far verifying is; null once it has ended. */
  | { kind: "verifying"; verifying: Verifying }
  /** How far a dry run of rules is; null once it has ended. */
  | { kind: "dry-run"; running: DryRunning }
  /** An export that is open for reading; null: the history is that of this record again. */
  | { kind: "history-import"; imported: HistoryImported | null }
  /** How far an export or import is; null at its end. */
  | { kind: "history-task"; task: HistoryTask | null }
  /** The rules of how long content is kept were applied, or are to be at another time, or something is owed. */
  | { kind: "keeping"; keeping: KeepingView }
  /** The rules that hold are others now, or the file has become broken or whole. */
  | { kind: "rules"; rules: RulesView }
  /** The desk is not open yet: how far what comes before is, in the language that the user has chosen. */
  | ({ kind: "preparing" } & PreparingTold)
  /** A session of a host began or ended, or the config of a host was changed: what was shown of them is old. */
  | { kind: "hosts-changed" }
  | { kind: "fault"; failure: Failure }
  /** The user asked to quit while requests are open, or closed the window where no tray could keep Countersign. */
  | { kind: "quit-asked"; open: number; noTray: boolean }
  /** A notification or a link asks for it. */
  | { kind: "open"; what: Opening }
  | { kind: "command"; command: "palette" | "keys" | "start" | "focus-inbox" };
