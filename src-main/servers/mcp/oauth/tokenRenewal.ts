// Renews the access token once for all concurrent requests, and keeps the reason if the issuer refuses.
import { SignInError } from "./failure.ts";
import type { GuardedFetch } from "./guardedFetch.ts";
import type { SignInRecord } from "./signInRecord.ts";
import { refreshTokens } from "./tokens.ts";

/** The refresh token expired; the client is unknown (RFC 6749, 5.2). */
const EXPIRED_GRANT_ERRORS: ReadonlySet<string> = new Set(["invalid_grant"]);
export const UNKNOWN_CLIENT_ERRORS: ReadonlySet<string> = new Set([
  "invalid_client",
  "unauthorized_client",
]);

export interface RenewalParts {
  record: SignInRecord;
  nowMs(): number;
  fetch(): GuardedFetch;
  /** Called with new tokens stored, so that they can be masked. */
  renewed(): void;
  changed(): void;
}

export class TokenRenewal {
  readonly #parts: RenewalParts;
  #renewing: Promise<boolean> | null = null;
  /** Why the last renewal was refused. */
  ended: string | null = null;

  constructor(parts: RenewalParts) {
    this.#parts = parts;
  }

  /** Shares one renewal among callers. Resolves to false if the user has to sign in again or the renewal failed. */
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
      // Signed out in the meantime: discard the new tokens.
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
