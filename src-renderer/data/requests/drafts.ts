// The user's drafts at the gates. They belong to the renderer, are copied to main as they are typed, and have no
// effect until a decision.
import { useMemo } from "react";
import { invoke } from "../bridge/desk.ts";
import { drafts, useDrafts } from "../drafts.ts";
import type { Draft } from "#shared/request/life/decision.ts";

/** Delay from an edit to its save, also during continuous typing: a crash loses at most half a second. */
const SAVE_AFTER_MS = 200;
/**
 * Pause between saves, as a multiple of the last save's duration: saving a large document must not slow down typing.
 */
const REST_TIMES = 3;
/** Upper bound of that pause, which bounds what a crash can lose. */
const REST_MOST_MS = 300;

/** The next save of each draft, by key; null if the latest version has been sent. */
interface Saving {
  draft: Draft | null;
  timer: ReturnType<typeof setTimeout>;
}
const toSave = new Map<string, Saving>();

export const draftKey = (
  requestId: string,
  draft: Pick<Draft, "gate"> & { attemptId?: string },
): string =>
  draft.gate === 2 ? `${requestId}:2:${draft.attemptId ?? ""}` : `${requestId}:${draft.gate}`;

/** The draft of a gate, or undefined if nothing was edited. */
export function useDraft(key: string): Draft | undefined {
  return useDrafts((state) => state.gates[key]);
}
/** The ids of the requests that have a draft. */
export function useDraftedRequestIds(): ReadonlySet<string> {
  const ids = useDrafts((state) =>
    Object.keys(state.gates)
      .map((key) => key.slice(0, key.indexOf(":")))
      .join("\n"),
  );
  return useMemo(() => new Set(ids.split("\n")), [ids]);
}
export const draftOf = (key: string): Draft | undefined => drafts.getState().gates[key];

/** Stores an edit in the window at once, and saves it to main soon after, even during continuous typing. */
export function setDraft(requestId: string, draft: Draft): void {
  const key = draftKey(requestId, draft);
  drafts.setState((state) => ({ gates: { ...state.gates, [key]: draft } }));
  const saving = toSave.get(key);
  if (saving !== undefined) saving.draft = draft;
  else
    toSave.set(key, { draft, timer: setTimeout(() => void save(requestId, key), SAVE_AFTER_MS) });
}

async function save(requestId: string, key: string): Promise<void> {
  const saving = toSave.get(key);
  const draft = saving?.draft ?? null;
  if (saving === undefined || draft === null) {
    toSave.delete(key);
    return;
  }
  saving.draft = null;
  const beganMs = performance.now();
  await invoke("drafts.save", requestId, draft);
  // It was deleted meanwhile.
  if (toSave.get(key) !== saving) return;
  const restMs = Math.min(REST_MOST_MS, REST_TIMES * (performance.now() - beganMs));
  const afterMs = Math.max(SAVE_AFTER_MS, restMs);
  if (saving.draft === null && restMs < SAVE_AFTER_MS) toSave.delete(key);
  else saving.timer = setTimeout(() => void save(requestId, key), afterMs);
}

/** Deletes a draft: the user reverted it, or the gate was decided. */
export function discardDraft(requestId: string, gate: Draft["gate"]): void {
  const prefix = `${requestId}:${gate}`;
  for (const [key, { timer }] of toSave) {
    if (!key.startsWith(prefix)) continue;
    clearTimeout(timer);
    toSave.delete(key);
  }
  drafts.setState((state) => ({
    gates: Object.fromEntries(
      Object.entries(state.gates).filter(([key]) => !key.startsWith(prefix)),
    ),
  }));
  void invoke("drafts.discard", requestId, gate);
}

/** Restores the drafts that main saved. */
export function restoreDrafts(kept: Record<string, Draft[]>): void {
  const entries = Object.entries(kept).flatMap(([requestId, list]) =>
    list.map((draft): [string, Draft] => [draftKey(requestId, draft), draft]),
  );
  drafts.setState({ gates: Object.fromEntries(entries) });
}
