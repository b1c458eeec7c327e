// Where the person is: screen, selection, open dialogs. Nothing here is a truth about a request.
import { createStore } from "zustand/vanilla";
import { useStore } from "zustand/react";
import type { SideRowId } from "../../src-shared/settings/settings.ts";
import type { ConfigFailure, Outcome } from "../../src-shared/outcome.ts";
import type { RuleGate } from "../../src-shared/policy/rules/rule.ts";

export type Screen = "inbox" | "workbench" | "servers" | "history" | "rules" | "settings";
export type GateView = "blocks" | "json" | "diff";
export type SettingsPage =
  | "general"
  | "limits"
  | "models"
  | "network"
  | "fixtures"
  | "findings"
  | "keys";

/** A server, and the request of it that is to be shown first. */
export interface TrafficTarget {
  serverId: string;
  request?: { id: string | number; atMs: number };
}

/** Which dialog of the servers is open. */
export type ServerDialog =
  | { kind: "add" | "paste" | "import" }
  | { kind: "edit" | "policy" | "remove"; id: string }
  /** A config file that was dropped: its text, or why it was not read. */
  | { kind: "dropped"; file: string; read: Outcome<string, ConfigFailure> }
  /** Servers whose command or address is to be reviewed, in this order. */
  | { kind: "review"; ids: readonly string[] };

export interface View {
  screen: Screen;
  sampleId: string | null;
  gateView: GateView;
  /** Rows beside a request that are open; null: as they were left at the last start. */
  openRows: readonly SideRowId[] | null;
  serverId: string | null;
  /** The start page takes the place of a request: asked for, or because the demo was seen through. */
  start: "asked" | "done" | null;
  /** The server whose traffic is looked at, in the place of the list of servers. */
  traffic: TrafficTarget | null;
  serverDialog: ServerDialog | null;
  /** What is chosen on the Workbench. */
  item: { serverId: string; kind: "tool" | "prompt" | "resource"; name: string } | null;
  runId: string | null;
  /** The question that the person went to: shown even where the window is narrow, and scrolled to. */
  questionId: string | null;
  /** The request that is looked at in the history. */
  historyId: string | null;
  /** Which part of it is to be shown; taken once by the history as it opens. */
  historyTab: "compare" | null;
  /** The rule that is looked at, or the name of a new one. */
  ruleId: string | null;
  /** Which part of it is to be changed; taken once by its form as it opens. */
  rulePart: "holds" | null;
  /** The request that a rule is to be made from, and at which gate. */
  always: { sampleId: string; gate: RuleGate } | null;
  settingsPage: SettingsPage;
  /** The label of the setting that the page is to be opened at; taken once by the page. */
  settingAt: string | null;
  paletteOpen: boolean;
  keysOpen: boolean;
  /** What is open as the person quits, or closes the window where there is no tray; null when not asked. */
  quitAsked: { open: number; noTray: boolean } | null;
  /** A link or notification that opened nothing: it names no request, or one that is neither here nor in the history. */
  notOpened: "bad-link" | "unknown" | null;
}

export const view = createStore<View>()(() => ({
  screen: "inbox",
  sampleId: null,
  gateView: "blocks",
  openRows: null,
  start: null,
  serverId: null,
  traffic: null,
  serverDialog: null,
  item: null,
  runId: null,
  questionId: null,
  historyId: null,
  historyTab: null,
  ruleId: null,
  rulePart: null,
  always: null,
  settingsPage: "general",
  settingAt: null,
  paletteOpen: false,
  keysOpen: false,
  quitAsked: null,
  notOpened: null,
}));

/** Reads a part of the view in a component. */
export function useView<T>(select: (state: View) => T): T {
  return useStore(view, select);
}

export const go = (screen: Screen): void =>
  view.setState({ screen, traffic: null, serverDialog: null, start: null });

/** Opens a request in the review, wherever the person was. */
export const openSample = (sampleId: string): void =>
  view.setState((state) => ({
    screen: "inbox",
    sampleId,
    start: null,
    gateView: state.sampleId === sampleId ? state.gateView : "blocks",
  }));

/** Opens an ended request in the history. */
export const openPast = (historyId: string): void =>
  view.setState({ screen: "history", historyId, traffic: null });

/** Opens an ended request in the history, compared with what it is a replay of. */
export const openCompared = (historyId: string): void =>
  view.setState({ screen: "history", historyId, historyTab: "compare" });

export const openServer = (serverId: string): void =>
  view.setState({ screen: "servers", serverId, traffic: null });
/** Opens the start page in the place of a request. */
export const openStart = (start: "asked" | "done" = "asked"): void =>
  view.setState({ screen: "inbox", sampleId: null, start });
/** Opens a dialog of the servers, wherever the person was. */
export const openServerDialog = (serverDialog: ServerDialog): void =>
  view.setState({ screen: "servers", traffic: null, serverDialog });
export const openRule = (ruleId: string, rulePart: View["rulePart"] = null): void =>
  view.setState({ screen: "rules", ruleId, rulePart });
/** Everything that passed between Countersign and a server. */
export const openTraffic = (traffic: TrafficTarget): void =>
  view.setState({ screen: "servers", serverId: traffic.serverId, traffic });
export const openSettings = (
  settingsPage: SettingsPage,
  settingAt: View["settingAt"] = null,
): void => view.setState({ screen: "settings", settingsPage, settingAt });
