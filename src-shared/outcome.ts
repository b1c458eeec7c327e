// Failures as data: what crosses a room or a process is an Outcome, never an exception.
import type { LedgerReason } from "./ledger/trouble.ts";
import type { Flag } from "./sampling/document/flag.ts";
import type { ImportFault } from "./ledger/files.ts";
import type { SignInFailure } from "./servers/signIn.ts";
import type { BudgetHold } from "./policy/limits/windows.ts";

/** A result, or the reason why there is none. */
export type Outcome<T, F = Failure> = { ok: true; value: T } | { ok: false; failure: F };

export const ok = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });
export const fail = <F>(failure: F): { ok: false; failure: F } => ({ ok: false, failure });

/** What is wrong with a certificate. `unknown-issuer`: nobody whom this app trusts has signed it. */
export type CertificateFault =
  | "unknown-issuer"
  | "expired"
  | "not-yet-valid"
  | "wrong-name"
  | "revoked"
  | "other";
/**
 * `login`: it wants a name and password, or others than it was given (407). `scheme`: it takes them only in ways that are
 * not spoken here, such as NTLM or Negotiate (Kerberos); the detail names them.
 */
export type ProxyFault = "unreachable" | "login" | "scheme" | "refused" | "unreadable";

/**
 * Why a generation gave no answer. `detail` is the provider's own words, foreign text, shortened
 * to 2,000 characters. Nothing of a failed attempt reaches the server by itself.
 */
export type ModelFailure =
  | { kind: "model-unreachable"; detail: string }
  /** Whoever answers at `host` cannot prove that it is that host; nothing was sent to it. */
  | { kind: "model-certificate"; host: string; reason: CertificateFault; detail: string }
  /** The proxy (`host:port`) on the way does not let the request through; the provider was not reached. */
  | { kind: "model-proxy"; proxy: string; reason: ProxyFault; status?: number; detail: string }
  /** The address answers with a redirect, which is not followed: the key and the text would go along. */
  | { kind: "model-redirect"; host: string; to: string }
  /** The key is to come from this environment variable, which is not set. */
  | { kind: "model-no-variable"; variable: string }
  /** This environment variable was chosen for another address: it is not read. */
  | { kind: "model-variable-elsewhere"; variable: string }
  /** The provider answers nobody without a key, and there is none. */
  | { kind: "model-no-key" }
  /** The key, or what this variable holds, has characters that no key has: nothing was sent. */
  | { kind: "model-key-unusable"; variable?: string }
  | { kind: "model-wrong-key"; status: number; detail: string }
  /** The key is right, but may not do this: another model, another region. */
  | { kind: "model-forbidden"; status: number; detail: string }
  /** The account has no money or quota left; waiting does not help. */
  | { kind: "model-no-credit"; status: number; detail: string }
  | { kind: "model-rate-limited"; retryAfterMs?: number; detail: string }
  /** The provider has no room or is out of order (408, 424, 502 to 504, 529). */
  | { kind: "model-overloaded"; status: number; retryAfterMs?: number; detail: string }
  /** A content filter of the provider, or the model's own refusal that it marks as such. */
  | { kind: "model-filtered"; detail: string }
  /** More bytes than the provider takes (413). */
  | { kind: "model-too-large"; detail: string }
  /** The answer ended without saying that it was complete. */
  | { kind: "model-interrupted"; detail: string }
  | { kind: "model-context-too-long"; needed?: number; limit?: number; detail: string }
  | { kind: "model-gone"; model: string; detail: string }
  | { kind: "model-timeout"; afterMs: number; stage: "connect" | "first-token" | "idle" }
  | { kind: "model-malformed-answer"; detail: string }
  | {
      kind: "model-unsupported-content";
      what: string;
      /** Why a built-in model can't take it, where that is known. */
      because?: "no-tools-in-template" | "turn-marker";
      detail: string;
    }
  | { kind: "model-engine-crashed"; exitCode: number | null; detail: string }
  /** Countersign itself ended while the model worked: what had come by then is lost. */
  | { kind: "model-desk-ended" }
  /** It ended while it loaded the model, though the file is whole: llama.cpp does so when memory is refused. */
  | { kind: "model-load-crashed"; exitCode: number | null }
  /** The system ended the process of the local model while it worked; it does so when memory runs out. */
  | { kind: "model-engine-killed" }
  /** The local model needs more memory than is free; nothing was loaded. In bytes. */
  | { kind: "model-memory"; neededBytes: number; availableBytes: number }
  /** The file of the local model is no longer where it was. */
  | { kind: "model-file-missing"; file: string }
  /** It was changed or damaged while the model was in use. */
  | { kind: "model-file-changed"; file: string; detail: string }
  /** The chat template of the file did not come to an end, or took too much memory; its process was ended. */
  | { kind: "model-template-stuck"; afterMs: number }
  | { kind: "model-unsupported-platform"; platform: string }
  | { kind: "model-file-invalid"; file: string; detail: string }
  | { kind: "model-other"; status?: number; detail: string };

/** Why a server is not connected, or stopped being so. Times in milliseconds. */
export type ServerFailure =
  | { kind: "server-command-not-found"; command: string }
  | { kind: "server-folder-not-found"; folder: string }
  | { kind: "server-not-startable"; command: string; detail: string }
  | { kind: "server-exited"; code: number | null; signal: string | null; afterMs: number }
  | { kind: "server-closed-output"; afterMs: number }
  | { kind: "server-unreachable"; address: string; detail: string }
  | { kind: "server-unauthorised"; status: number; address: string }
  | { kind: "server-http-status"; status: number; address: string }
  /** It answers with a redirect to another origin, which is not followed: secrets would go along. */
  | { kind: "server-redirects"; address: string; detail: string }
  /** It no longer knows the session (404); a new one is begun at once. */
  | { kind: "server-forgot-session"; address: string }
  | { kind: "server-silent"; afterMs: number; stage: "initialize" }
  | { kind: "server-byte-order-mark" }
  | { kind: "server-refused-initialize"; detail: string }
  | { kind: "server-bad-answer"; detail: string }
  | { kind: "server-connection-lost"; detail: string };

/** How the ledger's file is written anew. */
export type Conversion = "encrypt" | "decrypt";

/** Why a configuration could not be taken over. `line` and `column` count from 1. */
export type ConfigFailure =
  | { kind: "config-not-found"; file: string }
  | { kind: "config-unreadable"; file: string; detail: string }
  | { kind: "config-not-json"; line: number; column: number; detail: string }
  | { kind: "config-no-servers" }
  | { kind: "config-bad-server"; server: string; path: string; detail: string };

/** Why a download or a file on disk did not come about. */
export type FileFailure =
  | { kind: "disk-full"; neededBytes?: number }
  /** For a file that the user has written or read: what stood at its place is as it was. */
  | { kind: "file-no-room" }
  | { kind: "download-failed"; detail: string }
  | { kind: "checksum-mismatch"; expected: string; actual: string }
  | { kind: "cancelled" };

/** Why an image or sound could not be added or saved. `found` is the type that its bytes show. Sizes in bytes. */
export type MediumFailure =
  | { kind: "medium-too-large"; bytes: number; limit: number }
  | { kind: "medium-wrong-kind"; wanted: "image" | "audio"; found: string | null }
  | { kind: "medium-file-empty" }
  | { kind: "medium-unreadable"; detail: string }
  | { kind: "medium-not-saved"; detail: string };

/** Why a tool call, prompt or resource read of ours gave no result. */
export type RunFailure =
  | { kind: "run-error"; code: number; message: string }
  | { kind: "run-disconnected" }
  | { kind: "run-unanswered"; afterMs: number }
  | { kind: "run-not-repeated"; because: "rejected" | "refused" | "cancelled" }
  | { kind: "run-too-many-rounds"; rounds: number }
  /** The server wants input by methods that the protocol does not have there: the methods it named. */
  | { kind: "run-input-unsupported"; methods: string[] }
  /** The server wants input that was not declared to it (2026-07-28, MRTR: it must not). */
  | { kind: "run-input-undeclared"; methods: string[] }
  /** What the server wants under these keys is no request. */
  | { kind: "run-input-malformed"; keys: string[] }
  /** The server wants input, but neither says which nor gives a state to come back with. */
  | { kind: "run-input-nothing" }
  | { kind: "run-task-only" };

/**
 * `no-key`: the key that signs them was not there. `unsigned`: the run that wrote them ended before it signed them.
 * `other-program`: another program has written some of them while the app ran.
 */
export type UnvouchedWhy = "no-key" | "unsigned" | "other-program";

/** Everything that can go wrong, in one closed list: the catalogue has a sentence for each. */
export type Failure =
  | { kind: "stale" }
  | {
      kind: "not-found";
      what:
        | "sample"
        | "server"
        | "model"
        | "provider"
        | "run"
        | "media"
        | "message"
        | "context"
        | "question";
    }
  | { kind: "no-model" }
  /** The user lets this server's requests go to other models only. */
  | { kind: "not-for-this-server"; model: string }
  | { kind: "switched-off"; model: string }
  /** The master switch stands at Stopped: nothing may leave. */
  | { kind: "desk-stopped" }
  /** It would go beyond what the user lets models take; nothing was sent. */
  | { kind: "over-budget"; holds: BudgetHold[] }
  /** So many serious findings of exactly this document have not been on screen; nothing was sent. */
  | { kind: "findings-unseen"; count: number }
  | { kind: "not-recorded"; detail: string; reason?: LedgerReason }
  /** What it needs of an earlier request was forgotten, or was never kept. */
  | { kind: "content-forgotten" }
  /** Its server got no answer: there is nothing to save with it. */
  | { kind: "not-answered" }
  /** What was pasted is neither the `params` of a sampling request nor the message of one. */
  | { kind: "pasted-not-request"; detail: string }
  /** No browser opened the page that the user consented to. */
  | { kind: "page-not-opened"; url: string }
  /** No Node.js was found, with which hosts start the relay. */
  | { kind: "relay-needs-node" }
  /** The config file of a host could not be changed; it is as it was. */
  | { kind: "host-file-not-written"; file: string; detail: string }
  /** Hosts cannot come in: the socket of the profile cannot be opened. */
  | { kind: "gateway-closed"; detail: string }
  /** No single call of ours is known to have led there. */
  | { kind: "no-certain-call" }
  /** The request is of a kind that no model answers: it is neither run again nor a fixture. */
  | { kind: "without-model" }
  /** So many requests of an earlier run cannot be read from the ledger and shown; its own words on the first. */
  | { kind: "requests-damaged"; count: number; detail: string }
  /** SQLite found, scanning the ledger's file, what is not sound; its own words. */
  | { kind: "ledger-damaged"; detail: string }
  /** So many drafts of an earlier run cannot be read; they stay in their file. */
  | { kind: "drafts-damaged"; count: number }
  /** The index of the history cannot be read; what happens is recorded all the same. */
  | { kind: "history-unavailable"; detail: string }
  /** What is open for reading in the record's place cannot be read; the record itself has no part in it. */
  | { kind: "import-unreadable"; detail: string }
  /** The ledger's file could not be opened or read for verifying. */
  | { kind: "ledger-unreadable"; detail: string }
  /** There was a record, for its index is there; its file is missing or empty. */
  | { kind: "ledger-begun-anew"; file: string }
  /**
   * The ledger's file no longer holds row `seq`, which was signed: it was cut, replaced or put back from a copy.
   * `found`: the last row that it held when the app started.
   */
  | { kind: "ledger-lost-rows"; seq: number; found: number }
  /** Nothing vouches for who wrote these rows of the ledger; a row says so. */
  | { kind: "ledger-unvouched"; why: UnvouchedWhy; first: number; last: number }
  /** Row `seq` is not what was written: until the next start nothing is signed. */
  | { kind: "ledger-not-signed"; seq: number }
  /** The ledger is encrypted, and the system's key store does not hold its key. */
  | { kind: "ledger-key-missing" }
  /** Encrypting or decrypting the ledger's file did not come about; it stands as it was. */
  | { kind: "ledger-not-converted"; detail: string; what?: Conversion }
  /** For that the disk has no room: so much is needed beside the file. Nothing was written; each start tries again. */
  | { kind: "ledger-no-room"; neededBytes: number; what?: Conversion }
  | { kind: "invalid-document"; flags: Flag[] }
  /** Values of these kinds of findings cannot be replaced by placeholders: nothing of it leaves. */
  | { kind: "not-redactable"; kinds: string[] }
  | { kind: "invalid-argument"; channel: string; detail: string }
  | { kind: "forbidden-sender" }
  /** No press of the user's stood behind it, and they did not confirm it in main's own dialog. */
  | { kind: "not-confirmed" }
  | { kind: "secrets-unavailable" }
  /** A broken file of the profile was moved to `aside`; the app started without it. */
  | { kind: "file-set-aside"; aside: string; detail: string }
  /** The list of servers was broken, and rules of theirs of how long content is kept with it: nothing is taken by itself. */
  | { kind: "retention-unsure"; aside: string }
  /** The rules file is broken: nothing is saved over it, for what stands in it would be lost. */
  | { kind: "rules-broken"; file: string }
  /** Another program has changed it, and nobody has accepted that yet. */
  | { kind: "rules-unaccepted"; file: string }
  /** A rule that the file could not hold; `rule` is its name. */
  | { kind: "rule-unusable"; rule: string; detail: string }
  /** One value of the settings file is none of those that may stand there. */
  | { kind: "setting-unusable"; file: string; name: string }
  /** A file that was chosen for its certificates cannot be used for that. */
  | {
      kind: "certificate-unusable";
      file: string;
      reason: "unreadable" | "no-certificate" | "too-large";
    }
  | { kind: "internal"; detail: string }
  | ModelFailure
  | ServerFailure
  | SignInFailure
  | ConfigFailure
  | FileFailure
  | MediumFailure
  | RunFailure
  | ImportFault
  /** Something else is being written or read. */
  | { kind: "busy" };

/** Fails to compile where a member of a union was forgotten. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value ${JSON.stringify(value)}`);
}
