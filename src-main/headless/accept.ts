// `countersign accept`: shows what `serve` and `run` would use, and writes it to the lock file.
import { existsSync } from "node:fs";
import { differences, readLock, writeLock } from "./config/lock.ts";
import { lockFileOf, readNamed, readOptions } from "./options.ts";
import { acceptedWords, WORDS } from "./words.ts";

/** Starts and reaches nothing. @throws {CommandFault} */
export async function acceptCommand(
  args: readonly string[],
  print: (line: string) => void,
): Promise<number> {
  const at = args.indexOf("--");
  const [own, agents] = at === -1 ? [args, []] : [args.slice(0, at), args.slice(at + 1)];
  const options = readOptions(own, ["profile", "port", "key", "fixtures", "junit", "store"]);
  const named = await readNamed(options, "owner", { agents });
  const lock = lockFileOf(options);
  print(acceptedWords(named.accepted));
  const changed = existsSync(lock)
    ? differences(readLock(lock, "owner").accepted, named.accepted)
    : [];
  if (changed.length > 0) print(WORDS.differs(lock, changed));
  writeLock(lock, named.accepted);
  print(WORDS.accepted(lock));
  return 0;
}
