// What the window shows, until it closes: where the user is, what is open, the lists that main gives on demand, and what
// is remembered of each request. The shapes stand here; the files beside it and in `requests` change them.
import type { ReactNode } from "react";
import { createStore } from "zustand/vanilla";
import { useStore } from "zustand/react";
import type { SideRowId } from "#shared/settings/settings.ts";
import type { Tally } from "#shared/findings/tally.ts";
import type { FilterFault, HistoryFound, HistoryRow, Story } from "#shared/ledger/history.ts";
import type { ConfigFailure, Failure, Outcome } from "#shared/outcome.ts";
import type { BacklogState } from "#shared/rules/judge/backlog.ts";
import type { BudgetHold } from "#shared/rules/limits/windows.ts";
import type { RuleGate } from "#shared/rules/rule.ts";
import type { ResponseDocument } from "#shared/request/document/message.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { FoundConfig } from "#shared/servers/server.ts";
import type { TrafficRow } from "#shared/servers/traffic.ts";
import type { Keys } from "#shared/shortcuts.ts";
import type { DecisionToken } from "./guard/decisionGuard.ts";
import { INITIAL_FATIGUE } from "./requests/fatigue.ts";
import type { Fatigue } from "./requests/fatigue.ts";
import type { SettingId } from "./settingIds.ts";

export type Screen =
  | "inbox"
  | "agents"
  | "workbench"
  | "servers"
  | "history"
  | "rules"
  | "settings";
/** `blocks`: of a conversation what is new, and `all` the rest with it. */
export type GateView = "blocks" | "all" | "json" | "diff";

/** Whether it shows the document itself, with its findings at their places. */
export const isPaper = (shown: GateView): boolean => shown === "blocks" || shown === "all";
export type SettingsPage =
  | "general"
  | "limits"
  | "models"
  | "network"
  | "team"
  | "fixtures"
  | "findings"
  | "keys";

/** A server, and the request to show first in its traffic. */
export interface TrafficTarget {
  serverId: string;
  request?: { id: string | number; atMs: number };
}

/** A row of Agents: an agent by its name; a program, or an entry for another agent, by its id. */
export type AgentRowKey = { agent: string } | { program: string } | { entry: string };

/** Which dialog of the servers is open. */
export type ServerDialog =
  | { kind: "add" | "paste" | "import" }
  | { kind: "edit" | "give" | "policy" | "remove"; id: string }
  /** A config file that was dropped: its text, or why it could not be read. */
  | { kind: "dropped"; file: string; read: Outcome<string, ConfigFailure> }
  /** Servers whose command or address is to be reviewed, in this order. */
  | { kind: "review"; ids: readonly string[] };

export type ActionGroup = "go" | "request" | "waiting" | "app";

/** Something that the user can do now: a button, a key and a line of the palette. */
export interface Action {
  id: string;
  group: ActionGroup;
  /** In the current UI language. */
  label: string;
  /** A chord such as `Mod+Enter` or `J`; absent if the action has no shortcut. */
  keys?: Keys | undefined;
  /** Unavailable now: neither the key nor the palette runs it. */
  disabled?: boolean | undefined;
  /** Sends something out: the palette only focuses its button (`data-decides`, its id), which has the guard. */
  decides?: boolean | undefined;
  /** Also runs while text is being typed, though its chord has no modifier (Escape). */
  whileTyping?: boolean | undefined;
  /** Not listed in the palette (moving through a list). */
  hidden?: boolean | undefined;
  run: () => void;
}

/** A line about what was just done, with Undo or a next step where there is one. */
export interface Notice {
  /** Replaces the check mark. */
  icon?: ReactNode;
  says: ReactNode;
  action?: { label: string; keys?: Keys | undefined; run: () => void } | undefined;
  /** The only room where the keys of its action work: elsewhere they mean something else. */
  keysIn?: Screen;
  /** It closed without its action: what could be undone until now is final. */
  onExpire?: () => void;
}

export type BatchKind = "approve" | "allow" | "reject" | "dismiss";

/** A batch of decisions that runs or has just ended. */
export interface BatchState {
  kind: BatchKind;
  total: number;
  done: number;
  failed: readonly { id: string; failure: Failure }[];
  state: "running" | "stopped" | "ended";
}

/** What follows a decision that ends a request. */
export interface Advance {
  /** Ended by the user a moment ago: the next pending request opens in its place. */
  from: string | null;
  /** Ended requests whose rows stay in place for now. */
  stay: ReadonlySet<string>;
  /** The pointer is over the list: rows must not move. */
  isPointerOver: boolean;
}

/** The list of ended requests in History. */
export interface HistoryList {
  /** The current search. */
  text: string;
  /** The search that produced the list shown. */
  shown: string;
  /** Identifies the list; null until the first result has arrived. */
  query: number | null;
  /** Found so far, and about how many requests have not been looked at. */
  total: number;
  left: number;
  /** The user has stopped the counting. */
  stopped: boolean;
  pages: ReadonlyMap<number, readonly HistoryRow[]>;
  faults: readonly FilterFault[];
  /** Why there is no list. */
  failure: Failure | null;
  /** The session or conversation that is listed, oldest first; null for any other search. */
  story: Story | null;
  /** A newer list of the same search, which the user has not chosen to show yet. */
  newer: HistoryFound | null;
}

/** The traffic of the server being viewed. */
export interface TrafficList {
  serverId: string | null;
  /** False until the stored rows have loaded. */
  ready: boolean;
  /** By number, oldest first. */
  rows: readonly TrafficRow[];
  /** How many older rows have been dropped. */
  dropped: number;
  failure: Failure | null;
}

/** Servers found in the settings of other programs on this machine. */
export interface FoundServers {
  /** Null until the search has finished. */
  config: FoundConfig | null;
  /** The user chose "Not now": not offered again until the next start. */
  postponed: boolean;
}

/** Which response of a request is shown, and how. */
export interface CandidateView {
  /** The selected attempt; null: the newest response. */
  attemptId: string | null;
  sideBySide: boolean;
  /** Whether the request is expanded above the responses; null: the gate's default. */
  requestOpen: boolean | null;
  /** How many attempts there were when the user last looked: later ones are new. 0: not looked yet. */
  seenCount: number;
}

/** Which pieces of context were added to a request, as they were added. The document holds the text. */
export interface IncludedContext {
  /** By piece, its text with its tags. */
  added: Readonly<Record<string, string>>;
  /** The preselected pieces were added, or don't need to be. */
  preset: boolean;
}

/** A decision that would exceed a budget: it was not made; the user is told, and may allow it once. */
export interface OverBudgetPrompt {
  request: HeldRequest;
  holds: BudgetHold[];
  /** Decides again, beyond the budget. The result is reported where the decision was made. */
  proceed: (token: DecisionToken) => void;
}

/** What the window remembers of one request, as long as that is in the mirror. */
export interface RequestView {
  candidates: CandidateView;
  context: IncludedContext;
  /** How many findings the review shows, and at which gate: its row shows the same count, even after edits. */
  tally: (Tally & { gate: RuleGate }) | null;
  /** How often earlier work was taken for it: its gate starts anew with it. */
  timesTaken: number;
  /** The response that its gate 2 is about to open with. */
  takenResponse: ResponseDocument | null;
  overBudget: OverBudgetPrompt | null;
}

export interface View {
  screen: Screen;
  requestId: string | null;
  /** The session that is open on one page, in place of the request; `reads`: only those that are allowed together. */
  session: { key: string; reads: boolean } | null;
  gateView: GateView;
  /** The open rows next to a request; null: as they were at the last start. */
  openRows: readonly SideRowId[] | null;
  /** A row next to a request that is to open, and perhaps to take the focus; taken once the row is on screen. */
  rowWanted: { id: SideRowId; focus: boolean } | null;
  serverId: string | null;
  /** The selected row of Agents. */
  agentRow: AgentRowKey | null;
  /** The program whose form is open; null: none. */
  programId: string | null;
  /** Shows the start page in place of a request: the user opened it, or finished the demo. */
  start: "asked" | "done" | null;
  /** The server whose traffic is shown in place of the server list. */
  traffic: TrafficTarget | null;
  serverDialog: ServerDialog | null;
  /** The selection on the Workbench. */
  item: { serverId: string; kind: "tool" | "prompt" | "resource"; name: string } | null;
  runId: string | null;
  /** The request selected in History. */
  historyId: string | null;
  /** The search to begin with; read once when History opens. */
  historySearch: string | null;
  /** The tab to open; read once when History opens. */
  historyTab: "compare" | null;
  /** The rule being viewed, or the name of a new one. */
  ruleId: string | null;
  /** The section to edit; read once when the form opens. */
  rulePart: "holds" | null;
  /** The request, and the gate, that a new rule is created from. */
  newRuleFrom: { requestId: string; gate: RuleGate } | null;
  settingsPage: SettingsPage;
  /** The setting to scroll to; read once by the page. */
  settingAt: SettingId | null;
  paletteOpen: boolean;
  keysOpen: boolean;
  /** What is open when the user quits, or closes the window without a tray; null if there is no prompt. */
  quitAsked: { open: number; noTray: boolean } | null;
  /** Why a link or notification opened nothing: it names no request, or one found neither here nor in History. */
  notOpened: "bad-link" | "unknown" | null;
  notice: Notice | null;
  /** The actions available now, by who offers them; on a key conflict, later ones win. */
  actions: ReadonlyMap<string, readonly Action[]>;
  byRequest: Readonly<Record<string, RequestView>>;
  /** Requests selected together for a batch: none, or at least two. */
  multiSelection: ReadonlySet<string>;
  /** Ended requests cleared from the list, which are dismissed once Undo has expired. */
  cleared: ReadonlySet<string>;
  advance: Advance;
  batch: BatchState | null;
  /** Requests that were pending before the current rules applied. */
  rulesBacklog: BacklogState;
  /** How fast the user approves. */
  fatigue: Fatigue;
  /** Decisions are hidden until then; null: no break. */
  pausedUntilMs: number | null;
  foundServers: FoundServers;
  historyList: HistoryList;
  trafficList: TrafficList;
}

export const view = createStore<View>()(() => ({
  screen: "inbox",
  requestId: null,
  session: null,
  gateView: "blocks",
  openRows: null,
  rowWanted: null,
  start: null,
  serverId: null,
  agentRow: null,
  programId: null,
  traffic: null,
  serverDialog: null,
  item: null,
  runId: null,
  historyId: null,
  historySearch: null,
  historyTab: null,
  ruleId: null,
  rulePart: null,
  newRuleFrom: null,
  settingsPage: "general",
  settingAt: null,
  paletteOpen: false,
  keysOpen: false,
  quitAsked: null,
  notOpened: null,
  notice: null,
  actions: new Map(),
  byRequest: {},
  multiSelection: new Set(),
  cleared: new Set(),
  advance: { from: null, stay: new Set(), isPointerOver: false },
  batch: null,
  rulesBacklog: { kind: "none" },
  fatigue: INITIAL_FATIGUE,
  pausedUntilMs: null,
  foundServers: { config: null, postponed: false },
  historyList: {
    text: "",
    shown: "",
    query: null,
    total: 0,
    left: 0,
    stopped: false,
    pages: new Map(),
    faults: [],
    failure: null,
    newer: null,
    story: null,
  },
  trafficList: { serverId: null, ready: false, rows: [], dropped: 0, failure: null },
}));

/** Subscribes a component to a part of the view. */
export function useView<T>(select: (state: View) => T): T {
  return useStore(view, select);
}

const NOTHING_REMEMBERED: RequestView = {
  candidates: { attemptId: null, sideBySide: false, requestOpen: null, seenCount: 0 },
  context: { added: {}, preset: false },
  tally: null,
  timesTaken: 0,
  takenResponse: null,
  overBudget: null,
};

/** What the window remembers of a request. */
export const requestViewOf = (
  id: string,
  { byRequest }: Pick<View, "byRequest"> = view.getState(),
): RequestView => byRequest[id] ?? NOTHING_REMEMBERED;

/** Subscribes a component to a part of what is remembered of a request. */
export function useRequestView<T>(id: string, select: (request: RequestView) => T): T {
  return useView((state) => select(requestViewOf(id, state)));
}

/** Changes what is remembered of a request. */
export const updateRequestView = (
  id: string,
  change: (before: RequestView) => Partial<RequestView>,
): void =>
  view.setState((state) => {
    const before = requestViewOf(id, state);
    return { byRequest: { ...state.byRequest, [id]: { ...before, ...change(before) } } };
  });

/** The only place where it is dropped: the mirror calls it for the requests that it has no more. */
export function dropRequestViews(ids: readonly string[]): void {
  const { byRequest, cleared } = view.getState();
  if (ids.some((id) => id in byRequest)) {
    const others = { ...byRequest };
    for (const id of ids) delete others[id];
    view.setState({ byRequest: others });
  }
  if (ids.some((id) => cleared.has(id))) {
    const others = new Set(cleared);
    for (const id of ids) others.delete(id);
    view.setState({ cleared: others });
  }
}

export const goTo = (screen: Screen): void =>
  view.setState({ screen, traffic: null, serverDialog: null, start: null });

/** Opens a request in the review, from any screen. */
export const openRequest = (requestId: string): void =>
  view.setState((state) => ({
    screen: "inbox",
    requestId,
    session: null,
    start: null,
    gateView: state.requestId === requestId ? state.gateView : "blocks",
  }));

/** Opens an ended request in History. */
export const openHistoryItem = (historyId: string): void =>
  view.setState({ screen: "history", historyId, traffic: null });

/** Opens an ended request in History, compared with the request it replays. */
export const openComparison = (historyId: string): void =>
  view.setState({ screen: "history", historyId, historyTab: "compare" });

export const openServer = (serverId: string): void =>
  view.setState({ screen: "servers", serverId, traffic: null });
/** Opens the form of a program, with its budget. */
export const openProgram = (programId: string): void =>
  view.setState({ screen: "agents", agentRow: { program: programId }, programId });
export const openAgent = (agent: string): void =>
  view.setState({ screen: "agents", agentRow: { agent } });
/** Opens whoever sent a request, where it is set up. */
export function openRequester({ serverId, name, transport }: HeldRequest["requester"]): void {
  if (transport === "hook") openAgent(name);
  else if (transport === "endpoint")
    view.setState({ screen: "agents", agentRow: { program: serverId } });
  else openServer(serverId);
}
/** Opens the start page in place of a request. */
export const openStart = (start: "asked" | "done" = "asked"): void =>
  view.setState({ screen: "inbox", requestId: null, session: null, start });
/** Opens a server dialog, from any screen. */
export const openServerDialog = (serverDialog: ServerDialog): void =>
  view.setState({ screen: "servers", traffic: null, serverDialog });
export const openRule = (ruleId: string, rulePart: View["rulePart"] = null): void =>
  view.setState({ screen: "rules", ruleId, rulePart });
/** Opens a server's traffic. */
export const openTraffic = (traffic: TrafficTarget): void =>
  view.setState({ screen: "servers", serverId: traffic.serverId, traffic });
export const openSettings = (
  settingsPage: SettingsPage,
  settingAt: View["settingAt"] = null,
): void => view.setState({ screen: "settings", settingsPage, settingAt });
