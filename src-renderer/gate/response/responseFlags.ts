// The flags of a response at gate 2, for the server that would get it.
import { useMemo } from "react";
import { textOfContent } from "#shared/sampling/document/blocks.ts";
import type { Flag } from "#shared/sampling/document/flag.ts";
import type { RequestDocument, ResponseDocument } from "#shared/sampling/document/message.ts";
import type { Sample } from "#shared/sampling/life/sample.ts";
import { checkResponse } from "#shared/sampling/checks/validate.ts";
import { tokensIn } from "#request/models/tokens.ts";

/** @param written the user wrote or edited it, so check its length against the token limit */
export function useResponseFlags(
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
