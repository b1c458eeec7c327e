// `agents.json`: the agents whose hooks lead to the desk. It contains hashes of their tokens, never the tokens. Other
// programs can write it as well: what the app did not write itself is no record.
import { z } from "zod";
import { canonicalJson } from "#shared/canonical.ts";
import { AGENT_IDS } from "#shared/agents/agent.ts";
import { agentChoicesSchema } from "#shared/agents/entry.ts";
import { knownSchema, UNKNOWN } from "#shared/agents/toolsState.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { Accepted } from "../profile/accepted.ts";
import { jsonStore } from "../profile/jsonFile.ts";

const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** An agent's entry as it is stored. */
const agentSchema = z.strictObject({
  id: z.string(),
  agent: z.enum(AGENT_IDS),
  /** SHA-256 (hex) of its token. */
  tokenHash: hash,
  choices: agentChoicesSchema,
  /** The agent's config file. */
  file: z.string(),
  /** Without Node.js: the agent posts its events to the desk's port. */
  overHttp: z.boolean(),
  /** SHA-256 (hex) of the entries as written, and of the file with them. */
  entriesHash: hash,
  writtenHash: hash,
  /** How the exact file of before comes back, if nobody has changed it since. `take-out`: only by removing the entries. */
  undo: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("restore"), backup: z.string(), hash }),
    z.strictObject({ kind: z.literal("remove") }),
    z.strictObject({ kind: z.literal("take-out") }),
  ]),
  atMs: z.number(),
  known: knownSchema,
});

export interface StoredAgent extends z.infer<typeof agentSchema> {
  /** Another program wrote this record: everything comes to the user until it is set again. */
  isUnaccepted?: true;
}

export type AgentStore = ReturnType<typeof openAgents>;

const fileSchema = z.strictObject({ agents: z.array(agentSchema) });

/** @param accepted has each agent as the app wrote it last */
export function openAgents(file: string, accepted: Accepted) {
  const store = jsonStore(file, fileSchema, { agents: [] });
  return {
    load(): { agents: StoredAgent[]; faults: Failure[] } {
      const { value, faults } = store.load();
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
      return store.save({
        agents: agents.map(({ isUnaccepted: _flag, ...entry }) => entry),
      });
    },
  };
}

/** What each entry says, by its agent. */
const grantsOf = (agents: readonly StoredAgent[]): Map<string, string> =>
  new Map(agents.map((grant) => [grant.agent, canonicalJson(grant)]));
