// `countersign export LEDGER FILE`: the whole ledger as JSON Lines, which `verify` and `verify.py` check.
import { createHash } from "node:crypto";
import { closeSync, fsyncSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { exportArriving } from "#shared/ledger/exportLines.ts";
import { exportJob } from "../history/export/exportJob.ts";
import { openNew } from "../history/export/newFile.ts";
import { readTeamLedger } from "../team/ledgerReader.ts";
import { LEDGER_KEY, TEAM_PASSWORD } from "./config/variables.ts";
import { CommandFault } from "./fault.ts";
import { USAGE, WORDS } from "./words.ts";

const WITHOUT = "--without-contents";

/** Resolves to the exit code. @throws {CommandFault} */
export async function exportCommand(
  args: readonly string[],
  print: (line: string) => void,
): Promise<number> {
  const [ledger, file, ...rest] = args.filter((arg) => arg !== WITHOUT);
  if (ledger === undefined || file === undefined || rest.length > 0) throw new CommandFault(USAGE);
  const contents = !args.includes(WITHOUT);
  const to = path.resolve(file);
  const done = /^postgres(?:ql)?:/.test(ledger)
    ? await exportTeam(ledger, to, contents)
    : exportFile(path.resolve(ledger), to, contents);
  print(`${to}: ${done}`);
  return 0;
}

function exportFile(ledger: string, file: string, contents: boolean): string {
  const key = process.env[LEDGER_KEY] || null;
  const job = exportJob({
    kind: "export",
    ledger,
    file,
    requests: null,
    contents,
    nowMs: Date.now(),
    key,
  });
  let step = job.next();
  while (step.done !== true) step = job.next();
  if (!step.value.ok) throw new CommandFault(WORDS.fault(step.value.failure));
  return `${step.value.value.items} requests`;
}

/** Written beside the file first: an interrupted export replaces none. */
async function exportTeam(url: string, file: string, contents: boolean): Promise<string> {
  const password = process.env[TEAM_PASSWORD];
  const opened = await readTeamLedger({ url, ...(password ? { password } : {}) });
  if (!opened.ok) throw new CommandFault(WORDS.teamOffline(opened.failure));
  const part = `${file}.part`;
  const hash = createHash("sha256");
  try {
    const to = openNew(part);
    let lines = 0;
    try {
      const wish = { exportedMs: Date.now(), contents };
      const made = exportArriving(opened.value, wish, {
        update: (text) => void hash.update(text, "utf8"),
        hex: () => hash.digest("hex"),
      });
      for await (const line of made) {
        writeFileSync(to, line);
        lines += 1;
      }
      fsyncSync(to);
    } finally {
      closeSync(to);
    }
    renameSync(part, file);
    return `${lines} lines`;
  } finally {
    rmSync(part, { force: true });
    await opened.value.close();
  }
}
