// Requests that were pending before the current rules applied: previewed whenever the rules or the mode change,
// decided only on the user's command, never if the user has opened or edited them.
import { useEffect } from "react";
import { invoke, invokeDecision } from "../bridge/desk.ts";
import { confirmedVerdictOf } from "#shared/rules/judge/backlog.ts";
import type { BacklogState } from "#shared/rules/judge/backlog.ts";
import type { BacklogVerdict } from "#shared/rules/judge/backlogPreview.ts";
import type { DecisionToken } from "../guard/decisionGuard.ts";
import { drafts } from "../drafts.ts";
import { mirror, useMirror } from "../mirror.ts";
import type { Mirror } from "../mirror.ts";
import { useView, view } from "../view.ts";

const backlogNow = (): BacklogState => view.getState().rulesBacklog;
const setBacklog = (rulesBacklog: BacklogState): void => view.setState({ rulesBacklog });
/** Requests that were visible at least once. */
const opened = new Set<string>();

/** The preview or result to show, without requests decided or opened since. */
export function useRulesBacklog(): BacklogState {
  const now = useView(({ rulesBacklog }) => rulesBacklog);
  const requests = useMirror((state) => (now.kind === "fits" ? state.requests : null));
  useView((state) => (now.kind === "fits" ? state.requestId : null));
  if (now.kind !== "fits" || requests === null) return now;
  const would = now.would.filter(({ id, gate }) => requests[id]?.phase.kind === gate);
  const left = would.filter(({ id }) => !isMine(id));
  return besides(left, now.mine + would.length - left.length);
}

/** Must be called once, by the app shell. */
export function useWatchRulesBacklog(): void {
  useEffect(() => {
    look(view.getState().requestId);
    const stops = [
      view.subscribe(({ requestId }) => look(requestId)),
      mirror.subscribe((now, before) => {
        if (before.ready && hasTurned(now, before)) void ask();
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, []);
}

function look(requestId: string | null): void {
  if (requestId === null || opened.has(requestId)) return;
  opened.add(requestId);
  // Main repeats this check before each decision, and remembers it when this window reloads.
  void invoke("desk.opened", requestId);
}

/** The rules, the mode or a server's mode changed, so rules may now apply to pending requests. */
function hasTurned(now: Mirror, before: Mirror): boolean {
  if (now.rules.revision !== before.rules.revision) return true;
  if (now.desk.masterSwitch !== before.desk.masterSwitch) return true;
  return now.servers !== before.servers && !hasSameControls(now.servers, before.servers);
}

function hasSameControls(now: Mirror["servers"], before: Mirror["servers"]): boolean {
  const servers = Object.values(now);
  return (
    servers.length === Object.keys(before).length &&
    servers.every(({ id, policy }) => before[id]?.policy.control === policy.control)
  );
}

const isMine = (id: string): boolean =>
  opened.has(id) || Object.keys(drafts.getState().gates).some((key) => key.startsWith(`${id}:`));

/** The rules changed while a decision ran, so the preview is refreshed afterwards. */
let turnedMeanwhile = false;

async function ask(): Promise<void> {
  // Deciding consumes rule uses, which changes the rules: the preview is refreshed when done.
  if (backlogNow().kind === "deciding") {
    turnedMeanwhile = true;
    return;
  }
  const { desk, requests } = mirror.getState();
  const open = Object.values(requests).filter(
    ({ phase }) => phase.kind === "request" || phase.kind === "response",
  );
  for (const id of opened) if (!(id in requests)) opened.delete(id);
  if (desk.masterSwitch !== "rules" || open.length === 0) return setBacklog(besides([], 0));
  const result = await invoke(
    "rules.waiting",
    open.map(({ id }) => id),
  );
  if (backlogNow().kind === "deciding") return;
  const { would, mine } = result.ok ? result.value : { would: [], mine: 0 };
  const left = would.filter(({ id }) => !isMine(id));
  setBacklog(besides(left, mine + would.length - left.length));
}

/** A preview of the requests that match now, together with the last result until that is dismissed. */
function besides(would: readonly BacklogVerdict[], mine: number): BacklogState {
  const now = backlogNow();
  const before = now.kind === "decided" ? now : now.kind === "fits" ? now.before : undefined;
  const done = before && { decided: before.decided, left: before.left };
  if (would.length > 0) return { kind: "fits", would, mine, ...(done && { before: done }) };
  return done === undefined ? { kind: "none" } : { kind: "decided", ...done };
}

/** Lets the rules decide the previewed requests, except those touched since. */
export function decideBacklog(token: DecisionToken): void {
  void decide(token);
}

async function decide(token: DecisionToken): Promise<void> {
  const now = backlogNow();
  if (now.kind !== "fits") return;
  const { requests } = mirror.getState();
  const said = now.would
    .filter(({ id, gate }) => requests[id]?.phase.kind === gate && !isMine(id))
    .map(confirmedVerdictOf);
  turnedMeanwhile = false;
  setBacklog({ kind: "deciding" });
  const result = await invokeDecision(token, "rules.decideWaiting", said);
  const left = result.ok ? said.length - result.value.length : 0;
  setBacklog(
    result.ok
      ? { kind: "decided", decided: result.value, left }
      : { kind: "failed", failure: result.failure },
  );
  // The requests left over may match the current rules, so preview them again.
  if (result.ok && (turnedMeanwhile || left > 0)) await ask();
}

/** Closes the preview; the requests stay pending. */
export function leaveBacklog(): void {
  const now = backlogNow();
  const before = now.kind === "fits" ? now.before : undefined;
  setBacklog(before === undefined ? { kind: "none" } : { kind: "decided", ...before });
}

/** Closes the result or failure. */
export function dismissBacklogResult(): void {
  const now = backlogNow();
  setBacklog(
    now.kind === "fits" ? { kind: "fits", would: now.would, mine: now.mine } : { kind: "none" },
  );
}
