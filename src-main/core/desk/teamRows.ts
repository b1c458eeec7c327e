// At the desk that holds a request of the team: applies what the team's database has accepted, with its effects. This
// desk's own restrictions still hold, and what a row says of a document is checked before anything is sent.
import { advance } from "#shared/request/life/advance.ts";
import type { RequestEvent } from "#shared/request/life/event.ts";
import type { HeldBackWhy } from "#shared/outcome.ts";
import { ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { HeldRequest, RequestId } from "#shared/request/life/heldRequest.ts";
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
  changes: readonly RequestEvent[] | null;
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
  apply(requestId: RequestId, accepted: RequestEvent, team: TeamNow): Outcome<null, Failure> {
    const request = this.#own.roster.getUnlisted(requestId);
    if (request === undefined) return ok(null);
    const event = onTopOf(request, accepted);
    if (advance(request, event) === null) return ok(null);
    const why = this.#whyNot(request, accepted, team);
    const applied = this.#own.applying.applyAccepted(request, event, why === null);
    if (!applied.ok) return applied;
    if (why !== null) this.#holdBack(requestId, event, why, team.changes ?? []);
    // Only this desk knows the call's limit, and its other requests.
    if (event.kind === "rounds-allowed") {
      const at = { atMs: event.atMs, by: { kind: "desk" as const } };
      const own = { ...this.#own, rounds: this.#own.limits.rounds };
      allowMoreRounds(requestId, own, { kind: event.kind, ...at });
    }
    return ok(null);
  }

  /** Shows a request that another desk holds, after these events. */
  showGuest(request: HeldRequest, events: readonly RequestEvent[]): void {
    const { roster, scanner } = this.#own;
    const isNew = roster.get(request.id) === undefined;
    roster.showGuest(request);
    if (roster.runtime(request.id) === undefined) return;
    if (isNew) void scanner.scanRequest(request);
    for (const event of events) scanner.onEvent(request, event);
  }

  /** Takes away a request that another desk holds. */
  removeGuest(requestId: RequestId): void {
    this.#own.roster.removeGuest(requestId);
  }

  #whyNot(request: HeldRequest, event: RequestEvent, team: TeamNow): HeldBackWhy | null {
    if (!isApproval(event)) return null;
    if (team.isUndone) return "undone";
    if (distrust(request, event, (document) => this.#parts.hasher.hash(document)) !== null)
      return "distrusted";
    if (team.changes?.length !== 0) return "distrusted";
    if (team.isStopped || this.#own.switch.isStopped(request.requester.serverId)) return "stopped";
    if (team.lacksVotes) return "votes";
    if (event.kind !== "request-approved") return null;
    if (this.#own.applying.checkModel(request, event.model) !== null) return "model";
    if (team.isOverBudget) return "budget";
    const [holds = []] = this.#own.limits.budgetsExceeded(request, [event]);
    // Nobody at another desk was shown this desk's budgets.
    const isShown = event.beyond !== undefined && isBy(event, team.login);
    return holds.length > 0 && !isShown ? "budget" : null;
  }

  /** Says in the request's own events that its effect did not happen: the request or response can be decided again. */
  #holdBack(
    requestId: RequestId,
    event: RequestEvent,
    why: HeldBackWhy,
    changes: readonly RequestEvent[],
  ): void {
    const at = { atMs: this.#parts.clock.nowMs(), by: { kind: "desk" as const } };
    // What waits for its turn cannot fail yet: it is withdrawn.
    if (event.kind === "request-approved" && event.waits === true) {
      const { attemptId } = event;
      this.#own.applying.applyObserved(requestId, { ...at, kind: "stop-asked", attemptId });
      return;
    }
    if (event.kind === "request-approved" || event.kind === "run-approved") {
      const { attemptId } = event;
      const failure = { kind: "model-held-back" as const, why };
      const failed = { ...at, kind: "attempt-failed" as const, attemptId, failure, tookMs: 0 };
      this.#own.applying.applyObserved(requestId, failed);
      return;
    }
    // An undone response: the request has ended, and the row that says so follows.
    if (why === "undone") return;
    this.takeBack(requestId);
    const { roster, applying } = this.#own;
    const request = roster.get(requestId);
    if (request === undefined || roster.runtime(requestId)?.readAgain === undefined) return;
    // What can change while it is held is decided about anew from its request on.
    const base = { revision: request.revision, hash: request.askedHash };
    applying.applyObserved(requestId, { ...at, kind: "returned-to-request", base });
    for (const change of changes) applying.applyObserved(requestId, change);
  }

  /** Returns an approved response that was not sent to gate 2. */
  takeBack(requestId: string): void {
    const at = { atMs: this.#parts.clock.nowMs(), by: { kind: "desk" as const } };
    this.#own.applying.applyObserved(requestId, { ...at, kind: "taken-back" });
  }
}

type Approval = Extract<RequestEvent, { kind: `${"request" | "run" | "response"}-approved` }>;

export const isApproval = (event: RequestEvent): event is Approval =>
  event.kind.endsWith("-approved");

const isBy = ({ by }: RequestEvent, login: Login): boolean =>
  by.kind === "person" && by.login === login;

/** The database has decided the order: the event applies to the request as it is here. */
function onTopOf({ revision }: HeldRequest, event: RequestEvent): RequestEvent {
  return "base" in event && event.base !== undefined
    ? ({ ...event, base: { ...event.base, revision } } as RequestEvent)
    : event;
}

type Applied = Outcome<null, Failure>;

/** The database says which of two comes first: nobody approves another document than everybody sees. */
const isOrdered = (event: RequestEvent): boolean =>
  isApproval(event) || event.kind === "document-updated";

/** Approvals and other documents of a request of the team wait for its database, all else takes effect here at once. */
export const applyingInOrder =
  (team: TeamQueue | undefined, applying: EventApplier) =>
  async (request: HeldRequest, events: readonly RequestEvent[]): Promise<Applied> =>
    team?.has(request.id) === true && events.some(isOrdered)
      ? team.decideByRule(request.id, events)
      : applying.applyAll(request, events);
