// Interfaces between the agents' entries and their hooks: who may ask, and the files that the hook's script needs.
import type { Action, AgentId, HookEvent, Verdict } from "#shared/agents/agent.ts";
import type {
  AgentChoices,
  HookAnswer,
  HookEntryFile,
  HookGreeting,
} from "#shared/agents/entry.ts";
import type { Known } from "#shared/agents/toolsState.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";

/** An agent whose hook presented the token of its entry. */
export interface AdmittedAgent {
  /** Of the entry, which stands for the agent as a server's id does for a server. */
  id: string;
  agent: AgentId;
  choices: AgentChoices;
  /** The agent's config file with the entry. */
  file: string;
  /** Of the agent's program; null where it is not known. */
  version: string | null;
}

/** Checks who asks; implemented by the agents service for hooks. */
export interface AgentAdmission {
  /** Null: no entry has this id and token. */
  admit(id: string, token: string): AdmittedAgent | null;
  /** The config files with entries. */
  configs(): string[];
  /**
   * An event of the entry's hook has come: what it consists of is compared with what was written. `startedMs`: since when
   * the agent's process runs, null where that can't be told; `from` null: it is not this agent that tells of it.
   */
  heard(id: string, from: { startedMs: number | null } | null): void;
  /** An event of this agent was decided, and its hook has been told. */
  decided(id: string): void;
  /** The check of the entry that runs now. */
  checking(id: string): RunningCheck | null;
  /** What the entry's script has decided by itself is recorded, never as a decision. */
  takeReported(id: string): void;
}

/** A check that runs: the sessions that it has started are its own. */
export interface RunningCheck {
  /** @param folder real path of the session's folder */
  isOf(session: string, folder: string | null): boolean;
  /** Null: the hook is left without an answer, as if there were no desk. */
  decide(event: HookEvent, action: Action): Promise<Verdict | null>;
}

/** Runs agents for checks; implemented by `rooms`, with the process of a server. */
export interface AgentRunner {
  /** A new empty folder of nobody else; its real path. */
  makeFolder(): Promise<string>;
  removeFolder(folder: string): Promise<void>;
  /** Whether there is such a file, which is gone then. */
  take(file: string): Promise<boolean>;
  /** Runs it until it ends, at most so long, and ends all that it has started. Returns what it wrote to stdout. */
  run(
    command: { program: string; args: readonly string[]; folder: string },
    limitMs: number,
    stop: AbortSignal,
  ): Promise<string>;
}

/** The files of hooks in the profile, closed to other users; implemented by `gateway`. */
export interface HookFiles {
  /** Absolute path of the script. It is started as `node SCRIPT ID`, with a `HookWaits`. */
  script: string;
  /** The text of the script that this version has written. */
  scriptText: string;
  /** Writes `ID.json` beside the script. */
  write(file: HookEntryFile): Outcome<null, Failure>;
  /** As it lies there now; null if it is missing or was changed to something else. */
  read(id: string): HookEntryFile | null;
  remove(id: string): void;
  /** Files beside the script on which it depends, and the socket, that are watched with it. */
  others: readonly string[];
  /** Whether the script still finds this desk: the file that names the socket, and the socket, are as this desk made them. */
  leadHere(): boolean;
}

/**
 * Decides about an agent's event; implemented by hooks for the socket. Never rejects. Null: the connection is closed.
 * @param left aborted once the hook's process no longer waits
 */
export type HookAdmission = (
  greeting: HookGreeting,
  left: AbortSignal,
) => Promise<HookAnswer | null>;

/** An agent's entry as it is stored. */
export interface StoredAgent {
  id: string;
  agent: AgentId;
  /** SHA-256 (hex) of its token. */
  tokenHash: string;
  choices: AgentChoices;
  /** The agent's config file. */
  file: string;
  /** Without Node.js: the agent posts its events to the desk's port. */
  overHttp: boolean;
  /** SHA-256 (hex) of the entries as written, and of the file with them. */
  entriesHash: string;
  writtenHash: string;
  /** How the exact file of before comes back, if nobody has changed it since. `take-out`: only by removing the entries. */
  undo:
    | { kind: "restore"; backup: string; hash: string }
    | { kind: "remove" }
    | { kind: "take-out" };
  atMs: number;
  known: Known;
  /** Another program wrote this record: everything comes to the user until it is set again. */
  isUnaccepted?: true;
}

export interface AgentStore {
  load(): { agents: StoredAgent[]; faults: Failure[] };
  /** Accepts all of them but the unaccepted ones. */
  save(agents: readonly StoredAgent[]): Outcome<null, Failure>;
}

/** Agents' config files; null stands for a file that does not exist. A symbolic link remains one. */
export interface AgentFiles {
  read(file: string): Promise<Outcome<{ text: string; hash: string } | null, Failure>>;
  /**
   * Replaces the content that has `hash` by `text`; fails as `stale` if it has changed. `backup`: copies the old file
   * there first. Returns the new hash.
   */
  replace(
    file: string,
    hash: string | null,
    text: string | null,
    backup: string | null,
  ): Promise<Outcome<string | null, Failure>>;
  /** Calls `changed` when something happens to one of the files; returns how to stop that. */
  watch(files: readonly string[], changed: () => void): () => void;
}

/** What setting up one door of an agent, or undoing that, makes of one file. */
export interface DoorPlan {
  /** Null: the file is removed. */
  text: string | null;
  /** Where the file as it was is copied to; null if it is not. */
  backup: string | null;
  /** Ids of ours in the text, which are no secrets. */
  ids: readonly string[];
  /** Masks secrets that only this door knows, in the text of before and after. */
  hide(whole: string): string;
}

/** What is known of the files of agents. */
export interface AgentTraces {
  /** The newest time of the files that it writes while it is used, none of which is read; null if there are none. */
  usedAtMs(name: string): Promise<number | null>;
  /** Where its settings of a model are: the first that exists, else the last. */
  callsFiles(agent: AgentId): readonly string[];
}

/** What agents' files were before Countersign changed them. */
export interface OriginalStore {
  load(): { files: OriginalFile[]; faults: Failure[] };
  save(files: readonly OriginalFile[]): Outcome<null, Failure>;
}

/** A file of an agent that Countersign has changed. */
export interface OriginalFile {
  file: string;
  /** A copy of it from before the first change; null: there was none. */
  original: { backup: string; hash: string } | null;
  /** SHA-256 (hex) of the file as it was written last: somebody else has changed it unless it still has this. */
  writtenHash: string;
}

/** What is known of the agents on this machine, without starting them. */
export interface AgentPlaces {
  /** `program`: absolute, from the user's PATH. `version`: as its files say it. */
  find(
    agent: AgentId,
    programs: readonly string[],
  ): Promise<{ file: string; isHere: boolean; program: string | null; version: string | null }>;
}
