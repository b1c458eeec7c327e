// What main tells, made whole: of a sample travels only what the window does not have.
import type { Change, Push } from "../../../src-shared/ipc/pushes.ts";
import { patched } from "../../../src-shared/sampling/document/patch.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";

/** The changes in order, each sample as it was after its own. `samples` are those before the first. */
export function wholeChanges(
  samples: Readonly<Record<string, Sample>>,
  pushes: readonly Push[],
): Change[] {
  const later = new Map<string, Sample | undefined>();
  return pushes.map(({ change }): Change => {
    if (change.kind === "sample-removed") later.set(change.id, undefined);
    if (change.kind !== "sample-patch") return change;
    const { id } = change;
    const sample = patched(later.has(id) ? later.get(id) : samples[id], change);
    if (sample === null) {
      // Cannot be while main sends the first whole; said rather than shown wrong.
      return { kind: "fault", failure: { kind: "internal", detail: `no sample to change: ${id}` } };
    }
    later.set(id, sample);
    return { kind: "sample", sample };
  });
}
