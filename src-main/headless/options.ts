// The options of `serve`, `run` and `accept`, and the files that they name.
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import type { ActionChoice } from "#shared/agents/comesToUser.ts";
import { ProgramInspector } from "../servers/mcp/identity/program.ts";
import { acceptable, acceptedAgent, differences, readLock } from "./config/lock.ts";
import { acceptedEntry, agentOf } from "./agentRun.ts";
import type { Accepted } from "./config/accepted.ts";
import type { Writers } from "./config/ownFile.ts";
import { readPolicy } from "./config/policyFile.ts";
import { NO_SERVERS, readServers } from "./config/serversFile.ts";
import type { Given } from "./config/stores.ts";
import { openVariables } from "./config/variables.ts";
import { CommandFault } from "./fault.ts";
import { WORDS } from "./words.ts";

const text = { type: "string" } as const;
const OPTIONS = {
  policy: text,
  servers: text,
  lock: text,
  profile: text,
  port: text,
  key: text,
  secrets: text,
  fixtures: text,
  junit: text,
  store: text,
  actions: text,
} as const;

export type OptionName = keyof typeof OPTIONS;
export type Options = Partial<Record<OptionName, string>>;

/** @param not those that the command does not take. @throws {CommandFault} */
export function readOptions(args: readonly string[], not: readonly OptionName[]): Options {
  let values: Options;
  try {
    values = parseArgs({ args: [...args], options: OPTIONS, strict: true }).values;
  } catch (error) {
    throw new CommandFault(WORDS.unknownOption(error instanceof Error ? error.message : ""));
  }
  for (const name of Object.keys(values) as OptionName[]) {
    if (not.includes(name)) throw new CommandFault(WORDS.unknownOption(`--${name}`));
  }
  return values;
}

/** @throws {CommandFault} */
export function portOf({ port }: Options): number | undefined {
  if (port === undefined) return undefined;
  if (!/^[0-9]{1,5}$/.test(port) || Number(port) > 65_535)
    throw new CommandFault(WORDS.badPort(port));
  return Number(port);
}

export const lockFileOf = (options: Options): string =>
  path.resolve(options.lock ?? path.join(path.dirname(options.policy ?? ""), "countersign.lock"));

/** Where `serve` keeps its ledger (XDG Base Directory, "state"). */
export const usualProfile = (env = process.env): string =>
  path.join(env["XDG_STATE_HOME"] || path.join(homedir(), ".local", "state"), "countersign");

/** Without what only reports, and what Claude Code would ask by itself. */
const CHOICES = ["changes", "everything"] as const satisfies readonly ActionChoice[];

/** What of an agent's actions comes to the rules. @throws {CommandFault} */
export function actionsOf({ actions = "changes" }: Options): ActionChoice {
  const choice = CHOICES.find((one) => one === actions);
  if (choice === undefined) throw new CommandFault(WORDS.badActions(actions, CHOICES));
  return choice;
}

interface Named extends Omit<Given, "lock" | "agent"> {
  /** What stands in the files now. */
  accepted: Accepted;
}

/** Beside what the files name. */
interface OfRun {
  programs?: Given["programs"];
  /** Commands that start agents. */
  agents?: readonly string[];
}

const AGENT = "agent ";

/** Reads the files, and inspects what the commands would start. @throws {CommandFault} */
export async function readNamed(
  options: Options,
  writers: Writers,
  { programs = [], agents = [] }: OfRun = {},
): Promise<Named> {
  const { policy: file, servers, secrets, fixtures } = options;
  if (file === undefined) throw new CommandFault(WORDS.missing("policy"));
  const variables = openVariables(secrets === undefined ? null : path.resolve(secrets));
  const policy = readPolicy(path.resolve(file), writers);
  const config =
    servers === undefined ? NO_SERVERS : readServers(path.resolve(servers), variables, writers);
  const inspector = new ProgramInspector({
    path: async () => Promise.resolve(process.env["PATH"] ?? ""),
  });
  const { accepted, facts } = await acceptable(policy, config, inspector);
  const actions = actionsOf(options);
  for (const command of agents) {
    const table = agentOf(command);
    if (table === null) throw new CommandFault(WORDS.noAgent(command));
    const entry = { actions, entry: acceptedEntry(table, actions) };
    // oxlint-disable-next-line no-await-in-loop
    accepted[`${AGENT}${table.name}`] = await acceptedAgent(command, entry, inspector);
  }
  return {
    policy,
    config,
    variables,
    programs,
    accepted,
    facts,
    fixtures: fixtures === undefined ? null : path.resolve(fixtures),
  };
}

/**
 * The named files, as the lock accepts them.
 * @throws {CommandFault} that names every difference between the files and the lock
 */
export async function readAccepted(
  options: Options,
  writers: Writers,
  more: OfRun = {},
): Promise<Omit<Given, "agent">> {
  const named = await readNamed(options, writers, more);
  const lock = lockFileOf(options);
  if (!existsSync(lock)) throw new CommandFault(WORDS.lockMissing(lock));
  const { accepted, hash } = readLock(lock, writers);
  // Of the agents, only the one of this run is used.
  const used = Object.entries(accepted).filter(
    ([what]) => !what.startsWith(AGENT) || what in named.accepted,
  );
  const found = differences(Object.fromEntries(used), named.accepted);
  if (found.length > 0) throw new CommandFault(WORDS.differs(lock, found));
  return { ...named, lock: hash };
}
