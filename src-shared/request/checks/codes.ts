// Every error that Countersign itself can send to a server: code, message and the stable `data.reason`. Tests keep
// `docs/errors.md` in step with this table and pin the numbers.
import { LIMIT_CODES } from "../../rules/limits/limits.ts";

/** JSON-RPC 2.0, section 5.1: invalid params, invalid request. */
export const INVALID_PARAMS = -32602;
export const INVALID_REQUEST = -32600;

/**
 * Every error but the user's own rejection, by its stable `data.reason`; limits have theirs in `LIMIT_CODES`. −32602
 * comes with the spec's own message where MCP has one (2025-11-25, client/sampling, "Error Handling"). −32050 …
 * −32069 lie in JSON-RPC's range for implementations and clear of the codes that MCP and its libraries use there
 * (−32000 … −32004, −32042). −32050 is also the default of the user's rules.
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
  undecided: { code: -32056, message: "No rule of the client decided, and nobody is there to" },
  "generation-failed": {
    code: -32057,
    message: "The client's model gave no usable response, and nobody is there to choose another",
  },
  stopped: { code: -32060, message: "Sampling is stopped at this client" },
  "not-recorded": { code: -32061, message: "The client cannot record the request" },
  "answer-not-kept": {
    code: -32061,
    message: "The client has lost part of the approved response",
  },
  "too-many-values": {
    code: -32063,
    message: "The request holds more JSON values than this client accepts",
  },
  "call-over": {
    code: -32055,
    message: "The client's call that this request seemed to belong to has ended",
  },
  closing: { code: -32064, message: "The client closed before the request was decided" },
  ...LIMIT_CODES,
  "tokens-budget": { code: -32053, message: "The client's token budget is used up" },
  "cost-budget": { code: -32054, message: "The client's cost budget is used up" },
} as const satisfies Record<string, { code: number; message: string }>;

/** The stable value of `data.reason`. */
export type Reason = keyof typeof CODES;

/** Figures sent in a refusal's `data`, in the unit of its reason (bytes, characters, messages, requests). */
export type Figures = {
  /** The user's limit for this server. */
  limit?: number;
  /** What the request had; a lower bound where counting stopped early. */
  found?: number;
  /** Milliseconds until the next request is accepted. */
  retryAfterMs?: number;
  /**
   * `all`: the limit is shared by all servers, so others may have used it up. `server`: the limit or stop is this
   * server's own. Only `all` is sent.
   */
  scope?: "all" | "server";
  /** The period of a budget. */
  window?: "hour" | "day" | "month";
};

/**
 * Reasons after which nothing is sent. A response with an id that is still open would be taken for that of the first
 * request (JSON-RPC 2.0, section 5), and an error without an id cannot be attributed to any request.
 */
export const SILENT: ReadonlySet<Reason> = new Set<Reason>(["duplicate-id"]);
