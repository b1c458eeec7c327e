// What the window shows of the desk as a whole. Part of the IPC contract.
import type { LedgerTrouble } from "../../ledger/trouble.ts";
import type { MasterSwitch } from "../../settings/settings.ts";

export interface DeskView {
  masterSwitch: MasterSwitch;
  /** When the mode was last changed, and how many requests were refused since. */
  switchedAtMs: number;
  refusedSince: number;
  /** How many requests rules have approved or refused since then. */
  ruledSince: number;
  /** Why the ledger cannot be written, so that nothing is sent; null when it works. */
  ledgerTrouble: LedgerTrouble | null;
  /** Ended requests that are only in the ledger, no longer in memory. */
  forgotten: number;
}
