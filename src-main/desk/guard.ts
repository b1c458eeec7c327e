// Which requests are refused before a person sees them, by what the person lets their server do. Cheap: decides
// before anything is kept, hashed or written.
import type { Json } from "../../src-shared/json.ts";
import type { Figures } from "../../src-shared/sampling/codes.ts";
import { measure, valuesMax } from "../../src-shared/sampling/measure.ts";
import type { Origin, Refusal, RefusalReason } from "../../src-shared/sampling/sample.ts";
import { refusalFor } from "../../src-shared/sampling/wire.ts";
import type { ServerPolicy } from "../../src-shared/servers/policy.ts";
import type { Clock, Incoming } from "./ports.ts";
import { RateWindow } from "./rateWindow.ts";

export class Guard {
  readonly #clock: Clock;
  /** By server: a server that connects anew has no new minute. */
  readonly #rates = new Map<string, RateWindow>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * The refusal by the policy of the request's server, or null. `waiting` counts its requests that are open.
   * One that passes, or is only too large, counts for the minute.
   */
  refuses(incoming: Incoming, waiting: number): Refusal | null {
    const { asker, origin, policy } = incoming;
    return (
      byOrigin(origin, policy) ??
      this.#byRate(asker.serverId, policy.limits.perMinute) ??
      bySize(incoming) ??
      (waiting >= policy.limits.waiting
        ? over("too-many-waiting", { limit: policy.limits.waiting })
        : null)
    );
  }

  #byRate(serverId: string, limit: number): Refusal | null {
    const rate = this.#rates.get(serverId) ?? new RateWindow();
    this.#rates.set(serverId, rate);
    const retryAfterMs = rate.take(this.#clock.nowMs(), limit);
    return retryAfterMs === null ? null : over("rate-limited", { limit, retryAfterMs });
  }
}

/** "not associated with a client request": −32602 (2025-11-25, client/sampling, "Error Handling"). */
function byOrigin(origin: Origin, policy: ServerPolicy): Refusal | null {
  if (origin.kind === "none" && policy.unasked === "refuse") return refusalFor("not-associated");
  if (origin.kind === "ambiguous" && policy.ambiguous === "refuse") {
    return refusalFor("call-ambiguous");
  }
  return null;
}

function bySize({ params, came, policy }: Incoming): Refusal | null {
  const { requestBytes, mediumBytes, textCharacters, messages } = policy.limits;
  const most = valuesMax(messages);
  const values = came?.values ?? 0;
  if (values > most) return over("too-many-values", { limit: most, found: values });
  if (came !== undefined && (came.unread === true || came.bytes > requestBytes)) {
    return over("too-large", { limit: requestBytes, found: came.bytes });
  }
  // Before the walk: a list that is too long is known by its length alone.
  const listed = messagesIn(params);
  if (listed > messages) return over("too-many-messages", { limit: messages, found: listed });
  const found = measure(params, most);
  if (found.values > most) return over("too-many-values", { limit: most });
  if (came === undefined && found.characters > requestBytes) {
    return over("too-large", { limit: requestBytes, found: found.characters });
  }
  if (found.textCharacters > textCharacters) {
    return over("text-too-long", { limit: textCharacters, found: found.textCharacters });
  }
  return found.mediumBytes > mediumBytes
    ? over("medium-too-large", { limit: mediumBytes, found: found.mediumBytes })
    : null;
}

function messagesIn(params: Json): number {
  const messages =
    typeof params === "object" && params !== null && !Array.isArray(params)
      ? params["messages"]
      : undefined;
  return Array.isArray(messages) ? messages.length : 0;
}

/** The refusal of a limit that is reached, with its figures. */
const over = (reason: RefusalReason, figures: Figures): Refusal => ({
  ...refusalFor(reason),
  figures,
});

/** Reasons for which a request's content is not kept: keeping it is what it is refused for. */
const TOO_MUCH: ReadonlySet<RefusalReason> = new Set<RefusalReason>([
  "too-large",
  "text-too-long",
  "too-many-values",
  "too-many-messages",
  "medium-too-large",
]);
export const isTooMuch = ({ reason }: Refusal): boolean => TOO_MUCH.has(reason);
