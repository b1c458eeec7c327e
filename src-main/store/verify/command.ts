// `countersign verify FILE`: offline, without a window. Built as an entry of its own, without Electron.
import path from "node:path";
import { isHash } from "../../../src-shared/ledger/found.ts";
import type { Head, Known } from "../../../src-shared/ledger/verification.ts";
import { verifyWhole } from "../../../src-shared/ledger/verify.ts";
import { cryptography } from "./cryptography.ts";
import { openToVerify } from "./openFile.ts";
import { USAGE, notVerifiableWords, resultWords } from "./words.ts";

/** The exports of the built entry. */
export interface VerifyEntry {
  verifyCommand: typeof verifyCommand;
}

/** The parsed command line; null if it is invalid. */
interface Wish {
  file: string;
  known: Known;
  json: boolean;
}

/**
 * Verifies the file that the command line names, synchronously; returns the exit code: 0 it verifies, 1 it does not,
 * 2 it could not be checked.
 * @param args the arguments after `verify`
 * @param print writes to the standard output
 */
export function verifyCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  print: (text: string) => void,
): 0 | 1 | 2 {
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
