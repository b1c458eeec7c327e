// The texts of requests as they are searched, remembered: a megabyte takes tens of milliseconds, once.
import { indexText } from "../../../src-shared/filter/text.ts";
import { textOf } from "../../../src-shared/filter/texts.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";

type TextsOf = (sample: Sample) => string[];

/** What is known of samples as they stand: a changed one is another object. */
const caches = new Map<TextsOf, WeakMap<Sample, string>>();

/**
 * What `indexText` makes of a sample's texts.
 * @param textsOf which texts: all that a person finds it by, or those that rules look at
 */
export function indexedText(sample: Sample, textsOf: TextsOf = textOf): string {
  const texts = caches.get(textsOf) ?? new WeakMap<Sample, string>();
  caches.set(textsOf, texts);
  const indexed = texts.get(sample) ?? indexText(textsOf(sample));
  texts.set(sample, indexed);
  return indexed;
}
