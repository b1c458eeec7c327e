// How long a model may be silent, as a person types it: empty means as usual.
import { modelWaitsSchema } from "../../../src-shared/models/waits.ts";
import type { ModelWaits } from "../../../src-shared/models/waits.ts";

export const WAIT_FACTS = ["connectSeconds", "firstTokenSeconds", "idleSeconds"] as const;
export type WaitFact = (typeof WAIT_FACTS)[number];
export type WaitsDraft = Record<WaitFact, string>;

export const waitsDraftOf = (waits: ModelWaits | undefined): WaitsDraft => ({
  connectSeconds: String(waits?.connectSeconds ?? ""),
  firstTokenSeconds: String(waits?.firstTokenSeconds ?? ""),
  idleSeconds: String(waits?.idleSeconds ?? ""),
});

export const USUAL_WAITS: WaitsDraft = {
  connectSeconds: "",
  firstTokenSeconds: "",
  idleSeconds: "",
};

/** What is typed, or the fields whose text is no number of seconds that can be meant. */
export function readWaits(
  draft: WaitsDraft,
): { ok: true; waits: ModelWaits } | { ok: false; faults: WaitFact[] } {
  const waits: ModelWaits = {};
  const faults: WaitFact[] = [];
  for (const name of WAIT_FACTS) {
    const text = draft[name].trim();
    if (text === "") continue;
    const read = modelWaitsSchema.safeParse({ [name]: Number(text) });
    if (read.success) Object.assign(waits, read.data);
    else faults.push(name);
  }
  return faults.length === 0 ? { ok: true, waits } : { ok: false, faults };
}
