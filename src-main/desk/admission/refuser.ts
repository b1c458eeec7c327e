// What the desk itself refuses: at once, when nobody decided in time, all that waits in one step; and a flood of one kind,
// which costs a number.
import type { Outcome } from "../../../src-shared/outcome.ts";
import type { Actor, Refusal, Sample } from "../../../src-shared/sampling/life/sample.ts";
import {
  NOT_RECORDED,
  refusalFor,
  SERVER_STOPPED,
  settlementOf,
  STOPPED,
} from "../../../src-shared/sampling/checks/wire.ts";
import type { EventApplier } from "../core/eventApplier.ts";
import { FloodCounter } from "./floodCounter.ts";
import { waitRefusal } from "./limits.ts";
import type { Limits } from "./limits.ts";
import type { DeskDeps } from "../core/deskDeps.ts";
import type { EffectRunner } from "../core/effectRunner.ts";
import type { HeldRequest, Incoming } from "../ports.ts";
import type { Recorder } from "../core/recorder.ts";
import type { Roster } from "../core/roster.ts";
import { forEachInSlices } from "../core/slices.ts";
import type { ModeSwitch } from "./modeSwitch.ts";

/** Servers may ask without end, and what waits for the user is never dropped. */
const OPEN_CHARACTERS_MAX = 256_000_000;

/** What it works with of the desk. */
interface DeskInternals {
  roster: Roster;
  recorder: Recorder;
  switch: ModeSwitch;
  limits: Limits;
  applying: EventApplier;
  performer: EffectRunner;
}

const DESK: Actor = { kind: "desk" };
const PERSON: Actor = { kind: "person" };

export class Refuser {
  readonly #parts: Pick<DeskDeps, "clock" | "audience" | "openCharactersMax">;
  readonly #own: DeskInternals;
  readonly #flood: FloodCounter;

  constructor(
    parts: Pick<DeskDeps, "clock" | "audience" | "openCharactersMax">,
    own: DeskInternals,
  ) {
    this.#parts = parts;
    this.#own = own;
    this.#flood = new FloodCounter({
      isInMemory: (sampleId) => own.roster.get(sampleId) !== undefined,
      onCounted: (...counted) => this.#more(...counted),
    });
  }

  /** What is refused before anything of it is kept. A duplicate id first: nothing may be sent under it. */
  refusalFor(incoming: Incoming): Refusal | null {
    const { roster, recorder, limits } = this.#own;
    if (incoming.duplicate === true) return refusalFor("duplicate-id");
    if (this.#own.switch.refusesNew(incoming)) {
      return this.#own.switch.position === "stopped" ? STOPPED : SERVER_STOPPED;
    }
    if (recorder.isFull) return NOT_RECORDED;
    // What the user asks for is nothing that a server may ask too often.
    if (incoming.reply.kind === "replay") return null;
    const own = roster.openCountOf(incoming.asker.serverId);
    return limits.refusalFor(incoming, { own, all: roster.openCount });
  }

  /** One more of a kind that was refused just now: its server is told the same, and it is only counted. */
  joinFlood(incoming: Incoming, refusal: Refusal): HeldRequest | null {
    const atMs = this.#parts.clock.nowMs();
    const sampleId = this.#flood.join(incoming.asker.serverId, refusal, atMs);
    if (sampleId === null) return null;
    this.#own.switch.refusedSince += 1;
    this.#own.performer.settleDirectly(incoming, settlementOf(refusal), () =>
      this.#flood.countUndelivered(incoming.asker.serverId, refusal),
    );
    return {
      sampleId,
      counted: true,
      withdraw: () => undefined,
      completed: () => undefined,
    };
  }

  /** Why it is refused once it stands in the list: as was found, or because all together hold too much. */
  orOutOfMemory(refusal: Refusal | null): Refusal | null {
    if (refusal !== null) return refusal;
    const most = this.#parts.openCharactersMax ?? OPEN_CHARACTERS_MAX;
    return this.#own.roster.openCharacters > most ? refusalFor("too-many-waiting") : null;
  }

  /** Refuses one that has been taken in, and may stand for those of its kind that follow. */
  refuse({ id, asker, receivedAtMs }: Sample, refusal: Refusal): void {
    this.#own.switch.refusedSince += 1;
    this.#flood.startGroup(asker.serverId, refusal, id, receivedAtMs);
    this.#fact(id, refusal, DESK);
    this.#parts.audience.deskChanged();
  }

  /** Nobody decided this in time. */
  refuseTimedOut(sampleId: string): boolean {
    const refusal = waitRefusal(this.#own.roster.get(sampleId), this.#parts.clock.nowMs());
    return refusal !== null && this.#fact(sampleId, refusal, DESK).ok;
  }

  /** Refuses everything that waits, in one step, a slice a turn of the loop. Gives how many. */
  async refuseAll(): Promise<number> {
    const atMs = (): number => this.#parts.clock.nowMs();
    const event = { kind: "refused" as const, refusal: STOPPED, by: PERSON };
    const refused = await this.#each((id) =>
      this.#own.applying.apply(id, { ...event, atMs: atMs() }),
    );
    this.#own.switch.refusedSince += refused;
    this.#parts.audience.deskChanged();
    return refused;
  }

  /**
   * Tells every server that waits that its request cannot be recorded, as the user wants while that is so. Nothing
   * else than this error leaves; it is recorded once anything can be. Gives how many.
   */
  async refuseUnrecorded(): Promise<number> {
    if (this.#own.recorder.trouble === null) return 0;
    return this.#each((id) => this.#fact(id, NOT_RECORDED, PERSON));
  }

  /** Tells what was counted and not yet told. */
  close(): void {
    this.#flood.flush();
  }

  #fact(sampleId: string, refusal: Refusal, by: Actor): Outcome<null, unknown> {
    const atMs = this.#parts.clock.nowMs();
    return this.#own.applying.applyObserved(sampleId, { kind: "refused", refusal, atMs, by });
  }

  #each(refuse: (id: string) => Outcome<null, unknown>): Promise<number> {
    const waiting = this.#own.roster.open().filter(({ phase }) => phase.kind !== "delivering");
    return forEachInSlices(waiting, ({ id }) => refuse(id).ok);
  }

  #more(sampleId: string, count: number, atMs: number, undelivered: number): void {
    const missed = undelivered === 0 ? {} : { undelivered };
    this.#own.applying.applyLate(sampleId, {
      kind: "refused-more",
      count,
      ...missed,
      atMs,
      by: DESK,
    });
    this.#parts.audience.deskChanged();
  }
}
