// The flags of the request as edited, and where its places are shown.
import { useMemo } from "react";
import type { Json } from "#shared/json.ts";
import { sameJson } from "#shared/request/document/change.ts";
import { valueAt } from "#shared/request/document/fix.ts";
import type { Flag, FlagCode, Path } from "#shared/request/document/flag.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { SideRowId } from "#shared/settings/settings.ts";
import { kindFactsOf } from "#shared/request/kinds/facts.ts";
import type { Change } from "#request/document/document.ts";
import { usePaper } from "#request/document/onPaper.tsx";
import { useAction } from "#kit/hooks/useAction.ts";

/** Codes that only arrival can detect, as the editable document no longer contains the original value. */
const UNREAD: ReadonlySet<FlagCode> = new Set<FlagCode>([
  "field-wrong-type",
  "temperature-not-number",
  "content-not-block",
  "message-not-object",
  "number-rounded",
  "number-shown-rounded",
  "numbers-rounded-more",
]);

/** Flags of values that could not be read when the request arrived, for as long as the user has not changed them. */
function unreadIn(request: HeldRequest, document: RequestDocument): Flag[] {
  const proposed = request.proposed as Json;
  return request.flags.filter(
    ({ code, path }) =>
      UNREAD.has(code) && sameJson(valueAt(proposed, path), valueAt(document as Json, path)),
  );
}

/** The last check, shared by the paper and the decisions: checking a thousand messages takes a third of a frame. */
let checked: { of: readonly unknown[]; flags: Flag[] } | null = null;

function checkOf(document: RequestDocument, asked: RequestDocument, request: HeldRequest): Flag[] {
  const { media, requester } = request;
  const of = [document, asked, media];
  if (checked === null || of.some((one, at) => one !== checked?.of[at])) {
    const flags = kindFactsOf(request).checkDraft(
      document,
      asked,
      media,
      requester.protocolVersion,
    );
    checked = { of, flags };
  }
  return checked.flags;
}

export function useRequestPaper(
  request: HeldRequest,
  asked: RequestDocument,
  document: RequestDocument,
  change: Change | undefined,
) {
  const flags = useMemo(
    () => unreadIn(request, document).concat(checkOf(document, asked, request)),
    [document, asked, request],
  );
  const { failure, fail, clear } = useAction();
  const { id: requestId, media } = request;
  const paper = usePaper({ requestId, document, flags, media, change, failed: fail });
  return { flags, paper, failure, clearFailure: clear };
}

/** Flags that prevent approval. */
export function useErrors(
  document: RequestDocument,
  asked: RequestDocument,
  request: HeldRequest,
): Flag[] {
  return useMemo(
    () => checkOf(document, asked, request).filter((flag) => flag.severity === "error"),
    [document, asked, request],
  );
}

/** The row of the side panel that holds a place; null: it is on the paper. */
export const rowOfPlace = (path: Path): SideRowId | null =>
  ["messages", "systemPrompt"].includes(String(path[0] ?? "messages")) ? null : "settings";
