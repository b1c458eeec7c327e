// At the desk that holds a request of the team: applies what the team's database has accepted, with its effects. This
// desk's own restrictions still hold, and what a row says of a document is checked before anything is sent.
import { advance } from "#shared/request/life/advance.ts";
import type { SampleEvent } from "#shared/request/life/event.ts";
import type { HeldBackWhy } from "#shared/outcome.ts";
import { ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { Sample, SampleId } from "#shared/request/life/heldRequest.ts";
import type { Login } from "#shared/team/request.ts";
import { distrust } from "#shared/team/trust.ts";
import { allowMoreRounds } from "../admission/moreRounds.ts";
import type { Limits } from "../admission/limits.ts";
import type { ModeSwitch } from "../admission/modeSwitch.ts";
import type { FindingsScanner } from "../findings/scanner.ts";
import type { Clock, Hasher, TeamQueue } from "../ports.ts";
import type { EventApplier } from "./eventApplier.ts";
import type { Roster } from "./roster.ts";

interface Own {
  roster: Roster;
  applying: EventApplier;
  scanner: FindingsScanner;
  limits: Limits;
  switch: ModeSwitch;
}

/** What holds for the request beside its rows. */
export interface TeamNow {
  /** Before this desk read it, the request has ended for everybody, or somebody has stopped this generation or run. */
  isUndone: boolean;
  /** An operator has stopped the team. */
  isStopped: boolean;
  /** One person approved what needs two by now. */
  lacksVotes: boolean;
  /** The team's budgets do not allow what this generation can use. */
  isOverBudget: boolean;
  /** How what an approved request is about differs from what was approved; null: that can't be told. */
  changes: readonly SampleEvent[] | null;
  /** This desk's. */
  login: Login;
}

export class TeamRows {
  readonly #parts: { clock: Clock; hasher: Hasher };
  readonly #own: Own;

  constructor(parts: { clock: Clock; hasher: Hasher }, own: Own) {
    this.#parts = parts;
    this.#own = own;
  }

  /**
   * Applies an accepted event to a request that this desk holds. Ok as well where it comes too late here, because the
   * request has ended meanwhile; fails only when it cannot be recorded: then it is to be applied again.
   */
  apply(sampleId: SampleId, accepted: SampleEvent, team: TeamNow): Outcome<null, Failure> {
    const sample = this.#own.roster.getUnlisted(sampleId);
    if (sample === undefined) return ok(null);
    const event = onTopOf(sample, accepted);
    if (advance(sample, event) === null) return ok(null);
    const why = this.#whyNot(sample, accepted, team);
    const applied = this.#own.applying.applyAccepted(sample, event, why === null);
    if (!applied.ok) return applied;
    if (why !== null) this.#holdBack(sampleId, event, why, team.changes ?? []);
    // Only this desk knows the call's limit, and its other requests.
    if (event.kind === "rounds-allowed") {
      const at = { atMs: event.atMs, by: { kind: "desk" as const } };
      const own = { ...this.#own, rounds: this.#own.limits.rounds };
      allowMoreRounds(sampleId, own, { kind: event.kind, ...at });
    }
    return ok(null);
  }

  /** Shows a request that another desk holds, after these events. */
  showGuest(sample: Sample, events: readonly SampleEvent[]): void {
    const { roster, scanner } = this.#own;
    const isNew = roster.get(sample.id) === undefined;
    roster.showGuest(sample);
    if (roster.runtime(sample.id) === undefined) return;
    if (isNew) void scanner.scanRequest(sample);
    for (const event of events) scanner.onEvent(sample, event);
  }

  /** Takes away a request that another desk holds. */
  removeGuest(sampleId: SampleId): void {
    this.#own.roster.removeGuest(sampleId);
  }

  #whyNot(sample: Sample, event: SampleEvent, team: TeamNow): HeldBackWhy | null {
    if (!isApproval(event)) return null;
    if (team.isUndone) return "undone";
    if (distrust(sample, event, (document) => this.#parts.hasher.hash(document)) !== null)
      return "distrusted";
    if (team.changes?.length !== 0) return "distrusted";
    if (team.isStopped || this.#own.switch.isStopped(sample.asker.serverId)) return "stopped";
    if (team.lacksVotes) return "votes";
    if (event.kind !== "request-approved") return null;
    if (this.#own.applying.checkModel(sample, event.model) !== null) return "model";
    if (team.isOverBudget) return "budget";
    const [holds = []] = this.#own.limits.budgetsExceeded(sample, [event]);
    // Nobody at another desk was shown this desk's budgets.
    const isShown = event.beyond !== undefined && isBy(event, team.login);
    return holds.length > 0 && !isShown ? "budget" : null;
  }

  /** Says in the request's own events that its effect did not happen: the request or response can be decided again. */
  #holdBack(
    sampleId: SampleId,
    event: SampleEvent,
    why: HeldBackWhy,
    changes: readonly SampleEvent[],
  ): void {
    const at = { atMs: this.#parts.clock.nowMs(), by: { kind: "desk" as const } };
    // What waits for its turn cannot fail yet: it is withdrawn.
    if (event.kind === "request-approved" && event.waits === true) {
      const { attemptId } = event;
      this.#own.applying.applyObserved(sampleId, { ...at, kind: "stop-asked", attemptId });
      return;
    }
    if (event.kind === "request-approved" || event.kind === "run-approved") {
      const { attemptId } = event;
      const failure = { kind: "model-held-back" as const, why };
      const failed = { ...at, kind: "attempt-failed" as const, attemptId, failure, tookMs: 0 };
      this.#own.applying.applyObserved(sampleId, failed);
      return;
    }
    // An undone response: the request has ended, and the row that says so follows.
    if (why === "undone") return;
    this.takeBack(sampleId);
    const { roster, applying } = this.#own;
    const sample = roster.get(sampleId);
    if (sample === undefined || roster.runtime(sampleId)?.readAgain === undefined) return;
    // What can change while it is held is decided about anew from its request on.
    const base = { revision: sample.revision, hash: sample.askedHash };
    applying.applyObserved(sampleId, { ...at, kind: "returned-to-request", base });
    for (const change of changes) applying.applyObserved(sampleId, change);
  }

  /** Returns an approved response that was not sent to gate 2. */
  takeBack(sampleId: string): void {
    const at = { atMs: this.#parts.clock.nowMs(), by: { kind: "desk" as const } };
    this.#own.applying.applyObserved(sampleId, { ...at, kind: "taken-back" });
  }
}

type Approval = Extract<SampleEvent, { kind: `${"request" | "run" | "response"}-approved` }>;

export const isApproval = (event: SampleEvent): event is Approval =>
  event.kind.endsWith("-approved");

const isBy = ({ by }: SampleEvent, login: Login): boolean =>
  by.kind === "person" && by.login === login;

/** The database has decided the order: the event applies to the request as it is here. */
function onTopOf({ revision }: Sample, event: SampleEvent): SampleEvent {
  return "base" in event && event.base !== undefined
    ? ({ ...event, base: { ...event.base, revision } } as SampleEvent)
    : event;
}

type Applied = Outcome<null, Failure>;

/** The database says which of two comes first: nobody approves another document than everybody sees. */
const isOrdered = (event: SampleEvent): boolean =>
  isApproval(event) || event.kind === "document-updated";

/** Approvals and other documents of a request of the team wait for its database, all else takes effect here. */
export const applyingInOrder =
  (team: TeamQueue | undefined, applying: EventApplier) =>
  (sample: Sample, events: readonly SampleEvent[]): Applied | Promise<Applied> =>
    team?.has(sample.id) === true && events.some(isOrdered)
      ? team.decideByRule(sample.id, events)
      : applying.applyAll(sample, events);
