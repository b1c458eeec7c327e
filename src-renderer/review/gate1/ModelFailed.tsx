// Gate 1, after a model failed: try again, by itself once the provider's wait is over, or ask the next model. Each is the
// person's click; nothing that may cost money is sent twice by itself.
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

/** A longer wait is a day's or a month's limit: nobody keeps a window open for it. */
const MAX_WAIT_MS = 10 * 60_000;

interface Props {
  attempt: Attempt & { state: { kind: "failed"; failure: ModelFailure; tookMs: number } };
  /** All of the request. */
  all: readonly Attempt[];
  /** Approves the request as it stands now. */
  onAgain: () => void;
  canAgain: boolean;
  /** What that decides, for main; null where nothing can be decided now. */
  decides: Announced | null;
  /** These two change with everything that would be sent: a repetition that was allowed is then off. */
  document: RequestDocument;
  what: string;
  /** Opens the list of models. */
  onModel: () => void;
  /** The next model of the ranking that could be asked this. */
  next: RankedModel | undefined;
  onNext: (next: RankedModel) => void;
}

/** @returns when the provider may be asked again, or null where it named no time worth waiting for */
export function againAtMs({ startedAtMs, askedAtMs, state }: Props["attempt"]): number | null {
  const { failure } = state;
  const waits = failure.kind === "model-rate-limited" || failure.kind === "model-overloaded";
  const waitMs = waits ? failure.retryAfterMs : undefined;
  if (waitMs === undefined || waitMs > MAX_WAIT_MS) return null;
  return (askedAtMs ?? startedAtMs) + state.tookMs + waitMs;
}

/** Later than this the person did not mean it any more: the machine slept, or the window stood still. */
const LATE_MS = 10_000;

/** What the person allowed to be sent once more: this document, in this way. */
export type Allowed = Pick<Props, "document" | "what">;

/**
 * What becomes of an allowed repetition now. It is sent only as it was allowed, only when it is due, and only if a press
 * could send it at that moment: it never waits for its chance.
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
  const { attempt, all, onAgain, canAgain, onModel, next, onNext } = props;
  const t = useT();
  const atMs = againAtMs(attempt);
  const together = failedTogether(all);
  const alike = together.at(-1)?.attempts ?? [];
  return (
    <FailureBar
      failure={attempt.state.failure}
      actions={
        <>
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

/** Has main know of a decision that follows later, as long as it may; `refused` where main will not have it. */
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

/** One repetition at the named time, if the person allows it, as long as this request stays open as it is. */
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
