// `agents.json`: the agents whose hooks lead to the desk. It contains hashes of their tokens, never the tokens. Other
// programs can write it as well: what the app did not write itself is no record.
import { z } from "zod";
import { canonicalJson } from "#shared/canonical.ts";
import { AGENT_IDS } from "#shared/agents/agent.ts";
import { CHECK_TRIES } from "#shared/agents/agentRow.ts";
import type { AgentCheck } from "#shared/agents/agentRow.ts";
import { agentChoicesSchema } from "#shared/agents/entry.ts";
import { UNKNOWN } from "#shared/agents/toolsState.ts";
import type { Known } from "#shared/agents/toolsState.ts";
import type { AgentId } from "#shared/agents/agent.ts";
import type { AgentChoices } from "#shared/agents/entry.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { Accepted } from "../profile/accepted.ts";
import { readJson, writeJson } from "../profile/jsonFile.ts";

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

export type AgentStore = ReturnType<typeof openAgents>;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const checkSchema = z.strictObject({
  atMs: z.number(),
  version: z.string().nullable(),
  folder: z.string(),
  command: z.string(),
  results: z.array(
    z.strictObject({
      try: z.enum(CHECK_TRIES),
      came: z.enum(["held", "ran", "not-tried"]),
      tookMs: z.number(),
    }),
  ),
  tokens: z.number().nullable(),
}) satisfies z.ZodType<AgentCheck>;
const knownSchema = z.strictObject({
  proof: z
    .strictObject({
      atMs: z.number(),
      version: z.string().nullable(),
      file: hash.nullable(),
      hook: hash.nullable(),
      outdated: z
        .strictObject({ why: z.enum(["version", "file", "hook"]), sinceMs: z.number() })
        .nullable(),
    })
    .nullable(),
  check: checkSchema.nullable(),
  heardFrom: z.enum(["running", "restarted"]).nullable(),
}) satisfies z.ZodType<Known>;
const agentSchema = z.strictObject({
  id: z.string(),
  agent: z.enum(AGENT_IDS),
  tokenHash: hash,
  choices: agentChoicesSchema,
  file: z.string(),
  overHttp: z.boolean(),
  entriesHash: hash,
  writtenHash: hash,
  undo: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("restore"), backup: z.string(), hash }),
    z.strictObject({ kind: z.literal("remove") }),
    z.strictObject({ kind: z.literal("take-out") }),
  ]),
  atMs: z.number(),
  known: knownSchema,
}) satisfies z.ZodType<StoredAgent>;
const fileSchema = z.strictObject({ agents: z.array(agentSchema) });

/** @param accepted has each agent as the app wrote it last */
export function openAgents(file: string, accepted: Accepted) {
  return {
    load(): { agents: StoredAgent[]; faults: Failure[] } {
      const { value, faults } = readJson(file, fileSchema, { agents: [] });
      // One entry for each: a second one would be accepted with the first.
      const read = [...new Map(value.agents.map((one) => [one.agent, one])).values()];
      const differing = new Set(accepted.differing(grantsOf(read)).map((one) => one.file));
      const agents = read.map((one): StoredAgent =>
        differing.has(one.agent) ? { ...one, known: UNKNOWN, isUnaccepted: true } : one,
      );
      return { agents, faults };
    },
    /** Accepts all of them but the unaccepted ones. */
    save(agents: readonly StoredAgent[]): Outcome<null, Failure> {
      const grants = grantsOf(agents.filter((one) => one.isUnaccepted !== true));
      if (accepted.differing(grants).length > 0) {
        const kept = accepted.accept(grants);
        if (!kept.ok) return kept;
      }
      return writeJson(file, {
        agents: agents.map(({ isUnaccepted: _flag, ...entry }) => entry),
      });
    },
  };
}

/** What each entry says, by its agent. */
const grantsOf = (agents: readonly StoredAgent[]): Map<string, string> =>
  new Map(agents.map((grant) => [grant.agent, canonicalJson(grant)]));
