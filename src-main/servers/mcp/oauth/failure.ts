// Sign-in failures: thrown inside the library's calls, converted to plain data at the module's boundary.
import type { SignInFailure } from "#shared/servers/signIn.ts";

/** Longest untrusted text in a failure. */
const DETAIL_CHARACTERS = 500;

export class SignInError extends Error {
  readonly failure: SignInFailure;
  constructor(failure: SignInFailure) {
    super(failure.kind);
    this.failure = failure;
  }
}

/** The user cancelled the sign-in, or the connection ended. */
export class SignInAborted extends Error {}

export const truncate = (text: string): string => text.slice(0, DETAIL_CHARACTERS);

/** The message of a foreign error, truncated, as it may contain a whole response. */
export const detailOf = (error: unknown): string =>
  truncate(error instanceof Error ? error.message : String(error));

export function toSignInFailure(error: unknown): SignInFailure {
  if (error instanceof SignInError) return error.failure;
  return { kind: "sign-in-bad-metadata", address: "", detail: detailOf(error) };
}
