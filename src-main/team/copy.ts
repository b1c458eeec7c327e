// The queue as this desk knows it, brought up to date by each `beat` (`schema/sharing.ts`).
import { isJsonObject, jsonIn } from "#shared/json.ts";
import type { JsonObject } from "#shared/json.ts";
import type { RequestId } from "#shared/request/life/heldRequest.ts";
import { teamPolicySchema } from "#shared/team/policy.ts";
import type { TeamPolicy } from "#shared/team/policy.ts";
import type { Lease, Presence, TeamMode, TeamRequest } from "#shared/team/request.ts";

/** What `beat` returns. Written by the functions alone, so its shape is trusted. */
export interface Beat {
  seq: number;
  mode: TeamMode;
  policyVersion: number;
  policy: string | null;
  requests: (Pick<
    TeamRequest,
    "id" | "revision" | "phase" | "seq" | "votesNeeded" | "proposal" | "bytes"
  > &
    Presence & { summary: string | null })[];
  leases: [id: string, login: string, session: string, fence: number, untilMs: number][];
  present: [id: string, login: string, session: string][];
  alive: string[];
}

/** What a beat has changed. */
export interface Changes {
  ids: RequestId[];
  mode: boolean;
  policy: boolean;
}

/** Ended requests that stay in the copy, so that their end can be shown. */
const ENDED_KEPT = 200;

/** Of another desk: what cannot be read says nothing, and holds up no other request. */
function objectIn(text: string): JsonObject | null {
  const read = jsonIn(text);
  return isJsonObject(read) ? read : null;
}

/** What a renewed lease leaves as it was. */
const aroundOf = ({ lease, present, holder }: TeamRequest): string =>
  JSON.stringify([lease?.fence, lease?.session, present, holder.isAlive]);

export class QueueCopy {
  readonly requests = new Map<RequestId, TeamRequest>();
  mode: TeamMode = { kind: "running", by: null, atMs: null };
  policy: TeamPolicy = { rules: [], twoPeople: [], budgets: [] };
  policyVersion = 0;
  /** The last row of the chain that this copy has; 0: nothing was read yet. */
  seq = 0;
  readonly #ended: RequestId[] = [];

  apply(beat: Beat): Changes {
    const ids = new Set<RequestId>();
    for (const one of beat.requests) {
      if (this.#put(one)) ids.add(one.id);
    }
    this.#applyAround(beat, ids);
    this.seq = Math.max(this.seq, beat.seq);
    const isMode = beat.mode.kind !== this.mode.kind || beat.mode.atMs !== this.mode.atMs;
    this.mode = beat.mode;
    return { ids: [...ids], mode: isMode, policy: this.#applyPolicy(beat) };
  }

  #put(one: Beat["requests"][number]): boolean {
    const before = this.requests.get(one.id);
    if (before !== undefined && before.seq >= one.seq) return false;
    const { session, login, summary, ...rest } = one;
    this.requests.set(one.id, {
      ...rest,
      holder: { login, session, isAlive: before?.holder.isAlive ?? true },
      summary: summary === null ? null : objectIn(summary),
      lease: before?.lease ?? null,
      present: before?.present ?? [],
    });
    if (one.phase === "ended" && before?.phase !== "ended") this.#keepEnded(one.id);
    return true;
  }

  #keepEnded(id: RequestId): void {
    this.#ended.push(id);
    const over = this.#ended.length > ENDED_KEPT ? this.#ended.shift() : undefined;
    if (over !== undefined) this.requests.delete(over);
  }

  /** Leases, presence and whether holders live come whole with each beat. */
  #applyAround({ leases, present, alive }: Beat, ids: Set<RequestId>): void {
    const held = new Map<RequestId, Lease>();
    for (const [id, login, session, fence, untilMs] of leases) {
      held.set(id, { login, session, fence, untilMs });
    }
    const seen = new Map<RequestId, Presence[]>();
    for (const [id, login, session] of present) {
      seen.set(id, [...(seen.get(id) ?? []), { login, session }]);
    }
    const living = new Set(alive);
    for (const [id, before] of this.requests) {
      const lease = held.get(id) ?? null;
      const present = seen.get(id) ?? [];
      const holder = { ...before.holder, isAlive: living.has(before.holder.session) };
      // Most are neither edited nor on anybody's screen.
      const isIdle =
        (lease ?? before.lease) === null && present.length + before.present.length === 0;
      if (isIdle && holder.isAlive === before.holder.isAlive) continue;
      const now = { ...before, lease, present, holder };
      if (aroundOf(now) !== aroundOf(before)) ids.add(id);
      this.requests.set(id, now);
    }
  }

  #applyPolicy({ policy, policyVersion }: Beat): boolean {
    if (policy === null || policyVersion === this.policyVersion) return false;
    const read = teamPolicySchema.safeParse(jsonIn(policy));
    // Of a newer version of Countersign: what cannot be read cannot be kept to, so everything is asked.
    this.policy = read.success ? read.data : { rules: [], twoPeople: [""], budgets: [] };
    this.policyVersion = policyVersion;
    return true;
  }
}
