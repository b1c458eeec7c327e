// The request above a response: a quote in one line, or the whole request, read only.
import { KEYS } from "#shared/shortcuts.ts";
import { useMemo, useState } from "react";
import { ScrollerContext } from "#editor/index.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { firstLine } from "#shared/request/document/blocks.ts";
import { isEdited } from "#shared/request/document/change.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import type { Attempt, HeldRequest } from "#shared/request/life/heldRequest.ts";
import { useActions } from "#data/actions.ts";
import { updateCandidateView, useRequestOpen } from "#data/requests/candidates.ts";
import { Icon } from "#kit/controls/Icon.tsx";
import { ClosedIcon, OpenIcon } from "#kit/controls/icons.ts";
import { KeyCap } from "#kit/controls/KeyCap.tsx";
import { ariaKeys } from "#kit/controls/keys.ts";
import { Quote } from "#kit/text/Quote.tsx";
import { timeOfDay } from "#kit/text/time.ts";
import { actorWords } from "../attemptAuthor.ts";
import { ReadRequest } from "./ReadRequest.tsx";
import s from "./QuestionBand.module.css";

const MOST_CHARACTERS = 240;

/** Opened by default while the user writes the response. */
const isByHand = ({ phase }: HeldRequest, attempt: Attempt | undefined): boolean =>
  phase.kind === "response" && attempt?.model === null && attempt.by.kind === "person";

export function QuestionBand({
  request,
  asked,
  attempt,
}: {
  request: HeldRequest;
  asked: RequestDocument;
  /** The attempt below, whose approved request is shown; undefined: the request as asked. */
  attempt: Attempt | undefined;
}) {
  const t = useT();
  const chosen = useRequestOpen(request.id);
  const open = chosen ?? isByHand(request, attempt);
  const document = attempt?.document ?? asked;
  const first = useMemo(() => firstLine(document, MOST_CHARACTERS), [document]);
  const toggle = (): void => updateCandidateView(request.id, { requestOpen: !open });
  useQuestionKey(request.id, open);
  const messages = t("common.countMessages", { count: document.messages.length });
  return (
    <section className={s.question} aria-label={t("review.question.title")}>
      <button
        type="button"
        className={s.band}
        aria-expanded={open}
        aria-keyshortcuts={ariaKeys(KEYS.asked)}
        onClick={toggle}
      >
        <Icon of={open ? OpenIcon : ClosedIcon} />
        <b>{t("review.question.title")}</b>
        {open || first === "" ? null : <Quote cut>{first}</Quote>}
        <span className="nowrap">
          {open ? [messages, ...howFar(t, attempt, asked)].join(" · ") : messages}
        </span>
        <span className="grow" />
        <KeyCap of={KEYS.asked} />
      </button>
      {open && <Whole request={request} asked={asked} document={document} />}
    </section>
  );
}

/** Who approved the request and when, or that no model got it. */
function howFar(t: T, attempt: Attempt | undefined, asked: RequestDocument): string[] {
  if (attempt === undefined) return [];
  if (attempt.model === null) return [t("review.question.noModel")];
  const approved = t("review.question.approved", {
    time: timeOfDay(attempt.startedAtMs),
    who: actorWords(t, attempt.by),
  });
  const edited = isEdited(asked, attempt.document);
  return [`${approved}, ${t(`review.question.${edited ? "edited" : "unchanged"}`)}`];
}

function useQuestionKey(requestId: string, open: boolean): void {
  const t = useT();
  const actions = useMemo(
    () => [
      {
        id: "asked",
        group: "request" as const,
        label: t(open ? "review.question.hide" : "review.question.show"),
        keys: KEYS.asked,
        run: () => updateCandidateView(requestId, { requestOpen: !open }),
      },
    ],
    [t, requestId, open],
  );
  useActions("asked", actions);
}

function Whole({
  request,
  asked,
  document,
}: {
  request: HeldRequest;
  asked: RequestDocument;
  document: RequestDocument;
}) {
  const t = useT();
  const [body, setBody] = useState<HTMLElement | null>(null);
  return (
    <div
      ref={setBody}
      className={s.body}
      data-leave="question"
      data-scroller=""
      tabIndex={0}
      role="region"
      aria-label={t("review.question.whole")}
    >
      <ScrollerContext value={body}>
        <ReadRequest request={request} document={document} asked={asked} />
      </ScrollerContext>
    </div>
  );
}
