// Applies the user's retention rules: hourly, shortly after each start, and on demand. Reports the last round, its
// result and the next one.
import type { RetentionReach, RetentionRound, RetentionView } from "#shared/ledger/retention.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { Retention } from "#shared/servers/policy/retention.ts";
import type { Audience } from "../audience.ts";
import type { ContentDeletion } from "./contentDeletion.ts";
import type { RetentionRule } from "./retention/reach.ts";
import type { RoundsFile } from "./retention/rounds.ts";
import type { RetentionReader } from "./retentionReader.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Delay after the start, so that deletion does not slow it down. */
const FIRST_MS = 60_000;
/** Delay after a failed round, for example because the ledger was locked or the disk full. */
const AGAIN_MS = 5 * 60_000;
/** The most items per round, and the delay before the rest. */
const ROUND_MOST = 20_000;
const MORE_MS = 60_000;

/** The default rule, and the rules of servers that have their own. */
export interface RetentionRules {
  usual: Retention;
  own: { serverId: string; retention: Retention }[];
}

interface Parts {
  deletion: Pick<ContentDeletion, "deleteAll" | "purgeOwed" | "owedSinceMs">;
  reader: Pick<RetentionReader, "ask">;
  rounds: Pick<RoundsFile, "load" | "save">;
  nowMs(): number;
  rules(): RetentionRules;
  /** The file that a broken list of servers was moved to at this start. */
  serversLost: string | null;
  audience: Pick<Audience, "set">;
  fault(failure: Failure): void;
}

export class RetentionService {
  readonly #parts: Parts;
  #timer: NodeJS.Timeout | null = null;
  #closed = false;
  #nextMs: number | null = null;
  #last: RetentionRound | null;
  /** Set if servers' rules may be missing: then nothing is deleted automatically. */
  #lost: string | null;
  #failed: RetentionView["failed"] = null;
  #running: Promise<void> | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { last, lost } = parts.rounds.load();
    this.#last = last;
    this.#lost = parts.serversLost ?? lost;
    if (this.#lost !== lost) this.#save();
  }

  view(): RetentionView {
    return {
      last: this.#last,
      failed: this.#failed,
      nextMs: this.#rules().length === 0 ? null : this.#nextMs,
      running: this.#running !== null,
      owedSinceMs: this.#parts.deletion.owedSinceMs,
    };
  }

  begin(): void {
    this.#next(FIRST_MS);
  }

  close(): void {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  /** The pending purge or the rules have changed. */
  changed(): void {
    if (!this.#closed) this.#parts.audience.set("retention", () => this.view());
  }

  /** What a rule would delete now, before it is set: for one server, or for all without a rule of their own. */
  async preview(
    serverId: string | null,
    retention: Retention,
  ): Promise<Outcome<RetentionReach, Failure>> {
    const { own } = this.#parts.rules();
    const except = own.map((one) => one.serverId);
    const rules = [this.#ruleOf({ serverId, except: serverId === null ? except : [] }, retention)];
    const read = await this.#parts.reader.ask({ kind: "reach", rules });
    return read.ok ? ok(read.value.reach) : read;
  }

  /** Applies the current rules at the user's request, waiting for a round in progress; returns the new view. */
  async run(): Promise<RetentionView> {
    if (this.#lost !== null) {
      this.#lost = null;
      this.#save();
    }
    return this.#go();
  }

  async #go(): Promise<RetentionView> {
    if (this.#running === null) {
      this.#running = this.#round();
      this.changed();
      await this.#running;
      this.#running = null;
      this.changed();
    } else await this.#running;
    return this.view();
  }

  #next(ms: number): void {
    if (this.#closed) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#nextMs = this.#parts.nowMs() + ms;
    this.#timer = setTimeout(() => void this.#go(), ms);
    this.#timer.unref();
  }

  async #round(): Promise<void> {
    this.#parts.deletion.purgeOwed();
    const atMs = this.#parts.nowMs();
    const done = await this.#apply(atMs);
    if (this.#closed) return;
    if (!done.ok) {
      this.#failed = { atMs, failure: done.failure };
      this.#parts.fault(done.failure);
      return this.#next(AGAIN_MS);
    }
    this.#failed = null;
    if (done.value !== null) {
      this.#last = done.value;
      this.#save();
    }
    this.#next((done.value?.left ?? 0) > 0 ? MORE_MS : HOUR_MS);
  }

  /** Null if no rule limits anything. */
  async #apply(atMs: number): Promise<Outcome<RetentionRound | null, Failure>> {
    const rules = this.#rules();
    if (rules.length === 0) return ok(null);
    if (this.#lost !== null) return fail({ kind: "retention-unsure", aside: this.#lost });
    const { reader, deletion } = this.#parts;
    const read = await reader.ask({ kind: "due", rules, most: ROUND_MOST });
    if (!read.ok) return read;
    const { due, left } = read.value;
    const done = await deletion.deleteAll(due, (mediaOnly) => ({
      by: { kind: "desk" },
      why: "retention",
      mediaOnly,
      atMs: this.#parts.nowMs(),
    }));
    if (!done.ok) return done;
    const { items, questions, mediaOnly, bytes, sharedBytes, open } = done.value;
    const requests = items - questions;
    const sums = { requests, mediaOnly, questions, freed: bytes, stays: sharedBytes };
    return ok({ atMs, ...sums, open, left });
  }

  #save(): void {
    this.#parts.rounds.save({ last: this.#last, lost: this.#lost });
  }

  #rules(): RetentionRule[] {
    const { usual, own } = this.#parts.rules();
    const except = own.map(({ serverId }) => serverId);
    return [
      ...own.map(({ serverId, retention }) => this.#ruleOf({ serverId, except: [] }, retention)),
      this.#ruleOf({ serverId: null, except }, usual),
    ].filter(
      ({ endedBeforeMs, bytesMost, textOnly }) =>
        endedBeforeMs !== null || bytesMost !== null || textOnly,
    );
  }

  #ruleOf(
    of: { serverId: string | null; except: string[] },
    { days, megabytes, textOnly }: Retention,
  ): RetentionRule {
    return {
      ...of,
      endedBeforeMs: days === null ? null : this.#parts.nowMs() - days * DAY_MS,
      bytesMost: megabytes === null ? null : megabytes * 1_000_000,
      textOnly,
    };
  }
}
