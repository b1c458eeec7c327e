// The outcome of the request just decided, for the notice above the next one.
import { useT } from "#words/index.ts";
import { requesterName, receiverName } from "#request/attemptAuthor.ts";
import { StageGlyph } from "#request/StageGlyph.tsx";
import { missedDelivery, replyKind, visibleStage } from "#shared/request/life/stage.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { useMirror } from "#data/mirror.ts";

/** The latest state: delivery may still be in progress when the next request opens. */
const useLatest = (request: HeldRequest): HeldRequest =>
  useMirror((state) => state.requests[request.id] ?? request);

export function DecisionGlyph({ request }: { request: HeldRequest }) {
  const latest = useLatest(request);
  return <StageGlyph stage={visibleStage(latest)} reply={replyKind(latest)} silent />;
}

export function DecisionText({ request }: { request: HeldRequest }) {
  const t = useT();
  const latest = useLatest(request);
  const { says, after } = wordsOf(latest);
  return (
    <>
      {t(`inbox.decided.${says}`)}{" "}
      <b>{(says === "rejected" ? requesterName : receiverName)(t, latest)}</b>
      {after !== null && (
        <span className="ink2">
          <span className="ink3"> · </span>
          {t(`inbox.decided.${after}`)}
        </span>
      )}
    </>
  );
}

function wordsOf(request: HeldRequest) {
  const stage = visibleStage(request);
  if (request.phase.kind === "ended" && missedDelivery(request.phase.ending) !== null) {
    return { says: "missed", after: null } as const;
  }
  if (request.phase.kind === "ready") return { says: "waits", after: "sentLater" } as const;
  if (stage === "replied" || stage === "rejected") return { says: stage, after: "final" } as const;
  if (stage === "replayed") return { says: stage, after: "noServer" } as const;
  return { says: stage === "delivering" ? "delivering" : "missed", after: null } as const;
}
