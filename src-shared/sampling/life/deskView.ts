// What the window sees of the desk as a whole: a part of the contract.
import type { LedgerTrouble } from "../../ledger/trouble.ts";
import type { MasterSwitch } from "../../settings/settings.ts";

export interface DeskView {
  masterSwitch: MasterSwitch;
  /** Since when it stands there, and how many were refused since. */
  switchedAtMs: number;
  refusedSince: number;
  /** How many requests rules have let pass or refused since then. */
  ruledSince: number;
  /** Why nothing can be recorded, hence nothing is sent; null when the ledger works. */
  ledgerTrouble: LedgerTrouble | null;
  /** Ended samples that are no longer kept in memory; the ledger has them. */
  forgotten: number;
}
