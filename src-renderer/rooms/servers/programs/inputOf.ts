// The fields of a program that the user sets.
import type { ProgramInput } from "#shared/programs/program.ts";

export const inputOf = ({
  name,
  mode,
  redact,
  expiresAtMs,
  policy,
}: ProgramInput): ProgramInput => ({
  name,
  mode,
  redact,
  expiresAtMs,
  policy,
});
