// Interfaces between the agents' entries and their hooks: who may ask, and the files that the hook's script needs.
import type { AgentId } from "#shared/agents/agent.ts";
import type {
  AgentChoices,
  HookAnswer,
  HookEntryFile,
  HookGreeting,
} from "#shared/agents/entry.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { ServerPolicy } from "#shared/servers/policy/policy.ts";

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
  /** The permissions and limits of an entry; null if it was removed. */
  policyOf(id: string): ServerPolicy | null;
  /** An event of the entry's hook has come: it works, and what it consists of is compared with what was written. */
  heard(id: string): void;
}

/** The files of hooks in the profile, closed to other users; implemented by `gateway`. */
export interface HookFiles {
  /** Absolute path of the script. It is started as `node SCRIPT ID`, with `--report` where nobody waits for a verdict. */
  script: string;
  /** The text of the script that this version has written. */
  scriptText: string;
  /** Writes `ID.json` beside the script. */
  write(file: HookEntryFile): Outcome<null, Failure>;
  /** As it lies there now; null if it is missing or was changed to something else. */
  read(id: string): HookEntryFile | null;
  remove(id: string): void;
}

/**
 * Decides about an agent's event; implemented by hooks for the socket. Never rejects.
 * @param left aborted once the hook's process no longer waits
 */
export type HookAdmission = (greeting: HookGreeting, left: AbortSignal) => Promise<HookAnswer>;
