// Sends retention queries to a worker thread, one at a time.
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { FileJobs } from "./historyFilePorts.ts";
import type { RetentionAnswer, RetentionCall, RetentionReader } from "./retentionPorts.ts";

/** @param of the current path of the ledger and its encryption key */
export function retentionReader(
  jobs: FileJobs,
  of: () => { ledger: string; key: string | null },
): RetentionReader & { close(): void } {
  let turn: Promise<unknown> = Promise.resolve();
  let closed = false;
  /** The number of the latest preview; outdated ones are skipped. */
  let latest = 0;
  const run = async (
    ask: RetentionCall,
    number: number,
  ): Promise<Outcome<RetentionAnswer, Failure>> => {
    if (closed || (ask.kind === "reach" && number < latest)) return fail({ kind: "cancelled" });
    const read = await jobs.run({ kind: "keeping", ...of(), ask }, () => undefined);
    return read.ok ? ok(read.value) : read;
  };
  return {
    ask(ask) {
      const number = ask.kind === "reach" ? (latest += 1) : 0;
      const answer = turn.then(() => run(ask, number));
      turn = answer.catch(() => undefined);
      return answer;
    },
    close() {
      closed = true;
      jobs.cancel();
    },
  };
}
