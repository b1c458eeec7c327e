// An agent as the command of `countersign run`: its hooks lead here for this run alone, by its own flag or variable, so that
// none of its files change. Measured on Claude Code 2.1.332, Codex 0.171.0 and opencode 1.18.33.
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { AgentId, AgentTable } from "#shared/agents/agent.ts";
import type { ActionChoice } from "#shared/agents/comesToUser.ts";
import { entriesFor } from "#shared/agents/hookConfig.ts";
import type { HookEntry, HookWay } from "#shared/agents/hookConfig.ts";
import { AGENT_TABLES } from "#shared/agents/tables.ts";
import type { JsonObject } from "#shared/json.ts";
import { hookFiles } from "../agents/gateway/hookFiles.ts";
import { hookScript, writeNew } from "../agents/gateway/relayFiles.ts";
import { socketOf } from "../agents/gateway/relayListener.ts";
import { UNKNOWN } from "#shared/agents/toolsState.ts";
import { tokens } from "../profile/tokens.ts";
import type { StoredAgent } from "../agents/agentStore.ts";
import { entryFile } from "../agents/agents.ts";
import type { AgentsService } from "../agents/agents.ts";
import { hookIn, withHook } from "../agents/hookText.ts";
import { trustedHooks } from "./codexTrust.ts";
import { CommandFault } from "./fault.ts";
import { WORDS } from "./words.ts";

/** What is handed to an agent beside its own arguments. */
interface Handed {
  args: string[];
  env: Record<string, string>;
}

interface Way {
  /** Settings beside the hooks, which stand above what a project says. */
  base?: JsonObject;
  /** Arguments that would switch hooks off, or that ours would replace. An option's value may stand in the same word. */
  refused: RegExp;
  /** Variables that switch hooks off, which are removed. */
  unset: readonly string[];
  /** @param file of the hooks, in the form in which the agent has them */
  handed(
    args: readonly string[],
    entry: { file: string; entries: readonly HookEntry[] },
    env: NodeJS.ProcessEnv,
    command: string,
  ): Handed | Promise<Handed>;
}

const WAYS: Partial<Record<AgentId, Way>> = {
  "claude-code": {
    base: { disableAllHooks: false },
    // Of two settings files it reads the last.
    refused: /^--(settings|bare|safe-mode|restricted)(=|$)/,
    unset: ["CLAUDE_CODE_SAFE_MODE", "CLAUDE_CODE_SIMPLE"],
    handed: (args, { file }) => ({ args: ["--settings", file, ...args], env: {} }),
  },
  codex: {
    refused: /^(-c|--config|--enable|--disable)\b.*(hooks|features)/i,
    unset: [],
    async handed([subcommand = "", ...args], { entries }, env, command) {
      if (subcommand !== "exec" && subcommand !== "e") throw new CommandFault(WORDS.codexExec());
      const flags = [...entries.map(codexFlag), "features.hooks=true"].flatMap((one) => [
        "-c",
        one,
      ]);
      const trust = await trustedHooks(command, flags, entries.length, env);
      return { args: [subcommand, ...flags, ...trust, ...args], env: {} };
    },
  },
  opencode: {
    refused: /^--(pure|attach)(=|$)/,
    unset: ["OPENCODE_PURE"],
    handed(args, { file }, env) {
      const name = "OPENCODE_CONFIG_CONTENT";
      if (env[name] !== undefined) throw new CommandFault(WORDS.takenPlace(name));
      const plugin = [pathToFileURL(file).href];
      return { args: [...args], env: { [name]: JSON.stringify({ plugin }) } };
    },
  },
  "qwen-code": {
    // Without its version it would write it in.
    base: { $version: 4, disableAllHooks: false },
    refused: /^--(bare|safe-?mode)(=|$)/i,
    unset: [],
    handed(args, { file }, env) {
      const name = "QWEN_CODE_SYSTEM_SETTINGS_PATH";
      // Ours would be read in place of the administrator's.
      const places = [
        "/etc/qwen-code/settings.json",
        "/Library/Application Support/QwenCode/settings.json",
      ];
      const taken = env[name] === undefined ? places.find((place) => existsSync(place)) : name;
      if (taken !== undefined) throw new CommandFault(WORDS.takenPlace(taken));
      // Set, so that a project's .env does not set them.
      const off = { QWEN_CODE_SIMPLE: "0", QWEN_CODE_SAFE_MODE: "0" };
      return { args: [...args], env: { ...off, [name]: file } };
    },
  },
};

/** A JSON text is one of TOML as well, but for keys. */
const codexFlag = ({ event, group }: HookEntry): string =>
  `hooks.${event}=[${JSON.stringify(group).replaceAll(/"(\w+)":/g, '"$1"=')}]`;

/** The agent that this command starts; null for any other program. */
export function agentOf(command: string): AgentTable | null {
  const name = path.basename(command).replace(/\.(exe|cmd)$/i, "");
  return AGENT_TABLES.find(({ programs }) => programs.includes(name)) ?? null;
}

const wayOf = (table: AgentTable): Way => {
  const way = WAYS[table.id];
  if (way === undefined) throw new CommandFault(WORDS.noRunHooks(table.name));
  return way;
};

function textFor(table: AgentTable, id: string, script: string, actions: ActionChoice) {
  const command = { node: process.execPath, script, id, isWindows: process.platform === "win32" };
  const way: HookWay = { kind: "command", ...command };
  const { base } = wayOf(table);
  const own = base === undefined ? null : `${JSON.stringify(base, null, 2)}\n`;
  const text = withHook(table, own, way, actions);
  if (text === null) throw new CommandFault(WORDS.noRunHooks(table.name));
  return { text, entries: entriesFor(table, way, actions) ?? [] };
}

/** What the lock says of an agent's hooks: the same on every machine with the same Node.js. @throws {CommandFault} */
export function acceptedEntry(table: AgentTable, actions: ActionChoice): string {
  return textFor(table, "ID", "SCRIPT", actions).text;
}

/** The hooks of one run. */
export class HookedAgent {
  readonly table: AgentTable;
  readonly #actions: ActionChoice;
  readonly #id = randomUUID();
  #entry: { file: string; entries: readonly HookEntry[] } | null = null;

  constructor(table: AgentTable, actions: ActionChoice) {
    this.table = table;
    this.#actions = actions;
  }

  /** Writes what the hooks need into the profile; returns the record of them. */
  write(profile: string): StoredAgent {
    const { table } = this;
    const folder = path.join(profile, "gateway");
    const script = hookScript(folder);
    const { text, entries } = textFor(table, this.#id, script, this.#actions);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const file = path.join(folder, table.hook.form === "plugin" ? "countersign.js" : "hooks.json");
    writeNew(file, text);
    this.#entry = { file, entries };
    const token = tokens.make();
    const stored: StoredAgent = {
      id: this.#id,
      agent: table.id,
      tokenHash: tokens.hash(token),
      choices: { actions: this.#actions, absent: "block" },
      file,
      overHttp: false,
      entriesHash: tokens.hash(hookIn(table, text, this.#id) ?? ""),
      writtenHash: tokens.hash(text),
      undo: { kind: "remove" },
      atMs: Date.now(),
      known: UNKNOWN,
    };
    const written = hookFiles(folder, socketOf(folder)).write(entryFile(stored, token));
    if (!written.ok) throw new CommandFault(WORDS.notWritten(folder));
    return stored;
  }

  /** Why it is not known that its hooks have held; null if they have. Once the agent has ended. */
  async fault(agents: AgentsService): Promise<string | null> {
    await agents.close();
    const view = (await agents.view()).find(({ agent }) => agent === this.table.id);
    const { name, events } = this.table;
    if (view?.state.kind === "changed") return WORDS.agentChanged(name, view.state.what);
    const tellsEnd = Object.values(events).includes("ended");
    const isUnheard = agents.lastEventMs(this.table.id) === null;
    return isUnheard && tellsEnd ? WORDS.agentUnheard(name) : null;
  }

  /** The arguments and the environment with which its hooks lead here. Once they are written. @throws {CommandFault} */
  async handed(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Handed> {
    const { refused, unset, handed } = wayOf(this.table);
    const end = args.indexOf("--");
    const options = end === -1 ? args : args.slice(0, end);
    const bad = options.find(
      (word, at) => refused.test(word) || refused.test(`${word} ${args[at + 1]}`),
    );
    if (bad !== undefined) throw new CommandFault(WORDS.refusedOption(this.table.name, bad));
    const own = { ...env };
    for (const name of unset) delete own[name];
    if (this.#entry === null) throw new Error("its hooks are not written");
    const more = await handed(args, this.#entry, own, command);
    return { args: more.args, env: { ...own, ...more.env } as Record<string, string> };
  }
}
