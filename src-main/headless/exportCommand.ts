// `countersign export LEDGER FILE`: the whole ledger as JSON Lines, which `verify` and `verify.py` check.
import path from "node:path";
import { exportJob } from "../store/export/exportJob.ts";
import { CommandFault } from "./fault.ts";
import { USAGE, WORDS } from "./words.ts";

const WITHOUT = "--without-contents";

/** @throws {CommandFault} */
export function exportCommand(args: readonly string[], print: (line: string) => void): number {
  const [ledger, file, ...rest] = args.filter((arg) => arg !== WITHOUT);
  if (ledger === undefined || file === undefined || rest.length > 0) throw new CommandFault(USAGE);
  const job = exportJob({
    ...{ kind: "export", ledger: path.resolve(ledger), file: path.resolve(file), samples: null },
    ...{ contents: !args.includes(WITHOUT), nowMs: Date.now() },
    key: process.env["COUNTERSIGN_LEDGER_KEY"] || null,
  });
  let step = job.next();
  while (step.done !== true) step = job.next();
  if (!step.value.ok) throw new CommandFault(WORDS.fault(step.value.failure));
  print(`${path.resolve(file)}: ${step.value.value.items} requests`);
  return 0;
}
