// Owns all requests and is the only place that changes them. Each event is written to the ledger, then applied, then
// its effects run (architecture: "written before done").
import { running, waiting } from "#shared/request/life/attempts.ts";
import type { Decision } from "#shared/request/life/decision.ts";
import type { DeskView } from "#shared/request/life/deskView.ts";
import { cancelledBy } from "#shared/request/life/actors.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { RequestEvent } from "#shared/request/life/event.ts";
import type { Base, CancelReason, HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { StreamView } from "#shared/request/life/stream.ts";
import type { MasterSwitch } from "#shared/settings/settings.ts";
import { EventApplier, toldLater } from "./eventApplier.ts";
import { acceptsOverspending, eventsOfDecision, sendsContent, startOf } from "./decide.ts";
import type { DecisionDeps } from "./decide.ts";
import { respondFromFixture } from "../rules/fixtures.ts";
import { dropsContent, Limits } from "../admission/limits.ts";
import { isForUser, RuleEngine } from "../rules/ruleEngine.ts";
import { RequestMedia } from "./requestMedia.ts";
import { FindingsScanner } from "../findings/scanner.ts";
import type { DeskDeps } from "./deskDeps.ts";
import {
  conversationFor,
  DocumentUpdates,
  intake,
  intakeWithoutContent,
  turnBefore,
} from "./intake.ts";
import type { DeskIntake, RequestHandle, Incoming } from "../ports.ts";
import { Recorder } from "./recorder.ts";
import { Roster } from "./roster.ts";
import { allowMoreRounds } from "../admission/moreRounds.ts";
import { Recovery } from "../recovery/recovery.ts";
import { Refuser } from "../admission/refuser.ts";
import { forEachInSlices } from "./slices.ts";
import { applyingInOrder, TeamRows } from "./teamRows.ts";
import { ModeSwitch } from "../admission/modeSwitch.ts";

/** How long quitting waits for the last settlements to be sent. */
const QUIT_WAIT_MS = 2000;

/**
 * Rows of larger requests are written in a later turn of the loop: reading them has already blocked main for long
 * enough.
 */
const LARGE_BYTES = 1024 * 1024;

export class Desk implements DeskIntake {
  readonly #parts: DeskDeps;
  readonly #roster: Roster;
  readonly #recorder: Recorder;
  readonly #applying: EventApplier;
  readonly #deciding: DecisionDeps;
  readonly #switch: ModeSwitch;
  /** Findings in requests and responses. */
  readonly scanner: FindingsScanner;
  /** Rates, budgets and waiting times. */
  readonly limits: Limits;
  /** Media of the requests in memory. */
  readonly media: RequestMedia;
  readonly #recovery: Recovery;
  readonly #updates: DocumentUpdates;
  /** Refusals by the desk itself. */
  readonly refusing: Refuser;
  /** What the team's database has accepted. */
  readonly teamRows: TeamRows;
  /** Rules for new requests and for those that are pending. */
  readonly ruleEngine: RuleEngine;
  /** Drafts passed to a `recover` that failed because the ledger could not be read; retried once it can. */
  #toTakeUp: readonly string[] | null = null;

  constructor(parts: DeskDeps) {
    this.#parts = parts;
    this.#switch = new ModeSwitch(
      parts.masterSwitch,
      parts.clock.nowMs(),
      (id) => parts.requesters?.policyOf?.(id).control ?? "as-set",
    );
    this.#roster = new Roster(parts.media, parts.listener, parts.hasDraft);
    this.#recorder = new Recorder(
      parts.ledger,
      { onChange: () => parts.listener.deskChanged(), onRecovered: () => this.#recovered() },
      () => parts.clock.nowMs(),
    );
    this.limits = new Limits(
      parts,
      this.#roster,
      (ids) => void forEachInSlices(ids, (id) => this.refusing.refuseTimedOut(id)),
    );
    this.scanner = new FindingsScanner(parts, this.#roster, (id, what) => {
      this.#applying.applyObserved(id, this.#by("desk", { kind: "inspected" as const, ...what }));
    });
    const kept = { roster: this.#roster, recorder: this.#recorder, limits: this.limits };
    this.#applying = new EventApplier(parts, kept, {
      onEvent: (request, event) => {
        this.scanner.onEvent(request, event);
        this.ruleEngine.onEvent(request, event);
      },
      expectRuling: (request, event) =>
        event.kind === "inspected"
          ? this.ruleEngine.isPending(request.id)
          : this.ruleEngine.expectRuling(request, event),
      onChange: (requestId) => this.#startWaiting(requestId),
      releaseGroup: (requestId) => this.releaseGroup(requestId),
      keepMedia: (requestId, facts) => this.media.addGenerated(requestId, facts),
      mayStream: (request) => this.ruleEngine.mayStream(request),
    });
    const { clock, hasher } = parts;
    this.#deciding = { clock, hasher, scanner: this.scanner, roster: this.#roster };
    const own = { ...kept, applying: this.#applying, scanner: this.scanner, switch: this.#switch };
    this.media = new RequestMedia(parts, own);
    this.#recovery = new Recovery(parts, own);
    const applyAll = applyingInOrder(parts.team, this.#applying);
    this.#updates = new DocumentUpdates(parts, { roster: this.#roster, applyAll });
    this.teamRows = new TeamRows(parts, own);
    this.refusing = new Refuser(parts, own);
    const { refusing } = this;
    const deciding = { deciding: this.#deciding, updates: this.#updates, refusing, applyAll };
    this.ruleEngine = new RuleEngine(parts, { ...own, ...deciding });
  }

  requests(): HeldRequest[] {
    return this.#roster.all();
  }
  request(requestId: string): HeldRequest | undefined {
    return this.#roster.get(requestId);
  }
  /** As a window gets it: with whether the user has anything to decide about it. */
  shown(requestId: string): HeldRequest | undefined {
    const request = this.#roster.get(requestId);
    const isAsked = request?.phase.kind === "ended" || this.needsUser(requestId);
    return request === undefined || isAsked ? request : { ...request, automatic: true };
  }
  /** Whether a generation of this request is running, even if the request was dismissed. */
  isRunning(requestId: string): boolean {
    const request = this.#roster.getUnlisted(requestId);
    return request !== undefined && running(request).length > 0;
  }
  /** For other code that records what it sends to servers: one recorder keeps one order of rows. */
  get recorder(): Pick<Recorder, "recordObserved" | "recordDecisions"> {
    return this.#recorder;
  }
  /** What running attempts have produced so far. */
  streams(): StreamView[] {
    return this.#roster.streams();
  }
  /** Whether the request waits for the user, not for a rule, a model or the server. */
  needsUser(requestId: string): boolean {
    const request = this.#roster.get(requestId);
    return request !== undefined && !this.ruleEngine.isPending(requestId) && isForUser(request);
  }
  openCount(): number {
    return this.#roster.open().length;
  }

  /**
   * Restores requests that an earlier run left open, and those with a draft in `drafts`. Call once at startup; false
   * when the ledger could not be read.
   */
  async recover(drafts: readonly string[]): Promise<boolean> {
    this.#toTakeUp = (await this.#recovery.recover(drafts)) ? null : drafts;
    return this.#toTakeUp === null;
  }

  /** Tries to write to the ledger now. */
  retryLedger(): Outcome<null, Failure> {
    const tried = this.#recorder.retry();
    return tried.ok ? ok(null) : tried;
  }

  /** Refuses every open request because nothing can be recorded. Resolves to their number. */
  refuseUnrecorded(): Promise<number> {
    return this.refusing.refuseUnrecorded();
  }

  /** The ledger works again: everything that waited for it continues. */
  #recovered(): void {
    const drafts = this.#toTakeUp;
    if (drafts !== null) void this.recover(drafts);
    for (const request of this.#roster.open()) {
      this.#startWaiting(request.id);
      this.releaseGroup(request.id);
    }
    this.ruleEngine.onRecovered();
  }

  /** The effective mode of a server: the stricter of the global mode and its own. */
  switchOf(serverId: string): MasterSwitch {
    return this.#switch.of(serverId);
  }

  view(): DeskView {
    const { trouble: ledgerTrouble } = this.#recorder;
    return { ...this.#switch.view(), ledgerTrouble, forgotten: this.#roster.forgotten };
  }

  /**
   * Takes in a request as it came and holds it, or refuses it: invalid by the specification (−32602), beyond a limit,
   * while the desk is stopped, or when nothing can be recorded. A refused request is shown as ended; a flood of one
   * kind is shown once, with a count. The row of a large request, of one in a flood and of one that a rule decides is
   * written a moment later, but always before anything is done about the request.
   */
  receive(incoming: Incoming): RequestHandle {
    const { clock } = this.#parts;
    const replay = incoming.reply.kind === "replay";
    const { refusal: tooMany, ...standing } = this.limits.placementOf(incoming);
    const early = this.refusing.refusalFor(incoming) ?? tooMany;
    const joined = early === null ? null : this.refusing.joinFlood(incoming, early);
    if (joined !== null) return joined;
    const requestId = clock.newId();
    const without = early !== null && dropsContent(early);
    const siblings = this.#roster.completedBy(requestId, incoming.reply);
    const as = siblings === null ? standing : { ...standing, siblings };
    const taken = without
      ? intakeWithoutContent(requestId, incoming, as, this.#parts)
      : intake(requestId, incoming, as, this.#parts, turnBefore(incoming, this.#roster.all()));
    const isLarge = (incoming.metrics?.bytes ?? 0) > LARGE_BYTES;
    let isJudged = false;
    const isHeld = early === null && taken.refusal === null;
    const conversation = conversationFor(taken.event, incoming, this.#roster.all());
    const event = conversation === undefined ? taken.event : { ...taken.event, conversation };
    const request = this.#applying.receive(event, incoming, (begun, rows) => {
      if (isHeld) this.#parts.team?.received(begun, rows.slice(0, 1), incoming);
      isJudged = isHeld && this.ruleEngine.appliesTo(begun, incoming.permission);
      if (isJudged) this.#recorder.recordSoon(...rows);
      else this.#recorder.recordReceived(rows, { isLarge });
    });
    const refusal = this.refusing.orOutOfMemory(early ?? taken.refusal);
    if (refusal !== null) this.refusing.refuse(request, refusal);
    else {
      void this.scanner.scanRequest(request);
      if (!replay) this.limits.rounds.count(request, incoming);
      if (isJudged) this.ruleEngine.markPending(request);
      this.limits.track(request);
      // Otherwise it is told with the decision.
      if (!isJudged || !this.ruleEngine.decidesAtOnce(request))
        this.#parts.listener.requestChanged(requestId);
      const own = { roster: this.#roster, applying: this.#applying, media: this.media };
      if (!replay) respondFromFixture(requestId, this.#parts, own);
      void this.ruleEngine.decideRequest(requestId);
    }
    return {
      requestId,
      withdraw: (because) => this.#cancel(requestId, because),
      update: (params) => void this.#updates.update(requestId, params),
      ...toldLater(requestId, incoming, this.#applying, this.#parts.clock),
    };
  }

  heldByRule: DeskIntake["heldByRule"] = (incoming) => this.ruleEngine.heldByRule(incoming);

  /**
   * Call before a decision of the user that sends content: reads again what the request is about. Fails where it has
   * changed since the user saw it, and where it can't be read.
   */
  readAgain(requestId: string): Promise<Outcome<null, Failure>> {
    return this.#updates.readAgain(requestId);
  }

  /** Reads again what the request is about, without showing it: the events that bring it up to date. */
  changesOf(requestId: string): Promise<Outcome<RequestEvent[], Failure>> {
    return this.#updates.changesOf(requestId);
  }

  /** Decides at a gate. The document in the decision is checked, hashed and recorded before it is acted on. */
  decide(requestId: string, base: Base, decision: Decision): Outcome<null, Failure> {
    const made = this.eventsOf(requestId, base, decision);
    return made.ok ? this.#applying.applyAll(made.value.request, made.value.events) : made;
  }

  /** What a decision would do, checked and hashed; nothing has happened yet. */
  eventsOf(
    requestId: string,
    base: Base,
    decision: Decision,
  ): Outcome<{ request: HeldRequest; events: RequestEvent[] }, Failure> {
    const request = this.#roster.get(requestId);
    if (request === undefined) return fail({ kind: "not-found", what: "sample" });
    // What another desk of the team holds is sent there, whatever is stopped here.
    const isStopped =
      this.#switch.isStopped(request.requester.serverId) && !this.#roster.isGuest(requestId);
    if (isStopped && sendsContent(request, decision)) return fail({ kind: "desk-stopped" });
    if (sendsContent(request, decision) && !this.#updates.isFresh(request))
      return fail({ kind: "read-again", why: "failed" });
    const made = eventsOfDecision(request, base, decision, this.#deciding, this.#atOnce());
    if (!made.ok) return made;
    const events = acceptsOverspending(decision)
      ? this.limits.acknowledgeBudgets(request, made.value)
      : made.value;
    return ok({ request, events });
  }

  #atOnce(): number {
    return this.#parts.candidatesAtOnce?.() ?? Number.POSITIVE_INFINITY;
  }

  /** Starts a waiting attempt if there is room. */
  #startWaiting(requestId: string): void {
    const request = this.#roster.get(requestId);
    if (request === undefined || this.#switch.isStopped(request.requester.serverId)) return;
    const next = startOf(request, this.#atOnce(), (model) =>
      this.#applying.checkModel(request, model),
    );
    if (next !== null) this.#applying.apply(requestId, this.#by("desk", next));
  }

  /** Stops a running attempt; what it produced so far is kept for gate 2. */
  stop(requestId: string, attemptId: string): Outcome<null, Failure> {
    return this.#applying.apply(requestId, this.#by("person", { kind: "stop-asked", attemptId }));
  }

  /** Allows the call of this request as many tool rounds again. */
  allowMoreRounds(requestId: string): Outcome<null, Failure> {
    const own = { roster: this.#roster, applying: this.#applying, rounds: this.limits.rounds };
    return allowMoreRounds(requestId, own, this.#by("person", { kind: "rounds-allowed" as const }));
  }

  /** Takes back an approved response that still waits for the others of its group. */
  withdrawApproval(requestId: string): Outcome<null, Failure> {
    return this.#applying.apply(requestId, this.#by("person", { kind: "taken-back" }));
  }

  /** Sets the mode. `stopped` aborts every generation; pending requests stay. */
  setSwitch(position: MasterSwitch): void {
    if (position === this.#switch.position) return;
    this.#switch.set(position, this.#parts.clock.nowMs());
    this.onModesChanged();
  }

  /** Call when the mode or an override changed: aborts what may no longer run, releases what may leave. */
  onModesChanged(): void {
    for (const request of this.#roster.open()) {
      if (!this.#switch.isStopped(request.requester.serverId)) {
        this.#startWaiting(request.id);
        this.releaseGroup(request.id);
        continue;
      }
      for (const attempt of [...waiting(request), ...running(request)]) {
        // What a server carries out is done; its result waits at gate 2.
        if (attempt.producer === undefined) this.stop(request.id, attempt.id);
      }
    }
    this.#switch.resumeWaiting();
    this.#parts.listener.deskChanged();
  }

  waitToSend(serverId: string, requestId = ""): Promise<void> | null {
    return this.#switch.waitToSend(serverId) ?? this.#parts.team?.waitToSend(requestId) ?? null;
  }

  /** Refuses every open request. Resolves to their number. */
  refuseAll(): Promise<number> {
    return this.refusing.refuseAll();
  }

  /** Takes an ended request out of the inbox; the ledger keeps it. */
  dismiss(requestId: string): Outcome<null, Failure> {
    return this.#roster.dismiss(requestId) ? ok(null) : fail({ kind: "not-found", what: "sample" });
  }

  /** Cancels every open request and waits for the last settlements to be sent, at most `QUIT_WAIT_MS`. */
  async close(): Promise<void> {
    for (const request of this.#roster.open()) this.#cancel(request.id, { kind: "quit" });
    this.refusing.close();
    this.limits.waits.close();
    await this.#applying.effects.whenIdle(QUIT_WAIT_MS);
    this.#recorder.close();
  }

  #cancel(requestId: string, because: CancelReason): void {
    const [atMs, by] = [this.#parts.clock.nowMs(), cancelledBy(because)];
    this.#applying.applyObserved(requestId, { kind: "cancelled", because, atMs, by });
  }

  /** Delivers the responses of one `input_required` once all of them are approved, and nobody has stopped one. */
  releaseGroup(requestId: string): void {
    const server = this.#roster.get(requestId)?.requester.serverId;
    if (server === undefined || this.#switch.isStopped(server)) return;
    const { team } = this.#parts;
    const ready = this.#roster.readyGroup(requestId, (id) => team?.maySend(id) ?? true);
    for (const id of ready) this.#applying.apply(id, this.#by("desk", { kind: "released" }));
  }

  #by<const K extends "person" | "desk", E extends object>(
    kind: K,
    event: E,
  ): E & { atMs: number; by: { kind: K } } {
    return { ...event, atMs: this.#parts.clock.nowMs(), by: { kind } };
  }
}
