// Tracks token and cost budgets and says what would exceed them. Ended generations count with the provider's usage,
// running ones with what they are expected to use.
import {
  calendarWindow,
  EVERY_BUDGET,
  budgetsAgainst,
  HOUR_MS,
  inputTokensOf,
  NO_SPEND,
  reached,
  spendOf,
} from "#shared/rules/limits/budget.ts";
import type { BudgetUse, Spend, SpendRange } from "#shared/rules/limits/budget.ts";
import type { Budgets as BudgetLimits } from "#shared/rules/limits/limits.ts";
import type {
  BudgetUnit,
  BudgetWindow,
  LimitScope,
  BudgetHold,
} from "#shared/rules/limits/windows.ts";
import { likelyOutput } from "#shared/models/cost/estimate.ts";
import { estimateTokenCount } from "tokenx";
import type { Cost, Usage } from "#shared/models/cost/cost.ts";
import type { ModelRef } from "#shared/models/model.ts";
import { underWay } from "#shared/request/life/attempts.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import type { Refusal, HeldRequest } from "#shared/request/life/heldRequest.ts";
import { budgetRefusalReason, refusalFor } from "#shared/request/checks/wire.ts";
import type { Spent } from "../ports.ts";
import { usedBy } from "./spent.ts";
import { SpendTotals } from "./spendTotals.ts";
import type { SpentSoFar } from "../ports.ts";

export interface BudgetsDeps {
  nowMs(): number;
  /** Spend according to the ledger; null when it cannot be read. */
  read(fromDay: string, sinceMs: number): SpentSoFar | null;
  costOf(model: ModelRef, usage: Usage): Cost | null;
  /** The model's longest response in tokens. */
  longestOutputOf(model: ModelRef): number;
  /** The server's budgets; null when the server is no longer known. */
  ofServer(serverId: string): BudgetLimits | null;
  ofAll(): BudgetLimits;
  /** Called when the use of any budget may have changed. */
  onChange(): void;
}

export class Budgets {
  readonly #parts: BudgetsDeps;
  readonly #book: SpendTotals;
  /** Extra amounts that the user allowed, by budget, until its window ends. */
  readonly #more = new Map<string, { amount: number; untilMs: number }>();
  /** Tokens of prompts by document; documents are immutable. */
  readonly #counted = new WeakMap<RequestDocument, number>();

  constructor(parts: BudgetsDeps) {
    this.#parts = parts;
    this.#book = new SpendTotals((fromDay, sinceMs) => parts.read(fromDay, sinceMs));
  }

  /**
   * Use of every budget that applies to a server (its own and the shared ones); null when the ledger cannot be read.
   */
  uses(serverId: string): BudgetUse[] | null {
    const own = this.#parts.ofServer(serverId);
    const all = this.#usesOf("all", null, this.#parts.ofAll());
    const its = own === null ? [] : this.#usesOf("server", serverId, own);
    return its === null || all === null ? null : [...its, ...all];
  }

  /** Only the server's own budgets. */
  ownUses(serverId: string): BudgetUse[] {
    const own = this.#parts.ofServer(serverId);
    return own === null ? [] : (this.#usesOf("server", serverId, own) ?? []);
  }
  allUses(): BudgetUse[] {
    return this.#usesOf("all", null, this.#parts.ofAll()) ?? [];
  }

  /** The refusal for a server whose budget is reached, or null. */
  refusalFor(serverId: string): Refusal | null {
    const full = reached(this.uses(serverId) ?? []);
    if (full === null) return null;
    const { unit, window, scope, limit, used, reserved, untilMs } = full;
    // What is only reserved may be given back at any time.
    const wait =
      untilMs === null || used < limit
        ? {}
        : { retryAfterMs: Math.max(1, untilMs - this.#parts.nowMs()) };
    const found = used + reserved;
    return {
      ...refusalFor(budgetRefusalReason(unit)),
      figures: { limit, found, window, ...(scope === "all" ? { scope } : {}), ...wait },
    };
  }

  /**
   * Budgets that do not let this generation pass; null when the ledger cannot be read.
   * @param also reserved for generations that start together with it
   */
  against(
    serverId: string,
    run: { model: ModelRef; document: RequestDocument },
    by: "person" | "rule",
    also: Spend = NO_SPEND,
  ): BudgetHold[] | null {
    const uses = this.uses(serverId);
    if (uses === null) return null;
    // Counting tokens would be wasted work.
    if (uses.length === 0) return [];
    const taken = uses.map((use) => ({ ...use, reserved: use.reserved + also[use.unit] }));
    return budgetsAgainst(taken, this.spendOf(run), by);
  }

  /**
   * What a generation spends: with a usual response, and with the longest. Completions need not limit their response:
   * then the model does.
   */
  spendOf({ model, document }: { model: ModelRef; document: RequestDocument }): SpendRange {
    const known = this.#counted.get(document);
    const input = known ?? inputTokensOf(document, estimateTokenCount);
    if (known === undefined) this.#counted.set(document, input);
    const longest = document.maxTokens ?? this.#parts.longestOutputOf(model);
    const [likely, most] = [likelyOutput(longest), longest].map((output) =>
      spendOf(
        input + output,
        this.#parts.costOf(model, { inputTokens: input, outputTokens: output }),
      ),
    );
    return { likely: likely ?? NO_SPEND, most: most ?? NO_SPEND };
  }

  /** Whether any budget applies to this server; if not, counting tokens would be wasted work. */
  hasAny(serverId: string): boolean {
    return isAny(this.#parts.ofAll()) || isAny(this.#parts.ofServer(serverId));
  }

  /** Reserves spend for generations that started and releases those that ended. */
  track({ requester, attempts }: HeldRequest): void {
    const under = new Set(underWay({ attempts }).map(({ id }) => id));
    for (const { id, model, document } of attempts) {
      const known = this.#book.isReserved(id);
      if (under.has(id) && !known && model !== null) {
        // Without a budget, a generation is counted only once it has ended.
        const { likely } = this.hasAny(requester.serverId)
          ? this.spendOf({ model, document })
          : { likely: NO_SPEND };
        this.#book.reserve(id, requester.serverId, likely);
        this.#parts.onChange();
      } else if (!under.has(id) && known) {
        this.#book.release(id);
        this.#parts.onChange();
      }
    }
  }

  /** Counts an ended generation: the reported usage, or the estimate where the provider reported none. */
  addSpent(attemptId: string, atMs: number, spent: Spent): void {
    this.#book.release(attemptId);
    this.#book.add({ serverId: spent.serverId, atMs, ...usedBy(spent) });
    this.#parts.onChange();
  }

  /** Allows more beyond a budget until its window ends (for the sliding hour: for one hour). */
  allowMore(
    { scope, unit, window }: { scope: LimitScope; unit: BudgetUnit; window: BudgetWindow },
    serverId: string,
    amount: number,
  ): void {
    const key = keyOf(scope, scope === "all" ? null : serverId, unit, window);
    const nowMs = this.#parts.nowMs();
    const untilMs = window === "hour" ? nowMs + HOUR_MS : calendarWindow(window, nowMs).untilMs;
    this.#more.set(key, { amount: this.#moreOf(key, nowMs) + amount, untilMs });
    this.#parts.onChange();
  }

  #moreOf(key: string, nowMs: number): number {
    const more = this.#more.get(key);
    return more === undefined || more.untilMs <= nowMs ? 0 : more.amount;
  }

  #usesOf(scope: LimitScope, serverId: string | null, limits: BudgetLimits): BudgetUse[] | null {
    if (!isAny(limits)) return [];
    const nowMs = this.#parts.nowMs();
    if (!this.#book.load(nowMs)) return null;
    return EVERY_BUDGET.flatMap(({ unit, window }): BudgetUse[] => {
      const set = limits[unit][window];
      if (set === null) return [];
      const limit = set + this.#moreOf(keyOf(scope, serverId, unit, window), nowMs);
      const used = this.#book.usedIn(window, serverId, nowMs);
      const reserved = this.#book.reserved(serverId);
      const untilMs = this.#book.freesUpAtMs(window, unit, { serverId, limit, nowMs });
      return [
        {
          scope,
          unit,
          window,
          limit,
          untilMs,
          used: used[unit],
          reserved: reserved[unit],
          unpriced: unit === "usd" ? used.unpriced : 0,
        },
      ];
    });
  }
}

const isAny = (limits: BudgetLimits | null): boolean =>
  limits !== null &&
  [limits.tokens, limits.usd].some(({ hour, day, month }) =>
    [hour, day, month].some((limit) => limit !== null),
  );

const keyOf = (
  scope: LimitScope,
  serverId: string | null,
  unit: BudgetUnit,
  window: BudgetWindow,
): string => [scope, unit, window, serverId ?? ""].join(" ");
