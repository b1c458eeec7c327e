// Renews the token of a sign-in: once for all who need it, and says why it was refused.
import { SignInError } from "./failure.ts";
import type { GuardedFetch } from "./guardedFetch.ts";
import type { SignInRecord } from "./signInRecord.ts";
import { refreshTokens } from "./tokens.ts";

/** The refresh token has ended; the client is unknown (RFC 6749, 5.2). */
const EXPIRED_GRANT_ERRORS: ReadonlySet<string> = new Set(["invalid_grant"]);
export const UNKNOWN_CLIENT_ERRORS: ReadonlySet<string> = new Set([
  "invalid_client",
  "unauthorized_client",
]);

export interface RenewalParts {
  record: SignInRecord;
  nowMs(): number;
  fetch(): GuardedFetch;
  /** There are new tokens, never to be shown. */
  renewed(): void;
  changed(): void;
}

export class TokenRenewal {
  readonly #parts: RenewalParts;
  #renewing: Promise<boolean> | null = null;
  /** Why the last one was refused. */
  ended: string | null = null;

  constructor(parts: RenewalParts) {
    this.#parts = parts;
  }

  /** One renewal for all who need it. False: the user has to sign in again, or it failed for now. */
  renew(): Promise<boolean> {
    this.#renewing ??= this.#renewOnce().finally(() => {
      this.#renewing = null;
    });
    return this.#renewing;
  }

  async #renewOnce(): Promise<boolean> {
    const { record, nowMs, renewed, changed } = this.#parts;
    const { tokens } = record;
    const client = tokens === null ? null : record.clientAt(tokens.issuer);
    if (tokens === null || client === null) return false;
    const fetch = this.#parts.fetch();
    try {
      const fresh = await refreshTokens(tokens, client, nowMs(), fetch);
      // Signed out meanwhile: what came is not taken.
      if (record.tokens !== tokens) return false;
      record.save({ tokens: fresh });
      renewed();
      changed();
      return true;
    } catch (error) {
      if (!(error instanceof SignInError) || error.failure.kind !== "sign-in-token-refused")
        return false;
      const { error: gone, detail } = error.failure;
      this.ended = detail === "" || detail === gone ? gone : `${gone}: ${detail}`;
      if (UNKNOWN_CLIENT_ERRORS.has(gone)) record.delete();
      else if (EXPIRED_GRANT_ERRORS.has(gone))
        record.save({ tokens: { ...tokens, refresh: null } });
      changed();
      return false;
    }
  }
}
