// Owns every sample; the only place where one changes. Each event is written to the ledger, then
// applied, then its effects are performed (architecture: "written before done").
import { running, waiting } from "../../../src-shared/sampling/life/attempts.ts";
import type { Decision } from "../../../src-shared/sampling/life/decision.ts";
import type { DeskView } from "../../../src-shared/sampling/life/deskView.ts";
import { fail, ok } from "../../../src-shared/outcome.ts";
import type { Failure, Outcome } from "../../../src-shared/outcome.ts";
import type { Base, CancelReason, Sample } from "../../../src-shared/sampling/life/sample.ts";
import type { StreamView } from "../../../src-shared/sampling/life/stream.ts";
import type { MasterSwitch } from "../../../src-shared/settings/settings.ts";
import { Applying } from "./applying.ts";
import { eventsOfDecision, goesBeyond } from "./decide.ts";
import type { DecidingParts } from "./decide.ts";
import { endedBy } from "./facts.ts";
import { giveFixture } from "../rules/fixtures.ts";
import { isTooMuch } from "../admission/guard.ts";
import { isForPerson, Judging } from "../rules/judging.ts";
import { Keeping } from "./keeping.ts";
import { Looking } from "../findings/looking.ts";
import { Limits } from "../admission/limits.ts";
import type { DeskParts } from "./parts.ts";
import { Performer } from "./perform.ts";
import type { DeskIntake, Held, Incoming } from "../ports.ts";
import { Recorder } from "./recorder.ts";
import { Roster } from "./roster.ts";
import { newPlaceholders } from "./runtime.ts";
import { allowMore } from "../admission/moreRounds.ts";
import { forModel } from "../findings/redacting.ts";
import { Recovery } from "../recovery/recovery.ts";
import { Refusing } from "../admission/refusing.ts";
import { inSlices } from "./slices.ts";
import { Switch } from "../admission/switch.ts";
import { takeIn, takeInWithout } from "./takeIn.ts";
import { nextInTurn } from "./turns.ts";

/** How long quitting waits for the last settlements to leave. */
const QUIT_WAIT_MS = 2000;

/** What is larger is written in a turn of its own: looking through it has taken main long enough, and writing takes as long. */
const LARGE_BYTES = 1024 * 1024;

export class Desk implements DeskIntake {
  readonly #parts: DeskParts;
  readonly #roster: Roster;
  readonly #recorder: Recorder;
  readonly #performer: Performer;
  readonly #applying: Applying;
  readonly #deciding: DecidingParts;
  readonly #switch: Switch;
  /** Findings in requests and answers. */
  readonly looking: Looking;
  /** What the person lets servers ask and spend. */
  readonly limits: Limits;
  /** The media of the requests here. */
  readonly keeping: Keeping;
  readonly #recovery: Recovery;
  readonly #refusing: Refusing;
  /** The rules, about what comes and about what waits. */
  readonly judging: Judging;
  /** What could not be taken up at the start, because the ledger could not be read then. */
  #toTakeUp: readonly string[] | null = null;

  constructor(parts: DeskParts) {
    this.#parts = parts;
    this.#switch = new Switch(parts.masterSwitch, parts.clock.nowMs(), parts.controlOf);
    this.#deciding = {
      ...{ clock: parts.clock, hasher: parts.hasher },
      serious: (...of) => this.looking.serious(...of),
      forModel: (sampleId, ...asked) =>
        forModel(this.#roster.runtime(sampleId)?.placeholders ?? newPlaceholders(), ...asked),
    };
    this.#roster = new Roster(parts.media, parts.audience, parts.isTypedFor);
    this.#recorder = new Recorder(
      parts.ledger,
      { changed: () => parts.audience.deskChanged(), recovered: () => this.#recovered() },
      () => parts.clock.nowMs(),
    );
    this.limits = new Limits({
      clock: parts.clock,
      source: parts.limits,
      costOf: parts.costOf?.bind(parts),
      open: () => this.#roster.open(),
      ranOut: (ids) => void inSlices(ids, (id) => this.#refusing.late(id)),
    });
    this.looking = new Looking(parts, {
      roster: this.#roster,
      found: (id, what) =>
        void this.#applying.fact(id, this.#byDesk({ kind: "inspected" as const, ...what })),
    });
    this.#applying = new Applying({
      roster: this.#roster,
      recorder: this.#recorder,
      performer: () => this.#performer,
      mayAsk: parts.mayAsk?.bind(parts),
      happened: (sample, event) => {
        this.looking.happened(sample, event);
        this.judging.happened(sample, event);
      },
      limits: this.limits,
      expectJudged: (sample, event) =>
        event.kind === "inspected"
          ? this.judging.isPending(sample.id)
          : this.judging.expectNext(sample, event),
      changed: (sampleId) => this.#startWaiting(sampleId),
    });
    const own = { roster: this.#roster, recorder: this.#recorder, applying: this.#applying };
    this.keeping = new Keeping(parts, own);
    this.#recovery = new Recovery(parts, own);
    this.judging = new Judging(parts, this.#deciding, this.looking, {
      roster: this.#roster,
      mayDecide: (serverId) => this.#switch.of(serverId) === "rules",
      epoch: () => this.#switch.epoch,
      mayNot: (sample, model) => this.#applying.mayNot(sample, model),
      holdReason: (sample, model, document) => this.limits.holdReason(sample, model, document),
      decided: (sample, events) => this.#applying.decided(sample, events),
      judged: (sampleId) => {
        this.#recorder.now();
        parts.audience.sampleChanged(sampleId);
      },
      counted: () => {
        this.#switch.ruledSince += 1;
        parts.audience.deskChanged();
      },
    });
    this.#performer = new Performer(parts, {
      happened: (sampleId, event) => this.#applying.late(sampleId, event),
      releaseGroup: (sampleId) => this.#releaseGroup(sampleId),
      keepMedia: (sampleId, facts) => this.keeping.made(sampleId, facts),
    });
    this.#refusing = new Refusing(parts, {
      ...{ ...own, switch: this.#switch, limits: this.limits, performer: this.#performer },
    });
  }

  /** Every sample in memory, oldest first. */
  samples(): Sample[] {
    return this.#roster.all();
  }
  sample(sampleId: string): Sample | undefined {
    return this.#roster.get(sampleId);
  }
  /** True while a generation of it runs, whether or not it stands in the list. */
  runs(sampleId: string): boolean {
    const sample = this.#roster.known(sampleId);
    return sample !== undefined && running(sample).length > 0;
  }
  /** Where others that talk to servers record what they do: what waits to be written keeps one order. */
  get recorder(): Pick<Recorder, "fact" | "decisions"> {
    return this.#recorder;
  }
  /** What running attempts have produced so far. */
  streams(): StreamView[] {
    return this.#roster.streams();
  }
  /** Whether the request waits for a person, and not for a model or a server that a rule sends it to. */
  asksPerson(sampleId: string): boolean {
    const sample = this.#roster.get(sampleId);
    return sample !== undefined && !this.judging.isPending(sampleId) && isForPerson(sample);
  }
  openCount(): number {
    return this.#roster.open().length;
  }

  /**
   * Takes up what an earlier run left open, and requests that `drafts` are kept for. To be called once at the start;
   * false where the ledger could not be read.
   */
  async takeUp(drafts: readonly string[]): Promise<boolean> {
    const done = await this.#recovery.takeUp(drafts);
    this.#toTakeUp = done ? null : drafts;
    return done;
  }

  /** Tries now whether the ledger can be written again. */
  retryLedger(): Outcome<null, Failure> {
    const tried = this.#recorder.retry();
    return tried.ok ? ok(null) : tried;
  }

  /** Tells every server that waits that its request cannot be recorded. Gives how many. */
  refuseUnrecorded(): Promise<number> {
    return this.#refusing.unrecorded();
  }

  /** What could not be recorded is, and what it held up goes on. */
  #recovered(): void {
    const drafts = this.#toTakeUp;
    if (drafts !== null) void this.takeUp(drafts);
    for (const sample of this.#roster.open()) {
      this.#startWaiting(sample.id);
      this.#releaseGroup(sample.id);
    }
    this.judging.recovered();
  }

  /** What holds for a server now: the master switch, or what is stricter for it. */
  switchOf(serverId: string): MasterSwitch {
    return this.#switch.of(serverId);
  }

  view(): DeskView {
    const { trouble: ledgerTrouble } = this.#recorder;
    const { forgotten } = this.#roster;
    return { ...this.#switch.view(), ledgerTrouble, forgotten };
  }

  /**
   * Takes a request in, exactly as it came, and holds it; or refuses what the spec names (−32602), what goes
   * beyond what its server may ask, and everything while the desk is stopped or cannot record. Refusals are
   * ended samples on screen; a flood of one kind is one sample that counts. It is on screen at once; of a large one, of a flood
   * and of what a rule decides the row is written a moment later, and always before anything is done about it.
   */
  receive(incoming: Incoming): Held {
    const { clock } = this.#parts;
    const replay = incoming.reply.kind === "replay";
    const { refusal: tooMany, ...standing } = this.limits.standing(incoming);
    const early = this.#refusing.early(incoming) ?? tooMany;
    const joined = early === null ? null : this.#refusing.joined(incoming, early);
    if (joined !== null) return joined;
    const sampleId = clock.newId();
    const without = early !== null && isTooMuch(early);
    const siblings = this.#roster.completedBy(sampleId, incoming.reply);
    const as = siblings === null ? standing : { ...standing, siblings };
    const taken = (without ? takeInWithout : takeIn)(sampleId, incoming, as, this.#parts);
    let isJudged = false;
    const sample = this.#applying.come(taken.event, incoming, (begun, rows) => {
      isJudged = early === null && taken.refusal === null && this.judging.isFor(begun);
      if (isJudged) this.#recorder.soon(...rows);
      else this.#recorder.came(rows, { isLarge: (incoming.came?.bytes ?? 0) > LARGE_BYTES });
    });
    const refusal = this.#refusing.orTooMuch(early ?? taken.refusal);
    if (refusal !== null) {
      this.#refusing.refuse(sample, refusal);
    } else {
      void this.looking.request(sample);
      if (!replay) this.limits.rounds.taken(sample, incoming);
      if (isJudged) this.judging.expect(sample);
      this.limits.follow(sample);
      this.#parts.audience.sampleChanged(sampleId);
      const own = { roster: this.#roster, applying: this.#applying, keeping: this.keeping };
      if (!replay) giveFixture(sampleId, this.#parts, own);
      void this.judging.request(sampleId);
    }
    return {
      sampleId,
      withdraw: (because) => this.#cancel(sampleId, because),
      questionsAnswered: (answered) => {
        this.#roster.questionsAnswered(sampleId, answered);
        if (answered) this.#releaseGroup(sampleId);
      },
    };
  }

  /** Decides at a gate; the document in it is checked, hashed, recorded, and only then acted on. */
  decide(sampleId: string, base: Base, decision: Decision): Outcome<null, Failure> {
    const sample = this.#roster.get(sampleId);
    if (sample === undefined) return fail({ kind: "not-found", what: "sample" });
    const stays = decision.kind === "reject" || decision.kind === "back-to-request";
    const leaves = !stays && decision.kind !== "answer-by-hand";
    if (leaves && this.#switch.isStopped(sample.asker.serverId)) {
      return fail({ kind: "desk-stopped" });
    }
    const events = eventsOfDecision(sample, base, decision, this.#deciding, this.#atOnce());
    if (!events.ok) return events;
    const known = goesBeyond(decision) ? this.limits.known(sample, events.value) : events.value;
    return this.#applying.decided(sample, known);
  }

  #atOnce(): number {
    return this.#parts.candidatesAtOnce?.() ?? Number.POSITIVE_INFINITY;
  }

  /** Gives those that wait their turns, as far as there is room. */
  #startWaiting(sampleId: string): void {
    const sample = this.#roster.get(sampleId);
    if (sample === undefined || this.#switch.isStopped(sample.asker.serverId)) return;
    const next = nextInTurn(sample, this.#atOnce());
    if (next === undefined) return;
    // The person may have changed their mind about its model meanwhile. Applied, it looks for a further one by itself.
    const mayNot = next.model !== null && this.#applying.mayNot(sample, next.model) !== null;
    const kind = mayNot ? ("stop-asked" as const) : ("attempt-started" as const);
    this.#applying.apply(sampleId, this.#byDesk({ kind, attemptId: next.id }));
  }

  /** Stops a running attempt; what it has produced is kept for gate 2. */
  stop(sampleId: string, attemptId: string): Outcome<null, Failure> {
    return this.#applying.apply(sampleId, this.#byPerson({ kind: "stop-asked", attemptId }));
  }

  /** Lets the call that led to this request have as many rounds with tools again. */
  moreRounds(sampleId: string): Outcome<null, Failure> {
    const own = { roster: this.#roster, applying: this.#applying, rounds: this.limits.rounds };
    return allowMore(sampleId, own, this.#byPerson({ kind: "rounds-allowed" as const }));
  }

  /** Takes an approved answer back that still waits for its siblings. */
  takeBack(sampleId: string): Outcome<null, Failure> {
    return this.#applying.apply(sampleId, this.#byPerson({ kind: "taken-back" }));
  }

  /** Sets the master switch. `stopped` aborts every generation; what waits stays. */
  setSwitch(position: MasterSwitch): void {
    if (position === this.#switch.position) return;
    this.#switch.set(position, this.#parts.clock.nowMs());
    this.switchesChanged();
  }

  /** What holds for some server is another now: what may no longer run is aborted, what may leave again leaves. */
  switchesChanged(): void {
    for (const sample of this.#roster.open()) {
      if (!this.#switch.isStopped(sample.asker.serverId)) {
        this.#startWaiting(sample.id);
        this.#releaseGroup(sample.id);
        continue;
      }
      for (const attempt of [...waiting(sample), ...running(sample)]) {
        this.stop(sample.id, attempt.id);
      }
    }
    this.#switch.resume();
    this.#parts.audience.deskChanged();
  }

  mayLeave(serverId: string): Promise<void> | null {
    return this.#switch.mayLeave(serverId);
  }

  /** Refuses everything that waits, in one step. Gives how many. */
  refuseAll(): Promise<number> {
    return this.#refusing.all();
  }

  /** Takes an ended sample out of the list; the ledger keeps it. */
  dismiss(sampleId: string): Outcome<null, Failure> {
    return this.#roster.dismiss(sampleId) ? ok(null) : fail({ kind: "not-found", what: "sample" });
  }

  /** Ends every open request and waits until the last settlement has left, at most two seconds. */
  async close(): Promise<void> {
    for (const sample of this.#roster.open()) this.#cancel(sample.id, { kind: "quit" });
    this.#refusing.close();
    this.limits.waits.close();
    await this.#performer.settled(QUIT_WAIT_MS);
    this.#recorder.close();
  }

  #cancel(sampleId: string, because: CancelReason): void {
    const atMs = this.#parts.clock.nowMs();
    this.#applying.fact(sampleId, { kind: "cancelled", because, atMs, by: endedBy(because) });
  }

  /** Delivers the answers of one `input_required` once each of them is approved. */
  #releaseGroup(sampleId: string): void {
    const server = this.#roster.get(sampleId)?.asker.serverId;
    if (server === undefined || this.#switch.isStopped(server)) return;
    const ready = this.#roster.readyGroup(sampleId);
    for (const id of ready) this.#applying.apply(id, this.#byDesk({ kind: "released" }));
  }

  #byPerson<E extends object>(event: E): E & { atMs: number; by: { kind: "person" } } {
    return { ...event, atMs: this.#parts.clock.nowMs(), by: { kind: "person" } };
  }
  #byDesk<E extends object>(event: E): E & { atMs: number; by: { kind: "desk" } } {
    return { ...event, atMs: this.#parts.clock.nowMs(), by: { kind: "desk" } };
  }
}
