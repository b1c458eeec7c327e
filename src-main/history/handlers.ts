// What the window may do with the history: one line per channel.
import type { Known } from "#shared/ledger/verification.ts";
import { ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { Handlers } from "../ipc/dispatch.ts";
import type { ContentDeletion } from "./contentDeletion.ts";
import type { DryRunService } from "./dryRunService.ts";
import type { HistoryFilesService } from "./historyFiles.ts";
import type { HistoryThread } from "./historyThread.ts";
import type { ReplayService } from "./replay.ts";
import type { RetentionService } from "./retention.ts";
import type { Verifier } from "./verify/verifier.ts";

const done = (..._nothing: void[]): Outcome<null, Failure> => ok(null);

export function historyHandlers(
  index: HistoryThread,
  files: HistoryFilesService,
  replay: ReplayService,
  dryRuns: DryRunService,
): Pick<
  Handlers,
  | Exclude<Extract<keyof Handlers, `history.${string}`>, keyof ReturnType<typeof recordHandlers>>
  | "rules.dryRun"
  | "rules.propose"
> {
  return {
    "history.find": (text) => index.read("find", text),
    "history.more": (query) => index.read("more", query),
    "history.page": (query, from, count) => index.read("page", query, from, count),
    "history.item": (id) => index.read("item", id),
    "history.complete": () => index.read("complete"),
    "history.replay": (id, from) => replay.replay(id, from),
    "history.paste": (serverId, text) => replay.pasted(serverId, text),
    "history.callAgain": (id) => replay.callAgain(id),
    "history.export": (selection, kind) => files.export(selection, kind),
    "history.cancelTask": () => done(files.cancel()),
    "rules.dryRun": (list, news) => dryRuns.run(list, news),
    "rules.propose": (id, gate) => dryRuns.propose(id, gate),
  };
}

/**
 * What is done to the ledger itself.
 * @param signed the key that signed it and its last signed row
 */
export function recordHandlers(
  verifier: Verifier,
  signed: () => Known,
  deletion: ContentDeletion,
  retention: RetentionService,
): Pick<
  Handlers,
  | "history.verify"
  | "history.stopVerifying"
  | "history.delete"
  | Extract<keyof Handlers, `retention.${string}`>
> {
  return {
    "history.verify": () => verifier.verify(signed()),
    "history.stopVerifying": () => done(verifier.stop()),
    "history.delete": (ids, mediaOnly) => deletion.deleteContent(ids, mediaOnly),
    "retention.preview": (serverId, kept) => retention.preview(serverId, kept),
    "retention.weigh": (ids, mediaOnly) => deletion.weigh(ids, mediaOnly),
    "retention.run": async () => ok(await retention.run()),
  };
}
