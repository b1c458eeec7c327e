// What a program gets instead of a response: an HTTP status and a code for each kind of rejection or refusal.
import type { Settlement } from "../request/life/event.ts";
import type { ProviderError } from "./providerError.ts";
import type { DialectError } from "./dialect.ts";

export interface DialectRefusal extends DialectError {
  /** When the program may retry (`retry-after`). Absent: retrying is useless (`x-should-retry: false`). */
  retryAfterS?: number;
  /** A provider's error as it came; `body` is sent in place of all else. */
  provider?: ProviderError;
}

/** By the settlement's `data.reason`. `docs/endpoint.md` has this table. */
export const REFUSALS: Readonly<Record<string, Pick<DialectError, "status" | "code">>> = {
  "refused-by-rule": { status: 403, code: "refused_by_rule" },
  undecided: { status: 403, code: "undecided" },
  "generation-failed": { status: 502, code: "generation_failed" },
  stopped: { status: 403, code: "stopped" },
  "not-recorded": { status: 503, code: "not_recorded" },
  "answer-not-kept": { status: 500, code: "response_not_kept" },
  closing: { status: 503, code: "closing" },
  "invalid-params": { status: 400, code: "invalid_request" },
  "tokens-budget": { status: 429, code: "budget_exceeded" },
  "cost-budget": { status: 429, code: "budget_exceeded" },
  ...Object.fromEntries(
    ["too-large", "medium-too-large", "text-too-long", "too-many-messages", "too-many-values"].map(
      (reason) => [reason, { status: 413, code: "request_too_large" }],
    ),
  ),
  "waited-too-long": { status: 429, code: "waited_too_long" },
  "too-many-for-call": { status: 429, code: "limit_exceeded" },
  "too-many-rounds": { status: 429, code: "limit_exceeded" },
};

/** Limits that a retry may find free again. */
const SOON_OVER: ReadonlySet<string> = new Set(["rate-limited", "too-many-waiting"]);

/** What a rule says that has no words of the user's own; those stay as they are. */
const RULES_WORDS = "Refused by a rule of the client";

/** The protocol's messages call Countersign the client, which is the program over HTTP. */
const toProgram = (message: string): string =>
  message
    .replace(/^\w+ is stopped at/, "Requests are stopped at")
    .replace(/\b(?:the|this) client\b/gi, "Countersign");

/** The user's own rejection is 403 `user_rejected`; a rate, or too many at once, is 429 with `retry-after`. */
export function refusalOf(settlement: Extract<Settlement, { kind: "error" }>): DialectRefusal {
  const { code, data = {}, provider } = settlement;
  if (provider !== undefined) {
    const { status, type, body, message } = provider;
    const named = provider.code ?? type ?? "generation_failed";
    // A type is of one dialect only.
    const own = type === undefined || body === undefined ? {} : { type };
    return { status, code: named, message, provider, ...own };
  }
  const { reason = "", note, retryAfterMs } = data;
  const isOwn = code === -32_050 && settlement.message !== RULES_WORDS;
  const message = isOwn ? settlement.message : toProgram(settlement.message);
  if (code === -1) {
    const words = "User rejected the request";
    return {
      status: 403,
      code: "user_rejected",
      message: note === undefined ? words : `${words}: ${note}`,
    };
  }
  const known = Object.hasOwn(REFUSALS, reason) ? REFUSALS[reason] : undefined;
  if (known !== undefined) return { ...known, message };
  // A rule may set its own reason.
  if (!SOON_OVER.has(reason)) return { status: 403, code: reason, message };
  return {
    status: 429,
    code: "limit_exceeded",
    message,
    retryAfterS: Math.ceil((retryAfterMs ?? 5000) / 1000),
  };
}
