// The content of a program's form, and its conversion to what main gets.
import { z } from "zod";
import { entryOf } from "#shared/rules/limits/limits.ts";
import type { LimitName } from "#shared/rules/limits/limits.ts";
import { limitsSchema } from "#shared/rules/limitSchemas.ts";
import { newProgram, PROGRAM_MODES } from "#shared/programs/program.ts";
import type { ProgramInput, ProgramView } from "#shared/programs/program.ts";
import { isPass, PASS_MAX, PASSES_MAX } from "#shared/programs/passedCalls.ts";
import { limitsForm, limitsFormValues, SERVER_LIMITS } from "#forms/limits/limitsForm.ts";
import { typedNumber } from "#kit/form/typed.ts";
import type { T } from "#words/index.ts";

export type ProgramFormSchema = ReturnType<typeof programForm>;

/** The fields of a program that the user sets. */
export const inputOf = ({
  name,
  mode,
  passes,
  passesSides,
  redact,
  expiresAtMs,
  policy,
}: ProgramInput): ProgramInput => ({
  name,
  mode,
  passes,
  passesSides,
  redact,
  expiresAtMs,
  policy,
});

/** One expression a line. */
const passesForm = (t: T) =>
  z.string().transform((text, context) => {
    const lines = text.split("\n").map((line) => line.trim());
    const passes = lines.filter((line) => line !== "");
    const wrong = passes.find((line) => line.length > PASS_MAX || !isPass(line));
    if (wrong !== undefined)
      context.addIssue(t("programs.dialog.passesWrong", { line: lines.indexOf(wrong) + 1 }));
    else if (passes.length > PASSES_MAX)
      context.addIssue(t("programs.dialog.passesMany", { count: PASSES_MAX }));
    return passes;
  });

/** Limits of calls apply to the program of a server alone, whose requests belong to its calls. */
export const programLimits = (program: Pick<ProgramView, "serverId"> | null): LimitName[] =>
  SERVER_LIMITS.filter(
    (name) => entryOf(name).about !== "call" || (program?.serverId ?? null) !== null,
  );

const DAY_MS = 86_400_000;

/**
 * @param before its limits are kept where there is no field
 * @param daysBefore the days as the form began with: unchanged, they leave the hour as it was, also one that has passed
 */
export const programForm = (
  t: T,
  names: readonly LimitName[],
  before: ProgramInput,
  daysBefore: string,
) => {
  const same = z.literal(daysBefore).transform(() => before.expiresAtMs);
  const other = typedNumber(z.number().positive()).transform((days) =>
    days === undefined ? null : Date.now() + Math.round(days * DAY_MS),
  );
  return z
    .object({
      name: z.string().trim().min(1),
      mode: z.enum(PROGRAM_MODES),
      passes: passesForm(t),
      passesSides: z.boolean(),
      redact: z.custom<ProgramInput["redact"]>(),
      days: z.union([same, other], t("programs.dialog.number")),
      policy: z.custom<Pick<ProgramInput["policy"], "team" | "models">>(),
      limits: limitsForm(t, names, false),
    })
    .transform(({ days: expiresAtMs, policy, limits, ...rest }): ProgramInput => {
      const whole = limitsSchema.parse({ ...before.policy.limits, ...limits });
      return { ...rest, expiresAtMs, policy: { ...before.policy, ...policy, limits: whole } };
    });
};

export const programFormValues = (
  names: readonly LimitName[],
  {
    name,
    mode,
    passes,
    passesSides,
    redact,
    expiresAtMs,
    policy: { team, models, limits },
  }: ProgramInput,
): z.input<ProgramFormSchema> => ({
  name,
  mode,
  passes: passes.join("\n"),
  passesSides,
  redact,
  // Rounded up; empty if it never expires.
  days:
    expiresAtMs === null ? "" : String(Math.max(0, Math.ceil((expiresAtMs - Date.now()) / DAY_MS))),
  policy: { team, models },
  limits: limitsFormValues(names, limits),
});

/** What stands under *More options*, one value an option. */
const optionsOf = ({
  redact,
  days,
  policy,
  limits: { budgets, ...limits },
}: z.input<ProgramFormSchema>): unknown[] => [
  redact,
  days,
  policy.team,
  policy.models,
  ...Object.values(limits),
  ...Object.values(budgets.tokens),
  ...Object.values(budgets.usd),
];

/** How many options are not as in a new program. */
export function optionsSet(names: readonly LimitName[], typed: z.input<ProgramFormSchema>): number {
  const usual = optionsOf(programFormValues(names, newProgram("")));
  return optionsOf(typed).filter((value, at) => JSON.stringify(value) !== JSON.stringify(usual[at]))
    .length;
}
