// Running rules over the history before they hold: once at a time, over the record of this desk, whatever is open for
// reading in its place.
import type { DryRun, RuleProposal } from "../../src-shared/ipc/rules.ts";
import type { JsonText } from "../../src-shared/ledger/history.ts";
import type { Failure, Outcome } from "../../src-shared/outcome.ts";
import type { Rule, RuleGate } from "../../src-shared/policy/rule.ts";
import type { HistoryIndex } from "./historyPorts.ts";

export class DryRunService {
  readonly #index: HistoryIndex;

  constructor(index: HistoryIndex) {
    this.#index = index;
  }

  /**
   * What these rules, in their order, would have done to the newest requests; `news` are the ids of those that are asked
   * for, none means all. `busy` while another one runs; what was judged until then where it is stopped.
   */
  run(
    rules: readonly Rule[],
    news: readonly string[],
    count: number,
  ): Promise<Outcome<JsonText<DryRun>, Failure>> {
    return this.#index.read("dryRun", { rules, news, count });
  }

  /** The narrowest rule for requests like this one, at this gate. */
  propose(sampleId: string, gate: RuleGate): Promise<Outcome<RuleProposal, Failure>> {
    return this.#index.read("propose", sampleId, gate);
  }

  stop(): void {
    this.#index.stopDryRun();
  }
}
