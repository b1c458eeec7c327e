// The rounds of one call: a server may require input first (2026-07-28, multi round-trip requests; 2025-11-25, "URL
// Elicitation Required Error"), and then gets the call again with it. The final result is unparsed.
import { isJsonObject } from "#shared/json.ts";
import type { Json, JsonObject } from "#shared/json.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { CancelReason, OriginCall } from "#shared/request/life/heldRequest.ts";
import { roundedBehind } from "#shared/rounded.ts";
import type { Rounded } from "#shared/rounded.ts";
import { EmbeddedGroup } from "../requests/embeddedGroup.ts";
import type { EmbeddedParts } from "../requests/embeddedGroup.ts";
import { HttpStatusError, mayHaveRun } from "../transports/httpRefusal.ts";
import { SendError } from "../transports/pipe.ts";
import type { RawResponse } from "../wire/rawResponse.ts";
import type { Exchange } from "./captures.ts";

/** The most rounds of one call: each may cost the user's time. */
export const ROUNDS_MAX = 100;
/** The most rounds without a question to the user: for shared folders, or just to be called again. */
const ROUNDS_WITHOUT_USER_MAX = 10;
const ROUND_WITHOUT_USER_WAIT_MS = 250;

export interface RoundParts extends EmbeddedParts {
  /** Resolves when the server reports that this page is complete, or `signal` aborts. */
  pageDone(elicitationId: string, signal: AbortSignal): Promise<void>;
  /** Why `signal` aborted, for the requests embedded in the call. */
  aborted(): CancelReason;
  /** A group of embedded requests is pending (or no longer). */
  waiting(group: EmbeddedGroup, waits: boolean): void;
  /** The server may respond `input_required`; otherwise such a result is an ordinary one. */
  embeddedRequests: boolean;
}

/**
 * Sends a call with `send`, and again with the input that the server requires, until it gives a result or an error.
 * `more`: fields that the repeated call has besides its own params. Never throws.
 */
export async function runRounds(
  send: (more: JsonObject) => Exchange,
  call: OriginCall,
  parts: RoundParts,
  signal: AbortSignal,
): Promise<Outcome<Json, Failure>> {
  let more: JsonObject = {};
  let handedOver: ((sent: Promise<void>) => void) | null = null;
  let unasked = 0;
  for (let round = 0; ; round += 1) {
    const exchange = send(more);
    handedOver?.(exchange.sent);
    handedOver = null;
    const answered = await answerOf(exchange, signal);
    if (!answered.ok) return answered;
    if (answered.value.kind === "error") {
      const { error } = answered.value;
      const pages = pagesRequiredIn(error);
      if (pages === null) return fail({ kind: "run-error", ...truncateError(error) });
      if (round + 1 >= ROUNDS_MAX) return tooManyRounds(round + 1);
      const opened = await openPages(pages, call, parts, signal);
      if (!opened.ok) return opened;
      handedOver = opened.value.handedOver;
      continue;
    }
    const asked = inputRequiredIn(answered.value, parts.embeddedRequests);
    if (asked === null) return ok(answered.value.result);
    if (!asked.ok) return asked;
    const { state } = asked.value;
    // Checked before the user is asked for something that could not be sent any more.
    if (round + 1 >= ROUNDS_MAX) return tooManyRounds(round + 1);
    const fulfilled = await fulfil(asked.value, call, parts, signal);
    if (!fulfilled.ok) return fulfilled;
    const { asksUser, inputResponses } = fulfilled.value;
    if (!asksUser) {
      unasked += 1;
      if (unasked > ROUNDS_WITHOUT_USER_MAX) return tooManyRounds(round + 1);
      await pause(ROUND_WITHOUT_USER_WAIT_MS, signal);
    }
    more = { ...state, ...(inputResponses === null ? {} : { inputResponses }) };
    handedOver = fulfilled.value.handedOver;
  }
}

const tooManyRounds = (rounds: number) => fail({ kind: "run-too-many-rounds" as const, rounds });

type CallOutcome = Extract<RawResponse, { kind: "result" }>;
type CallError = Extract<RawResponse, { kind: "error" }>;

/**
 * The call requires that the user opens pages first (2025-11-25, client/elicitation, "URL Elicitation Required
 * Error").
 */
const URL_ELICITATION_REQUIRED = -32042;

/** The pages as embedded requests; null for any other error. */
export function pagesRequiredIn({ code, data }: CallError["error"]): JsonObject | null {
  const listed =
    code === URL_ELICITATION_REQUIRED && isJsonObject(data) ? data["elicitations"] : null;
  if (!Array.isArray(listed) || listed.length === 0) return null;
  return Object.fromEntries(
    listed.map((params, index) => [String(index), { method: "elicitation/create", params }]),
  );
}

/** Asks for consent to each page, and waits until the server reports all of them complete. */
async function openPages(
  pages: JsonObject,
  call: OriginCall,
  parts: RoundParts,
  signal: AbortSignal,
): Promise<Outcome<RetryInput, Failure>> {
  const opened = await fulfil({ requests: pages, rounded: [], state: {} }, call, parts, signal);
  if (!opened.ok) return opened;
  const given = Object.values(opened.value.inputResponses ?? {});
  if (!given.every((response) => isJsonObject(response) && response["action"] === "accept")) {
    opened.value.handedOver(Promise.reject(new SendError("not repeated", false)));
    return fail({ kind: "run-not-repeated", because: "rejected" });
  }
  for (const id of pageIds(pages)) await parts.pageDone(id, signal);
  return opened;
}

const pageIds = (pages: JsonObject): string[] =>
  Object.values(pages).flatMap((page) => {
    const params = isJsonObject(page) ? page["params"] : null;
    const id = isJsonObject(params) ? params["elicitationId"] : null;
    return typeof id === "string" ? [id] : [];
  });

async function answerOf(
  exchange: Exchange,
  signal: AbortSignal,
): Promise<Outcome<CallOutcome | CallError, Failure>> {
  let answer: RawResponse;
  try {
    answer = await exchange.response;
  } catch (error) {
    if (signal.aborted) return fail({ kind: "cancelled" });
    // What the server answered to this very call; any other exception here means that there is no connection.
    if (error instanceof HttpStatusError) return fail(refusedCall(error));
    return fail({ kind: "run-disconnected" });
  }
  switch (answer.kind) {
    case "result":
      return ok(answer);
    case "error":
      return ok(answer);
    case "bad":
      return fail({ kind: "server-bad-answer", detail: "" });
    case "lost":
      return fail({ kind: "run-disconnected" });
  }
}

/** Why a request failed that an HTTP server refused. */
export const refusedCall = ({ refusal, forgotSession }: HttpStatusError): Failure => ({
  kind: "run-http-status",
  status: refusal.status,
  words: refusal.words,
  retryAfter: refusal.retryAfter,
  mayHaveRun: !forgotSession && mayHaveRun(refusal),
});

/** The error without its data, which may be anything; the message is shown, so it is truncated. */
function truncateError({ code, message, data }: { code: number; message: string; data?: Json }) {
  return { code, message: message.slice(0, 2000), ...(data === undefined ? {} : { data }) };
}

/** What the server requires, with the state to send back unchanged. */
interface InputRequired {
  /** Null if it only asks to be called again. */
  requests: JsonObject | null;
  /** Numbers in the requests that lost precision, with paths from `requests`. */
  rounded: Rounded[];
  state: { requestState?: Json };
}

/** What the server requires first; null if this is the final result (2026-07-28, MRTR, `InputRequiredResult`). */
function inputRequiredIn(
  { result, rounded = [] }: CallOutcome,
  embeddedRequests: boolean,
): Outcome<InputRequired, Failure> | null {
  if (!embeddedRequests || result["resultType"] !== "input_required") return null;
  // Some serialisers write null for an absent field.
  const requests = result["inputRequests"] ?? null;
  const requestState = result["requestState"];
  const state = requestState === undefined ? {} : { requestState };
  if (requests !== null && !isJsonObject(requests)) {
    return fail({ kind: "run-input-malformed", keys: ["inputRequests"] });
  }
  // The state must be sent back unchanged, which is impossible now.
  if (roundedBehind(rounded, "requestState").length > 0) {
    return fail({ kind: "run-input-malformed", keys: ["requestState"] });
  }
  const none = requests === null || Object.keys(requests).length === 0;
  // Repeating the call unchanged would lead to the same response.
  if (none && requestState === undefined) return fail({ kind: "run-input-nothing" });
  const own = roundedBehind(rounded, "inputRequests");
  return ok({ requests: none ? null : requests, rounded: own, state });
}

interface RetryInput {
  /** Null if nothing was required. */
  inputResponses: JsonObject | null;
  /** The user was asked. */
  asksUser: boolean;
  handedOver(sent: Promise<void>): void;
}

async function fulfil(
  { requests, rounded }: InputRequired,
  call: OriginCall,
  parts: RoundParts,
  signal: AbortSignal,
): Promise<Outcome<RetryInput, Failure>> {
  if (requests === null) {
    return ok({
      inputResponses: null,
      asksUser: false,
      handedOver: (sent) => void sent.catch(() => {}),
    });
  }
  const group = new EmbeddedGroup({ requests, rounded }, call, parts);
  const onAbort = (): void => group.withdraw(parts.aborted());
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  parts.waiting(group, true);
  const fulfilment = await group.fulfilment;
  parts.waiting(group, false);
  signal.removeEventListener("abort", onAbort);
  switch (fulfilment.kind) {
    case "repeat":
      if (signal.aborted) {
        fulfilment.handedOver(Promise.reject(new SendError("cancelled", false)));
        return fail({ kind: "cancelled" });
      }
      return ok({ ...fulfilment, asksUser: group.asksUser });
    case "give-up":
      return fail(fulfilment.failure);
    case "withdrawn":
      return fail(signal.aborted ? { kind: "cancelled" } : { kind: "run-disconnected" });
  }
}

function pause(waitMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, waitMs);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
