import fc from "fast-check";
import { expect, it } from "vitest";
import type { JsonObject } from "../json.ts";
import { answersIn, OWN_WORDS_MAX, withAnswers } from "./answers.ts";
import type { Answer } from "./answers.ts";
import type { Question } from "./agent.ts";
import { onlyEditsDiffer } from "./edits.ts";
import { tableOf } from "./tables.ts";

const question = (text: string, many: boolean, ...labels: string[]): Question => ({
  text,
  header: "h",
  options: labels.map((label) => ({ label, description: "" })),
  many,
});
const ONE = question("Which?", false, "A", "B, C");
const MANY = question("What all?", true, "A", "B, C", '"D"');

const answer = (chosen: string[], own = ""): Answer => ({ chosen, own });

it("are written as Claude Code 2.1.332 reads them", () => {
  const given = (one: Answer, many: Answer): unknown =>
    withAnswers({ questions: [] }, [ONE, MANY], [one, many])["answers"];
  expect(given(answer(["B, C"]), answer(["B, C", "A"]))).toEqual({
    "Which?": "B, C",
    "What all?": 'A, "B, C"',
  });
  expect(given(answer([], "my, own"), answer(['"D"'], 'say "so"'))).toEqual({
    "Which?": "my, own",
    "What all?": String.raw`"\"D\"", "say \"so\""`,
  });
  // Unlike a text without a comma and a space.
  expect(given(answer([], " "), answer(["A"], "x,y"))).toEqual({ "What all?": "A, x,y" });
  expect(given(answer(["A"], "x"), answer([]))).toBeUndefined();
  expect(given(answer(["nothing like it"]), answer([], "x".repeat(OWN_WORDS_MAX + 1)))).toBe(
    undefined,
  );
});

const text = fc.oneof(
  fc.constantFrom("A", "B", "A, B", '"', '", "', ",", ", ", "\\", " A", "constructor", "\uD800"),
  fc.string({ minLength: 1, maxLength: 6 }),
);
const labels = fc.uniqueArray(text, { minLength: 2, maxLength: 4 });

it("are read as they were written, whatever is in them", () => {
  fc.assert(
    fc.property(labels, fc.boolean(), fc.nat(15), fc.option(text), (all, many, which, own) => {
      const asked = question("q", many, ...all);
      const chosen = all.filter((_, at) => (which >> at) % 2 === 1);
      const input = withAnswers({}, [asked], [answer(chosen, own ?? "")]);
      const [read = null] = answersIn([asked], input);
      if (input["answers"] === undefined) expect(read).toBeNull();
      // The same words as an option's are that option.
      else expect(withAnswers({}, [asked], [read ?? answer([])])).toEqual(input);
    }),
  );
});

const INPUT: JsonObject = {
  questions: [ONE, MANY].map(({ text: asked, header, options, many }) => ({
    question: asked,
    header,
    options,
    multiSelect: many,
  })),
} as unknown as JsonObject;
const GOOD = { "Which?": "A", "What all?": "A" };

it.each<[string, unknown, boolean]>([
  ["an answer to each", GOOD, true],
  ["own words", { ...GOOD, "Which?": "neither" }, true],
  ["a question without one", { "Which?": "A" }, false],
  ["one more", { ...GOOD, "Else?": "A" }, false],
  ["nothing in one", { ...GOOD, "Which?": "" }, false],
  ["blanks in one", { ...GOOD, "Which?": " \n" }, false],
  ["a list", { ...GOOD, "What all?": ["A"] }, false],
  ["an option twice", { ...GOOD, "What all?": "A, A, A" }, false],
  ["two in own words", { ...GOOD, "What all?": "x, y" }, false],
  ["too many words", { ...GOOD, "Which?": "x".repeat(OWN_WORDS_MAX + 1) }, false],
  ["no answers", undefined, false],
])("are taken if they are %s", (_name, answers, is) => {
  const table = tableOf("claude-code");
  const after = { ...INPUT, ...(answers === undefined ? {} : { answers }) } as JsonObject;
  expect(onlyEditsDiffer(table, "AskUserQuestion", INPUT, after)).toBe(is);
  expect(onlyEditsDiffer(table, "AskUserQuestion", INPUT, { ...after, response: "x" })).toBe(false);
  const other = { ...after, questions: [] };
  expect(onlyEditsDiffer(table, "AskUserQuestion", INPUT, other)).toBe(false);
});
