// All limits the user sets, behind one interface for the desk: rate, size, waiting time, rounds, budgets.
import { LONGEST_OUTPUT_TOKENS, NO_SPEND, plus } from "#shared/rules/limits/budget.ts";
import type { BudgetUse } from "#shared/rules/limits/budget.ts";
import { longestWait } from "#shared/rules/limits/limits.ts";
import type { AllLimits, ServerLimits } from "#shared/rules/limits/limits.ts";
import type { LimitPlace } from "#shared/rules/limits/raise.ts";
import { noLimits } from "#shared/rules/limits/limits.ts";
import type { Cost, Usage } from "#shared/models/cost/cost.ts";
import type { ModelRef } from "#shared/models/model.ts";
import type { RequestEvent } from "#shared/request/life/event.ts";
import type { Refusal, HeldRequest } from "#shared/request/life/heldRequest.ts";
import { Budgets } from "./budgets.ts";
import { AdmissionGuard, overLimit } from "./guard.ts";
import type { OpenCounts } from "./guard.ts";
import type { Clock, Incoming, LedgerEntry } from "../ports.ts";
import type { SpentSoFar } from "../ports.ts";
import { RoundCounter } from "./roundCounter.ts";
import type { Placement } from "../desk/intake.ts";
import { WaitTimers } from "./waitTimers.ts";
import type { BudgetHold } from "#shared/rules/limits/windows.ts";

/** The user's settings and the spend so far, from outside the desk. */
export interface LimitSource {
  ofAll(): AllLimits;
  /** Null when the server is no longer known. */
  ofServer(serverId: string): ServerLimits | null;
  /**
   * Totals per day from `fromDay` on, and generations that ended after `sinceMs`; null when the ledger cannot be
   * read.
   */
  spent(fromDay: string, sinceMs: number): SpentSoFar | null;
}

/** What is known about models. */
export interface ModelFacts {
  /** Cost of a generation, or null if unknown. Absent: always unknown. */
  costOf?(model: ModelRef, usage: Usage | undefined): Cost | null;
  /** The longest response in tokens. Absent: unknown. */
  longestOutputOf?(model: ModelRef): number;
}

export interface LimitsDeps {
  clock: Clock;
  source: LimitSource | undefined;
  models: ModelFacts;
  open(): readonly HeldRequest[];
  /** These requests were not decided in time. */
  onTimeout(requestIds: readonly string[]): void;
  /** The use of a budget may have changed. */
  onBudgets(): void;
}

type Approved = Extract<RequestEvent, { kind: "request-approved" }>;

export class Limits {
  readonly #source: LimitSource | undefined;
  readonly guard: AdmissionGuard;
  readonly waits: WaitTimers;
  readonly budgets: Budgets;
  readonly rounds = new RoundCounter();

  constructor({ clock, source, models, open, onTimeout, onBudgets }: LimitsDeps) {
    this.#source = source;
    this.guard = new AdmissionGuard(clock);
    this.waits = new WaitTimers({ nowMs: () => clock.nowMs(), open, onTimeout });
    this.budgets = new Budgets({
      nowMs: () => clock.nowMs(),
      read: (fromDay, sinceMs) => source?.spent(fromDay, sinceMs) ?? null,
      costOf: (model, usage) => models.costOf?.(model, usage) ?? null,
      longestOutputOf: (model) => models.longestOutputOf?.(model) ?? LONGEST_OUTPUT_TOKENS,
      ofServer: (serverId) => source?.ofServer(serverId)?.budgets ?? null,
      ofAll: () => this.ofAll.budgets,
      onChange: onBudgets,
    });
  }

  get ofAll(): AllLimits {
    return this.#source?.ofAll() ?? noLimits;
  }

  /** The refusal of an incoming request, or null. */
  refusalFor(incoming: Incoming, open: OpenCounts): Refusal | null {
    return (
      this.guard.refusalFor(incoming, open, this.ofAll) ??
      this.budgets.refusalFor(incoming.requester.serverId)
    );
  }

  /** The request's place within its call, its longest wait, and a refusal when the call has used up its limits. */
  placementOf(incoming: Incoming): Placement & { refusal: Refusal | null } {
    if (incoming.reply.kind === "replay") return { refusal: null };
    const most = longestWait(incoming.policy.limits.waitMs, this.ofAll.waitMs);
    const counted = this.rounds.placementOf(incoming, this.ofAll);
    return most === null ? counted : { ...counted, longestWait: most };
  }

  /** Call after every change of a sample: reserves spend for its generations and arms the timer for its deadline. */
  track(request: HeldRequest): void {
    this.budgets.track(request);
    this.waits.track(request);
  }

  /** Call for every recorded row: adds what it spent. */
  onRecorded({ spent, atMs, body }: LedgerEntry): void {
    const id = typeof body === "object" && body !== null && "attemptId" in body;
    if (spent !== undefined && id) this.budgets.addSpent(String(body["attemptId"]), atMs, spent);
  }

  /** For each event, the budgets that do not let it pass after the events before it. */
  budgetsExceeded({ requester }: HeldRequest, events: readonly Approved[]): BudgetHold[][] {
    let also = NO_SPEND;
    return events.map(({ model, document, by }) => {
      const run = { model, document };
      const asked = by.kind === "rule" ? "rule" : "person";
      const holds = this.budgets.against(requester.serverId, run, asked, also) ?? [];
      if (this.budgets.hasAny(requester.serverId))
        also = plus(also, this.budgets.spendOf(run).likely);
      return holds;
    });
  }

  /** Adds to the events the budgets they exceed, which the user was told of. */
  acknowledgeBudgets(request: HeldRequest, events: readonly RequestEvent[]): RequestEvent[] {
    const approved = events.filter((event) => event.kind === "request-approved");
    const holds = this.budgetsExceeded(request, approved);
    return events.map((event) => {
      const beyond = event.kind === "request-approved" ? holds[approved.indexOf(event)] : undefined;
      return beyond === undefined || beyond.length === 0 ? event : { ...event, beyond };
    });
  }

  /** Why only the user, and no rule, may send this to the model: a reason code, or null. */
  holdReason(
    { requester }: Pick<HeldRequest, "requester">,
    model: ModelRef,
    document: Approved["document"],
  ): string | null {
    const holds = this.budgets.against(requester.serverId, { model, document }, "rule");
    if (holds === null) return "not-counted";
    const [first] = holds;
    return first === undefined ? null : budgetReason(first);
  }

  /**
   * Raises a limit once: the rate for this minute, the requests of this call, or a budget until its window ends.
   * False when the call is no longer counted.
   */
  allowMore(request: HeldRequest, { scope, limit }: LimitPlace, more: number): boolean {
    const { serverId } = request.requester;
    if (limit.kind === "budget") {
      this.budgets.allowMore({ ...limit, scope }, serverId, more);
      return true;
    }
    if (limit.name === "perMinute") {
      this.guard.allow(request, scope, more);
      return true;
    }
    return limit.name === "perCall" && this.rounds.allowRequests(request, more);
  }

  view(serverIds: readonly string[]): { all: BudgetUse[]; servers: Record<string, BudgetUse[]> } {
    const own = serverIds.map((id) => [id, this.budgets.ownUses(id)] as const);
    return {
      all: this.budgets.allUses(),
      servers: Object.fromEntries(own.filter(([, uses]) => uses.length > 0)),
    };
  }
}

/** Such as `tokens-day`, `cost-month-all`, or `cost-unknown` when a price is missing. */
export const budgetReason = ({ unit, window, scope, needs }: BudgetHold): string =>
  needs === null
    ? "cost-unknown"
    : `${unit === "usd" ? "cost" : "tokens"}-${window}${scope === "all" ? "-all" : ""}`;

/** The refusal of a request that was not decided in time; null when its deadline has not passed (any more). */
export function waitRefusal(request: HeldRequest | undefined, nowMs: number): Refusal | null {
  if (request?.waits === undefined || request.waits.atMs > nowMs) return null;
  const { totalMs, scope } = request.waits;
  return overLimit("waited-too-long", { limit: totalMs }, scope);
}
