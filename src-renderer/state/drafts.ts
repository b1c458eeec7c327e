// What the person is typing at a gate. It belongs to the renderer, is copied to main as it is typed,
// and means nothing until it is decided.
import { createStore } from "zustand/vanilla";
import { useStore } from "zustand/react";
import { invoke } from "../bridge/desk.ts";
import type { Draft } from "../../src-shared/ipc/contract.ts";

/** Half a second is the most that a crash may cost. */
const SAVE_AFTER_MS = 300;

interface Drafts {
  /** By `<sampleId>:1` for gate 1, `<sampleId>:2:<attemptId>` for gate 2, `<sampleId>:refine` for a refinement. */
  drafts: Record<string, Draft>;
}

export const drafts = createStore<Drafts>()(() => ({ drafts: {} }));
const timers = new Map<string, ReturnType<typeof setTimeout>>();

export const draftKey = (
  sampleId: string,
  draft: Pick<Draft, "gate"> & { attemptId?: string },
): string =>
  draft.gate === 2 ? `${sampleId}:2:${draft.attemptId ?? ""}` : `${sampleId}:${draft.gate}`;

/** The draft of a gate, or undefined when nothing was edited. */
export function useDraft(key: string): Draft | undefined {
  return useStore(drafts, (state) => state.drafts[key]);
}
export const draftOf = (key: string): Draft | undefined => drafts.getState().drafts[key];

/** Keeps an edit at once in the window, and on disk within 300 ms. */
export function setDraft(sampleId: string, draft: Draft): void {
  const key = draftKey(sampleId, draft);
  drafts.setState((state) => ({ drafts: { ...state.drafts, [key]: draft } }));
  clearTimeout(timers.get(key));
  timers.set(
    key,
    setTimeout(() => {
      timers.delete(key);
      void invoke("drafts.save", sampleId, draft);
    }, SAVE_AFTER_MS),
  );
}

/** Drops a draft: the person reverted it, or the gate was decided. */
export function discardDraft(sampleId: string, gate: Draft["gate"]): void {
  const prefix = `${sampleId}:${gate}`;
  for (const [key, timer] of timers) if (key.startsWith(prefix)) clearTimeout(timer);
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
