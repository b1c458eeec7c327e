// Everything that the user limits, in one place for the desk: what comes in, how long it waits, what it may cost.
import { holdsOf, plus } from "../../../src-shared/policy/limits/budget.ts";
import type { BudgetUse, Spend } from "../../../src-shared/policy/limits/budget.ts";
import { longestWait } from "../../../src-shared/policy/limits/limits.ts";
import type { AllLimits, ServerLimits } from "../../../src-shared/policy/limits/limits.ts";
import type { LimitPlace } from "../../../src-shared/policy/limits/raise.ts";
import { noLimits } from "../../../src-shared/policy/limits/limits.ts";
import type { Cost, Usage } from "../../../src-shared/models/cost/cost.ts";
import type { ModelRef } from "../../../src-shared/models/model.ts";
import type { SampleEvent } from "../../../src-shared/sampling/life/event.ts";
import type { Refusal, Sample } from "../../../src-shared/sampling/life/sample.ts";
import { Budgets } from "./budgets.ts";
import { AdmissionGuard, overLimit } from "./guard.ts";
import type { OpenCounts } from "./guard.ts";
import type { Clock, Incoming, LedgerEntry } from "../ports.ts";
import type { SpentSoFar } from "../ports.ts";
import { RoundCounter } from "./roundCounter.ts";
import type { Placement } from "../core/intake.ts";
import { WaitTimers } from "./waitTimers.ts";
import type { BudgetHold } from "../../../src-shared/policy/limits/windows.ts";

/** What the user has set, and what the record says was spent. */
export interface LimitSource {
  ofAll(): AllLimits;
  /** Null where the server is not known any more. */
  ofServer(serverId: string): ServerLimits | null;
  /** Days from that one on, generations that ended after that instant; null while the record cannot be read. */
  spent(fromDay: string, sinceMs: number): SpentSoFar | null;
  /** How a budget stands may have changed. */
  onChange(): void;
}

export interface LimitsDeps {
  clock: Clock;
  source: LimitSource | undefined;
  costOf: ((model: ModelRef, usage: Usage | undefined) => Cost | null) | undefined;
  open(): readonly Sample[];
  /** Nobody has decided these in time. */
  onTimeout(sampleIds: readonly string[]): void;
}

type Approved = Extract<SampleEvent, { kind: "request-approved" }>;

export class Limits {
  readonly #source: LimitSource | undefined;
  readonly guard: AdmissionGuard;
  readonly waits: WaitTimers;
  readonly budgets: Budgets;
  readonly rounds = new RoundCounter();

  constructor({ clock, source, costOf, open, onTimeout }: LimitsDeps) {
    this.#source = source;
    this.guard = new AdmissionGuard(clock);
    this.waits = new WaitTimers({ nowMs: () => clock.nowMs(), open, onTimeout });
    this.budgets = new Budgets({
      nowMs: () => clock.nowMs(),
      read: (fromDay, sinceMs) => source?.spent(fromDay, sinceMs) ?? null,
      costOf: (model, usage) => costOf?.(model, usage) ?? null,
      ofServer: (serverId) => source?.ofServer(serverId)?.budgets ?? null,
      ofAll: () => this.ofAll.budgets,
      onChange: () => source?.onChange(),
    });
  }

  get ofAll(): AllLimits {
    return this.#source?.ofAll() ?? noLimits;
  }

  /** The refusal of what comes in, or null. */
  refusalFor(incoming: Incoming, open: OpenCounts): Refusal | null {
    return (
      this.guard.refusalFor(incoming, open, this.ofAll) ??
      this.budgets.refusalFor(incoming.asker.serverId)
    );
  }

  /** Where it stands under its call, how long it may wait, and the refusal where its call may have no more. */
  placementOf(incoming: Incoming): Placement & { refusal: Refusal | null } {
    if (incoming.reply.kind === "replay") return { refusal: null };
    const most = longestWait(incoming.policy.limits.waitMs, this.ofAll.waitMs);
    const counted = this.rounds.placementOf(incoming, this.ofAll);
    return most === null ? counted : { ...counted, longestWait: most };
  }

  /** A sample stands so now: what it runs is reserved, and the end of its wait is looked out for. */
  track(sample: Sample): void {
    this.budgets.track(sample);
    this.waits.track(sample);
  }

  /** A row was recorded: what it says was spent counts. */
  onRecorded({ spent, atMs, body }: LedgerEntry): void {
    const id = typeof body === "object" && body !== null && "attemptId" in body;
    if (spent !== undefined && id) this.budgets.addSpent(String(body["attemptId"]), atMs, spent);
  }

  /** What the given events together go beyond: of each, the budgets that it would exceed beside those before it. */
  budgetsExceeded({ asker }: Sample, events: readonly Approved[]): BudgetHold[][] {
    let also: Spend | null = null;
    return events.map(({ model, document }) => {
      const run = { model, document };
      const holds = this.budgets.exceededBy(asker.serverId, run, also);
      if (this.budgets.hasAny(asker.serverId)) {
        const most = this.budgets.maxSpendOf(run);
        also = also === null ? most : plus(also, most);
      }
      return holds;
    });
  }

  /** The events with the budgets that they go beyond, which the user was told of. */
  acknowledgeBudgets(sample: Sample, events: readonly SampleEvent[]): SampleEvent[] {
    const approved = events.filter((event) => event.kind === "request-approved");
    const holds = this.budgetsExceeded(sample, approved);
    return events.map((event) => {
      const beyond = event.kind === "request-approved" ? holds[approved.indexOf(event)] : undefined;
      return beyond === undefined || beyond.length === 0 ? event : { ...event, beyond };
    });
  }

  /** A word for the reason why nobody but the user may let this go to the model (no rule may), or null. */
  holdReason(
    { asker }: Pick<Sample, "asker">,
    model: ModelRef,
    document: Approved["document"],
  ): string | null {
    const uses = this.budgets.uses(asker.serverId);
    if (uses === null) return "not-counted";
    if (uses.length === 0) return null;
    const [first] = holdsOf(uses, this.budgets.maxSpendOf({ model, document }));
    return first === undefined ? null : budgetReason(first);
  }

  /**
   * Lets more through for once: within this minute, for the call that led to this request, until a budget's window
   * ends. False where nothing is counted there any more.
   */
  allowMore(sample: Sample, { scope, limit }: LimitPlace, more: number): boolean {
    const { serverId } = sample.asker;
    if (limit.kind === "budget") {
      this.budgets.allowMore({ ...limit, scope }, serverId, more);
      return true;
    }
    if (limit.name === "perMinute") {
      this.guard.allow(sample, scope, more);
      return true;
    }
    return limit.name === "perCall" && this.rounds.allowRequests(sample, more);
  }

  view(serverIds: readonly string[]): { all: BudgetUse[]; servers: Record<string, BudgetUse[]> } {
    const own = serverIds.map((id) => [id, this.budgets.ownUses(id)] as const);
    return {
      all: this.budgets.allUses(),
      servers: Object.fromEntries(own.filter(([, uses]) => uses.length > 0)),
    };
  }
}

/** `tokens-day`, `cost-month-all`, or `cost-unknown` where a price is missing. */
export const budgetReason = ({ unit, window, scope, needs }: BudgetHold): string =>
  needs === null
    ? "cost-unknown"
    : `${unit === "usd" ? "cost" : "tokens"}-${window}${scope === "all" ? "-all" : ""}`;

/** For a request that nobody decided within its wait; null where it does not wait so long (any more). */
export function waitRefusal(sample: Sample | undefined, nowMs: number): Refusal | null {
  if (sample?.waits === undefined || sample.waits.atMs > nowMs) return null;
  const { totalMs, scope } = sample.waits;
  return overLimit("waited-too-long", { limit: totalMs }, scope);
}
