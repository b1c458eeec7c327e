// The first words of a request, for lists.
import { kindFactsOf } from "#shared/request/kinds/facts.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";

/** The first words of the request: untrusted text, white space collapsed. */
export const firstWords = (request: HeldRequest): string =>
  request.proposed === null ? "" : kindFactsOf(request).firstWords(request.proposed, 240);
