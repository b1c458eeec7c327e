// What the person is typing at a gate. It belongs to the renderer, is copied to main as it is typed,
// and means nothing until it is decided.
import { useMemo } from "react";
import { createStore } from "zustand/vanilla";
import { useStore } from "zustand/react";
import { invoke } from "../../bridge/desk.ts";
import type { Draft } from "../../../src-shared/sampling/life/decision.ts";

/** So long after an edit it goes to main, also while typing goes on: half a second is the most that a crash may cost. */
const SAVE_AFTER_MS = 200;
/** So many times as long as main took for the last one: typing in a large document is not held up by its copies. */
const REST_TIMES = 3;
/** And no longer than this, however long that was: what a crash costs has a bound. */
const REST_MOST_MS = 300;

interface Drafts {
  /** By `<sampleId>:1` for gate 1, `<sampleId>:2:<attemptId>` for gate 2, `<sampleId>:refine` for a refinement. */
  drafts: Record<string, Draft>;
}

export const drafts = createStore<Drafts>()(() => ({ drafts: {} }));
/** What goes to main next, by key; null while that is what went last. */
interface Saving {
  draft: Draft | null;
  timer: ReturnType<typeof setTimeout>;
}
const toSave = new Map<string, Saving>();

export const draftKey = (
  sampleId: string,
  draft: Pick<Draft, "gate"> & { attemptId?: string },
): string =>
  draft.gate === 2 ? `${sampleId}:2:${draft.attemptId ?? ""}` : `${sampleId}:${draft.gate}`;

/** The draft of a gate, or undefined when nothing was edited. */
export function useDraft(key: string): Draft | undefined {
  return useStore(drafts, (state) => state.drafts[key]);
}
/** The ids of the requests for which something was typed. */
export function useTypedFor(): ReadonlySet<string> {
  const ids = useStore(drafts, (state) =>
    Object.keys(state.drafts)
      .map((key) => key.slice(0, key.indexOf(":")))
      .join("\n"),
  );
  return useMemo(() => new Set(ids.split("\n")), [ids]);
}
export const draftOf = (key: string): Draft | undefined => drafts.getState().drafts[key];

/** Keeps an edit at once in the window, and on disk soon after, however long the person types. */
export function setDraft(sampleId: string, draft: Draft): void {
  const key = draftKey(sampleId, draft);
  drafts.setState((state) => ({ drafts: { ...state.drafts, [key]: draft } }));
  const saving = toSave.get(key);
  if (saving !== undefined) saving.draft = draft;
  else toSave.set(key, { draft, timer: setTimeout(() => void save(sampleId, key), SAVE_AFTER_MS) });
}

async function save(sampleId: string, key: string): Promise<void> {
  const saving = toSave.get(key);
  const draft = saving?.draft ?? null;
  if (saving === undefined || draft === null) {
    toSave.delete(key);
    return;
  }
  saving.draft = null;
  const beganMs = performance.now();
  await invoke("drafts.save", sampleId, draft);
  // It was dropped meanwhile.
  if (toSave.get(key) !== saving) return;
  const restMs = Math.min(REST_MOST_MS, REST_TIMES * (performance.now() - beganMs));
  const afterMs = Math.max(SAVE_AFTER_MS, restMs);
  if (saving.draft === null && restMs < SAVE_AFTER_MS) toSave.delete(key);
  else saving.timer = setTimeout(() => void save(sampleId, key), afterMs);
}

/** Drops a draft: the person reverted it, or the gate was decided. */
export function discardDraft(sampleId: string, gate: Draft["gate"]): void {
  const prefix = `${sampleId}:${gate}`;
  for (const [key, { timer }] of toSave) {
    if (!key.startsWith(prefix)) continue;
    clearTimeout(timer);
    toSave.delete(key);
  }
  drafts.setState((state) => ({
    drafts: Object.fromEntries(
      Object.entries(state.drafts).filter(([key]) => !key.startsWith(prefix)),
    ),
  }));
  void invoke("drafts.discard", sampleId, gate);
}

/** Takes over what main kept from before. */
export function restoreDrafts(kept: Record<string, Draft[]>): void {
  const entries = Object.entries(kept).flatMap(([sampleId, list]) =>
    list.map((draft): [string, Draft] => [draftKey(sampleId, draft), draft]),
  );
  drafts.setState({ drafts: Object.fromEntries(entries) });
}
