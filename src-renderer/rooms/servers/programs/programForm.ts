// The limits in a program's form. Everything else in it are choices.
import { z } from "zod";
import { entryOf } from "#shared/policy/limits/limits.ts";
import type { LimitName, ServerLimits } from "#shared/policy/limits/limits.ts";
import { limitsSchema } from "#shared/policy/limitSchemas.ts";
import type { ProgramView } from "#shared/programs/program.ts";
import { limitsForm, limitsFormValues, SERVER_LIMITS } from "#forms/limits/limitsForm.ts";
import type { T } from "#words/index.ts";

export type ProgramFormSchema = ReturnType<typeof programForm>;

/** Limits of calls apply to the program of a server alone, whose requests belong to its calls. */
export const programLimits = (program: Pick<ProgramView, "serverId"> | null): LimitName[] =>
  SERVER_LIMITS.filter(
    (name) => entryOf(name).about !== "call" || (program?.serverId ?? null) !== null,
  );

/** @param before kept where there is no field */
export const programForm = (t: T, names: readonly LimitName[], before: ServerLimits) =>
  z
    .object({ limits: limitsForm(t, names, false) })
    .transform(({ limits }) => limitsSchema.parse({ ...before, ...limits }));

export const programFormValues = (
  names: readonly LimitName[],
  limits: ServerLimits,
): z.input<ProgramFormSchema> => ({ limits: limitsFormValues(names, limits) });
