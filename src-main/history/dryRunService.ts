// Dry runs of rules on past requests, always on this profile's ledger, even while an import is open.
import { DRY_RUN_MOST } from "#shared/contract/rules.ts";
import type { DryRun } from "#shared/contract/rules.ts";
import type { RuleProposal } from "#shared/rules/proposal.ts";
import { ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { boundTo } from "#shared/rules/propose.ts";
import type { Rule, RuleGate } from "#shared/rules/rule.ts";
import type { Requesters } from "../core/requesters.ts";
import type { HistoryThread } from "./historyThread.ts";

export class DryRunService {
  readonly #index: HistoryThread;
  readonly #requesters: Pick<Requesters, "standing">;

  constructor(index: HistoryThread, requesters: Pick<Requesters, "standing">) {
    this.#index = index;
    this.#requesters = requesters;
  }

  /**
   * What these rules, in this order, would have done to the newest requests. `news` are the ids of the rules to
   * report on; empty for all.
   */
  run(rules: readonly Rule[], news: readonly string[]): Promise<Outcome<DryRun, Failure>> {
    return this.#index.read("dryRun", { rules, news, count: DRY_RUN_MOST });
  }

  /** Proposes the narrowest rule for requests like this one, at this gate. */
  async propose(requestId: string, gate: RuleGate): Promise<Outcome<RuleProposal, Failure>> {
    const read = await this.#index.read("propose", requestId, gate);
    return read.ok
      ? ok(boundTo(read.value, this.#requesters.standing(read.value.server.id)))
      : read;
  }
}
