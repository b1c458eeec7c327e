// What main sends to a window: a snapshot at the start, then each change.
import type { FixturesView } from "../rules/fixtures/view.ts";
import type { HistoryTask } from "../ledger/files.ts";
import type { RetentionView } from "../ledger/retention.ts";
import type { HistoryView } from "../ledger/history.ts";
import type { Verifying } from "../ledger/verification.ts";
import type { LocalView } from "../models/local/local.ts";
import type { ModelsView } from "../models/model.ts";
import type { Failure } from "../outcome.ts";
import type { Opening } from "./opening.ts";
import type { RequestPatch } from "../request/document/patch.ts";
import type { HeldRequest } from "../request/life/heldRequest.ts";
import type { StreamView } from "../request/life/stream.ts";
import type { ProgramView } from "../programs/program.ts";
import type { RunView, ServerLine, ServerView } from "../servers/server.ts";
import type { TrafficRow } from "../servers/traffic.ts";
import type { Settings } from "../settings/settings.ts";
import type { TeamView } from "../team/view.ts";
import type { Draft } from "../request/life/decision.ts";
import type { DeskView } from "../request/life/deskView.ts";
import type { LimitsView } from "./limits.ts";
import type { MachineView, PreparingView } from "./machine.ts";
import type { UpdatesView } from "./updates.ts";
import type { RulesView } from "./rules.ts";

/** What main sends whole whenever it changes, by its name in the snapshot. */
export interface Views {
  models: ModelsView;
  /** Local models, the machine and the engine. */
  local: LocalView;
  settings: Settings;
  desk: DeskView;
  /** The state of budgets. */
  limits: LimitsView;
  /** Changes when items were added or indexing progressed, so that searches can be repeated. */
  history: HistoryView;
  fixtures: FixturesView;
  /** Changes when retention ran, or its schedule or state changed. */
  retention: RetentionView;
  /** The rules, and whether the rules file is valid. */
  rules: RulesView;
  /** The connection, the team's switch, and who has which request open. */
  team: TeamView;
  updates: UpdatesView;
}

/** The progress of what runs in main; null while it does not run. Sent like `Views`, but in no snapshot. */
export interface Progress {
  /** Verifying the ledger. */
  verifying: Verifying;
  /** An export. */
  historyTask: HistoryTask | null;
}

export type Replaced = Views & Progress;

/** A new value in place of the one before. */
export type SetChange = {
  [Key in keyof Replaced]: { kind: "set"; key: Key; value: Replaced[Key] };
}[keyof Replaced];

/** Everything that the renderer mirrors, at one version. */
export interface Snapshot extends Views {
  version: number;
  requests: HeldRequest[];
  /** The output of running attempts so far. */
  streams: StreamView[];
  drafts: Record<string, Draft[]>;
  servers: ServerView[];
  programs: ProgramView[];
  runs: RunView[];
  machine: MachineView;
}

/** A change for the renderer; `version` increases by one with each. */
export interface Push {
  version: number;
  change: SentChange;
}

/** A change as sent: requests as patches against what the window has. */
export type SentChange = Exclude<Change, { kind: "request" }> | RequestPatch;

export type Change =
  | SetChange
  | { kind: "request"; request: HeldRequest }
  | { kind: "request-removed"; id: string }
  /** The new output of a running attempt; display only, dropped when it ends. */
  | ({ kind: "stream" } & StreamView)
  | { kind: "server"; server: ServerView }
  | { kind: "server-removed"; id: string }
  | { kind: "server-lines"; id: string; lines: ServerLine[] }
  /** New or changed rows; rows before `firstSeq` have been dropped. */
  | { kind: "traffic"; id: string; rows: TrafficRow[]; forgotten: number; firstSeq: number }
  | { kind: "run"; run: RunView }
  | { kind: "run-removed"; id: string }
  /** Progress before the desk is open, with the language to show it in. */
  | ({ kind: "preparing" } & PreparingView)
  /** A host's session started or ended, or a host's config changed; views of them are out of date. */
  | { kind: "hosts-changed" }
  /** Programs were added, changed or used, or what holds for them changed. */
  | { kind: "programs"; programs: ProgramView[] }
  | { kind: "fault"; failure: Failure }
  /** The user asked to quit with open requests, or closed the window without a tray to keep running in. */
  | { kind: "quit-asked"; open: number; noTray: boolean }
  /** A notification or a link asks to open this. */
  | { kind: "open"; what: Opening }
  | { kind: "command"; command: "palette" | "keys" | "start" | "focus-inbox" };
