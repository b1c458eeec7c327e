// What is worked out of the text of a medium before it is kept, by the byte: in main, or by the thread that read the text.
import { MEDIA_PREFIX } from "../../../src-shared/sampling/document/media.ts";
import type { MediaFacts } from "../../../src-shared/sampling/document/media.ts";
import { base64Facts } from "./base64.ts";
import type { ReadMedium } from "../../desk/ports.ts";
import { sealOf, sha256, storedForm } from "./content.ts";

/** Base64 is plain ASCII and begins with no quote: stored as it is, without being scanned again. */
export const storedMedium = (text: string, { validBase64 }: { validBase64: boolean }): string =>
  validBase64 ? text : storedForm(text);

/** What the text is, under the SHA-256 of its stored form. */
export function mediumFacts(text: string): MediaFacts {
  const facts = base64Facts(text);
  return { ref: `${MEDIA_PREFIX}${sha256(storedMedium(text, facts))}`, ...facts };
}

/** The same, and what stands for it in the record. */
export function readMedium(text: string): ReadMedium {
  const facts = mediumFacts(text);
  return { facts, sealed: sealOf(storedMedium(text, facts)) };
}
