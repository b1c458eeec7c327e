// A question of a server to the person: what it says, the form that it wants filled in, the three answers; and
// what became of it. Nothing leaves before a button was pressed.
import { useEffect, useMemo, useRef, useState } from "react";
import type { Failure } from "../../../src-shared/outcome.ts";
import type { ElicitAnswer, ElicitationView } from "../../../src-shared/servers/elicitation.ts";
import { useView, view as goneTo } from "../../state/view.ts";
import type { DecisionToken } from "../../guard/decisionGuard.ts";
import { useDecisionGuard } from "../../guard/useDecisionGuard.ts";
import { useT } from "../../i18n/index.ts";
import { Bar } from "../../ui/layout/Bar.tsx";
import { Button } from "../../ui/controls/Button.tsx";
import { FailureBar } from "../../components/requests/FailureBar.tsx";
import { AskedIcon } from "../../ui/controls/icons.ts";
import { Icon } from "../../ui/controls/Icon.tsx";
import { Paper } from "../../ui/text/Paper.tsx";
import { hasFaults } from "../../components/arguments/argumentCheck.ts";
import { useArgumentCheck } from "../../components/arguments/useArgumentCheck.ts";
import { setArgumentDraft, useArgumentDraft } from "../drafts.ts";
import { Entry } from "../Entry.tsx";
import { QuestionEnd } from "./QuestionEnd.tsx";
import { readForm } from "../arguments/schema.ts";
import { initialArguments, parseArguments } from "../arguments/values.ts";
import { Wrong } from "../arguments/Wrong.tsx";
import s from "./Question.module.css";

export interface QuestionProps {
  view: ElicitationView;
  /** The master switch stands at Stopped. */
  stopped: boolean;
  /** Why the last answer was not taken. */
  failure: Failure | null;
  onAnswer: (token: DecisionToken, answer: ElicitAnswer) => void;
  onTakeBack: () => void;
}

export function Question(props: QuestionProps) {
  const t = useT();
  const { view, failure } = props;
  const { asked, serverName, state } = view;
  const place = useGoneTo(view.id);
  return (
    <section
      ref={place}
      tabIndex={-1}
      className={s.question}
      aria-label={t("question.label", { server: serverName })}
    >
      <header className={s.head}>
        <Icon of={AskedIcon} />
        <h2>{t("question.asks", { server: serverName })}</h2>
      </header>
      {asked !== null && <Paper small text={asked.message} label={t("question.message")} />}
      {failure !== null && <FailureBar failure={failure} />}
      {state.kind === "waiting" && asked?.kind === "form" && (
        <FormAnswer key={view.id} {...props} schema={asked.schema} />
      )}
      {state.kind === "waiting" && asked?.kind === "url" && (
        <PageAnswer {...props} url={asked.url} />
      )}
      {state.kind !== "waiting" && <QuestionEnd view={view} onTakeBack={props.onTakeBack} />}
    </section>
  );
}

/** The person came here for this question: it is scrolled to, and its first field is one Tab away. */
function useGoneTo(id: string) {
  const place = useRef<HTMLElement>(null);
  const here = useView((state) => state.questionId === id);
  useEffect(() => {
    if (!here || place.current === null) return;
    place.current.scrollIntoView({ block: "nearest" });
    place.current.focus({ preventScroll: true });
    // Once: a person who scrolls on is not fetched back.
    goneTo.setState({ questionId: null });
  }, [here]);
  return place;
}

function FormAnswer({
  view,
  stopped,
  schema,
  onAnswer,
}: QuestionProps & { schema: Parameters<typeof readForm>[0] }) {
  const t = useT();
  const key = `question ${view.id}`;
  const fields = useMemo(() => readForm(schema), [schema]);
  const fresh = useMemo(() => ({ args: initialArguments(fields ?? []), json: null }), [fields]);
  const draft = useArgumentDraft(key) ?? fresh;
  const [tried, setTried] = useState(false);
  const [unreadable, setUnreadable] = useState(false);
  const { check, settled, settle } = useArgumentCheck(schema, draft.args);
  const broken =
    unreadable || (draft.json !== null && parseArguments(draft.json).kind !== "object");
  const faulty = settled && hasFaults(check);
  const accept = async (token: DecisionToken): Promise<void> => {
    setTried(true);
    // What is sent is what was there when the button was pressed.
    if (broken || faulty || hasFaults(await settle())) return;
    // Absent members do not travel.
    const content = JSON.parse(JSON.stringify(draft.args)) as Record<string, never>;
    onAnswer(token, { action: "accept", content });
  };
  return (
    <>
      <div className={fields === null ? s.json : undefined}>
        <Entry
          side={fields === null ? "json" : "form"}
          identity={key}
          fields={fields}
          draft={draft}
          check={check}
          tried={tried}
          onDraft={(next) => setArgumentDraft(key, next)}
          onUnreadable={setUnreadable}
        />
      </div>
      <Acts
        view={view}
        onAnswer={onAnswer}
        accept={{ off: stopped || broken, run: (token) => void accept(token) }}
      >
        {stopped && <p>{t("question.stopped")}</p>}
        {broken && <Wrong text={t("question.unreadable")} />}
        {tried && faulty && <Wrong text={t("question.faults")} />}
        <p>{t("question.noSecrets")}</p>
      </Acts>
    </>
  );
}

/** Nothing is opened and nothing can be agreed to: the person says no, or makes no choice. */
function PageAnswer({ view, url, onAnswer }: QuestionProps & { url: string }) {
  const t = useT();
  return (
    <>
      <Bar tone="warn" title={t("question.url.title")} quiet>
        {t("question.url.text")}
      </Bar>
      <Paper small text={url} label={t("question.url.address")} />
      <Acts view={view} onAnswer={onAnswer} accept={null} />
    </>
  );
}

function Acts({
  view,
  onAnswer,
  accept,
  children,
}: {
  view: ElicitationView;
  onAnswer: (token: DecisionToken, answer: ElicitAnswer) => void;
  accept: { off: boolean; run: (token: DecisionToken) => void } | null;
  children?: React.ReactNode;
}) {
  const t = useT();
  const guard = useDecisionGuard(view.id);
  const guardOn = guard.isOn;
  const beside = view.reply.kind === "embedded" ? view.reply.siblings : 0;
  return (
    <footer className={s.acts}>
      <div className={s.words}>
        {children}
        {beside > 0 && <p>{t("question.beside", { count: beside })}</p>}
      </div>
      <div className={s.buttons}>
        {accept !== null && (
          <Button size="m" disabled={!guardOn || accept.off} onClick={() => guard.run(accept.run)}>
            {t("question.accept")}
          </Button>
        )}
        <Button
          size="m"
          disabled={!guardOn}
          onClick={() => guard.run((token) => onAnswer(token, { action: "decline" }))}
        >
          {t("question.decline")}
        </Button>
        <Button
          size="m"
          level="plain"
          disabled={!guardOn}
          title={t("question.dismissHint")}
          onClick={() => guard.run((token) => onAnswer(token, { action: "cancel" }))}
        >
          {t("question.dismiss")}
        </Button>
      </div>
    </footer>
  );
}
