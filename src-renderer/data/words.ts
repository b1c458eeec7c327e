// The first words of a request, for lists.
import { kindFactsOf } from "#shared/request/kinds/facts.ts";
import type { Sample } from "#shared/request/life/heldRequest.ts";

/** The first words of the request: untrusted text, white space collapsed. */
export const firstWords = (sample: Sample): string =>
  sample.proposed === null ? "" : kindFactsOf(sample).firstWords(sample.proposed, 240);
