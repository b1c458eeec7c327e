// What the user can do, shared by buttons, keys and the palette. Each is a typed call into main; a failure is
// returned as data to the caller.
import { invoke, invokeDecision } from "./bridge/desk.ts";
import type { Args, DecidingChannel, FreeChannel, Result } from "#shared/contract/contract.ts";
import type { Opening } from "#shared/contract/opening.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { ServerView } from "#shared/servers/server.ts";
import type { DecisionToken } from "./guard/decisionGuard.ts";
import { mirror, onChange } from "./mirror.ts";
import { isOpen } from "./select.ts";
import { setDraft } from "./requests/drafts.ts";
import { goTo, openHistoryItem, openRequest, openStart, view } from "./view.ts";
import type { View } from "./view.ts";

/** Calls any channel that decides nothing, where a screen needs no more than the call itself. */
export function send<C extends FreeChannel>(channel: C, ...args: Args<C>): Promise<Result<C>> {
  return invoke(channel, ...args);
}

/** Calls a deciding channel, with a token from its guard. */
export function sendDecision<C extends DecidingChannel>(
  token: DecisionToken,
  channel: C,
  ...args: Args<C>
): Promise<Result<C>> {
  return invokeDecision(token, channel, ...args);
}

/**
 * Withdraws an approved response that still waits for other requests of its call; the approved text is restored as a
 * draft.
 */
export async function withdrawApproval(request: HeldRequest): Promise<Result<"desk.takeBack">> {
  const { phase } = request;
  const result = await invoke("desk.takeBack", request.id);
  if (result.ok && phase.kind === "ready") {
    const { attemptId, document } = phase;
    setDraft(request.id, { gate: 2, attemptId, document });
  }
  return result;
}

/** Runs the bundled demo and opens the request it causes. */
export async function runDemo(tool: string): Promise<Result<"demo.run">> {
  let runId: string | null = null;
  const arrived: HeldRequest[] = [];
  const openIfOurs = (request: HeldRequest): void => {
    const { origin } = request;
    if (origin.kind !== "certain" || origin.call.runId !== runId) return;
    stop();
    openRequest(request.id);
    leadOn(request.id);
  };
  const stop = onChange((change) => {
    if (change.kind !== "request") return;
    if (runId === null) arrived.push(change.request);
    else openIfOurs(change.request);
  });
  const result = await invoke("demo.run", tool);
  if (!result.ok) {
    stop();
    return result;
  }
  runId = result.value;
  arrived.forEach(openIfOurs);
  return result;
}

/** After the reply, shows the last step on the start page unless the user has moved elsewhere. */
function leadOn(requestId: string): void {
  const stop = onChange((change) => {
    if (change.kind !== "request" || change.request.id !== requestId || isOpen(change.request))
      return;
    stop();
    const { phase } = change.request;
    const { screen, requestId: shown } = view.getState();
    if (phase.kind !== "ended" || phase.ending.kind !== "replied") return;
    if (screen !== "inbox" || shown !== requestId) return;
    if (!Object.values(mirror.getState().requests).some(isOpen)) openStart("done");
  });
}

/** Opens a run on the Workbench from any screen. */
export function openRun(runId: string): void {
  const run = mirror.getState().runs[runId];
  const item = run && { serverId: run.serverId, kind: run.kind, name: run.name };
  view.setState({ screen: "workbench", ...(item === undefined ? {} : { item, runId }) });
}

/** Opens the Workbench at a server. */
export function openWorkbench(server: ServerView): void {
  goTo("workbench");
  view.setState({ item: firstWorkbenchItem(server) ?? null, runId: null });
}

/** The first item of a server that can be selected on the Workbench. */
export function firstWorkbenchItem(server: ServerView | undefined): View["item"] | undefined {
  if (server === undefined) return undefined;
  const { id: serverId, tools, prompts, resources } = server;
  const [tool] = tools;
  if (tool !== undefined) return { serverId, kind: "tool", name: tool.name };
  const [prompt] = prompts;
  if (prompt !== undefined) return { serverId, kind: "prompt", name: prompt.name };
  const [resource] = resources;
  return resource && { serverId, kind: "resource", name: resource.uri };
}

/** Answers the quit confirmation. */
export function confirmQuit(quit: boolean): void {
  view.setState({ quitAsked: null });
  void invoke("app.confirmQuit", quit);
}

/** Opens what a notification or link names, or says why it cannot. Never decides anything. */
async function openFromOutside(what: Opening): Promise<void> {
  const opened = what.kind === "bad-link" ? null : await openNamed(what);
  view.setState({
    paletteOpen: false,
    notOpened: opened === null ? "bad-link" : opened ? null : "unknown",
  });
}

/** Opens the item in the inbox or in History. Returns false if it exists nowhere. */
async function openNamed({ id }: Exclude<Opening, { kind: "bad-link" }>): Promise<boolean> {
  const { requests } = mirror.getState();
  if (requests[id] !== undefined) {
    openRequest(id);
    return true;
  }
  const { ok } = await invoke("history.item", id);
  if (ok) openHistoryItem(id);
  return ok;
}

/** Applies pushes that are not state to the view. Called once. */
export function startCommands(): void {
  onChange((change) => {
    if (change.kind === "quit-asked") {
      const { open, noTray } = change;
      view.setState({ quitAsked: { open, noTray } });
    }
    if (change.kind === "open") void openFromOutside(change.what);
    // A dismissed request is deselected: the next pending or arriving request is selected instead.
    if (change.kind === "request-removed" && view.getState().requestId === change.id) {
      view.setState({ requestId: null });
    }
    if (change.kind !== "command") return;
    if (change.command === "palette") view.setState({ paletteOpen: true });
    if (change.command === "keys") view.setState({ keysOpen: true });
    if (change.command === "start") openStart();
    if (change.command === "focus-inbox") view.setState({ screen: "inbox" });
  });
}

/** Loads the output a server wrote before the window opened; pushes append to it. */
export async function loadServerOutput(serverId: string): Promise<void> {
  const result = await invoke("servers.lines", serverId);
  if (!result.ok) return;
  mirror.setState((state) => ({ lines: { ...state.lines, [serverId]: result.value } }));
}
