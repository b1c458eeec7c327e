// The outcome of the request just decided, for the notice above the next one.
import { useT } from "#words/index.ts";
import { askerName, receiverName } from "#request/attemptAuthor.ts";
import { StageGlyph } from "#request/StageGlyph.tsx";
import { missedDelivery, replyKind, visibleStage } from "#shared/request/life/stage.ts";
import type { Sample } from "#shared/request/life/heldRequest.ts";
import { useMirror } from "#data/mirror.ts";

/** The latest state: delivery may still be in progress when the next request opens. */
const useLatest = (sample: Sample): Sample =>
  useMirror((state) => state.samples[sample.id] ?? sample);

export function DecisionGlyph({ sample }: { sample: Sample }) {
  const latest = useLatest(sample);
  return <StageGlyph stage={visibleStage(latest)} reply={replyKind(latest)} silent />;
}

export function DecisionText({ sample }: { sample: Sample }) {
  const t = useT();
  const latest = useLatest(sample);
  const { says, after } = wordsOf(latest);
  return (
    <>
      {t(`inbox.decided.${says}`)}{" "}
      <b>{(says === "rejected" ? askerName : receiverName)(t, latest)}</b>
      {after !== null && (
        <span className="ink2">
          <span className="ink3"> · </span>
          {t(`inbox.decided.${after}`)}
        </span>
      )}
    </>
  );
}

function wordsOf(sample: Sample) {
  const stage = visibleStage(sample);
  if (sample.phase.kind === "ended" && missedDelivery(sample.phase.ending) !== null) {
    return { says: "missed", after: null } as const;
  }
  if (sample.phase.kind === "ready") return { says: "waits", after: "sentLater" } as const;
  if (stage === "replied" || stage === "rejected") return { says: stage, after: "final" } as const;
  if (stage === "replayed") return { says: stage, after: "noServer" } as const;
  return { says: stage === "delivering" ? "delivering" : "missed", after: null } as const;
}
