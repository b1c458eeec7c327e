// Gate 1 after a model failed: send a program the provider's error, retry, retry once when the provider's wait is over, or approve for the next model.
// Each needs a click of the user, so that nothing that costs money is repeated on its own.
import { useEffect, useEffectEvent, useState } from "react";
import type { ModelFailure } from "../../../src-shared/outcome.ts";
import type { Announced } from "../../../src-shared/sampling/life/decision.ts";
import type { RequestDocument } from "../../../src-shared/sampling/document/message.ts";
import type { Attempt } from "../../../src-shared/sampling/life/sample.ts";
import type { RankedModel } from "../../../src-shared/models/ranking/rank.ts";
import { useT } from "../../i18n/index.ts";
import { send } from "../../state/commands.ts";
import { LinkButton } from "../../ui/controls/Button.tsx";
import { FailureBar } from "../../components/requests/FailureBar.tsx";
import { clock } from "../../ui/text/time.ts";
import { useNow } from "../../ui/hooks/useNow.ts";
import { failedTogether, Whose } from "./FailedTogether.tsx";

/** A longer wait is a daily or monthly quota; nobody keeps a window open for that. */
const MAX_WAIT_MS = 10 * 60_000;

interface Props {
  attempt: Attempt & { state: { kind: "failed"; failure: ModelFailure; tookMs: number } };
  /** All attempts of the request. */
  all: readonly Attempt[];
  /** Approves the request as it is now. */
  onAgain: () => void;
  canAgain: boolean;
  /** The decision to announce to main; null if none can be made now. */
  decides: Announced | null;
  /**
   * `document` and `what` (model, options, revision) identify what would be sent. If either changes, an allowed retry
   * is dropped.
   */
  document: RequestDocument;
  what: string;
  /** Opens the list of models. */
  onModel: () => void;
  /** Ends a program's request with the provider's own error; null for a server's. */
  sendError: { isOff: boolean; run: () => void } | null;
  /** The best-ranked model that has not failed for this request. */
  next: RankedModel | undefined;
  onNext: (next: RankedModel) => void;
}

/** @returns when the provider may be asked again, or null if it named no time or one too far away */
export function againAtMs({ startedAtMs, askedAtMs, state }: Props["attempt"]): number | null {
  const { failure } = state;
  const waits = failure.kind === "model-rate-limited" || failure.kind === "model-overloaded";
  const waitMs = waits ? failure.retryAfterMs : undefined;
  if (waitMs === undefined || waitMs > MAX_WAIT_MS) return null;
  return (askedAtMs ?? startedAtMs) + state.tookMs + waitMs;
}

/** A retry later than this is dropped: the machine slept or the window was frozen. */
const LATE_MS = 10_000;

/** What the user allowed to be sent once more. */
export type Allowed = Pick<Props, "document" | "what">;

/**
 * Whether to send an allowed retry now. It is sent only if nothing changed since it was allowed, and only if the
 * retry button could be pressed at that moment; otherwise it is dropped, not delayed.
 */
export function repetition(
  allowed: Allowed,
  { document, what, canAgain }: Allowed & { canAgain: boolean },
  dueInMs: number,
): "wait" | "send" | "drop" {
  if (allowed.document !== document || allowed.what !== what) return "drop";
  if (dueInMs > 0) return "wait";
  return canAgain && dueInMs > -LATE_MS ? "send" : "drop";
}

export function ModelFailed(props: Props) {
  const { attempt, all, onAgain, canAgain, onModel, sendError, next, onNext } = props;
  const t = useT();
  const atMs = againAtMs(attempt);
  const together = failedTogether(all);
  const alike = together.at(-1)?.attempts ?? [];
  return (
    <FailureBar
      failure={attempt.state.failure}
      actions={
        <>
          {sendError !== null && (
            <LinkButton disabled={sendError.isOff} onClick={sendError.run}>
              {t("review.again.sendError")}
            </LinkButton>
          )}
          <LinkButton disabled={!canAgain} onClick={onAgain}>
            {t("common.retry")}
          </LinkButton>
          {atMs !== null && <ByItself {...props} atMs={atMs} key={attempt.id} />}
          {next !== undefined && (
            <LinkButton disabled={!canAgain} onClick={() => onNext(next)}>
              {t("review.again.next", { model: next.name })}
            </LinkButton>
          )}
          <LinkButton onClick={onModel}>{t("review.otherModel")}</LinkButton>
        </>
      }
    >
      {(together.length > 1 || alike.length > 1) && <Whose of={alike} all={all} />}
    </FailureBar>
  );
}

/** Announces a later decision to main while `decides` is set; calls `refused` if main does not accept that. */
function useAnnounced(decides: Announced | null, refused: () => void): void {
  const key = decides === null ? null : JSON.stringify(decides);
  const onRefused = useEffectEvent(refused);
  useEffect(() => {
    if (key === null) return undefined;
    const list = [JSON.parse(key) as Announced];
    void send("desk.announce", list, true).then((result) => {
      if (!result.ok) onRefused();
    });
    return () => void send("desk.announce", list, false);
  }, [key]);
}

/** Lets the user allow one retry at the named time. Unmounting, or any change of the request, cancels it. */
function ByItself(props: Props & { atMs: number }) {
  const { atMs, onAgain, canAgain, document, what, decides } = props;
  const t = useT();
  const now = useNow();
  const [allowed, setAllowed] = useState<Allowed | null>(null);
  const [dropped, setDropped] = useState(false);
  const left = clock(Math.max(0, atMs - now));
  const next =
    allowed === null ? null : repetition(allowed, { document, what, canAgain }, atMs - now);
  useEffect(() => {
    if (next === null || next === "wait") return;
    setAllowed(null);
    setDropped(next === "drop");
    if (next === "send") onAgain();
  }, [next, onAgain]);
  useAnnounced(allowed === null ? null : decides, () => setAllowed(null));
  if (allowed !== null) {
    return (
      <>
        <span role="status">{t("review.again.waits", { left })}</span>
        <LinkButton onClick={() => setAllowed(null)}>{t("review.again.stop")}</LinkButton>
      </>
    );
  }
  return (
    <>
      {dropped && <span role="status">{t("review.again.dropped")}</span>}
      {now < atMs && (
        <LinkButton
          onClick={() => {
            setAllowed({ document, what });
            setDropped(false);
          }}
        >
          {t("review.again.allow", { left })}
        </LinkButton>
      )}
    </>
  );
}
