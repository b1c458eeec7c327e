// The four documents side by side: received, approved, generated, sent; stacked in a narrow window.
import { useMemo, useState } from "react";
import { ScrollerContext } from "#editor/index.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { Icon } from "#kit/controls/Icon.tsx";
import type { IconKind } from "#kit/controls/Icon.tsx";
import { DoneIcon, LedHereIcon, ModelIcon, TextIcon } from "#kit/controls/icons.ts";
import { Segmented } from "#kit/controls/Segmented.tsx";
import { timeOfDay } from "#kit/text/time.ts";
import { writtenWords } from "#request/attemptAuthor.ts";
import { isBlankStart, mainAttempt } from "#shared/request/life/attempts.ts";
import { documentsOf, steps } from "#shared/ledger/documents.ts";
import type { Doc, Step } from "#shared/ledger/documents.ts";
import { differenceOf } from "./documents.ts";
import { ReadRequest } from "#request/document/ReadRequest.tsx";
import { AttemptSelect, GeneratedResponse, WholeDocument } from "#request/ended/documents.tsx";
import { Answer } from "#request/response/Answer.tsx";
import { actorWords, requesterName } from "#request/attemptAuthor.ts";
import { notSentWords } from "#request/outcomeWords.ts";
import { docName } from "../words.ts";
import s from "./Item.module.css";

const icons: Record<Step, IconKind> = {
  asked: TextIcon,
  approved: DoneIcon,
  generated: ModelIcon,
  sent: LedHereIcon,
};
/** No model has to do with an agent's action. */
const VERDICT_STEPS: readonly Step[] = ["asked", "sent"];
/** The document that each is compared with. */
const origin: Record<Step, Step | null> = {
  asked: null,
  approved: "asked",
  generated: null,
  sent: "generated",
};

export function Documents({
  request,
  deleted,
  narrow,
  onCompare,
}: {
  request: HeldRequest;
  /** Why contents are missing. */
  /** Its content was deleted. */
  deleted: boolean;
  narrow: boolean;
  onCompare: (from: string, to: string) => void;
}) {
  const t = useT();
  const docs = useMemo(() => documentsOf(request, deleted), [request, deleted]);
  const [attemptId, setAttemptId] = useState(mainAttempt(request)?.id);
  const [only, setOnly] = useState<Step>("asked");
  const of = (step: Step): Doc | undefined =>
    docs.find((doc) => doc.step === step && belongs(doc, attemptId));
  const own = request.reply.kind === "hook" ? VERDICT_STEPS : steps;
  const shown = narrow ? [only] : own;
  return (
    <div className={s.documents}>
      {(narrow || request.attempts.length > 1) && (
        <div className={s.choices}>
          {narrow && (
            <Segmented
              label={t("history.documents.which")}
              value={only}
              onChange={setOnly}
              options={own.map((step) => ({ value: step, label: docName(t, step, request) }))}
            />
          )}
          <AttemptSelect attempts={request.attempts} value={attemptId} onChange={setAttemptId} />
        </div>
      )}
      <div className={s.columns}>
        {shown.map((step) => (
          <Column
            key={step}
            step={step}
            request={request}
            doc={of(step)}
            before={beforeOf(step, of)}
            onCompare={onCompare}
          />
        ))}
      </div>
    </div>
  );
}

/** The received request belongs to every attempt; what was sent to the attempt it came from. */
const belongs = (doc: Doc, attemptId: string | undefined): boolean =>
  doc.step === "asked" || doc.step === "sent" || doc.attempt?.id === attemptId;

function beforeOf(step: Step, of: (step: Step) => Doc | undefined): Doc | undefined {
  const from = origin[step];
  const before = from === null ? undefined : of(from);
  return before !== undefined && isBlank(before) ? undefined : before;
}

const isBlank = ({ step, attempt, content }: Doc): boolean =>
  step === "generated" && content !== null && attempt !== undefined && isBlankStart(attempt);

function Column({
  step,
  request,
  doc,
  before,
  onCompare,
}: {
  step: Step;
  request: HeldRequest;
  doc: Doc | undefined;
  before: Doc | undefined;
  onCompare: (from: string, to: string) => void;
}) {
  const t = useT();
  const [body, setBody] = useState<HTMLElement | null>(null);
  const name = docName(t, step, request);
  const difference = useMemo(
    () =>
      doc === undefined || before === undefined ? null : differenceOf(before.content, doc.content),
    [doc, before],
  );
  const lines = difference === null ? 0 : Math.max(difference.added, difference.removed);
  const differing = lines + (difference?.others ?? 0);
  const from = before === undefined ? "" : docName(t, before.step, request);
  return (
    <section className={s.column} aria-label={name}>
      <header className={s.head}>
        <p className={s.what}>
          <Icon of={icons[step]} />
          <b>
            {steps.indexOf(step) + 1} {name}
          </b>
          {typeof doc?.atMs === "number" && <span className="ink3">{timeOfDay(doc.atMs)}</span>}
        </p>
        <p className={s.whose}>
          {doc === undefined ? " " : <span className="cut">{authorWords(t, request, doc)}</span>}
          {difference !== null && differing === 0 && (
            <span className="cut ink3">{t("history.documents.same", { from })}</span>
          )}
          {doc !== undefined && before !== undefined && differing > 0 && (
            <LinkButton onClick={() => onCompare(before.id, doc.id)}>
              {lines > 0
                ? t("history.documents.lines", { count: lines, from })
                : t("history.documents.members", { count: differing, from })}
            </LinkButton>
          )}
        </p>
      </header>
      <div ref={setBody} className={s.paper} data-scroller="" tabIndex={-1}>
        <ScrollerContext value={body}>
          {doc === undefined || isBlank(doc) ? (
            <p className={s.nothing}>{missing(t, step, request)}</p>
          ) : (
            <Paper request={request} doc={doc} />
          )}
        </ScrollerContext>
      </div>
    </section>
  );
}

/** Who wrote or approved a document, and what they saw. */
function authorWords(t: T, request: HeldRequest, doc: Doc): string {
  const { step, attempt, by } = doc;
  if (step === "generated") {
    const usage = attempt && "usage" in attempt.state ? attempt.state.usage : undefined;
    const tokens = usage?.outputTokens;
    const author = attempt?.model
      ? t("history.documents.by", { who: attempt.model.modelId })
      : writtenWords(t, attempt);
    return tokens === undefined ? author : `${author}, ${t("common.tokens", { count: tokens })}`;
  }
  const isRequesters = step === "asked" && request.reply.kind !== "replay";
  const who = isRequesters ? requesterName(t, request) : by && actorWords(t, by);
  const seen = step === "approved" ? attempt?.seriousSeen : undefined;
  return [
    who ? t("history.documents.by", { who }) : "",
    seen === undefined ? "" : ` · ${t("review.serious.reviewed", { count: seen })}`,
  ].join("");
}

function missing(t: T, step: Step, request: HeldRequest): string {
  if (step === "approved") return t("history.documents.notApproved");
  if (step === "generated") {
    const asked = request.attempts.some(({ model }) => model !== null);
    return t(asked ? "history.documents.noAnswer" : "history.documents.notAsked");
  }
  return notSentWords(t, request);
}

/** One document; deleted content is replaced by a note. */
export function Paper({ request, doc }: { request: HeldRequest; doc: Doc }) {
  const t = useT();
  const { content } = doc;
  if (content === null) {
    return (
      <p className={s.nothing}>
        {t(request.notKept === undefined ? "history.forgotten.here" : "refusals.notKept")}
      </p>
    );
  }
  if (content.kind === "request") {
    return (
      <ReadRequest
        request={request}
        document={content.document}
        asked={request.proposed ?? content.document}
      />
    );
  }
  if (content.kind === "answer") {
    return doc.step === "generated" && doc.attempt !== undefined ? (
      <GeneratedResponse request={request} attempt={doc.attempt} document={content.document} />
    ) : (
      <Answer requestId={request.id} document={content.document} media={request.media} />
    );
  }
  return (
    <WholeDocument
      identity={`${request.id} ${doc.id}`}
      value={content.value}
      label={docName(t, doc.step, request)}
    />
  );
}
