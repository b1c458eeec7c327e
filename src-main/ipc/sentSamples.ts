// What the window has of each sample, so that it is sent what has changed, and content once.
import { patchOf } from "../../src-shared/sampling/document/patch.ts";
import type { SamplePatch } from "../../src-shared/sampling/document/patch.ts";
import type { Sample } from "../../src-shared/sampling/life/sample.ts";

export class SentSamples {
  /** By id, as they were sent last; they share all content with those of the desk. */
  readonly #sent = new Map<string, Sample>();

  /** What the window has yet to hear of the sample, which counts as sent from now on. */
  patch(sample: Sample): SamplePatch {
    const patch = patchOf(this.#sent.get(sample.id) ?? null, sample);
    this.#sent.set(sample.id, sample);
    return patch;
  }

  /** Whether the window has heard of the attempt. */
  hasAttempt(sampleId: string, attemptId: string): boolean {
    return this.#sent.get(sampleId)?.attempts.some(({ id }) => id === attemptId) ?? false;
  }

  forget(sampleId: string): void {
    this.#sent.delete(sampleId);
  }

  /** The window was given all of them whole. */
  reset(samples: readonly Sample[]): void {
    this.#sent.clear();
    for (const sample of samples) this.#sent.set(sample.id, sample);
  }
}
