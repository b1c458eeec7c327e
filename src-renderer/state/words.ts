// The first words of a request, for lists.
import { firstWords as wordsOf } from "../../src-shared/sampling/document/blocks.ts";
import type { Sample } from "../../src-shared/sampling/life/sample.ts";

/** The first words of the request: foreign text, white space collapsed. */
export const firstWords = (sample: Sample): string =>
  sample.proposed === null ? "" : wordsOf(sample.proposed, 240);
