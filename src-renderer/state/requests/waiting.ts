// What waited before the rules held that hold now: asked for whenever these or the switch change, decided only when the
// person says so, and never what they have opened or edited.
import { useEffect } from "react";
import { createStore } from "zustand/vanilla";
import { useStore } from "zustand/react";
import { invoke, invokeDecision } from "../../bridge/desk.ts";
import { saidOf } from "../../../src-shared/policy/judge/waiting.ts";
import type { Waiting } from "../../../src-shared/policy/judge/waiting.ts";
import type { WaitingDecided } from "../../../src-shared/policy/judge/waitingTold.ts";
import type { Leave } from "../../hand/arm.ts";
import { drafts } from "./drafts.ts";
import { mirror } from "../mirror.ts";
import type { Mirror } from "../mirror.ts";
import { view } from "../view.ts";

const waiting = createStore<Waiting>()(() => ({ kind: "none" }));
/** Requests that were in sight once. */
const opened = new Set<string>();

/** What there is to say of it now. Those that were decided or opened since do not count any more. */
export function useWaiting(): Waiting {
  const now = useStore(waiting);
  const samples = useStore(mirror, (state) => (now.kind === "fits" ? state.samples : null));
  useStore(view, (state) => (now.kind === "fits" ? state.sampleId : null));
  if (now.kind !== "fits" || samples === null) return now;
  const would = now.would.filter(({ id, gate }) => samples[id]?.phase.kind === gate);
  const left = would.filter(({ id }) => !isMine(id));
  return besides(left, now.mine + would.length - left.length);
}

/** To be called once, by the frame of the window. */
export function useWatchedWaiting(): void {
  useEffect(() => {
    look(view.getState().sampleId);
    const stops = [
      view.subscribe(({ sampleId }) => look(sampleId)),
      mirror.subscribe((now, before) => {
        if (before.ready && hasTurned(now, before)) void ask();
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, []);
}

function look(sampleId: string | null): void {
  if (sampleId === null || opened.has(sampleId)) return;
  opened.add(sampleId);
  // Main asks for itself before each that is decided, and knows of it when this window is loaded again.
  void invoke("desk.opened", sampleId);
}

/** Rules that hold now held for nobody, or not for some server, a moment ago. */
function hasTurned(now: Mirror, before: Mirror): boolean {
  if (now.rules.revision !== before.rules.revision) return true;
  if (now.desk.masterSwitch !== before.desk.masterSwitch) return true;
  return now.servers !== before.servers && controls(now) !== controls(before);
}

const controls = ({ servers }: Mirror): string =>
  JSON.stringify(Object.values(servers).map(({ id, policy }) => [id, policy.control]));

const isMine = (id: string): boolean =>
  opened.has(id) || Object.keys(drafts.getState().drafts).some((key) => key.startsWith(`${id}:`));

/** What they would decide changed while something was being decided: it is asked for once that is done. */
let turnedMeanwhile = false;

async function ask(): Promise<void> {
  // Uses that are taken change the rules: what they decide now is told as it is done.
  if (waiting.getState().kind === "deciding") {
    turnedMeanwhile = true;
    return;
  }
  const { desk, samples } = mirror.getState();
  const open = Object.values(samples).filter(
    ({ phase }) => phase.kind === "request" || phase.kind === "response",
  );
  for (const id of opened) if (!(id in samples)) opened.delete(id);
  if (desk.masterSwitch !== "rules" || open.length === 0)
    return waiting.setState(besides([], 0), true);
  const result = await invoke(
    "rules.waiting",
    open.map(({ id }) => id),
  );
  if (waiting.getState().kind === "deciding") return;
  const { would, mine } = result.ok ? result.value : { would: [], mine: 0 };
  const left = would.filter(({ id }) => !isMine(id));
  waiting.setState(besides(left, mine + would.length - left.length), true);
}

/** These fit now; what was decided before stands beside them until it is put away. */
function besides(would: readonly WaitingDecided[], mine: number): Waiting {
  const now = waiting.getState();
  const before = now.kind === "decided" ? now : now.kind === "fits" ? now.before : undefined;
  const done = before && { decided: before.decided, left: before.left };
  if (would.length > 0) return { kind: "fits", would, mine, ...(done && { before: done }) };
  return done === undefined ? { kind: "none" } : { kind: "decided", ...done };
}

/** Lets the rules decide about what was said, as far as nobody has touched it since. */
export function decideWaiting(leave: Leave): void {
  void decide(leave);
}

async function decide(leave: Leave): Promise<void> {
  const now = waiting.getState();
  if (now.kind !== "fits") return;
  const { samples } = mirror.getState();
  const said = now.would
    .filter(({ id, gate }) => samples[id]?.phase.kind === gate && !isMine(id))
    .map(saidOf);
  turnedMeanwhile = false;
  waiting.setState({ kind: "deciding" }, true);
  const result = await invokeDecision(leave, "rules.decideWaiting", said);
  const left = result.ok ? said.length - result.value.length : 0;
  waiting.setState(
    result.ok
      ? { kind: "decided", decided: result.value, left }
      : { kind: "failed", failure: result.failure },
    true,
  );
  // What was left may fit what the rules say now: that is another question.
  if (result.ok && (turnedMeanwhile || left > 0)) await ask();
}

/** They stay the person's. */
export function leaveWaiting(): void {
  const now = waiting.getState();
  const before = now.kind === "fits" ? now.before : undefined;
  waiting.setState(before === undefined ? { kind: "none" } : { kind: "decided", ...before }, true);
}

/** What was done, or that it failed, has been read. */
export function readWaiting(): void {
  const now = waiting.getState();
  waiting.setState(
    now.kind === "fits" ? { kind: "fits", would: now.would, mine: now.mine } : { kind: "none" },
    true,
  );
}
