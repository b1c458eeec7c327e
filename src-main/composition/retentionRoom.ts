// Opens content deletion and the retention rules that trigger it.
import path from "node:path";
import type { Failure } from "#shared/outcome.ts";
import { FileJobThread } from "../history/fileJobs.ts";
import { ContentDeletion } from "../history/contentDeletion.ts";
import type { ContentDeletionDeps } from "../history/contentDeletion.ts";
import { RetentionReader } from "../history/retentionReader.ts";
import type { Audience } from "../audience.ts";
import { RetentionService } from "../history/retention.ts";
import type { RetentionRules } from "../history/retention.ts";
import { RoundsFile } from "../history/retention/rounds.ts";

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
  audience: Audience;
  fault(failure: Failure): void;
}

export interface RetentionRoom {
  deletion: ContentDeletion;
  retention: RetentionService;
  close(): void;
}

export function openRetention(deps: RetentionRoomDeps): RetentionRoom {
  const { profile, entries, record, audience } = deps;
  const jobs = new FileJobThread(path.join(entries, "files.js"));
  const reader = new RetentionReader(jobs, record);
  const nowMs = Date.now;
  const deletion = new ContentDeletion({
    store: deps.store,
    isBusy: deps.isBusy,
    dismiss: deps.dismiss,
    reader,
    nowMs,
    changed: () => retention.changed(),
  });
  const retention: RetentionService = new RetentionService({
    deletion,
    reader,
    nowMs,
    rules: deps.rules,
    fault: deps.fault,
    serversLost: lostIn(deps.serverFaults),
    rounds: new RoundsFile(path.join(profile, "retention.json")),
    changed: (view) => audience.set("retention", () => view),
  });
  return {
    deletion,
    retention,
    close() {
      retention.close();
      deletion.close();
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
