// Turns a failure (data) into words: what happened, what was or was not sent, what next, and the
// foreign words that belong to it, apart, for a quote.
import type { Failure } from "../../src-shared/outcome.ts";
import { decimal, size, took } from "../ui/text/time.ts";
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

function what(t: T, f: Failure): string {
  switch (f.kind) {
    case "not-found":
      return t(`failures.what.not-found.${f.what}`);
    case "invalid-document":
      return t("failures.what.invalid-document", { count: f.flags.length });
    case "model-wrong-key":
    case "server-unauthorised":
    case "server-http-status":
    case "sign-in-registration-refused":
    case "sign-in-still-refused":
      return t(`failures.what.${f.kind}`, { status: f.status });
    case "model-certificate":
      return t(`failures.what.model-certificate.${f.reason}`);
    case "certificate-unusable":
      return t(`failures.what.certificate-unusable.${f.reason}`);
    case "model-proxy":
      return f.reason === "refused" && f.status !== undefined
        ? t("failures.what.model-proxy-refused", { status: f.status })
        : t(`failures.what.model-proxy.${f.reason}`, { schemes: f.detail });
    case "model-rate-limited":
      return f.retryAfterMs === undefined
        ? t("failures.what.model-rate-limited")
        : t("failures.what.model-rate-limited-until", { time: wait(t, f.retryAfterMs) });
    case "model-overloaded":
      return f.retryAfterMs === undefined
        ? t("failures.what.model-overloaded", { status: f.status })
        : t("failures.what.model-overloaded-until", {
            status: f.status,
            time: wait(t, f.retryAfterMs),
          });
    case "model-forbidden":
    case "model-no-credit":
      return t(`failures.what.${f.kind}`, { status: f.status });
    case "model-context-too-long":
      return f.needed === undefined || f.limit === undefined
        ? t("failures.what.model-context-too-long")
        : t("failures.what.model-context-too-long-by", {
            needed: f.needed,
            limit: f.limit,
            over: f.needed - f.limit,
          });
    case "model-timeout":
      return t(`failures.what.model-timeout.${f.stage}`, { seconds: seconds(f.afterMs) });
    case "model-template-stuck":
      return t("failures.what.model-template-stuck", { seconds: seconds(f.afterMs) });
    case "model-memory":
      return t("failures.what.model-memory", {
        needed: size(t, f.neededBytes),
        available: size(t, f.availableBytes),
      });
    case "model-other":
      return f.status === undefined
        ? t("failures.what.model-other")
        : t("failures.what.model-other-status", { status: f.status });
    case "server-exited":
      return f.signal === null
        ? t("failures.what.server-exited", { time: took(t, f.afterMs), code: f.code ?? "?" })
        : t("failures.what.server-exited-signal", { time: took(t, f.afterMs), signal: f.signal });
    case "server-closed-output":
    case "server-silent":
    case "run-unanswered":
    case "sign-in-timeout":
    case "sign-in-state-mismatch":
      return t(`failures.what.${f.kind}`, { time: took(t, f.afterMs) });
    case "config-not-json":
      return t("failures.what.config-not-json", { line: f.line, column: f.column });
    case "ledger-not-converted":
    case "ledger-no-room":
      return t(`failures.what.${f.kind}.${f.what ?? "encrypt"}`);
    case "ledger-lost-rows":
      return t("failures.what.ledger-lost-rows", { seq: f.seq, found: f.found });
    case "ledger-unvouched":
      return t(`failures.what.ledger-unvouched.${f.why}`, { first: f.first, last: f.last });
    case "ledger-not-signed":
      return t("failures.what.ledger-not-signed", { seq: f.seq });
    case "requests-damaged":
    case "drafts-damaged":
      return t(`failures.what.${f.kind}`, { count: f.count });
    case "run-error":
      return t("failures.what.run-error", { code: f.code });
    case "run-not-repeated":
      return t(`failures.what.run-not-repeated.${f.because}`);
    case "run-input-unsupported":
      return t("failures.what.run-input-unsupported", { methods: f.methods.join(", ") });
    case "medium-too-large":
      return t("failures.what.medium-too-large", {
        size: size(t, f.bytes),
        limit: size(t, f.limit),
      });
    case "medium-wrong-kind":
      return t(`failures.what.medium-wrong-kind.${f.wanted}`);
    case "run-input-undeclared":
      return t("failures.what.run-input-undeclared", { methods: f.methods.join(", ") });
    case "run-input-malformed":
      return t("failures.what.run-input-malformed", { keys: f.keys.join(", ") });
    case "import-broken":
      return f.seq === null
        ? t("failures.what.import-broken")
        : t("failures.what.import-broken-row", { row: decimal(f.seq) });
    case "run-too-many-rounds":
      return t("failures.what.run-too-many-rounds", { rounds: f.rounds });
    default:
      return t(`failures.what.${f.kind}`);
  }
}

function sent(t: T, f: Failure): string {
  if (
    f.kind === "no-model" ||
    f.kind === "not-for-this-server" ||
    f.kind === "switched-off" ||
    f.kind === "stale" ||
    f.kind === "desk-stopped" ||
    f.kind === "over-budget" ||
    f.kind === "not-recorded"
  ) {
    return t("failures.sent.decision");
  }
  if (f.kind === "invalid-document" || f.kind === "not-redactable")
    return t("failures.sent.decision");
  if (f.kind.startsWith("model-")) return t("failures.sent.model");
  if (f.kind.startsWith("config-") && f.kind !== "config-bad-server")
    return t("failures.sent.config");
  if (f.kind === "disk-full" || f.kind === "checksum-mismatch") return t("failures.sent.file");
  return "";
}

function next(t: T, f: Failure): string {
  if (f.kind === "disk-full" && f.neededBytes !== undefined) {
    return t("failures.next.disk-full-needed", { size: size(t, f.neededBytes) });
  }
  if (f.kind === "ledger-no-room")
    return t(`failures.next.${f.kind}`, { size: size(t, f.neededBytes) });
  if (f.kind === "model-proxy" && f.reason === "scheme")
    return t("failures.next.model-proxy-scheme");
  return t(`failures.next.${f.kind}`);
}

function quote(f: Failure): string {
  switch (f.kind) {
    case "server-command-not-found":
      return f.command;
    case "server-folder-not-found":
      return f.folder;
    case "import-not-export":
      return f.file ?? "";
    case "import-broken":
      return f.file === undefined ? f.fault : `${f.file}: ${f.fault}`;
    case "server-not-startable":
      return `${f.command}: ${f.detail}`;
    case "server-unreachable":
      return f.detail === "" ? f.address : `${f.address}: ${f.detail}`;
    case "sign-in-unreachable":
    case "sign-in-bad-metadata":
      return f.detail === "" ? f.address : `${f.address}: ${f.detail}`;
    case "sign-in-private-address":
      return `${f.address} (${f.ip})`;
    case "sign-in-other-resource":
    case "sign-in-other-issuer":
      return `${f.expected} ≠ ${f.got ?? "–"}`;
    case "sign-in-no-pkce":
    case "sign-in-no-registration":
      return f.issuer;
    case "sign-in-denied":
    case "sign-in-token-refused":
      return [f.error, f.detail === f.error ? "" : f.detail]
        .filter((said) => said !== "")
        .join(": ");
    case "server-unauthorised":
    case "server-http-status":
    case "sign-in-no-metadata":
    case "sign-in-not-encrypted":
      return f.address;
    case "pasted-not-request":
    case "ledger-damaged":
    case "history-unavailable":
    case "import-unreadable":
      return f.detail;
    case "ledger-begun-anew":
      return f.file;
    case "config-not-found":
    case "certificate-unusable":
      return f.file;
    case "config-unreadable":
      return f.detail === "" ? f.file : `${f.file}: ${f.detail}`;
    case "file-set-aside":
      return `${f.aside}: ${f.detail}`;
    case "rules-broken":
    case "rules-unaccepted":
      return f.file;
    case "rule-unusable":
      return `${f.rule}: ${f.detail}`;
    case "setting-unusable":
      return `${f.name}, ${f.file}`;
    case "config-bad-server":
      return `${f.server}${f.path === "" ? "" : `.${f.path}`}: ${f.detail}`;
    case "model-certificate":
      return `${f.host}: ${f.detail}`;
    case "model-proxy":
      return f.detail === "" ? f.proxy : `${f.proxy}: ${f.detail}`;
    case "model-redirect":
      return `${f.host} → ${f.to}`;
    case "model-no-variable":
    case "model-variable-elsewhere":
      return f.variable;
    case "model-key-unusable":
      return f.variable ?? "";
    case "model-gone":
    case "not-for-this-server":
    case "switched-off":
      return f.model;
    case "model-file-missing":
      return f.file;
    case "model-file-invalid":
    case "model-file-changed":
      return f.detail === "" ? f.file : `${f.file}: ${f.detail}`;
    case "model-unsupported-platform":
      return f.platform;
    case "model-unsupported-content":
      return f.detail === "" ? f.what : f.detail;
    case "medium-wrong-kind":
      return f.found ?? "";
    case "run-error":
      return f.message;
    default:
      return "detail" in f ? f.detail : "";
  }
}
