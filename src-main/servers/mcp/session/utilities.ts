// Short requests to a connected server: set its log level, ping it.
import type { Failure, Outcome } from "#shared/outcome.ts";
import { fail, ok } from "#shared/outcome.ts";
import { abilitiesOf } from "#shared/servers/protocol.ts";
import type { Pong } from "#shared/servers/server.ts";
import { HttpStatusError } from "../transports/httpRefusal.ts";
import type { Session } from "./handshake.ts";
import { anySchema } from "./captures.ts";
import { refusedCall } from "./rounds.ts";
import type { RawResponse } from "../wire/rawResponse.ts";

/** How long a ping waits for its response. */
export const PING_TIMEOUT_MS = 30_000;

/**
 * `logging/setLevel` (2025-11-25, server/utilities/logging). With 2026-07-28 the level is sent with each later call
 * instead, so this sends nothing; nor for a server that does not declare logging.
 */
export async function setLogLevel(
  session: Session,
  level: string,
): Promise<Outcome<null, Failure>> {
  const { client, wire, negotiated } = session;
  if (
    abilitiesOf(negotiated).logLevel !== "set" ||
    negotiated.capabilities["logging"] === undefined
  ) {
    return ok(null);
  }
  const request = { method: "logging/setLevel", params: { level } };
  const answered = await answerOf(wire.exchange(() => client.request(request, anySchema)).response);
  return answered.ok ? ok(null) : answered;
}

/**
 * One round trip. 2026-07-28 has no `ping` (2025-11-25, basic/utilities/ping), so it sends `server/discover`, the
 * cheapest request that every server must support.
 */
export async function ping(
  session: Session,
  timeoutMs = PING_TIMEOUT_MS,
): Promise<Outcome<Pong, Failure>> {
  const { client, wire, negotiated } = session;
  const method = abilitiesOf(negotiated).ping ? "ping" : "server/discover";
  const startedMs = performance.now();
  const late = AbortSignal.timeout(timeoutMs);
  const { response } = wire.exchange(() =>
    client.request({ method }, anySchema, { timeout: timeoutMs * 2, signal: late }),
  );
  const answered = await answerOf(response);
  const tookMs = performance.now() - startedMs;
  if (answered.ok) return ok({ tookMs, method });
  return late.aborted ? fail({ kind: "run-unanswered", afterMs: timeoutMs }) : answered;
}

async function answerOf(answer: Promise<RawResponse>): Promise<Outcome<null, Failure>> {
  try {
    const answered = await answer;
    switch (answered.kind) {
      case "result":
        return ok(null);
      case "error": {
        const { code, message } = answered.error;
        return fail({ kind: "run-error", code, message: message.slice(0, 2000) });
      }
      case "bad":
        return fail({ kind: "server-bad-answer", detail: "" });
      case "lost":
        return fail({ kind: "run-disconnected" });
    }
  } catch (error) {
    return fail(
      error instanceof HttpStatusError ? refusedCall(error) : { kind: "run-disconnected" },
    );
  }
}
