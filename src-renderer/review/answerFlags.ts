// What is odd in an answer as it stands at gate 2, for the server that would get it.
import { useMemo } from "react";
import { textOfContent } from "../../src-shared/sampling/blocks.ts";
import type { Flag } from "../../src-shared/sampling/flag.ts";
import type { RequestDocument, ResponseDocument } from "../../src-shared/sampling/message.ts";
import type { Sample } from "../../src-shared/sampling/sample.ts";
import { checkResponse } from "../../src-shared/sampling/validate.ts";
import { tokensIn } from "./tokens.ts";

/** @param written a person wrote or changed it: a model keeps to its limit, a person has to be told */
export function useAnswerFlags(
  sample: Sample,
  asked: RequestDocument,
  document: ResponseDocument,
  written: boolean,
): Flag[] {
  const { asker, media } = sample;
  const { era, protocolVersion } = asker;
  return useMemo(
    () =>
      checkResponse(document, asked, {
        spoken: { era, protocolVersion },
        media,
        ...(written ? { writtenTokens: tokensIn(textOfContent(document.content)) } : {}),
      }),
    [document, asked, era, protocolVersion, media, written],
  );
}
