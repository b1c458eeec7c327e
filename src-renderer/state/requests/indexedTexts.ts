// The texts of requests as they are searched, worked out in slices: one of many megabytes holds up no frame.
import { indexInSlices } from "../../../src-shared/filter/text.ts";
import { textOf } from "../../../src-shared/filter/texts.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";

type TextsOf = (sample: Sample) => string[];

/** What is known of samples as they stand, a changed one is another object; and what was started, to be gone on with. */
const caches = new Map<
  TextsOf,
  { texts: WeakMap<Sample, string>; indexing: WeakMap<Sample, Generator<null, string>> }
>();

function cacheOf(textsOf: TextsOf) {
  const known = caches.get(textsOf) ?? { texts: new WeakMap(), indexing: new WeakMap() };
  caches.set(textsOf, known);
  return known;
}

/** Milliseconds of work in one go: the rest of a frame belongs to drawing. */
export const SLICE_MS = 6;

/** True once so much time has passed. */
export const overIn = (ms: number): (() => boolean) => {
  const end = performance.now() + ms;
  return () => performance.now() > end;
};

/**
 * What `indexText` makes of a sample's texts; null while that was not worked out to its end.
 * @param textsOf which texts: all that a person finds it by, or those that rules look at
 */
export const indexedText = (sample: Sample, textsOf: TextsOf = textOf): string | null =>
  cacheOf(textsOf).texts.get(sample) ?? null;

/** Goes on with it until `isOver`; true when it is there. */
export function workOnText(
  sample: Sample,
  isOver: () => boolean,
  textsOf: TextsOf = textOf,
): boolean {
  const { texts, indexing } = cacheOf(textsOf);
  if (texts.has(sample)) return true;
  const work = indexing.get(sample) ?? indexInSlices(textsOf(sample));
  indexing.set(sample, work);
  do {
    const step = work.next();
    if (step.done === true) {
      texts.set(sample, step.value);
      indexing.delete(sample);
      return true;
    }
  } while (!isOver());
  return false;
}
