// An agent's questions on the paper: options on numbered lines, whose numbers are their keys, and one for an answer in own
// words.
import { useId, useRef, useState } from "react";
import type { RefObject } from "react";
import { answersIn, OWN_WORDS_MAX, withAnswers } from "#shared/agents/answers.ts";
import type { Answer } from "#shared/agents/answers.ts";
import type { Question } from "#shared/agents/agent.ts";
import { KEYS } from "#shared/shortcuts.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { Input } from "#kit/controls/Field.tsx";
import { cx } from "#kit/cx.ts";
import { Paper, PaperLine } from "#kit/text/Paper.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { Heading } from "#request/document/Heading.tsx";
import { useElementPlace } from "#request/document/places.ts";
import type { Action } from "#data/view.ts";
import type { About } from "./about.ts";
import type { Edited } from "./useInput.ts";
import s from "./Question.module.css";

const NONE: Answer = { chosen: [], own: "" };
/** As many as an agent offers, and own words. */
const NUMBERS = [KEYS.option1, KEYS.option2, KEYS.option3, KEYS.option4, KEYS.option5];

export interface Answering {
  questions: readonly Question[];
  answers: readonly (Answer | null)[];
  /** Own words of each question, also while they are not chosen. */
  words: readonly string[];
  /** Chooses an option, or takes the choice back where there can be several. The one after the last is own words. */
  choose: (question: number, option: number) => void;
  write: (question: number, own: string) => void;
  /** Of each question. */
  sections: RefObject<(HTMLElement | null)[]>;
}

/** Null for an action that asks nothing. */
export function useAnswering(about: About | null, edited: Edited): Answering | null {
  const [kept, keep] = useState<readonly string[]>([]);
  const sections = useRef<(HTMLElement | null)[]>([]);
  if (about?.action.kind !== "question") return null;
  const { questions } = about.action;
  const answers = answersIn(questions, edited.input);
  const words = questions.map((_, at) => answers[at]?.own || (kept[at] ?? ""));
  const set = (at: number, answer: Answer, own = words[at] ?? ""): void => {
    keep(words.with(at, own));
    const next = answers.map((one) => one ?? NONE).with(at, answer);
    edited.put?.(withAnswers(edited.input, questions, next));
  };
  return {
    questions,
    answers,
    words,
    sections,
    write(at, own) {
      const chosen = questions[at]?.many === true ? (answers[at]?.chosen ?? []) : [];
      set(at, { chosen, own }, own);
    },
    choose(at, option) {
      const { options = [], many = false } = questions[at] ?? {};
      const { chosen, own } = answers[at] ?? NONE;
      const label = options[option]?.label;
      if (label === undefined) {
        if (own === "") inputOf(sections.current[at])?.focus();
        const isTaken = many && own !== "";
        set(at, { chosen: many ? chosen : [], own: isTaken ? "" : (words[at] ?? "") });
      } else if (!many) set(at, { chosen: [label], own: "" });
      else if (chosen.includes(label))
        set(at, { chosen: chosen.filter((one) => one !== label), own });
      else set(at, { chosen: [...chosen, label], own });
    },
  };
}

const inputOf = (section: HTMLElement | null | undefined): HTMLElement | null =>
  section?.querySelector<HTMLElement>("input:not([type])") ?? null;

/** Numbers answer the question that has the focus, else the first one without an answer. */
export function answerKeys(t: T, { questions, answers, choose, sections }: Answering): Action[] {
  const current = (): number => {
    const all = sections.current;
    const focused = all.findIndex((one) => one?.contains(document.activeElement) === true);
    const open = answers.indexOf(null);
    return focused >= 0 ? focused : open >= 0 ? open : questions.length - 1;
  };
  return NUMBERS.map((keys, option) => ({
    id: `option-${option + 1}`,
    group: "request",
    label: t("action.answer.choose", { number: option + 1 }),
    keys,
    hidden: true,
    run() {
      const at = current();
      const { options = [], many = false } = questions[at] ?? {};
      if (option > options.length) return;
      choose(at, option);
      if (option === options.length) return;
      const open = answers.findIndex((answer, one) => answer === null && one !== at);
      const next = many || open === -1 ? at : open;
      sections.current[next]?.querySelector("input")?.focus();
    },
  }));
}

export function QuestionPaper({ answering }: { answering: Answering }) {
  return answering.questions.map((question, at) => (
    <OneQuestion key={question.text} question={question} at={at} answering={answering} />
  ));
}

function OneQuestion({
  question,
  at,
  answering,
}: {
  question: Question;
  at: number;
  answering: Answering;
}) {
  const t = useT();
  const id = useId();
  const place = useElementPlace(["input", "questions", at]);
  const { text, header, options, many } = question;
  const { choose, write } = answering;
  const { chosen, own } = answering.answers[at] ?? NONE;
  const words = answering.words[at] ?? "";
  const type = many ? "checkbox" : "radio";
  const control = (option: number, checked: boolean, name: string) => (
    <input
      type={type}
      id={`${id}-${option}`}
      name={id}
      checked={checked}
      aria-label={name}
      aria-keyshortcuts={NUMBERS[option]}
      onChange={() => choose(at, option)}
    />
  );
  return (
    <>
      <Heading>
        <b>{t("action.answer.question", { number: at + 1 })}</b>
        <span>{t(many ? "action.answer.any" : "action.answer.one")}</span>
        {header !== "" && <Quote cut>{header}</Quote>}
      </Heading>
      <section
        ref={(element) => {
          place(element);
          answering.sections.current[at] = element;
        }}
        className={s.question}
        tabIndex={-1}
        role={many ? "group" : "radiogroup"}
        aria-labelledby={`${id}-text`}
      >
        <p id={`${id}-text`} className={s.text}>
          <PaperLine text={text} />
        </p>
        {options.map(({ label, description, preview }, option) => (
          <div key={label}>
            <div className={cx(s.option, chosen.includes(label) && s.chosen)}>
              <span className={s.number}>{option + 1}</span>
              {control(option, chosen.includes(label), label)}
              <label htmlFor={`${id}-${option}`}>
                <bdi>
                  <PaperLine text={label} />
                </bdi>{" "}
                <bdi className={s.description}>
                  <PaperLine text={description} />
                </bdi>
              </label>
            </div>
            {preview !== undefined && (
              <Paper small text={preview} label={t("action.answer.preview")} />
            )}
          </div>
        ))}
        <div className={cx(s.option, own !== "" && s.chosen)}>
          <span className={s.number}>{options.length + 1}</span>
          {control(options.length, own !== "", t("action.answer.own"))}
          <Input
            wire
            small
            className={s.own}
            value={words}
            maxLength={OWN_WORDS_MAX}
            placeholder={t("action.answer.own")}
            aria-label={t("action.answer.own")}
            onValue={(next) => write(at, next)}
          />
        </div>
      </section>
    </>
  );
}
