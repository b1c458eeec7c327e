// `countersign rules check FILE`, and `rules try FILE`: what the rules would have decided about a ledger's requests.
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { DryRun } from "#shared/contract/rules.ts";
import { HistoryIndex } from "../history/index/historyIndex.ts";
import { readPolicy } from "./config/policyFile.ts";
import { LEDGER_KEY } from "./config/variables.ts";
import { CommandFault } from "./fault.ts";
import { usualProfile } from "./options.ts";
import { plain, USAGE, WORDS } from "./words.ts";

/** The most requests that are tried, newest first. */
const COUNT = 1_000_000;
const SLICE_MS = 500;

/** Resolves to the exit code: 1 if the file has errors. @throws {CommandFault} */
export function rulesCommand(args: readonly string[], print: (line: string) => void): number {
  const [what, given, option, place, ...rest] = args;
  const isTry =
    what === "try" && (option === undefined || (option === "--ledger" && place !== undefined));
  const isCheck = what === "check" && option === undefined;
  if (given === undefined || rest.length > 0 || !(isTry || isCheck)) throw new CommandFault(USAGE);
  const file = path.resolve(given);
  try {
    const policy = readPolicy(file);
    print(WORDS.rulesFine(file, policy.rules.length));
    if (isTry) tryRules(policy.rules, ledgerAt(place ?? usualProfile()), print);
    return 0;
  } catch (error) {
    if (error instanceof CommandFault && isCheck) throw new CommandFault(error.message, 1);
    throw error;
  }
}

/** A ledger, or a folder with `ledger.db`. */
function ledgerAt(place: string): string {
  const found = path.resolve(place);
  return statSync(found, { throwIfNoEntry: false })?.isDirectory() === true
    ? path.join(found, "ledger.db")
    : found;
}

function tryRules(
  rules: ReturnType<typeof readPolicy>["rules"],
  ledger: string,
  print: (line: string) => void,
): void {
  if (!statSync(ledger, { throwIfNoEntry: false })?.isFile()) {
    throw new CommandFault(WORDS.unreadable(ledger, "no such file"));
  }
  const folder = mkdtempSync(path.join(tmpdir(), "countersign-try-"));
  const key = process.env[LEDGER_KEY] || null;
  const room = new HistoryIndex({ ledger, index: path.join(folder, "history.db"), key }, () =>
    performance.now(),
  );
  try {
    let done = room.step(SLICE_MS);
    while (done === "more") done = room.step(SLICE_MS);
    if (done === "later") throw new CommandFault(WORDS.unreadable(ledger, "no ledger"));
    const begun = room.beginDryRun({ rules, news: [], count: COUNT });
    if (!begun.ok) throw new CommandFault(WORDS.unreadable(ledger, begun.failure.kind));
    while (begun.value.step());
    triedWords(begun.value.result()).forEach(print);
  } finally {
    room.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function triedWords(tried: DryRun): string[] {
  const { judged, total, gates, unjudged, passedOver } = tried;
  const lines = Object.entries(gates).map(
    ([gate, { allowed, refused, asked }]) =>
      `${gate}: ${allowed} allowed, ${refused} refused, ${asked} left to a user`,
  );
  return [
    `${judged} of ${total} requests tried, ${unjudged} without the content needed, ${passedOver} that no rule sees`,
    ...lines,
    ...tried.items.map(
      ({ id, serverName, rule }) => `  ${id} ${plain(serverName)}: ${plain(rule.name)}`,
    ),
  ];
}
