// What of a program is set by the user.
import type { ProgramInput } from "../../../src-shared/programs/program.ts";

export const inputOf = ({
  name,
  mode,
  redact,
  expiresAtMs,
  policy,
}: ProgramInput): ProgramInput => ({
  ...{ name, mode, redact, expiresAtMs, policy },
});
