// The thread that hashes the texts of a ledger while its rows are walked along: a second core does half of the work.
import { parentPort, workerData } from "node:worker_threads";
import type { MessagePort } from "node:worker_threads";
import { contentChecked } from "../../../src-shared/ledger/verifyContents.ts";
import type { CheckedContent } from "../../../src-shared/ledger/verifyContents.ts";
import { cryptography } from "./cryptography.ts";
import { openLedgerFile } from "./ledgerFile.ts";

/** What it is started with. It counts what it has said in `said`, so that whoever waits is woken. */
export interface HashingStart {
  file: string;
  key: string | null;
  port: MessagePort;
  said: Int32Array;
}

/** Texts that are told of at once; null: there are no more. */
export type HashingTold =
  | { kind: "some"; checked: CheckedContent[] }
  | { kind: "all" }
  | { kind: "failed"; detail: string };

const BATCH = 1000;

function hash({ file, key, port, said }: HashingStart): void {
  const tell = (told: HashingTold): void => {
    port.postMessage(told);
    Atomics.add(said, 0, 1);
    Atomics.notify(said, 0);
  };
  try {
    const ledger = openLedgerFile(file, key);
    let checked: CheckedContent[] = [];
    for (const record of ledger.contents()) {
      checked.push(contentChecked(record, cryptography, "ledger"));
      if (checked.length < BATCH) continue;
      tell({ kind: "some", checked });
      checked = [];
    }
    tell({ kind: "some", checked });
    ledger.close();
    tell({ kind: "all" });
  } catch (error) {
    tell({ kind: "failed", detail: error instanceof Error ? error.message : String(error) });
  }
  port.close();
}

if (parentPort !== null) hash(workerData as HashingStart);
