// The channels of the history: a part of the contract.
import { z } from "zod";
import { exportKinds, selectionSchema } from "../ledger/files.ts";
import type { HistoryExported, HistoryImported } from "../ledger/files.ts";
import { HISTORY_PAGE_MAX } from "../ledger/history.ts";
import type {
  HistoryForgot,
  HistoryFound,
  HistoryItem,
  HistoryKnown,
  HistoryRow,
  JsonText,
} from "../ledger/history.ts";
import { reportPlanSchema } from "../report/plan.ts";
import type { Verification } from "../ledger/verification.ts";
import { act, dialog, read, stop } from "./effects.ts";

const id = z.string().min(1).max(200);
const count = z.number().int().nonnegative();

/** Arguments of each. */
export const historyChannels = {
  "history.find": read(z.string().max(10_000)),
  "history.page": read(count, count, z.number().int().min(1).max(HISTORY_PAGE_MAX)),
  "history.item": read(id),
  "history.complete": read(),
  "history.verify": read(),
  "history.stopVerifying": stop(),
  "history.forget": act(z.array(id).min(1).max(100_000), z.boolean()),
  "history.replay": act(id, z.enum(["asked", "approved"])),
  "history.paste": act(id, z.string().max(64_000_000)),
  "history.callAgain": act(id),
  "history.export": dialog(selectionSchema, z.enum(exportKinds)),
  "history.report": dialog(id, z.string().max(500), reportPlanSchema),
  "history.import": dialog(),
  "history.closeImport": read(),
  "history.cancelTask": stop(),
} as const;

/** What each gives. */
export interface HistoryResults {
  /** What the filter's text finds, with the first rows of it. */
  "history.find": JsonText<HistoryFound>;
  /** Rows of a list from a place on; `stale` where the list is no longer kept: find again. */
  "history.page": JsonText<HistoryRow[]>;
  "history.item": JsonText<HistoryItem>;
  "history.complete": HistoryKnown;
  /** The ledger verified from its first row to its last; `cancelled` when it was stopped. */
  "history.verify": Verification;
  "history.stopVerifying": null;
  /** Takes the content of these out of the ledger, or their images and audio alone; facts and hashes stay. */
  "history.forget": HistoryForgot;
  /** Holds it at the desk anew, as it came or as it was last approved; no server waits. The new request's id. */
  "history.replay": string;
  /** The same for a request that was pasted as JSON, as if that server had asked it. */
  "history.paste": string;
  /** Makes the call again that led to it; the run's id. */
  "history.callAgain": string;
  /** Writes what is meant to a file of the user's choice; null when they chose no place. */
  "history.export": HistoryExported | null;
  /** Writes a page about one request; null when the user chose no place. */
  "history.report": HistoryExported | null;
  /** Opens an export for reading: until it is closed, the history answers from it. Null when none was chosen. */
  "history.import": HistoryImported | null;
  "history.closeImport": null;
  /** Ends what is being written or read. */
  "history.cancelTask": null;
}
