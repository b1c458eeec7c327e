// The answers to an agent's questions, as Claude Code takes them in its tool's input: `answers`, by the question's text. Of
// a question with several answers they stand in one text, separated by a comma and a space; one that has those or a quote
// is written as JSON.
import { isJsonObject, jsonIn } from "../json.ts";
import type { JsonObject } from "../json.ts";
import type { Question } from "./agent.ts";

export interface Answer {
  /** Labels of options. */
  chosen: readonly string[];
  /** In the user's own words; empty: none. */
  own: string;
}

/** The longest answer in own words, in UTF-16 units: four of them are as much as Claude Code's own dialog takes. */
export const OWN_WORDS_MAX = 8192;

const isOwn = (text: string): boolean => text.trim() !== "" && text.length <= OWN_WORDS_MAX;

/** Null while there is none, or several to a question that takes one. */
function textOf({ options, many }: Question, { chosen, own }: Answer): string | null {
  const labels = options.map(({ label }) => label).filter((label) => chosen.includes(label));
  const parts = isOwn(own) ? [...labels, own] : labels;
  if (!many) return parts.length === 1 ? (parts[0] ?? null) : null;
  return parts.length === 0 ? null : parts.map(quoted).join(", ");
}

/** The input with these answers, in the order of the questions; those without one are left out. */
export function withAnswers(
  { answers: _before, ...input }: JsonObject,
  questions: readonly Question[],
  answers: readonly Answer[],
): JsonObject {
  const given = questions.flatMap((question, at): [string, string][] => {
    const text = textOf(question, answers[at] ?? { chosen: [], own: "" });
    return text === null ? [] : [[question.text, text]];
  });
  return given.length === 0 ? input : { ...input, answers: Object.fromEntries(given) };
}

/** The answer to each question; null where there is none, and for all if the input has more than them. */
export function answersIn(questions: readonly Question[], input: JsonObject): (Answer | null)[] {
  const given = input["answers"];
  const read = questions.map((question) => {
    const text =
      isJsonObject(given) && Object.hasOwn(given, question.text) ? given[question.text] : null;
    return typeof text === "string" ? answerIn(question, text) : null;
  });
  const isMore = isJsonObject(given) && Object.keys(given).length > read.filter(Boolean).length;
  return isMore ? questions.map(() => null) : read;
}

function answerIn(question: Question, text: string): Answer | null {
  const { options, many } = question;
  const chosen: string[] = [];
  let rest = text;
  for (const { label } of options) {
    const written = many ? quoted(label) : label;
    if (rest !== written && !(many && rest.startsWith(`${written}, `))) continue;
    chosen.push(label);
    rest = rest.slice(written.length + 2);
  }
  const answer = { chosen, own: many ? unquoted(rest) : rest };
  return textOf(question, answer) === text ? answer : null;
}

const quoted = (part: string): string => (/, |"/.test(part) ? JSON.stringify(part) : part);

function unquoted(part: string): string {
  if (!part.startsWith('"')) return part;
  const text = jsonIn(part);
  return text === undefined ? part : String(text);
}
