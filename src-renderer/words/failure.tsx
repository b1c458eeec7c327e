// Turns a failure (data) into words: what happened, what was or was not sent, what next, and the
// foreign words that belong to it, apart, for a quote.
import type { Failure } from "#shared/outcome.ts";
import { decimal, size, elapsed } from "#kit/text/time.ts";
import { useT } from "./index.ts";
import type { T } from "./index.ts";

export interface FailureText {
  /** What happened. */
  what: string;
  /** What was or was not sent; empty where nothing could have been. */
  sent: string;
  /** What to do next; may be empty. */
  next: string;
  /** Foreign words: show them in a `Quote`, never inside a sentence. */
  quote: string;
}

const seconds = (ms: number): number => Math.round(ms / 1000);

/** Whole seconds, never too few: `7 s`. */
const wait = (t: T, ms: number): string =>
  t("common.seconds", { value: decimal(Math.ceil(ms / 1000)) });

/** The words of `failure` in the language in use. */
export function useFailureText(failure: Failure): FailureText {
  return failureText(useT(), failure);
}

export function failureText(t: T, failure: Failure): FailureText {
  return {
    what: what(t, failure),
    sent: sent(t, failure),
    next: next(t, failure),
    quote: quote(failure),
  };
}

type Of<Kind extends Failure["kind"]> = Extract<Failure, { kind: Kind }>;

const isIn = <Table extends object>(
  table: Table,
  failure: Failure,
): failure is Extract<Failure, { kind: keyof Table }> => failure.kind in table;

const byStatus = (
  t: T,
  f: Of<
    | "model-wrong-key"
    | "model-forbidden"
    | "model-no-credit"
    | "server-unauthorised"
    | "server-http-status"
    | "sign-in-registration-refused"
    | "sign-in-still-refused"
  >,
): string => t(`failures.what.${f.kind}`, { status: f.status });

const byTime = (
  t: T,
  f: Of<
    | "server-closed-output"
    | "server-silent"
    | "run-unanswered"
    | "sign-in-timeout"
    | "sign-in-state-mismatch"
  >,
): string => t(`failures.what.${f.kind}`, { time: elapsed(t, f.afterMs) });

const byConversion = (t: T, f: Of<"ledger-not-converted" | "ledger-no-room">): string =>
  t(`failures.what.${f.kind}.${f.what ?? "encrypt"}`);

const byCount = (t: T, f: Of<"requests-damaged" | "drafts-damaged" | "findings-unseen">): string =>
  t(`failures.what.${f.kind}`, { count: f.count });

/** What happened, where its kind alone does not say it. */
const WHAT = {
  "agent-changed": (t, f) => t(`failures.what.agent-changed.${f.what}`, { agent: f.agent }),
  "not-found": (t, f) => t(`failures.what.not-found.${f.what}`),
  "invalid-document": (t, f) => t("failures.what.invalid-document", { count: f.flags.length }),
  "model-wrong-key": byStatus,
  "model-forbidden": byStatus,
  "model-no-credit": byStatus,
  "server-unauthorised": byStatus,
  "server-http-status": byStatus,
  "model-unsupported-content": (t, f) =>
    f.because === undefined
      ? t("failures.what.model-unsupported-content")
      : t(`failures.what.model-unsupported-content-${f.because}`),
  "sign-in-registration-refused": byStatus,
  "sign-in-still-refused": byStatus,
  "model-certificate": (t, f) => t(`failures.what.model-certificate.${f.reason}`),
  "certificate-unusable": (t, f) => t(`failures.what.certificate-unusable.${f.reason}`),
  "model-proxy": (t, f) =>
    f.reason === "refused" && f.status !== undefined
      ? t("failures.what.model-proxy-refused", { status: f.status })
      : t(`failures.what.model-proxy.${f.reason}`, { schemes: f.detail }),
  "model-rate-limited": (t, f) =>
    f.retryAfterMs === undefined
      ? t("failures.what.model-rate-limited")
      : t("failures.what.model-rate-limited-until", { time: wait(t, f.retryAfterMs) }),
  "model-overloaded": (t, { status, retryAfterMs }) =>
    retryAfterMs === undefined
      ? t("failures.what.model-overloaded", { status })
      : t("failures.what.model-overloaded-until", { status, time: wait(t, retryAfterMs) }),
  "model-context-too-long": (t, { needed, limit }) =>
    needed === undefined || limit === undefined
      ? t("failures.what.model-context-too-long")
      : t("failures.what.model-context-too-long-by", { needed, limit, over: needed - limit }),
  "model-timeout": (t, f) =>
    t(`failures.what.model-timeout.${f.stage}`, { seconds: seconds(f.afterMs) }),
  "model-template-stuck": (t, f) =>
    t("failures.what.model-template-stuck", { seconds: seconds(f.afterMs) }),
  "model-memory": (t, f) =>
    t("failures.what.model-memory", {
      needed: size(t, f.neededBytes),
      available: size(t, f.availableBytes),
    }),
  "model-other": (t, f) =>
    f.status === undefined
      ? t("failures.what.model-other")
      : t("failures.what.model-other-status", { status: f.status }),
  "server-exited": (t, f) =>
    f.signal === null
      ? t("failures.what.server-exited", { time: elapsed(t, f.afterMs), code: f.code ?? "?" })
      : t("failures.what.server-exited-signal", { time: elapsed(t, f.afterMs), signal: f.signal }),
  "server-closed-output": byTime,
  "server-silent": byTime,
  "run-unanswered": byTime,
  "sign-in-timeout": byTime,
  "sign-in-state-mismatch": byTime,
  "config-not-json": (t, f) =>
    t("failures.what.config-not-json", { line: f.line, column: f.column }),
  "ledger-not-converted": byConversion,
  "ledger-no-room": byConversion,
  "ledger-lost-rows": (t, f) => t("failures.what.ledger-lost-rows", { seq: f.seq, found: f.found }),
  "ledger-unvouched": (t, f) =>
    t(`failures.what.ledger-unvouched.${f.why}`, { first: f.first, last: f.last }),
  "ledger-not-signed": (t, f) => t("failures.what.ledger-not-signed", { seq: f.seq }),
  "requests-damaged": byCount,
  "read-again": (t, f) => t(`failures.what.read-again.${f.why}`),
  "setup-incomplete": (t, f) => `${t("failures.what.setup-incomplete")} ${what(t, f.because)}`,
  "drafts-damaged": byCount,
  "findings-unseen": byCount,
  "run-error": (t, f) => t("failures.what.run-error", { code: f.code }),
  "run-http-status": (t, f) =>
    f.retryAfter === null
      ? t("failures.what.run-http-status", { status: f.status })
      : t("failures.what.run-http-status-retry", { status: f.status, retry: f.retryAfter }),
  "run-not-repeated": (t, f) => t(`failures.what.run-not-repeated.${f.because}`),
  "run-input-unsupported": (t, f) =>
    t("failures.what.run-input-unsupported", { methods: f.methods.join(", ") }),
  "run-input-undeclared": (t, f) =>
    t("failures.what.run-input-undeclared", { methods: f.methods.join(", ") }),
  "run-input-malformed": (t, f) =>
    t("failures.what.run-input-malformed", { keys: f.keys.join(", ") }),
  "port-taken": (t, f) => t("failures.what.port-taken", { port: String(f.port), detail: f.detail }),
  "run-too-many-rounds": (t, f) => t("failures.what.run-too-many-rounds", { rounds: f.rounds }),
  "medium-too-large": (t, f) =>
    t("failures.what.medium-too-large", { size: size(t, f.bytes), limit: size(t, f.limit) }),
  "medium-wrong-kind": (t, f) => t(`failures.what.medium-wrong-kind.${f.wanted}`),
  "model-held-back": (t, f) => t(`failures.what.model-held-back.${f.why}`),
  "team-refused": (t, f) => t(`failures.what.team-refused.${f.why}`),
  "team-address": (t, f) => t(`failures.what.team-address.${f.why}`),
  "team-too-old": (t, f) => t("failures.what.team-too-old", { version: f.version }),
  "team-schema": (t, f) =>
    t(`failures.what.team-schema.${f.found === 0 ? "none" : "other"}`, {
      found: f.found,
      wanted: f.wanted,
    }),
  "update-unreachable": (t, f) => t(`failures.what.update-unreachable.${f.why}`),
  "update-refused": (t, f) => t(`failures.what.update-refused.${f.why}`),
  "update-waits": (t, { requests, agents }) =>
    requests > 0
      ? t("failures.what.update-waits.requests", { count: requests })
      : t("failures.what.update-waits.agents", { count: agents }),
  "team-entry-skipped": (t, f) => t("failures.what.team-entry-skipped", { login: f.login }),
} satisfies { [Kind in Failure["kind"]]?: (t: T, failure: Of<Kind>) => string };

function what(t: T, failure: Failure): string {
  if (!isIn(WHAT, failure)) return t(`failures.what.${failure.kind}`);
  // TypeScript does not join an entry to the failure of its own kind.
  return (WHAT[failure.kind] as (t: T, failure: Failure) => string)(t, failure);
}

function sent(t: T, f: Failure): string {
  if (
    f.kind === "no-model" ||
    f.kind === "not-for-this-server" ||
    f.kind === "switched-off" ||
    f.kind === "stale" ||
    f.kind === "desk-stopped" ||
    f.kind === "over-budget" ||
    f.kind === "findings-unseen" ||
    f.kind === "not-recorded"
  ) {
    return t("common.nothingWasSent");
  }
  if (f.kind === "invalid-document" || f.kind === "not-redactable")
    return t("common.nothingWasSent");
  if (f.kind.startsWith("model-")) return t("failures.sent.model");
  if (f.kind.startsWith("config-") && f.kind !== "config-bad-server")
    return t("failures.sent.config");
  if (f.kind === "disk-full" || f.kind === "checksum-mismatch" || f.kind === "update-refused")
    return t("failures.sent.file");
  return "";
}

function next(t: T, f: Failure): string {
  // Nothing to do, or only the server's own words say what.
  if (f.kind === "forbidden-sender" || f.kind === "cancelled" || f.kind === "run-error") return "";
  if (f.kind === "run-http-status")
    return t(`failures.next.run-http-status.${f.mayHaveRun ? "maybe" : "refused"}`);
  if (f.kind === "read-again") return t(`failures.next.read-again.${f.why}`);
  if (f.kind === "config-not-read")
    return t("failures.next.config-not-read", { program: f.program, reads: f.reads });
  if (f.kind === "disk-full" && f.neededBytes !== undefined) {
    return t("failures.next.disk-full-needed", { size: size(t, f.neededBytes) });
  }
  if (f.kind === "ledger-no-room")
    return t(`failures.next.${f.kind}`, { size: size(t, f.neededBytes) });
  if (f.kind === "model-proxy" && f.reason === "scheme")
    return t("failures.next.model-proxy-scheme");
  if (f.kind === "team-refused" && f.why === "login-full")
    return t("failures.next.team-refused-full");
  if (f.kind === "team-entry-skipped") return t(`failures.next.${f.kind}`, { login: f.login });
  if (f.kind === "update-refused") return t(`failures.next.update-refused.${f.why}`);
  return t(`failures.next.${f.kind}`);
}

/** `place: detail`; the place alone where nothing more is known. */
const at = (place: string, detail: string): string =>
  detail === "" ? place : `${place}: ${detail}`;

const file = (f: { file: string }): string => f.file;
const model = (f: { model: string }): string => f.model;
const address = (f: { address: string }): string => f.address;
const issuer = (f: { issuer: string }): string => f.issuer;
const variable = (f: { variable?: string }): string => f.variable ?? "";
const addressAt = (f: { address: string; detail: string }): string => at(f.address, f.detail);
const fileAt = (f: { file: string; detail: string }): string => at(f.file, f.detail);
const mismatch = (f: { expected: string; got: string | null }): string =>
  `${f.expected} ≠ ${f.got ?? "–"}`;
const denial = (f: { error: string; detail: string }): string =>
  [f.error, f.detail === f.error ? "" : f.detail].filter((said) => said !== "").join(": ");

/** The foreign words of a failure, where they are not its `detail`. */
const QUOTE = {
  "server-command-not-found": (f) => f.command,
  "server-folder-not-found": (f) => f.folder,
  "server-not-startable": (f) => `${f.command}: ${f.detail}`,
  "server-unreachable": addressAt,
  "server-unauthorised": address,
  "server-http-status": (f) => at(f.address, f.words ?? ""),
  "sign-in-unreachable": addressAt,
  "sign-in-bad-metadata": addressAt,
  "sign-in-no-metadata": address,
  "sign-in-not-encrypted": address,
  "sign-in-private-address": (f) => `${f.address} (${f.ip})`,
  "sign-in-other-resource": mismatch,
  "sign-in-other-issuer": mismatch,
  "sign-in-no-pkce": issuer,
  "sign-in-no-registration": issuer,
  "sign-in-denied": denial,
  "sign-in-token-refused": denial,
  "ledger-begun-anew": file,
  "config-not-found": file,
  "config-not-read": file,
  "config-unreadable": fileAt,
  "config-bad-server": (f) => `${f.server}${f.path === "" ? "" : `.${f.path}`}: ${f.detail}`,
  "certificate-unusable": file,
  "file-set-aside": (f) => `${f.aside}: ${f.detail}`,
  "setup-incomplete": (f) =>
    [...f.changed.map((one) => `✓ ${one}`), ...f.unchanged.map((one) => `✗ ${one}`)].join("\n"),
  "rules-broken": file,
  "rules-unaccepted": file,
  "hook-decided-alone": (f) => String(f.count),
  "action-differs": (f) => f.agent,
  "action-ran-anyway": (f) => f.agent,
  "agent-not-held": (f) => f.agent,
  "call-not-arrived": (f) => `${f.agent}: ${f.tool}`,
  "programs-unaccepted": (f) => f.names.join(", "),
  "rule-unusable": (f) => `${f.rule}: ${f.detail}`,
  "setting-unusable": (f) => `${f.name}, ${f.file}`,
  "not-for-this-server": model,
  "switched-off": model,
  "model-gone": model,
  "model-certificate": (f) => `${f.host}: ${f.detail}`,
  "model-proxy": (f) => at(f.proxy, f.detail),
  "model-redirect": (f) => `${f.host} → ${f.to}`,
  "model-no-variable": variable,
  "model-variable-elsewhere": variable,
  "model-key-unusable": variable,
  "model-file-missing": file,
  "model-file-invalid": fileAt,
  "model-file-changed": fileAt,
  "model-unsupported-platform": (f) => f.platform,
  "model-unsupported-content": (f) => (f.detail === "" ? f.what : f.detail),
  "medium-wrong-kind": (f) => f.found ?? "",
  "run-error": (f) => f.message,
  "run-http-status": (f) => f.words,
} satisfies { [Kind in Failure["kind"]]?: (failure: Of<Kind>) => string };

function quote(failure: Failure): string {
  if (!isIn(QUOTE, failure)) return "detail" in failure ? failure.detail : "";
  return (QUOTE[failure.kind] as (failure: Failure) => string)(failure);
}
