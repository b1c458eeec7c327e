// How far verifying the ledger in the app has come: what the window shows meanwhile.
import type { VerifyProgress } from "./verification.ts";

/** Null while nothing is verified. `total`: rows of the ledger. */
export type Verifying = null | (VerifyProgress & { total: number });
