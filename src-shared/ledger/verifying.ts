// Progress of verifying the ledger in the app, for the window.
import type { VerifyProgress } from "./verification.ts";

/** Null unless a verification is running. `total`: rows of the ledger. */
export type Verifying = null | (VerifyProgress & { total: number });
