// Caches the searchable text of requests: a megabyte takes tens of milliseconds, once.
import { indexText } from "#shared/filter/text.ts";
import { textOf } from "#shared/filter/texts.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";

type TextsOf = (request: HeldRequest) => string[];

/** Keyed by request object: a changed request is a new object. */
const caches = new Map<TextsOf, WeakMap<HeldRequest, string>>();

/**
 * The `indexText` of a request, cached.
 * @param textsOf which texts: everything searchable, or only what rules read
 */
export function indexedText(request: HeldRequest, textsOf: TextsOf = textOf): string {
  const texts = caches.get(textsOf) ?? new WeakMap<HeldRequest, string>();
  caches.set(textsOf, texts);
  const indexed = texts.get(request) ?? indexText(textsOf(request));
  texts.set(request, indexed);
  return indexed;
}
