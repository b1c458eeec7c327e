// `countersign run`: a desk for one command, as in CI. Its requests are decided by rules and fixtures alone.
import { spawn } from "node:child_process";
import { existsSync, lstatSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import path from "node:path";
import { STORE_PASSWORD } from "./team.ts";
import { environmentLines } from "#shared/programs/environment.ts";
import { closeInTime } from "../composition/closing.ts";
import { tokens } from "../profile/tokens.ts";
import { writeText } from "../profile/jsonFile.ts";
import { lockProfile } from "../profile/profileLock.ts";
import { programSchema } from "./config/serversFile.ts";
import type { ConfiguredProgram } from "./config/serversFile.ts";
import type { Given } from "./config/stores.ts";
import { LEDGER_KEY, TEAM_PASSWORD } from "./config/variables.ts";
import { agentOf, HookedAgent } from "./agentRun.ts";
import { CommandFault, EXIT_FAULT, EXIT_REFUSED } from "./fault.ts";
import { junitOf } from "./junit.ts";
import { MARK, openDesk } from "./open.ts";
import type { OpenDesk, Root } from "./open.ts";
import { actionsOf, readAccepted, readOptions } from "./options.ts";
import type { Options } from "./options.ts";
import { Outcomes } from "./outcomes.ts";
import { onSignal } from "./signals.ts";
import { USAGE, WORDS } from "./words.ts";

/** Where the command finds the config for its MCP servers. */
const CONFIG_VARIABLE = "COUNTERSIGN_MCP_CONFIG";
/** The name of the command as a program, for rules. */
const PROGRAM = "command";

/** Resolves to the exit code. @throws {CommandFault} */
export async function runCommand(
  root: Root,
  args: readonly string[],
  toOut: (line: string) => void,
): Promise<number> {
  const at = args.indexOf("--");
  const [command, ...rest] = at === -1 ? [] : args.slice(at + 1);
  if (command === undefined) throw new CommandFault(USAGE);
  const options = readOptions(args.slice(0, at), ["port", "store"]);
  const token = tokens.make();
  // Checkouts of CI are often writable by all, in a container where nobody else is.
  const table = agentOf(command);
  const agent = table === null ? null : new HookedAgent(table, actionsOf(options));
  // What an agent prints is read by others.
  const print = agent === null ? toOut : (line: string) => void process.stderr.write(`${line}\n`);
  const given = {
    ...(await readAccepted(options, "anyone", {
      programs: [programOf(token)],
      agents: agent === null ? [] : [command],
    })),
    agent,
  };
  removeLeft();
  const kept = options.profile;
  const profile =
    kept === undefined ? mkdtempSync(path.join(tmpdir(), "countersign-")) : path.resolve(kept);
  const startedMs = performance.now();
  const outcomes = new Outcomes((outcome) => print(WORDS.ended(outcome)), true);
  const signalled = onSignal();
  try {
    const key = path.resolve(options.key ?? path.join(profile, "serve.key"));
    const desk = await openDesk({
      root,
      profile,
      key,
      port: 0,
      given,
      outcomes,
      say: print,
    });
    if (desk.signedBy !== null && kept !== undefined) print(WORDS.signs(desk.signedBy, key));
    const own = environmentFor(given, desk, token);
    let code: number;
    try {
      const handed = await agent?.handed(command, rest, own);
      const { args: words, env } = handed ?? { args: rest, env: own };
      code = await ended(command, words, env, signalled);
      const unheard = agent === null ? null : await agent.fault(desk.features.agents);
      if (unheard !== null) print(unheard);
      if (unheard !== null && code === 0) code = EXIT_FAULT;
    } finally {
      await closeInTime(() => desk.close());
    }
    return report(outcomes, options, { code, tookMs: performance.now() - startedMs }, print);
  } finally {
    if (kept === undefined) rmSync(profile, { recursive: true, force: true });
  }
}

/** Removes the temporary profiles of runs that were killed. */
function removeLeft(): void {
  for (const name of readdirSync(tmpdir())) {
    const folder = path.join(tmpdir(), name);
    const isOurs = /^countersign-\w{6}$/.test(name) && existsSync(path.join(folder, MARK));
    const locked = isOurs && lstatSync(folder).isDirectory() ? lockProfile(folder) : null;
    if (locked?.ok !== true) continue;
    locked.value();
    rmSync(folder, { recursive: true, force: true });
  }
}

const programOf = (token: string): ConfiguredProgram => ({
  ...programSchema.parse({ name: PROGRAM }),
  tokenHash: tokens.hash(token),
});

/** Ours, without the secrets that the desk has read from it, and with the way to the desk. */
function environmentFor(
  { variables, agent, config }: Given,
  desk: OpenDesk,
  token: string,
): NodeJS.ProcessEnv {
  const env = { ...process.env };
  for (const name of [...variables.read(), STORE_PASSWORD, TEAM_PASSWORD, LEDGER_KEY])
    delete env[name];
  // An agent keeps its own way to its model, unless there is another one here.
  const isProgram = agent === null || config.providers.length > 0;
  const lines = isProgram ? environmentLines(desk.address, token) : [];
  for (const { name, value } of lines) env[name] = value;
  return { ...env, [CONFIG_VARIABLE]: desk.hostConfig };
}

/** Runs the command on our own streams; resolves to its exit code. A signal to us ends it. */
function ended(
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  signalled: Promise<NodeJS.Signals>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: "inherit", env });
    void signalled.then((signal) => child.kill(signal));
    child.once("error", (error) => reject(new CommandFault(WORDS.notStarted(command, error))));
    child.once("exit", (code, signal) =>
      resolve(signal === null ? (code ?? 1) : 128 + constants.signals[signal]),
    );
  });
}

function report(
  outcomes: Outcomes,
  { junit }: Options,
  { code, tookMs }: { code: number; tookMs: number },
  print: (line: string) => void,
): number {
  const all = outcomes.all();
  const of = (result: string): number => all.filter((one) => one.result === result).length;
  const [allowed, refused] = [of("allowed"), of("refused")];
  print(WORDS.total(allowed, refused, all.length - allowed - refused));
  if (junit !== undefined) {
    const written = writeText(path.resolve(junit), junitOf(all, tookMs), 0o644);
    if (!written.ok) throw new CommandFault(WORDS.notWritten(junit));
  }
  return code === 0 && refused > 0 ? EXIT_REFUSED : code;
}
