// Every error that a server can get from Countersign, in one table: code, words and the stable reason. `docs/errors.md`
// has the same table for server authors; a test holds the two together, literal tests pin the numbers.
import { LIMIT_CODES } from "../../policy/limits/limits.ts";

/** JSON-RPC 2.0, section 5.1: invalid params, invalid request. */
export const INVALID_PARAMS = -32602;
export const INVALID_REQUEST = -32600;

/**
 * Every "no" but the user's own, by its stable `data.reason`; those of limits stand with them. −32602 with the spec's own words where MCP has some
 * (2025-11-25, client/sampling, "Error Handling"); −32060 … −32069 lie in JSON-RPC's range for implementations,
 * apart from what MCP and its libraries use there (−32000 … −32004, −32042); so do −32050 … −32059, of which rules of
 * the user's have −32050 unless they say otherwise.
 */
export const CODES = {
  "tool-result-missing": { code: INVALID_PARAMS, message: "Tool result missing in request" },
  "tool-results-mixed": {
    code: INVALID_PARAMS,
    message: "Tool results mixed with other content",
  },
  "tool-result-stray": {
    code: INVALID_PARAMS,
    message: "Invalid params: a tool result matches no open tool use",
  },
  "tools-not-declared": {
    code: INVALID_PARAMS,
    message: "Invalid params: the client did not declare sampling.tools",
  },
  "invalid-params": { code: INVALID_PARAMS, message: "Invalid params" },
  "not-associated": {
    code: INVALID_PARAMS,
    message: "Invalid params: the request is not associated with a request of the client",
  },
  "call-ambiguous": {
    code: INVALID_PARAMS,
    message: "Invalid params: the request could belong to several requests of the client",
  },
  "duplicate-id": {
    code: INVALID_REQUEST,
    message: "Invalid Request: a request with this id is still open",
  },
  "refused-by-rule": { code: -32050, message: "Refused by a rule of the client" },
  stopped: { code: -32060, message: "Sampling is stopped at this client" },
  "not-recorded": { code: -32061, message: "The client cannot record the request" },
  "answer-not-kept": {
    code: -32061,
    message: "The client has lost a part of the approved answer",
  },
  "too-many-values": {
    code: -32063,
    message: "The request holds more JSON values than this client takes",
  },
  "call-over": {
    code: -32055,
    message: "The client's call that this request seemed to belong to is over",
  },
  closing: { code: -32064, message: "The client closed before the request was decided" },
  ...LIMIT_CODES,
  "tokens-budget": { code: -32053, message: "The client's budget of tokens is used up" },
  "cost-budget": { code: -32054, message: "The client's budget of money is used up" },
} as const satisfies Record<string, { code: number; message: string }>;

/** The stable word in `data.reason`. */
export type Reason = keyof typeof CODES;

/** What a refusal says in figures, in the unit of its reason (bytes, characters, messages, requests): travels in `data`. */
export type Figures = {
  /** What the user lets this server have. */
  limit?: number;
  /** What it asked for, as far as it was counted. */
  found?: number;
  /** Milliseconds after which a next request is taken again. */
  retryAfterMs?: number;
  /**
   * `all`: the limit is one of all servers together: others may have used it up. `server`: of what is usually for all,
   * this was for one server alone; it is not told.
   */
  scope?: "all" | "server";
  /** Of a budget: within an hour, a day or a month. */
  window?: "hour" | "day" | "month";
};

/**
 * Reasons after which nothing is sent. An answer under an id that is still open would answer the first request
 * (JSON-RPC 2.0, section 5), and an error without an id cannot be told from any other.
 */
export const SILENT: ReadonlySet<Reason> = new Set<Reason>(["duplicate-id"]);
