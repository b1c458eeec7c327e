// Entry of `countersign verify`: joins the command to the database of a team. No window, no Electron.
import { verifyCommand as verifyFile, verifyTeamCommand } from "../headless/verifyCommand.ts";
import type { ExitCode } from "../headless/verifyCommand.ts";
import { readTeamLedger } from "../team/ledgerReader.ts";

/** Verifies a file at once, a team's database when it has arrived. */
export const verifyCommand = (
  ...[args, environment, print]: Parameters<typeof verifyFile>
): ExitCode | Promise<ExitCode> =>
  verifyTeamCommand(args, environment, print, readTeamLedger) ??
  verifyFile(args, environment, print);

/** The exports of the built entry. */
export interface VerifyEntry {
  verifyCommand: typeof verifyCommand;
}
