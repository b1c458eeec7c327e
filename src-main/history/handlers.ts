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

export interface HistoryHandlerParts {
  history: HistoryThread;
  historyFiles: HistoryFilesService;
  replay: ReplayService;
  verifying: Verifier;
  /** The key that signed the ledger and its last signed row. */
  signed(): Known;
  deletion: ContentDeletion;
  retention: RetentionService;
  dryRuns: DryRunService;
}

const done = (..._nothing: void[]): Outcome<null, Failure> => ok(null);

export function historyHandlers({
  history,
  historyFiles,
  replay,
  verifying,
  signed,
  deletion,
  retention,
  dryRuns,
}: HistoryHandlerParts): Pick<
  Handlers,
  Extract<keyof Handlers, `${"history" | "retention"}.${string}`> | "rules.dryRun" | "rules.propose"
> {
  return {
    "history.find": (text) => history.read("find", text),
    "history.page": (query, from, count) => history.read("page", query, from, count),
    "history.item": (id) => history.read("item", id),
    "history.complete": () => history.read("complete"),
    "history.verify": () => verifying.verify(signed()),
    "history.stopVerifying": () => done(verifying.stop()),
    "history.delete": (ids, mediaOnly) => deletion.deleteContent(ids, mediaOnly),
    "history.replay": (id, from) => replay.replay(id, from),
    "history.paste": (serverId, text) => replay.pasted(serverId, text),
    "history.callAgain": (id) => replay.callAgain(id),
    "history.export": (selection, kind) => historyFiles.export(selection, kind),
    "history.cancelTask": () => done(historyFiles.cancel()),
    "retention.preview": (serverId, kept) => retention.preview(serverId, kept),
    "retention.weigh": (ids, mediaOnly) => deletion.weigh(ids, mediaOnly),
    "retention.run": async () => ok(await retention.run()),
    "rules.dryRun": (list, news) => dryRuns.run(list, news),
    "rules.propose": (id, gate) => dryRuns.propose(id, gate),
  };
}
