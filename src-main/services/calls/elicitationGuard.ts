// Which questions of servers are refused before a person sees them, each with its code: what cannot be shown or
// was not offered, and what comes too fast. Refusals of one kind are joined like those of sampling requests.
import type { Json } from "../../../src-shared/json.ts";
import { CODES } from "../../../src-shared/sampling/checks/codes.ts";
import type { Figures, Reason } from "../../../src-shared/sampling/checks/codes.ts";
import {
  ELICITATION_CHARACTERS_MAX,
  ELICITATIONS_WAITING_MAX,
  readElicitation,
} from "../../../src-shared/servers/elicitation.ts";
import type { Clock } from "../../desk/ports.ts";
import { Bucket } from "../../desk/admission/bucket.ts";
import type { Rate } from "../../desk/admission/bucket.ts";
import type { IncomingElicitation } from "../ports.ts";

/** Why a question is refused; `reason` is that of the table of codes. */
export interface ElicitationRefusal {
  reason: Extract<Reason, "invalid-params" | "too-large" | "rate-limited" | "too-many-waiting">;
  code: number;
  message: string;
  data?: { reason: Reason } & Figures;
}

export class ElicitationGuard {
  readonly #clock: Clock;
  /** By server: one that connects anew has no new minute. */
  readonly #rates = new Map<string, Bucket>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * The refusal, or null (2025-11-25, client/elicitation, "Security Considerations": rate limiting). `waiting`
   * counts the server's questions that are open. Questions have a minute of their own beside the requests.
   */
  refuses(incoming: IncomingElicitation, waiting: number): ElicitationRefusal | null {
    const { limits } = incoming.policy;
    return (
      this.#byRate(incoming.serverId, limits) ??
      byShape(incoming) ??
      byWaiting(waiting, Math.min(limits.waiting, ELICITATIONS_WAITING_MAX))
    );
  }

  #byRate(serverId: string, rate: Rate): ElicitationRefusal | null {
    const bucket = this.#rates.get(serverId) ?? new Bucket();
    this.#rates.set(serverId, bucket);
    const nowMs = this.#clock.nowMs();
    const retryAfterMs = bucket.wait(nowMs, rate);
    if (retryAfterMs === 0) {
      bucket.take(nowMs, rate);
      return null;
    }
    return over("rate-limited", "Too many elicitation requests within a minute", {
      limit: rate.perMinute,
      retryAfterMs,
    });
  }
}

function byShape({ params, reply }: IncomingElicitation): ElicitationRefusal | null {
  if (charactersOf(params) > ELICITATION_CHARACTERS_MAX) {
    return {
      ...invalid(`Invalid params: larger than ${ELICITATION_CHARACTERS_MAX} characters`),
      reason: "too-large",
    };
  }
  const read = readElicitation(params);
  if (typeof read === "string") return invalid(`Invalid params: ${read}`);
  // The same words as the reference client's; embedded there is no error, so the person says no.
  return read.kind === "url" && reply.kind === "pushed"
    ? invalid("Client does not support URL-mode elicitation requests")
    : null;
}

const charactersOf = (params: Json): number => JSON.stringify(params ?? null).length;

const byWaiting = (waiting: number, limit: number): ElicitationRefusal | null =>
  waiting < limit
    ? null
    : over("too-many-waiting", "Too many elicitation requests wait already", { limit });

const invalid = (message: string): ElicitationRefusal => ({
  reason: "invalid-params",
  code: CODES["invalid-params"].code,
  message,
});

/** The codes of the same caps on sampling requests, in words that fit a question. */
const over = (
  reason: "rate-limited" | "too-many-waiting",
  message: string,
  figures: Figures,
): ElicitationRefusal => ({
  reason,
  code: CODES[reason].code,
  message,
  data: { reason, ...figures },
});
