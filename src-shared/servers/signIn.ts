// Signing in to a server in the browser (OAuth, 2025-11-25 and 2026-07-28, basic/authorization): what the user
// sees before anything is opened, while it goes on, and afterwards. Tokens and secrets are never in here.

/** Why a sign-in did not come about, or ended. `detail` is foreign text, shortened. */
export type SignInFailure =
  /** The server wants a sign-in, but what it names says not where. */
  | { kind: "sign-in-no-metadata"; address: string }
  | { kind: "sign-in-bad-metadata"; address: string; detail: string }
  | { kind: "sign-in-unreachable"; address: string; detail: string }
  /** The name leads into a network that the server itself is not in. */
  | { kind: "sign-in-private-address"; address: string; ip: string }
  | { kind: "sign-in-not-encrypted"; address: string }
  | { kind: "sign-in-other-resource"; expected: string; got: string }
  | { kind: "sign-in-other-issuer"; expected: string; got: string | null }
  | { kind: "sign-in-no-pkce"; issuer: string }
  | { kind: "sign-in-no-registration"; issuer: string }
  | { kind: "sign-in-registration-refused"; status: number; detail: string }
  | { kind: "sign-in-no-listener"; detail: string }
  | { kind: "sign-in-timeout"; afterMs: number }
  /** In the whole time no other answer came than such of another sign-in. */
  | { kind: "sign-in-state-mismatch"; afterMs: number }
  /** The issuer's page ended with an error, such as `access_denied`. */
  | { kind: "sign-in-denied"; error: string; detail: string }
  | { kind: "sign-in-token-refused"; error: string; detail: string }
  /** Signed in, and the server turns it away all the same. */
  | { kind: "sign-in-still-refused"; status: number }
  | { kind: "sign-in-not-kept"; detail: string };

/** As whom the app would come: what the issuer knows the client by. */
export type SignInClient =
  /** The app registers itself when the user agrees (RFC 7591). */
  | { kind: "registers"; host: string }
  | { kind: "registered"; id: string }
  | { kind: "by-hand"; id: string; hasSecret: boolean }
  /** The issuer takes none by itself: the user has to enter a client id. */
  | { kind: "needed" };

/** Everything that the user is shown before the browser opens. Addresses are foreign, except `server`. */
export interface SignInAsk {
  why: "first" | "more" | "again";
  /** The server's address as shown: without what is secret in it. */
  server: string;
  /** What the token would be for (RFC 8707). */
  resource: string;
  issuer: string;
  /** The issuer of the sign-in before, where the server now names another one. */
  formerIssuer: string | null;
  /** Where the page lies that would be opened. */
  pageHost: string;
  scopes: string[];
  /** Those that were not asked for before. */
  added: string[];
  clientName: string;
  client: SignInClient;
  /** The issuer takes the address of a client metadata document as client id. */
  takesDocuments: boolean;
  /** Where the browser comes back to, on this machine. */
  redirect: string;
  /** What the server itself said about it; foreign text. */
  said: string | null;
  /** In the issuer's words: why the sign-in before could not be renewed. */
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
      /** False: the system could not be told to open it. */
      opened: boolean;
      /** Answers that belonged to another sign-in: nothing was taken of them, and the wait goes on. */
      foreign: number;
    }
  /** `ask` is null when it did not come to one. */
  | { kind: "failed"; ask: SignInAsk | null; atMs: number; failure: SignInFailure }
  | { kind: "declined"; ask: SignInAsk };

export interface SignedIn {
  issuer: string;
  resource: string;
  /** A name from the issuer's ID token, where it gave one; foreign text, for display only. */
  as: string | null;
  scopes: string[];
  sinceMs: number;
  /** Null: the issuer did not say. */
  expiresAtMs: number | null;
  /** It is renewed without the user. */
  renews: boolean;
  /** The issuer can be told to end it. */
  revocable: boolean;
  client: { id: string; by: "registration" | "hand" | "document" };
}

/** A server's sign-in as shown; both null: nothing to show. */
export interface SignInView {
  step: SignInStep | null;
  signedIn: SignedIn | null;
}

/** What became of the tokens: told to the issuer as ended, or only forgotten here. */
export type SignedOut = "revoked" | "not-offered" | "not-revoked";
