// IPC channels of the history.
import { z } from "zod";
import { exportKinds, selectionSchema } from "../ledger/files.ts";
import type { HistoryExported } from "../ledger/files.ts";
import { HISTORY_PAGE_MAX } from "../ledger/history.ts";
import type {
  DeletionSummary,
  HistoryFound,
  HistoryItem,
  HistoryCount,
  HistoryKnown,
  HistoryRow,
  JsonText,
} from "../ledger/history.ts";
import type { Verification } from "../ledger/verification.ts";
import { act, dialog, read, stop } from "./effects.ts";

const id = z.string().min(1).max(200);
const count = z.number().int().nonnegative();

/** Arguments of each channel. */
export const historyChannels = {
  "history.find": read(z.string().max(10_000)),
  "history.more": read(count),
  "history.page": read(count, count, z.number().int().min(1).max(HISTORY_PAGE_MAX)),
  "history.item": read(id),
  "history.complete": read(),
  "history.verify": read(),
  "history.stopVerifying": stop(),
  "history.delete": act(z.array(id).min(1).max(100_000), z.boolean()),
  "history.replay": act(id, z.enum(["asked", "approved"])),
  "history.paste": act(id, z.string().max(64_000_000)),
  "history.callAgain": act(id),
  "history.export": dialog(selectionSchema, z.enum(exportKinds)),
  "history.cancelTask": stop(),
} as const;

/** Results of each channel. */
export interface HistoryResults {
  /** Searches with a filter; returns the first rows. */
  "history.find": JsonText<HistoryFound>;
  /** Goes on with a search for a moment; `stale` like `history.page`. */
  "history.more": HistoryCount;
  /** Rows of a result list from an offset; `stale` if the list is gone and has to be searched again. */
  "history.page": JsonText<HistoryRow[]>;
  "history.item": JsonText<HistoryItem>;
  "history.complete": HistoryKnown;
  /** Verifies the whole ledger; `cancelled` if stopped. */
  "history.verify": Verification;
  "history.stopVerifying": null;
  /** Deletes the content of these items, or only their images and audio; facts and hashes stay. */
  "history.delete": DeletionSummary;
  /**
   * Holds the request again, as received or as last approved, without a server to respond to. Returns the new
   * request's id.
   */
  "history.replay": string;
  /** Like `history.replay`, for a request pasted as JSON, as if this server had sent it. */
  "history.paste": string;
  /** Repeats the call that led to the request; returns the call's id. */
  "history.callAgain": string;
  /** Exports the selection to a file chosen by the user; null if they cancelled. */
  "history.export": HistoryExported | null;
  /** Cancels the current export. */
  "history.cancelTask": null;
}
