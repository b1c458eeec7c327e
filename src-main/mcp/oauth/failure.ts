// Failures inside the sign-in: thrown from deep inside the library's calls, data at the room's edge.
import type { SignInFailure } from "../../../src-shared/servers/signIn.ts";

/** Longest foreign text in a failure. */
const DETAIL_CHARACTERS = 500;

export class SignInError extends Error {
  readonly failure: SignInFailure;
  constructor(failure: SignInFailure) {
    super(failure.kind);
    this.failure = failure;
  }
}

/** The user (or the end of the connection) broke it off. */
export class SignInAborted extends Error {}

export const truncate = (text: string): string => text.slice(0, DETAIL_CHARACTERS);

/** The words of an error that is not ours, without what a server's answer may hold in plenty. */
export const detailOf = (error: unknown): string =>
  truncate(error instanceof Error ? error.message : String(error));

export function toSignInFailure(error: unknown): SignInFailure {
  if (error instanceof SignInError) return error.failure;
  return { kind: "sign-in-bad-metadata", address: "", detail: detailOf(error) };
}
