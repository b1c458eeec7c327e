// Facts and hashes of a medium, computed before it is stored: in main, or on the thread that read the message.
import { MEDIA_PREFIX } from "#shared/request/document/media.ts";
import type { MediaFacts } from "#shared/request/document/media.ts";
import { base64Facts } from "./base64.ts";
import type { ReadMedium } from "../../core/ports.ts";
import { storedForm } from "#shared/ledger/storedForm.ts";
import { sealOf, sha256 } from "./content.ts";

/** Valid base64 is plain ASCII without a leading quote, so it is stored unchanged and needs no scan. */
export const storedMedium = (text: string, { validBase64 }: { validBase64: boolean }): string =>
  validBase64 ? text : storedForm(text);

/** Facts about a medium; its reference is the SHA-256 of its stored form. */
export function mediumFacts(text: string): MediaFacts {
  const facts = base64Facts(text);
  return { ref: `${MEDIA_PREFIX}${sha256(storedMedium(text, facts))}`, ...facts };
}

/** The same, with its salt and commitment. */
export function readMedium(text: string): ReadMedium {
  const facts = mediumFacts(text);
  return { facts, sealed: sealOf(storedMedium(text, facts)) };
}
