// What became of a question: the answer that was given, and whether the server has it.
import type { ElicitAnswer, ElicitationView } from "../../../src-shared/servers/elicitation.ts";
import { useT } from "../../i18n/index.ts";
import type { T } from "../../i18n/index.ts";
import { Bar } from "../../ui/layout/Bar.tsx";
import { LinkButton } from "../../ui/controls/Button.tsx";
import { DoneIcon, LateIcon, RefusedIcon, WarnIcon } from "../../ui/controls/icons.ts";
import { Paper } from "../../ui/text/Paper.tsx";
import { Quote } from "../../ui/text/Quote.tsx";

interface Words {
  tone: "info" | "danger";
  icon: typeof DoneIcon;
  what: string;
  more?: string;
  quote?: string;
  /** Said after the quotation. */
  after?: string;
}

export function QuestionEnd({
  view,
  onTakeBack,
}: {
  view: ElicitationView;
  onTakeBack: () => void;
}) {
  const t = useT();
  const words = wordsOf(t, view);
  const { state } = view;
  const answer = "answer" in state ? state.answer : undefined;
  if (words === null) return null;
  return (
    <>
      <Bar
        tone={words.tone}
        icon={words.icon}
        title={words.what}
        {...(state.kind === "ready"
          ? { actions: <LinkButton onClick={onTakeBack}>{t("question.takeBack")}</LinkButton> }
          : {})}
      >
        {words.more}{" "}
        {words.quote !== undefined && words.quote !== "" && <Quote cut>{words.quote}</Quote>}{" "}
        {words.after}
      </Bar>
      {answer !== undefined && answer.action === "accept" && (
        <Paper small text={asText(answer)} label={t("question.answer")} />
      )}
    </>
  );
}

const asText = (answer: Extract<ElicitAnswer, { action: "accept" }>): string =>
  JSON.stringify(answer.content, null, 2);

function wordsOf(t: T, { state, reply }: ElicitationView): Words | null {
  switch (state.kind) {
    case "waiting":
      return null;
    case "ready":
      return { tone: "info", icon: DoneIcon, what: t("question.ready") };
    case "leaving":
      return { tone: "info", icon: DoneIcon, what: t("question.leaving") };
    case "answered": {
      const what = t(`question.answered.${state.answer.action}`);
      return { tone: "info", icon: DoneIcon, what };
    }
    case "not-sent":
      return { tone: "danger", icon: WarnIcon, what: t("question.notSent"), quote: state.detail };
    case "unknown":
      return { tone: "danger", icon: WarnIcon, what: t("question.unknown") };
    case "refused": {
      const what =
        reply.kind === "embedded"
          ? t("question.refusedEmbedded")
          : t("question.refused", { code: state.code });
      const { more } = state;
      return {
        tone: "info",
        icon: RefusedIcon,
        what,
        quote: state.message,
        ...(more === undefined ? {} : { after: t("question.refusedMore", { count: more }) }),
      };
    }
    case "ended": {
      const told = state.because.kind === "quit" || state.because.kind === "switched-off";
      const answered = state.answer !== undefined;
      return {
        tone: "info",
        icon: LateIcon,
        what: t(`question.ended.${state.because.kind}`),
        ...(answered || !told
          ? { more: t(answered ? "question.answerNotSent" : "question.nothingSent") }
          : {}),
      };
    }
  }
}
