// `countersign verify FILE`: offline, without a window. `src-main/workers/verify.ts` is the entry, without Electron.
import path from "node:path";
import { isHash } from "#shared/ledger/found.ts";
import type { Head, Known } from "#shared/ledger/verification.ts";
import { verifyArriving, verifyWhole } from "#shared/ledger/verify.ts";
import type { readTeamLedger } from "../team/ledgerReader.ts";
import { cryptography } from "../history/verify/cryptography.ts";
import { openToVerify } from "../history/verify/openFile.ts";
import { USAGE, notVerifiableWords, resultWords, teamWords } from "../history/verify/words.ts";

/** The parsed command line; null if it is invalid. */
interface Wish {
  file: string;
  known: Known;
  json: boolean;
}

export type ExitCode = 0 | 1 | 2;
type Print = (text: string) => void;
type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Verifies the file that the command line names, synchronously; returns the exit code: 0 it verifies, 1 it does not,
 * 2 it could not be checked.
 * @param args the arguments after `verify`
 * @param print writes to the standard output
 */
export function verifyCommand(
  args: readonly string[],
  environment: Environment,
  print: Print,
): ExitCode {
  const wish = readWish(args);
  if (wish === null) {
    print(USAGE);
    return 2;
  }
  const file = path.resolve(wish.file);
  const key = environment["COUNTERSIGN_LEDGER_KEY"] || null;
  const opened = openToVerify(file, key);
  if ("kind" in opened) {
    print(wish.json ? `${JSON.stringify(opened)}\n` : `${file}\n${notVerifiableWords(opened)}\n`);
    return 2;
  }
  const result = verifyWhole(opened.source, cryptography, wish.known);
  print(wish.json ? `${JSON.stringify(result)}\n` : `${file}\n${resultWords(result)}`);
  opened.close();
  return result.fault === null ? 0 : 1;
}

/** The same for a team's database; null where the command line names a file. */
export function verifyTeamCommand(
  args: readonly string[],
  environment: Environment,
  print: Print,
  readTeam: typeof readTeamLedger,
): Promise<ExitCode> | null {
  const wish = readWish(args);
  return wish !== null && /^postgres(?:ql)?:/.test(wish.file)
    ? verifyTeam(wish, environment, print, readTeam)
    : null;
}

async function verifyTeam(
  { file, known, json }: Wish,
  environment: Environment,
  print: Print,
  readTeam: typeof readTeamLedger,
): Promise<ExitCode> {
  // A command line is seen by every process of this machine.
  const password = environment["COUNTERSIGN_TEAM_PASSWORD"];
  const opened = await readTeam({ url: file, ...(password ? { password } : {}) });
  if (!opened.ok) {
    print(json ? `${JSON.stringify(opened.failure)}\n` : `${teamWords(opened.failure)}\n`);
    return 2;
  }
  const result = await verifyArriving(opened.value, cryptography, known);
  await opened.value.close();
  print(json ? `${JSON.stringify(result)}\n` : resultWords(result));
  return result.fault === null ? 0 : 1;
}

function readWish(args: readonly string[]): Wish | null {
  const rest = [...args];
  const known: Known = {};
  let file: string | null = null;
  let json = false;
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const [name, given] = arg.startsWith("--") ? parted(arg) : ["", null];
    if (name === "--json") json = true;
    else if (name === "--key" || name === "--head") {
      const value = given ?? rest.shift() ?? "";
      const head = name === "--head" ? readHead(value) : null;
      if (name === "--key" && isHash(value)) known.key = value;
      else if (head !== null) known.head = head;
      else return null;
    } else if (name === "" && file === null) file = arg;
    else if (name === "") return null;
    // Other switches belong to Chromium.
  }
  return file === null ? null : { file, known, json };
}

function parted(arg: string): [string, string | null] {
  const at = arg.indexOf("=");
  return at === -1 ? [arg, null] : [arg.slice(0, at), arg.slice(at + 1)];
}

function readHead(value: string): Head | null {
  const [seq = "", hash = ""] = value.split(":");
  return /^[1-9][0-9]{0,15}$/.test(seq) && isHash(hash) ? { seq: Number(seq), hash } : null;
}
