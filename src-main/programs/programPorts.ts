// Interfaces that the programs service needs of its adapters.
import type { AgentId } from "#shared/agents/agent.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { ProgramInput } from "#shared/programs/program.ts";

/** An agent's own settings that have a program's token. */
export interface AgentLink {
  agent: AgentId;
  /** The agent's config file, and a copy of it from before; null: there was none. */
  file: string;
  backup: string | null;
  /** The address that was written there. */
  baseUrl: string;
}

/** A program as it is stored. */
export interface StoredProgram extends ProgramInput {
  id: string;
  /** SHA-256 (hex) of its token. */
  tokenHash: string;
  createdAtMs: number;
  usedAtMs: number | null;
  serverId: string | null;
  link?: AgentLink | undefined;
  /** Another program wrote it: it holds everything until the user sets it again. */
  unaccepted?: true;
}

export interface ProgramStore {
  load(): { programs: StoredProgram[]; faults: Failure[] };
  /** Accepts all programs but the unaccepted ones. */
  save(programs: readonly StoredProgram[]): Outcome<null, Failure>;
}

/** The port that programs connect to. */
export interface ProgramPort {
  /** `http://127.0.0.1:PORT`; opens it first. */
  base(): Promise<Outcome<string, Failure>>;
}

/** A program that presented a valid token. */
export interface AdmittedProgram {
  id: string;
  name: string;
  serverId: string | null;
}

/** Checks the token of a request; implemented by the programs service for the endpoint. */
export interface ProgramAdmission {
  /** Null: no program has this token. */
  admit(token: string): AdmittedProgram | "expired" | null;
}
