// Caches the searchable text of requests: a megabyte takes tens of milliseconds, once.
import { indexText } from "#shared/filter/text.ts";
import { textOf } from "#shared/filter/texts.ts";
import type { Sample } from "#shared/request/life/heldRequest.ts";

type TextsOf = (sample: Sample) => string[];

/** Keyed by sample object: a changed sample is a new object. */
const caches = new Map<TextsOf, WeakMap<Sample, string>>();

/**
 * The `indexText` of a sample, cached.
 * @param textsOf which texts: everything searchable, or only what rules read
 */
export function indexedText(sample: Sample, textsOf: TextsOf = textOf): string {
  const texts = caches.get(textsOf) ?? new WeakMap<Sample, string>();
  caches.set(textsOf, texts);
  const indexed = texts.get(sample) ?? indexText(textsOf(sample));
  texts.set(sample, indexed);
  return indexed;
}
