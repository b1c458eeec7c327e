// Signing in to a server with OAuth (2025-11-25 and 2026-07-28, basic/authorization), as the window shows it before,
// during and after. Contains no tokens or secrets.

/** The issuer as the server announces it, and as its own metadata names it. Both are untrusted text. */
export interface IssuerPair {
  announced: string;
  named: string;
}

/** Longest issuer that the user may accept, in UTF-16 units. */
export const ISSUER_MAX = 2000;

/** Why signing in failed. `detail` is untrusted text, shortened. */
export type SignInFailure =
  /** The server requires signing in, but its metadata cannot be found. */
  | { kind: "sign-in-no-metadata"; address: string }
  | { kind: "sign-in-bad-metadata"; address: string; detail: string }
  | { kind: "sign-in-unreachable"; address: string; detail: string }
  /** The name resolves to a private network that the server is not part of. */
  | { kind: "sign-in-private-address"; address: string; ip: string }
  | { kind: "sign-in-not-encrypted"; address: string }
  | { kind: "sign-in-other-resource"; expected: string; got: string }
  | { kind: "sign-in-other-issuer"; expected: string; got: string | null }
  /** The metadata's issuer is the announced one and a slash: the user may accept that. */
  | ({ kind: "sign-in-issuer-slash" } & IssuerPair)
  | { kind: "sign-in-no-pkce"; issuer: string }
  | { kind: "sign-in-no-registration"; issuer: string }
  | { kind: "sign-in-registration-refused"; status: number; detail: string }
  | { kind: "sign-in-no-listener"; detail: string }
  | { kind: "sign-in-timeout"; afterMs: number }
  /** Timed out with nothing but callbacks of other sign-ins. */
  | { kind: "sign-in-state-mismatch"; afterMs: number }
  /** The issuer redirected with an error, such as `access_denied`. */
  | { kind: "sign-in-denied"; error: string; detail: string }
  | { kind: "sign-in-token-refused"; error: string; detail: string }
  /** The server refuses the token that was issued for it. */
  | { kind: "sign-in-still-refused"; status: number }
  | { kind: "sign-in-not-kept"; detail: string };

/** How the client is registered with the issuer. */
export type SignInClient =
  /** Dynamic registration when the user agrees (RFC 7591). */
  | { kind: "registers"; host: string }
  | { kind: "registered"; id: string }
  | { kind: "by-hand"; id: string; hasSecret: boolean }
  /** The issuer does not support registration: the user has to enter a client id. */
  | { kind: "needed" };

/** What the user sees before the browser opens. All addresses except `server` are untrusted. */
export interface SignInAsk {
  why: "first" | "more" | "again";
  /** The server's address with secrets masked. */
  server: string;
  /** The resource that the token is for (RFC 8707). */
  resource: string;
  issuer: string;
  /** The previous issuer, if the server now names another. */
  formerIssuer: string | null;
  /** Host of the page to open. */
  pageHost: string;
  scopes: string[];
  /** The scopes that were not requested before. */
  added: string[];
  clientName: string;
  client: SignInClient;
  /** The issuer accepts the URL of a client metadata document as client id. */
  takesDocuments: boolean;
  /** The redirect URI on this machine. */
  redirect: string;
  /** The server's own explanation; untrusted text. */
  said: string | null;
  /** The issuer's reason why the previous sign-in could not be renewed. */
  ended: string | null;
}

export type SignInStep =
  | { kind: "working"; what: "metadata" | "registration" | "token" }
  | { kind: "asks"; ask: SignInAsk }
  | {
      kind: "waiting";
      ask: SignInAsk;
      url: string;
      sinceMs: number;
      untilMs: number;
      /** False: the browser could not be opened. */
      opened: boolean;
      /** The number of callbacks that belonged to another sign-in and were ignored. */
      foreign: number;
    }
  /** `ask` is null if it failed before there was anything to show. */
  | { kind: "failed"; ask: SignInAsk | null; atMs: number; failure: SignInFailure }
  | { kind: "declined"; ask: SignInAsk };

export interface SignedIn {
  issuer: string;
  resource: string;
  /** A name from the issuer's ID token, if any; untrusted text, for display only. */
  as: string | null;
  scopes: string[];
  sinceMs: number;
  /** Null: the issuer did not say. */
  expiresAtMs: number | null;
  /** There is a refresh token. */
  renews: boolean;
  /** The issuer supports revoking the tokens. */
  revocable: boolean;
  client: { id: string; by: "registration" | "hand" | "document" };
}

/** A server's sign-in as shown; nothing is shown if both are null. */
export interface SignInView {
  step: SignInStep | null;
  signedIn: SignedIn | null;
}

/** What happened to the tokens: revoked with the issuer, or only deleted here. */
export type SignedOut = "revoked" | "not-offered" | "not-revoked";
