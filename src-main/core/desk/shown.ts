// A request as a window gets it: with whether the user has anything to decide about it.
import type { Sample } from "#shared/request/life/heldRequest.ts";
import type { Desk } from "./desk.ts";

export function shownSample(
  desk: Pick<Desk, "sample" | "needsUser">,
  sampleId: string,
): Sample | undefined {
  const sample = desk.sample(sampleId);
  const isAsked = sample?.phase.kind === "ended" || desk.needsUser(sampleId);
  return sample === undefined || isAsked ? sample : { ...sample, automatic: true };
}
