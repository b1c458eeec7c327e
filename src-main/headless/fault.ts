// What ends a command: words for its user, and the exit code.

/** The command line or a file is wrong, or something differs from the lock. */
export const EXIT_FAULT = 2;
/** The command succeeded, but something was refused. */
export const EXIT_REFUSED = 3;

export class CommandFault extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = EXIT_FAULT) {
    super(message);
    this.exitCode = exitCode;
  }
}
