// Failures as data: layers and processes exchange an Outcome and never throw.
import type { AgentDifference } from "./agents/entry.ts";
import type { ProviderError } from "./dialects/providerError.ts";
import type { Json } from "./json.ts";
import type { LedgerReason } from "./ledger/trouble.ts";
import type { Flag } from "./request/document/flag.ts";
import type { SignInFailure } from "./servers/signIn.ts";
import type { TeamFailure } from "./team/failure.ts";
import type { BudgetHold } from "./rules/limits/windows.ts";

/** A value, or why there is none. */
export type Outcome<T, F = Failure> = { ok: true; value: T } | { ok: false; failure: F };

export const ok = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });
export const fail = <F>(failure: F): { ok: false; failure: F } => ({ ok: false, failure });

/** `unknown-issuer`: not signed by a trusted authority. */
export type CertificateFault =
  | "unknown-issuer"
  | "expired"
  | "not-yet-valid"
  | "wrong-name"
  | "revoked"
  | "other";
/**
 * `login`: the proxy asks for a name and password, or rejected them (407). `scheme`: it supports only schemes that
 * Countersign does not, such as NTLM or Negotiate (Kerberos), named in the detail.
 */
export type ProxyFault = "unreachable" | "login" | "scheme" | "refused" | "unreadable";

/**
 * Why a generation failed. `detail` is untrusted text from the provider, shortened to 2,000 characters. Servers do
 * not see failed attempts.
 */
export type ModelFailure = (
  | { kind: "model-unreachable"; detail: string }
  /** TLS verification of `host` failed; nothing was sent. */
  | { kind: "model-certificate"; host: string; reason: CertificateFault; detail: string }
  /** The proxy (`host:port`) refused the request; it did not reach the provider. */
  | { kind: "model-proxy"; proxy: string; reason: ProxyFault; status?: number; detail: string }
  /** Redirects are not followed, as they would take key and text to another address. */
  | { kind: "model-redirect"; host: string; to: string }
  /** The environment variable for the key is not set. */
  | { kind: "model-no-variable"; variable: string }
  /** The environment variable was chosen for another address and is not read. */
  | { kind: "model-variable-elsewhere"; variable: string }
  /** The provider requires a key and there is none. */
  | { kind: "model-no-key" }
  /** The key, or the variable's value, contains characters that no key has; nothing was sent. */
  | { kind: "model-key-unusable"; variable?: string }
  | { kind: "model-wrong-key"; status: number; detail: string }
  /** The key is valid but lacks permission, for example for this model or region. */
  | { kind: "model-forbidden"; status: number; detail: string }
  /** The account has no credit or quota left; waiting does not help. */
  | { kind: "model-no-credit"; status: number; detail: string }
  | { kind: "model-rate-limited"; retryAfterMs?: number; detail: string }
  /** The provider is overloaded or down (408, 424, 502 to 504, 529). */
  | { kind: "model-overloaded"; status: number; retryAfterMs?: number; detail: string }
  /** Blocked by the provider's content filter, or marked as refused by the model. */
  | { kind: "model-filtered"; detail: string }
  /** The request exceeds the provider's size limit (413). */
  | { kind: "model-too-large"; detail: string }
  /** The response ended without an end marker. */
  | { kind: "model-interrupted"; detail: string }
  | { kind: "model-context-too-long"; needed?: number; limit?: number; detail: string }
  | { kind: "model-gone"; model: string; detail: string }
  | { kind: "model-timeout"; afterMs: number; stage: "connect" | "first-token" | "idle" }
  | { kind: "model-malformed-answer"; detail: string }
  | {
      kind: "model-unsupported-content";
      what: string;
      /** Why a local model cannot process it, if known. */
      because?: "no-tools-in-template" | "turn-marker";
      detail: string;
    }
  | { kind: "model-engine-crashed"; exitCode: number | null; detail: string }
  /** Countersign quit during the generation; its output is lost. */
  | { kind: "model-desk-ended" }
  /** The engine crashed while loading an intact file, as llama.cpp does when memory allocation fails. */
  | { kind: "model-load-crashed"; exitCode: number | null }
  /** The system killed the engine's process, usually because memory ran out. */
  | { kind: "model-engine-killed" }
  /** The local model needs more memory than is available, in bytes; it was not loaded. */
  | { kind: "model-memory"; neededBytes: number; availableBytes: number }
  /** The local model's file is missing. */
  | { kind: "model-file-missing"; file: string }
  /** The file was changed or damaged while in use. */
  | { kind: "model-file-changed"; file: string; detail: string }
  /** The file's chat template did not terminate or used too much memory; its process was killed. */
  | { kind: "model-template-stuck"; afterMs: number }
  | { kind: "model-unsupported-platform"; platform: string }
  | { kind: "model-file-invalid"; file: string; detail: string }
  /** The desk of the team that holds the request did not run what another desk approved. */
  | { kind: "model-held-back"; why: HeldBackWhy }
  | { kind: "model-other"; status?: number; detail: string }
) & {
  /** What the provider answered a program's request. */
  said?: ProviderError;
};

/**
 * `model`: not allowed there, or turned off. `budget`: beyond that desk's own. `stopped`: that desk is stopped.
 * `distrusted`: the approval does not fit the document that it names. `undone`: it was stopped, or the request ended,
 * before that desk read the approval.
 */
export type HeldBackWhy = "model" | "budget" | "stopped" | "votes" | "distrusted" | "undone";

/** Why a server is not connected. Times in milliseconds. */
export type ServerFailure =
  | { kind: "server-command-not-found"; command: string }
  | { kind: "server-folder-not-found"; folder: string }
  | { kind: "server-not-startable"; command: string; detail: string }
  | { kind: "server-exited"; code: number | null; signal: string | null; afterMs: number }
  | { kind: "server-closed-output"; afterMs: number }
  | { kind: "server-unreachable"; address: string; detail: string }
  | { kind: "server-unauthorised"; status: number; address: string }
  /** `words`: what the server says, as plain text, truncated. */
  | { kind: "server-http-status"; status: number; address: string; words?: string }
  /** Redirects to another origin are not followed, as secrets would be sent along. */
  | { kind: "server-redirects"; address: string; detail: string }
  /** The session has expired (404); a new one is started automatically. */
  | { kind: "server-forgot-session"; address: string }
  | { kind: "server-silent"; afterMs: number; stage: "initialize" }
  | { kind: "server-byte-order-mark" }
  | { kind: "server-refused-initialize"; detail: string }
  | { kind: "server-bad-answer"; detail: string }
  | { kind: "server-connection-lost"; detail: string };

/** A conversion of the ledger's file. */
export type Conversion = "encrypt" | "decrypt" | "update";

/** Why a config could not be imported. `line` and `column` count from 1. */
export type ConfigFailure =
  | { kind: "config-not-found"; file: string }
  | { kind: "config-unreadable"; file: string; detail: string }
  | { kind: "config-not-json"; line: number; column: number; detail: string }
  | { kind: "config-no-servers" }
  /** It has servers, but its program reads `reads` instead, and no other host this one. */
  | { kind: "config-not-read"; file: string; program: string; reads: string }
  | { kind: "config-bad-server"; server: string; path: string; detail: string };

/** Why there is no update of Countersign, or it was not installed. */
export type UpdateFailure =
  /** The feed could not be fetched; a redirect is not followed. */
  | {
      kind: "update-unreachable";
      why: "network" | "certificate" | "proxy" | "redirect" | "status";
      detail: string;
    }
  /**
   * `signature`: the key of this build did not sign the feed. `format`: it did, and the content is not understood.
   * `older`: it names a version below this one.
   */
  | { kind: "update-refused"; why: "signature" | "format" | "older"; detail: string }
  /** Requests are open, or agents are connected. */
  | { kind: "update-waits"; requests: number; agents: number }
  | { kind: "update-not-installed"; detail: string };

/** Why a file could not be downloaded or written. */
export type FileFailure =
  | { kind: "disk-full"; neededBytes?: number }
  /** The disk is full; a file already there is unchanged. */
  | { kind: "file-no-room" }
  | { kind: "download-failed"; detail: string }
  | { kind: "checksum-mismatch"; expected: string; actual: string }
  | { kind: "cancelled" };

/**
 * Why an image or audio file could not be added or saved. `found` is the type detected from its bytes. Sizes in
 * bytes.
 */
export type MediumFailure =
  | { kind: "medium-too-large"; bytes: number; limit: number }
  | { kind: "medium-wrong-kind"; wanted: "image" | "audio"; found: string | null }
  | { kind: "medium-file-empty" }
  | { kind: "medium-unreadable"; detail: string }
  | { kind: "medium-not-saved"; detail: string };

/** Why a tool call, prompt or resource read failed. */
export type RunFailure =
  /** `message` is shortened to 2,000 characters; `data` is whatever the server added. */
  | { kind: "run-error"; code: number; message: string; data?: Json }
  /**
   * The server answered with an HTTP status in place of a response. `words`: what it says, truncated. `retryAfter`: as
   * it came, seconds or a date.
   */
  | {
      kind: "run-http-status";
      status: number;
      words: string;
      retryAfter: string | null;
      /** The call may have been run. */
      mayHaveRun: boolean;
    }
  | { kind: "run-disconnected" }
  | { kind: "run-unanswered"; afterMs: number }
  | { kind: "run-not-repeated"; because: "rejected" | "refused" | "cancelled" }
  | { kind: "run-too-many-rounds"; rounds: number }
  /** The server requests input with methods that the protocol does not allow there. */
  | { kind: "run-input-unsupported"; methods: string[] }
  /** The server requests input that the client did not declare (2026-07-28, MRTR: it must not). */
  | { kind: "run-input-undeclared"; methods: string[] }
  /** The input requests under these keys are malformed. */
  | { kind: "run-input-malformed"; keys: string[] }
  /** The server requests input without naming any and without a state to return. */
  | { kind: "run-input-nothing" }
  | { kind: "run-task-only" };

/**
 * Why rows are unsigned. `no-key`: the signing key was not available. `unsigned`: the app ended before signing them.
 * `other-program`: another program wrote some of them while the app ran.
 */
export type UnvouchedWhy = "no-key" | "unsigned" | "other-program";

/** All failures; the catalogue has a message for each. */
export type Failure =
  /** More of a program would be accepted than is kept. */
  | { kind: "accepted-too-much" }
  | { kind: "stale" }
  /**
   * What the request is about was read again before the decision. `changed`: it is another now, and the user sees that.
   * `failed`: it could not be read. Nothing was sent.
   */
  | { kind: "read-again"; why: "changed" | "failed" }
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
        | "question"
        | "program"
        | "agent";
    }
  | { kind: "no-model" }
  /** The server's policy does not allow this model. */
  | { kind: "not-for-this-server"; model: string }
  | { kind: "switched-off"; model: string }
  /** The mode is Stopped, so nothing is sent. */
  | { kind: "desk-stopped" }
  /** It would exceed a budget; nothing was sent. */
  | { kind: "over-budget"; holds: BudgetHold[] }
  /** This number of serious findings in exactly this document were not on screen; nothing was sent. */
  | { kind: "findings-unseen"; count: number }
  | { kind: "not-recorded"; detail: string; reason?: LedgerReason }
  /** Content of an earlier request that is needed was deleted or never kept. */
  | { kind: "content-forgotten" }
  /** The pasted text is neither the `params` of a sampling request nor a message with them. */
  | { kind: "pasted-not-request"; detail: string }
  /** The page that the user agreed to open could not be opened. */
  | { kind: "page-not-opened"; url: string }
  /** Node.js, which hosts need to start the relay, was not found. */
  | { kind: "relay-needs-node" }
  /** A host's config file could not be changed and is as before. */
  | { kind: "host-file-not-written"; file: string; detail: string }
  /** Only some of an agent's files were changed; `because` says why the next one wasn't. */
  | { kind: "setup-incomplete"; changed: string[]; unchanged: string[]; because: Failure }
  /** Hosts cannot connect, because the profile's socket cannot be opened. */
  | { kind: "gateway-closed"; detail: string }
  | { kind: "port-taken"; port: number; detail: string }
  /** No single call of ours is known to have led there. */
  | { kind: "no-certain-call" }
  /** This kind of request has no model, so it cannot be replayed. */
  | { kind: "without-model" }
  /** This number of earlier requests could not be read from the ledger; `detail` is the error of the first. */
  | { kind: "requests-damaged"; count: number; detail: string }
  /** SQLite reports damage to the ledger's file. */
  | { kind: "ledger-damaged"; detail: string }
  /** This number of earlier drafts could not be read; they remain in their file. */
  | { kind: "drafts-damaged"; count: number }
  /** The history's index cannot be read; recording continues. */
  | { kind: "history-unavailable"; detail: string }
  /** The ledger's file could not be opened or read for verification. */
  | { kind: "ledger-unreadable"; detail: string }
  /** The ledger's file is missing or empty, although its index exists. */
  | { kind: "ledger-begun-anew"; file: string }
  /**
   * The ledger's file no longer contains the signed row `seq`: it was truncated, replaced or restored from a copy.
   * `found`: its last row when the app started.
   */
  | { kind: "ledger-lost-rows"; seq: number; found: number }
  /** The origin of these rows is unknown, and a row records that. */
  | { kind: "ledger-unvouched"; why: UnvouchedWhy; first: number; last: number }
  /** Row `seq` was changed; nothing is signed until the next start. */
  | { kind: "ledger-not-signed"; seq: number }
  /** The ledger is encrypted and its key is not in the keychain. */
  | { kind: "ledger-key-missing" }
  /** Encrypting or decrypting the ledger's file failed; it is unchanged. */
  | { kind: "ledger-not-converted"; detail: string; what?: Conversion }
  /** Converting the ledger needs this much free disk space. It is unchanged; each start tries again. */
  | { kind: "ledger-no-room"; neededBytes: number; what?: Conversion }
  | { kind: "invalid-document"; flags: Flag[] }
  /** Findings of these kinds cannot be replaced by placeholders, so nothing is sent. */
  | { kind: "not-redactable"; kinds: string[] }
  | { kind: "invalid-argument"; channel: string; detail: string }
  | { kind: "forbidden-sender" }
  /** There was no recent user action, and the user did not confirm in main's dialog. */
  | { kind: "not-confirmed" }
  | { kind: "secrets-unavailable" }
  /** A broken file of the profile was moved to `aside`; the app started without it. */
  | { kind: "file-set-aside"; aside: string; detail: string }
  /** The broken list of servers can have contained retention settings, so nothing is deleted automatically. */
  | { kind: "retention-unsure"; aside: string }
  /** The rules file is invalid and is not overwritten, as its content would be lost. */
  | { kind: "rules-broken"; file: string }
  /** Another program changed the rules file and the user has not accepted it. */
  | { kind: "rules-unaccepted"; file: string }
  /** Another program changed these programs in their file; they hold everything until the user sets them again. */
  | { kind: "programs-unaccepted"; names: readonly string[] }
  /** Hooks have refused actions, or let them pass, while Countersign did not answer: so many. */
  | { kind: "hook-decided-alone"; count: number; atMs: number }
  /** An agent's tool has left a file otherwise than was approved. `agent` is its name. */
  | { kind: "action-differs"; agent: string; atMs: number }
  /** An agent says that an action has run which was rejected. */
  | { kind: "action-ran-anyway"; agent: string; atMs: number }
  /** An agent's tool call was left to the gateway, and has run without coming there. */
  | { kind: "call-not-arrived"; agent: string; tool: string; atMs: number }
  /** Something of an agent's hook is not as Countersign wrote it. `agent` is its name. */
  | { kind: "agent-changed"; agent: string; what: AgentDifference; atMs: number }
  /** A check of the agent's hook has found a way past the desk. `agent` is its name. */
  | { kind: "agent-not-held"; agent: string; atMs: number }
  /** The rule cannot be stored in the file; `rule` is its name. */
  | { kind: "rule-unusable"; rule: string; detail: string }
  /** The settings file has an invalid value. */
  | { kind: "setting-unusable"; file: string; name: string }
  /** The chosen file contains no usable certificates. */
  | {
      kind: "certificate-unusable";
      file: string;
      reason: "unreadable" | "no-certificate" | "too-large";
    }
  /** An entry that came with this login to the team's database has values that make no sense; it has no effect here. */
  | { kind: "team-entry-skipped"; login: string }
  | { kind: "internal"; detail: string }
  | ModelFailure
  | ServerFailure
  | SignInFailure
  | ConfigFailure
  | FileFailure
  | UpdateFailure
  | MediumFailure
  | RunFailure
  | TeamFailure
  /** Another export is running. */
  | { kind: "busy" };

/** Makes a switch that misses a case fail to compile. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value ${JSON.stringify(value)}`);
}
