// A request as read-only blocks. It has its own registry of places, so that jumps don't mix with what is being
// decided.
import { useMemo } from "react";
import type { RequestDocument } from "#shared/request/document/message.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { GateContexts, usePaper } from "./onPaper.tsx";
import { Places } from "./places.ts";
import { RequestBlocks } from "./RequestBlocks.tsx";

const noSpans = new Map<string, never>();
const noFlags: HeldRequest["flags"] = [];
const silent = (): void => undefined;

export function ReadRequest({
  request,
  document,
  asked,
}: {
  request: Pick<HeldRequest, "id" | "media" | "flags">;
  document: RequestDocument;
  asked: RequestDocument;
}) {
  const places = useMemo(() => ({ places: new Places(), spans: noSpans }), []);
  const paper = usePaper({
    requestId: request.id,
    document,
    // The flags are about the original request.
    flags: document === asked ? request.flags : noFlags,
    media: request.media,
    change: undefined,
    failed: silent,
  });
  return (
    <GateContexts places={places} paper={paper}>
      <RequestBlocks
        document={document}
        asked={asked}
        requestId={request.id}
        media={request.media}
      />
    </GateContexts>
  );
}
