// Opens content deletion and the retention rules that trigger it.
import path from "node:path";
import type { Failure } from "#shared/outcome.ts";
import { FileJobThread } from "../history/fileJobs.ts";
import { ContentDeletion } from "../history/contentDeletion.ts";
import type { ContentDeletionDeps } from "../history/contentDeletion.ts";
import { retentionReader } from "../history/retentionReader.ts";
import type { ServiceAudience } from "../servicePorts.ts";
import { RetentionService } from "../history/retention.ts";
import type { RetentionRules } from "../history/retention.ts";
import { openRounds } from "../history/retention/rounds.ts";

export interface RetentionRoomDeps extends Pick<
  ContentDeletionDeps,
  "store" | "isBusy" | "dismiss"
> {
  profile: string;
  /** The folder of the built entries. */
  entries: string;
  /** The ledger's current file and key. */
  record(): { ledger: string; key: string | null };
  rules(): RetentionRules;
  /** Problems reading the list of servers at startup. */
  serverFaults: readonly Failure[];
  audience: Pick<ServiceAudience, "keepingMoved">;
  fault(failure: Failure): void;
}

export interface RetentionRoom {
  forgetting: ContentDeletion;
  retention: RetentionService;
  close(): void;
}

export function openRetention(ground: RetentionRoomDeps): RetentionRoom {
  const { profile, entries, record, audience } = ground;
  const jobs = new FileJobThread(path.join(entries, "files.js"));
  const reader = retentionReader(jobs, record);
  const nowMs = Date.now;
  const forgetting = new ContentDeletion({
    store: ground.store,
    isBusy: ground.isBusy,
    dismiss: ground.dismiss,
    reader,
    nowMs,
    changed: () => retention.changed(),
  });
  const retention: RetentionService = new RetentionService({
    forgetting,
    reader,
    nowMs,
    rules: ground.rules,
    fault: ground.fault,
    serversLost: lostIn(ground.serverFaults),
    rounds: openRounds(path.join(profile, "retention.json")),
    changed: (view) => audience.keepingMoved(view),
  });
  return {
    forgetting,
    retention,
    close() {
      retention.close();
      forgetting.close();
      reader.close();
    },
  };
}

/**
 * The file of the list of servers if it was damaged or unreadable, as the servers' own retention rules were in it;
 * otherwise null.
 */
function lostIn(faults: readonly Failure[]): string | null {
  for (const fault of faults) {
    const file =
      fault.kind === "file-set-aside"
        ? fault.aside
        : fault.kind === "config-unreadable"
          ? fault.file
          : "";
    if (path.basename(file).startsWith("servers.json")) return file;
  }
  return null;
}
