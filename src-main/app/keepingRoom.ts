// Opens what keeps content for as long as a person wants: forgetting, the rules of it, older files.
import path from "node:path";
import type { JsonObject } from "../../src-shared/json.ts";
import type { Failure, Outcome } from "../../src-shared/outcome.ts";
import { FileJobThread } from "../background/fileJobs.ts";
import { ForgettingService } from "../services/forgetting.ts";
import type { ForgettingParts } from "../services/forgetting.ts";
import { keepingReader } from "../services/keepingReader.ts";
import { OldFilesService } from "../services/oldFiles.ts";
import type { ServiceAudience } from "../services/ports.ts";
import { RetentionService } from "../services/retention.ts";
import type { RetentionRules } from "../services/retention.ts";
import { openOldFiles } from "../store/retention/oldFiles.ts";
import { openRounds } from "../store/retention/rounds.ts";

export interface KeepingGround extends Pick<ForgettingParts, "store" | "isBusy" | "dismiss"> {
  profile: string;
  /** The folder of the built entries. */
  entries: string;
  /** Where the record is now, where it was, what opens it. */
  record(): { ledger: string; left: readonly string[]; key: string | null };
  /** Nothing of a ledger that was left there is there any more. */
  cleared(ledger: string): void;
  rules(): RetentionRules;
  /** What was wrong with the list of servers at this start. */
  serverFaults: readonly Failure[];
  /** Ids of questions to the person that have not ended. */
  questions(): readonly string[];
  /** A row about the record, by a person. */
  note(kind: string, facts: JsonObject): Outcome<void, Failure>;
  audience: Pick<ServiceAudience, "keepingMoved">;
  fault(failure: Failure): void;
}

export interface KeepingRoom {
  forgetting: ForgettingService;
  retention: RetentionService;
  oldFiles: OldFilesService;
  close(): void;
}

export function openKeeping(ground: KeepingGround): KeepingRoom {
  const { profile, entries, record, audience } = ground;
  const jobs = (): FileJobThread => new FileJobThread(path.join(entries, "files.js"));
  const reader = keepingReader(jobs(), () => {
    const { ledger, key } = record();
    return { ledger, key, questions: ground.questions() };
  });
  const nowMs = Date.now;
  const forgetting = new ForgettingService({
    ...{ store: ground.store, isBusy: ground.isBusy, dismiss: ground.dismiss, reader, nowMs },
    changed: () => retention.changed(),
  });
  const retention: RetentionService = new RetentionService({
    ...{ forgetting, reader, nowMs, rules: ground.rules, fault: ground.fault },
    serversLost: lostIn(ground.serverFaults),
    rounds: openRounds(path.join(profile, "retention.json")),
    changed: (view) => audience.keepingMoved(view),
  });
  const oldJobs = jobs();
  const oldFiles = new OldFilesService({
    jobs: oldJobs,
    store: openOldFiles(() => {
      const { ledger, left } = record();
      return { profile, ledger, left };
    }, ground.cleared),
    key: () => record().key,
    note: ground.note,
  });
  return {
    ...{ forgetting, retention, oldFiles },
    close() {
      retention.close();
      forgetting.close();
      reader.close();
      oldJobs.cancel();
    },
  };
}

/** Where the list of servers is, if it was broken or could not be read: with the rules of theirs that stood in it. */
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
