// Where the user is: screen, selection, open dialogs. Holds no state of requests.
import { createStore } from "zustand/vanilla";
import { useStore } from "zustand/react";
import type { SideRowId } from "#shared/settings/settings.ts";
import type { ConfigFailure, Outcome } from "#shared/outcome.ts";
import type { RuleGate } from "#shared/policy/rules/rule.ts";
import type { SettingId } from "./settingIds.ts";

export type Screen = "inbox" | "workbench" | "servers" | "history" | "rules" | "settings";
export type GateView = "blocks" | "json" | "diff";
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

/** Which dialog of the servers is open. */
export type ServerDialog =
  | { kind: "add" | "paste" | "import" }
  | { kind: "edit" | "give" | "policy" | "remove"; id: string }
  /** A config file that was dropped: its text, or why it could not be read. */
  | { kind: "dropped"; file: string; read: Outcome<string, ConfigFailure> }
  /** Servers whose command or address is to be reviewed, in this order. */
  | { kind: "review"; ids: readonly string[] };

export interface View {
  screen: Screen;
  sampleId: string | null;
  gateView: GateView;
  /** The open rows next to a request; null: as they were at the last start. */
  openRows: readonly SideRowId[] | null;
  /** A row next to a request that is to open, and perhaps to take the focus; taken once the row is on screen. */
  rowWanted: { id: SideRowId; focus: boolean } | null;
  serverId: string | null;
  /** What Servers lists. */
  serversPage: "servers" | "hosts" | "programs";
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
  /** The tab to open; read once when History opens. */
  historyTab: "compare" | null;
  /** The rule being viewed, or the name of a new one. */
  ruleId: string | null;
  /** The section to edit; read once when the form opens. */
  rulePart: "holds" | null;
  /** The request, and the gate, that a new rule is created from. */
  newRuleFrom: { sampleId: string; gate: RuleGate } | null;
  settingsPage: SettingsPage;
  /** The setting to scroll to; read once by the page. */
  settingAt: SettingId | null;
  paletteOpen: boolean;
  keysOpen: boolean;
  /** What is open when the user quits, or closes the window without a tray; null if there is no prompt. */
  quitAsked: { open: number; noTray: boolean } | null;
  /** Why a link or notification opened nothing: it names no request, or one found neither here nor in History. */
  notOpened: "bad-link" | "unknown" | null;
}

export const view = createStore<View>()(() => ({
  screen: "inbox",
  sampleId: null,
  gateView: "blocks",
  openRows: null,
  rowWanted: null,
  start: null,
  serverId: null,
  serversPage: "servers",
  programId: null,
  traffic: null,
  serverDialog: null,
  item: null,
  runId: null,
  historyId: null,
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
}));

/** Subscribes a component to a part of the view. */
export function useView<T>(select: (state: View) => T): T {
  return useStore(view, select);
}

export const goTo = (screen: Screen): void =>
  view.setState({ screen, traffic: null, serverDialog: null, start: null });

/** Opens a request in the review, from any screen. */
export const openSample = (sampleId: string): void =>
  view.setState((state) => ({
    screen: "inbox",
    sampleId,
    start: null,
    gateView: state.sampleId === sampleId ? state.gateView : "blocks",
  }));

/** Opens an ended request in History. */
export const openHistoryItem = (historyId: string): void =>
  view.setState({ screen: "history", historyId, traffic: null });

/** Opens an ended request in History, compared with the request it replays. */
export const openComparison = (historyId: string): void =>
  view.setState({ screen: "history", historyId, historyTab: "compare" });

export const openServer = (serverId: string): void =>
  view.setState({ screen: "servers", serversPage: "servers", serverId, traffic: null });
/** Opens the form of a program, with its budget. */
export const openProgram = (programId: string): void =>
  view.setState({ screen: "servers", serversPage: "programs", programId, traffic: null });
/** Opens the start page in place of a request. */
export const openStart = (start: "asked" | "done" = "asked"): void =>
  view.setState({ screen: "inbox", sampleId: null, start });
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
