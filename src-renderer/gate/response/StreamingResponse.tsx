// A response while it streams: text, reasoning, and tool call arguments that are not complete JSON yet.
import { Fragment, useCallback, useEffect, useRef } from "react";
import { useScroller } from "#editor/scroller.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { completionIn } from "#shared/request/kinds/completion/document.ts";
import type { GenerationProgress } from "#shared/models/local/local.ts";
import type { Attempt } from "#shared/request/life/heldRequest.ts";
import type { StreamPiece } from "#shared/request/life/stream.ts";
import { useStreamed, useStreamedTokens } from "#data/requests/streamed.ts";
import { GrowingPaper } from "#kit/text/GrowingPaper.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { elapsed } from "#kit/text/time.ts";
import { useNow } from "#kit/hooks/useNow.ts";
import { Heading } from "#request/document/Heading.tsx";
import { StreamingReasoning } from "#request/response/Reasoning.tsx";

const nothing: readonly StreamPiece[] = [{ block: 0, kind: "text", text: "" }];

/**
 * Follows the end of the stream while the end is in view.
 * @param which distinguishes the labels of several streams side by side
 */
export function StreamingResponse({
  attempt,
  model,
  which,
}: {
  attempt: Attempt;
  model: string;
  which?: string | undefined;
}) {
  const t = useT();
  const stream = useStreamed(attempt.id);
  const onGrown = useFollowEnd();
  // Reasoning may become part of the response.
  const mayBeSent = completionIn(attempt.document) !== null;
  const pieces = stream === undefined || stream.pieces.length === 0 ? nothing : stream.pieces;
  return (
    <>
      <Heading end={<Count attempt={attempt} />}>
        <b>{t("review.role.assistant")}</b>
        <span>
          {stream?.progress === undefined
            ? t("review.generating.arriving", { model })
            : progressWords(t, stream.progress)}
        </span>
      </Heading>
      {pieces.map(({ block, kind, text, name = "" }, at) => {
        const last = at === pieces.length - 1;
        if (kind === "reasoning") {
          return (
            <StreamingReasoning
              key={block}
              text={text}
              busy={last}
              mayBeSent={mayBeSent}
              onGrown={onGrown}
            />
          );
        }
        const isCall = kind !== "text";
        const label = isCall
          ? t("candidates.arriving.label", { name })
          : t("review.generating.label");
        return (
          <Fragment key={block}>
            {isCall && (
              <Heading thin>
                <span>{t("candidates.arriving.call")}</span>
                <Quote cut>{name}</Quote>
              </Heading>
            )}
            <GrowingPaper text={text} label={named(which, label)} fill={last} onGrown={onGrown} />
          </Fragment>
        );
      })}
      <span className="sr" role="status">
        {t("common.generatingTitle")}
      </span>
    </>
  );
}

/** The progress of a local model before its first token: queued, loading, reading the prompt. */
function progressWords(t: T, progress: GenerationProgress): string {
  return progress.kind === "queued"
    ? t("local.progress.queued", { count: progress.ahead })
    : t(`local.progress.${progress.kind}`);
}

/** The label of a piece; several streams side by side are told apart. */
const named = (which: string | undefined, label: string): string =>
  which === undefined ? label : `${which}, ${label}`;

/** Keeps the end in view once it is; returns a callback for when content has grown. */
function useFollowEnd(): () => void {
  const scroller = useScroller();
  const atEnd = useRef(true);
  useEffect(() => {
    if (!scroller) return undefined;
    const follow = (): void => {
      atEnd.current = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 40;
    };
    scroller.addEventListener("scroll", follow, { passive: true });
    return () => scroller.removeEventListener("scroll", follow);
  }, [scroller]);
  return useCallback(() => {
    if (atEnd.current && scroller) scroller.scrollTop = scroller.scrollHeight;
  }, [scroller]);
}

function Count({ attempt }: { attempt: Attempt }) {
  const t = useT();
  const tokens = useStreamedTokens(attempt.id);
  const now = useNow();
  return `${t("common.tokens", { count: tokens })} · ${elapsed(t, Math.max(0, now - attempt.startedAtMs))}`;
}
