// `countersign serve`: the desk without a window, until a signal ends it.
import path from "node:path";
import { closeInTime } from "../composition/closing.ts";
import { CommandFault } from "./fault.ts";
import { openDesk } from "./open.ts";
import type { Root } from "./open.ts";
import { portOf, readAccepted, readOptions, usualProfile } from "./options.ts";
import { Outcomes } from "./outcomes.ts";
import { onSignal } from "./signals.ts";
import { WORDS } from "./words.ts";

/** Resolves to the exit code after a signal. @throws {CommandFault} */
export async function serveCommand(
  root: Root,
  args: readonly string[],
  print: (line: string) => void,
): Promise<number> {
  const options = readOptions(args, ["junit", "actions"]);
  if (options.servers === undefined) throw new CommandFault(WORDS.missing("servers"));
  const given = { ...(await readAccepted(options, "owner")), agent: null };
  const profile = path.resolve(options.profile ?? usualProfile());
  const key = path.resolve(options.key ?? path.join(profile, "serve.key"));
  const signalled = onSignal();
  const { hostConfig, signedBy, address, close } = await openDesk({
    root,
    profile,
    key,
    port: portOf(options),
    given,
    ...(options.store === undefined ? {} : { store: options.store }),
    outcomes: new Outcomes((outcome) => print(WORDS.ended(outcome)), false),
    say: print,
  });
  const idle = given.policy.rules.filter(({ on, decide }) => on && decide === "allow");
  if (options.store !== undefined && idle.length > 0) print(WORDS.onlyStricter(idle.length));
  print(signedBy === null ? WORDS.unsigned() : WORDS.signs(signedBy, key));
  print(WORDS.serving(profile, hostConfig, address));
  await signalled;
  print(WORDS.ending());
  await closeInTime(close);
  return 0;
}
