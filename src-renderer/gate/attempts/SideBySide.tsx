// Candidates next to each other, whether complete, generating or failed. The selected one is the one that gate 2
// decides on.
import { useRef, useState } from "react";
import { ScrollerContext } from "#editor/index.ts";
import { useT } from "#words/index.ts";
import { placeOf } from "#shared/request/life/attempts.ts";
import type { ResponseDocument } from "#shared/request/document/message.ts";
import type { Attempt, HeldRequest } from "#shared/request/life/heldRequest.ts";
import { updateCandidateView } from "#data/requests/candidates.ts";
import { send } from "#data/commands.ts";
import { draftKey, useDraft } from "#data/requests/drafts.ts";
import { useMirror } from "#data/mirror.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { cx } from "#kit/cx.ts";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { writtenWords } from "#request/attemptAuthor.ts";
import { Answer } from "#request/response/Answer.tsx";
import { StreamingResponse } from "../response/StreamingResponse.tsx";
import { IncompleteBar } from "#request/response/IncompleteBar.tsx";
import { attemptWords, variantOf } from "#request/attempts/attemptWords.ts";
import { findModel } from "#request/models/findModel.ts";
import { Places, PlacesContext } from "#request/document/places.ts";
import { Reasoning } from "#request/response/Reasoning.tsx";
import { isAnswered } from "#request/response/useGate2.ts";
import s from "./SideBySide.module.css";

export function SideBySide({ request, current }: { request: HeldRequest; current: string }) {
  return (
    <div className={s.columns}>
      {request.attempts.map((attempt, at) => (
        <Column
          key={attempt.id}
          request={request}
          attempt={attempt}
          number={at + 1}
          current={attempt.id === current}
        />
      ))}
    </div>
  );
}

function Column({
  request,
  attempt,
  number,
  current,
}: {
  request: HeldRequest;
  attempt: Attempt;
  number: number;
  current: boolean;
}) {
  const t = useT();
  const models = useMirror((state) => state.models);
  const [body, setBody] = useState<HTMLElement | null>(null);
  const name =
    attempt.model === null ? writtenWords(t, attempt) : findModel(models, attempt.model).name;
  const draft = useDraft(draftKey(request.id, { gate: 2, attemptId: attempt.id }));
  const shared = useRef({ places: new Places(), spans: new Map() }).current;
  const content = isAnswered(attempt) ? (
    <PlacesContext value={shared}>
      <IncompleteBar failure={attempt.state.brokenOff} />
      <Reasoning attempt={attempt} />
      {/* As it would be sent, with the user's edits. */}
      <Answer
        document={
          draft?.gate === 2 ? (draft.document as ResponseDocument) : attempt.state.generated
        }
        requestId={request.id}
        media={request.media}
      />
    </PlacesContext>
  ) : (
    <NotComplete request={request} attempt={attempt} model={name} which={`${number} · ${name}`} />
  );
  const differs = variantOf(t, request, attempt);
  const going = attempt.state.kind === "running" || attempt.state.kind === "waiting";
  return (
    <section className={cx(s.column, current && s.current)} aria-label={`${number} · ${name}`}>
      <header className={s.head}>
        <span className={s.name}>
          <b className="cut">
            {number} · {name}
          </b>
          <span className="grow" />
          {going && (
            <LinkButton onClick={() => void send("desk.stop", request.id, attempt.id)}>
              {t("common.stop")}
            </LinkButton>
          )}
          {current ? (
            <span className="nowrap">{t("candidates.chosen")}</span>
          ) : (
            isAnswered(attempt) && (
              <LinkButton
                onClick={() => updateCandidateView(request.id, { attemptId: attempt.id })}
              >
                {t("candidates.choose")}
              </LinkButton>
            )
          )}
        </span>
        <span className="cut">
          {attemptWords(t, attempt, request.attempts)}
          {differs !== "" && <span className={s.differs}> · {differs}</span>}
        </span>
      </header>
      {/* Scrollable, so it must be reachable by keyboard. */}
      <div ref={setBody} className={s.body} tabIndex={0} role="region" aria-label={name}>
        <ScrollerContext value={body}>{content}</ScrollerContext>
      </div>
    </section>
  );
}

/** An attempt that has no response yet: it streams, failed, waits to start, or was stopped before it did. */
export function NotComplete({
  request,
  attempt,
  model,
  which,
}: {
  request: HeldRequest;
  attempt: Attempt;
  /** Its name. */
  model: string;
  /** Tells the labels of several streams apart. */
  which?: string;
}) {
  const t = useT();
  if (attempt.state.kind === "running") {
    return <StreamingResponse attempt={attempt} model={model} which={which} />;
  }
  if (attempt.state.kind === "failed") return <FailureBar failure={attempt.state.failure} quiet />;
  const place = placeOf(request.attempts, attempt);
  return (
    <p className={s.note}>
      {place === null ? t("candidates.withdrawn") : t("candidates.waitsLong", { place })}
    </p>
  );
}
