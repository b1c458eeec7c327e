// Refuses requests by their server's policy before the user sees them. Cheap: runs before anything is stored, hashed
// or written.
import type { Json } from "#shared/json.ts";
import type { Figures } from "#shared/request/checks/codes.ts";
import { measure, valuesMax } from "#shared/request/document/measure.ts";
import type { Origin, Refusal, RefusalReason } from "#shared/request/life/heldRequest.ts";
import { refusalFor } from "#shared/request/checks/wire.ts";
import { entryOf, isLimitReason, LIMIT_OF, stricter } from "#shared/rules/limits/limits.ts";
import type { AllLimits, ServerLimits } from "#shared/rules/limits/limits.ts";
import type { LimitScope } from "#shared/rules/limits/windows.ts";
import type { ServerPolicy } from "#shared/servers/policy/policy.ts";
import { Buckets } from "./bucket.ts";
import type { Bucket, Rate } from "./bucket.ts";
import type { Clock, Incoming } from "../ports.ts";

/** Open requests: of this server and of all servers. */
export interface OpenCounts {
  own: number;
  all: number;
}

export class AdmissionGuard {
  readonly #clock: Clock;
  readonly #buckets = new Buckets();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * The refusal by the server's policy and the shared limits, or null. A request refused by its origin or its rate does
   * not consume from the rate; one that is refused after that does.
   */
  refusalFor(incoming: Incoming, open: OpenCounts, all: AllLimits): Refusal | null {
    const { origin, policy } = incoming;
    return (
      byOrigin(origin, policy) ??
      this.#byRate(rateKey(incoming), policy.limits, all) ??
      bySize(incoming, all) ??
      byWaiting(open, policy.limits, all)
    );
  }

  /** Admits `count` more of the same kind and server within the next minute. */
  allow(like: RateKeyed, scope: LimitScope, count: number): void {
    const bucket = scope === "all" ? this.#buckets.all : this.#buckets.of(rateKey(like));
    bucket.allow(this.#clock.nowMs(), count);
  }

  /** Consumes from both buckets or from neither: a refusal by the shared rate must not use up the server's own. */
  #byRate(key: string, own: ServerLimits, all: AllLimits): Refusal | null {
    const nowMs = this.#clock.nowMs();
    const rates: { bucket: Bucket; rate: Rate; scope?: LimitScope }[] = [
      { bucket: this.#buckets.of(key), rate: own },
    ];
    if (all.perMinute !== null) {
      const rate = { perMinute: all.perMinute, burst: all.burst };
      rates.push({ bucket: this.#buckets.all, rate, scope: "all" });
    }
    for (const { bucket, rate, scope } of rates) {
      const retryAfterMs = bucket.wait(nowMs, rate);
      if (retryAfterMs > 0) {
        return overLimit("rate-limited", { limit: rate.perMinute, retryAfterMs }, scope);
      }
    }
    for (const { bucket, rate } of rates) bucket.take(nowMs, rate);
    return null;
  }
}

/** Each kind of request has its own rate. */
type RateKeyed = Pick<Incoming, "requestKind" | "requester">;
const rateKey = ({ requestKind, requester }: RateKeyed): string =>
  requestKind === undefined ? requester.serverId : `${requestKind} ${requester.serverId}`;

function byWaiting({ own, all }: OpenCounts, limits: ServerLimits, ofAll: AllLimits) {
  if (own >= limits.waiting) return overLimit("too-many-waiting", { limit: limits.waiting });
  return ofAll.waiting !== null && all >= ofAll.waiting
    ? overLimit("too-many-waiting", { limit: ofAll.waiting }, "all")
    : null;
}

/** "not associated with a client request": −32602 (2025-11-25, client/sampling, "Error Handling"). */
function byOrigin(origin: Origin, policy: ServerPolicy): Refusal | null {
  if (origin.kind === "none" && policy.unasked === "refuse") return refusalFor("not-associated");
  if (origin.kind === "ambiguous" && policy.ambiguous === "refuse") {
    return refusalFor("call-ambiguous");
  }
  return null;
}

function bySize({ params, metrics, policy }: Incoming, all: AllLimits): Refusal | null {
  const { mediumBytes, textCharacters, messages } = policy.limits;
  const { limit: requestBytes, scope } = stricter(policy.limits.requestBytes, all.requestBytes);
  const most = valuesMax(messages);
  const values = metrics?.values ?? 0;
  if (values > most) return overLimit("too-many-values", { limit: most, found: values });
  if (metrics !== undefined && (metrics.unread === true || metrics.bytes > requestBytes)) {
    return overLimit("too-large", { limit: requestBytes, found: metrics.bytes }, scope);
  }
  // Checked before the full walk: the length of the list is known at once.
  const listed = messagesIn(params);
  if (listed > messages) return overLimit("too-many-messages", { limit: messages, found: listed });
  const found = measure(params, most);
  if (found.values > most) return overLimit("too-many-values", { limit: most });
  if (metrics === undefined && found.characters > requestBytes) {
    return overLimit("too-large", { limit: requestBytes, found: found.characters }, scope);
  }
  if (found.textCharacters > textCharacters) {
    return overLimit("text-too-long", { limit: textCharacters, found: found.textCharacters });
  }
  return found.mediumBytes > mediumBytes
    ? overLimit("medium-too-large", { limit: mediumBytes, found: found.mediumBytes })
    : null;
}

function messagesIn(params: Json): number {
  const messages =
    typeof params === "object" && params !== null && !Array.isArray(params)
      ? params["messages"]
      : undefined;
  return Array.isArray(messages) ? messages.length : 0;
}

/** The refusal for an exceeded limit, with its figures. */
export const overLimit = (
  reason: RefusalReason,
  figures: Figures,
  scope: LimitScope = "server",
): Refusal => ({
  ...refusalFor(reason),
  figures: scope === "all" ? { ...figures, scope } : figures,
});

/** Whether the reason is about size: such a request's content is not kept. */
export const dropsContent = ({ reason }: Refusal): boolean =>
  reason === "too-many-values" ||
  (isLimitReason(reason) && entryOf(LIMIT_OF[reason]).about === "size");
