// The features' stores without an app: servers, rules, programs and providers as the command line names them, held in
// memory and confirmed exactly as the lock says. What the app writes about its own use stays in the profile.
import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import type { ModelRef } from "#shared/models/model.ts";
import { ok } from "#shared/outcome.ts";
import { defaultNetwork } from "#shared/settings/network.ts";
import type { ServerIdentity } from "#shared/servers/identity/identity.ts";
import type { KnownServer } from "#shared/servers/identity/known.ts";
import type { Hasher } from "../../core/ports.ts";
import type { OpenStores } from "../../composition/stores.ts";
import type { Wrap } from "../../agents/wrapStore.ts";
import type { StoredAgent } from "../../agents/agentStore.ts";
import type { StoredProvider } from "../../models/storedModels.ts";
import type { ProgramFacts } from "../../servers/mcp/identity/program.ts";
import type { StoredServer } from "../../servers/serverStore.ts";
import type { StoredProgram } from "../../programs/programStore.ts";
import { addressHash, commandHash } from "../../servers/endpoint.ts";
import { withVariableMark } from "../../models/providers/providerKeys.ts";
import type { Accepted } from "../../profile/accepted.ts";
import { sha256 } from "../../history/ledger/content.ts";
import { openKnown } from "../../servers/knownStore.ts";
import { openRules } from "../../rules/ruleStore.ts";
import { openRuleUses } from "../../rules/ruleUses.ts";
import { tokens } from "../../profile/tokens.ts";
import type { Policy } from "./policyFile.ts";
import type { Variables } from "./variables.ts";
import type { Configuration, ConfiguredProgram, ConfiguredServer } from "./serversFile.ts";

export interface Given {
  policy: Policy;
  config: Configuration;
  /** SHA-256 (hex) of the lock that accepts all of this. */
  lock: string;
  /** What each command would start, as in the lock; by server. */
  facts: ReadonlyMap<string, ProgramFacts>;
  variables: Variables;
  /** Answers for all servers and programs; null: none. */
  fixtures: string | null;
  /** Programs of this run, beside those of the file. */
  programs: readonly ConfiguredProgram[];
  /** Writes what the hooks of this run's agent need into the profile; null: it starts none. */
  agent: { write(profile: string): StoredAgent } | null;
}

const done = () => ok(null);

/** The id by which a host's relay names a server; safe in an address. */
export const wrapIdOf = (server: string): string => sha256(server).slice(0, 16);

/** The token of a host for a server: the same at every start, and derived from a key of the profile. */
export const hostToken = (keyed: Hasher, server: string): string => keyed.hash({ host: server });

/** @param opened called with the profile's keyed hasher, from which hosts' tokens are made */
export function storesFor(given: Given, opened: (keyed: Hasher) => void): OpenStores {
  const { policy, config, facts, fixtures } = given;
  return (profile, _secrets, keyed) => {
    opened(keyed);
    const inProfile = (name: string): string => path.join(profile, name);
    const servers = config.servers.map((server) => storedOf(server, keyed));
    const programs = [...config.programs, ...given.programs].map(storedProgram);
    const kept = openKnown(inProfile(toolsFile(profile, given.lock)));
    const rules = openRules(policy.file);
    return {
      servers: { load: () => ({ value: { servers, confirmedRuns: [] }, faults: [] }), save: done },
      known: {
        load: () => {
          const { known, faults } = kept.load();
          const now = config.servers.map((one) => [one.name, knownOf(one, known[one.name], facts)]);
          return { known: Object.fromEntries(now) as Record<string, KnownServer>, faults };
        },
        // For the descriptions of tools.
        save: (known) => kept.save(known),
      },
      wraps: {
        load: () => ({
          value: {
            wraps: config.servers.map(({ name }) =>
              wrapOf(name, tokens.hash(hostToken(keyed, name))),
            ),
          },
          faults: [],
        }),
        save: done,
      },
      agents: {
        load: () => ({
          agents: given.agent === null ? [] : [given.agent.write(profile)],
          faults: [],
        }),
        save: done,
      },
      originals: { load: () => ({ value: { files: [] }, faults: [] }), save: done },
      programs: { load: () => ({ programs, faults: [] }), save: done },
      models: { load: () => ({ value: modelsOf(config, keyed), faults: [] }), save: done },
      localModels: { of: () => ({}), set: done, faults: [] },
      network: { load: () => ({ value: defaultNetwork, faults: [] }), save: done },
      // Only the repository's owner changes the rules.
      rules: { ...rules, write: done },
      ruleUses: openRuleUses(inProfile("rule-uses.json")),
      acceptedRules: acceptedOnce(new Map([["rules.json", policy.hash]])),
      fixtures: { load: () => ({ value: { folder: fixtures }, faults: [] }), save: done },
      acceptedFixtures: acceptedOnce(null),
    };
  };
}

/** What is known of tools, since this acceptance; that of earlier ones is removed. */
function toolsFile(profile: string, lock: string): string {
  const own = `known-${lock.slice(0, 16)}.json`;
  for (const name of readdirSync(profile)) {
    if (/^known-[0-9a-f]{16}\.json$/.test(name) && name !== own) rmSync(path.join(profile, name));
  }
  return own;
}

function storedOf(
  { name, endpoint, policy, era, connect }: ConfiguredServer,
  keyed: Hasher,
): StoredServer {
  const hash =
    endpoint.kind === "stdio" ? commandHash(endpoint, keyed) : addressHash(endpoint, keyed);
  return {
    id: name,
    name,
    endpoint,
    policy,
    era,
    enabled: connect,
    confirmed: { hash, atMs: Date.now(), what: null },
  };
}

/** The identity of the lock, and the tools that an earlier run saw. */
function knownOf(
  { name, endpoint }: ConfiguredServer,
  before: KnownServer | undefined,
  facts: Given["facts"],
): KnownServer {
  const { tools } = before ?? {};
  const seen = tools === undefined ? {} : { tools };
  const as = (identity: ServerIdentity): KnownServer => ({
    ...seen,
    identity: { identity, atMs: Date.now() },
  });
  if (endpoint.kind !== "stdio") {
    const { origin, pathname } = new URL(endpoint.url);
    return as({ kind: "address", origin, pathname });
  }
  const found = facts.get(name);
  const { command, args } = endpoint;
  return found === undefined ? seen : as({ kind: "program", command, args, ...found });
}

const wrapOf = (server: string, tokenHash: string): Wrap => ({
  id: wrapIdOf(server),
  serverId: server,
  tokenHash,
  program: "",
  file: "",
  path: [server],
  writtenHash: "",
  backup: "",
  atMs: 0,
  isUsed: true,
  overHttp: true,
});

const storedProgram = ({ tokenEnv: _name, ...input }: ConfiguredProgram): StoredProgram => ({
  ...input,
  passes: [],
  passesSides: false,
  id: `program:${input.name}`,
  createdAtMs: 0,
  usedAtMs: null,
  serverId: null,
});

function modelsOf({ providers, defaultModel, localModels }: Configuration, keyed: Hasher) {
  const stored = providers.map(
    ({ name, kind, address, keyEnv: variable, apiVersion, models }): StoredProvider =>
      withVariableMark(
        {
          id: name,
          name,
          kind,
          baseUrl: address,
          apiVersion,
          ...(models === undefined ? {} : { modelNames: models, only: models }),
          ...(variable === undefined ? {} : { variable }),
        },
        keyed,
      ),
  );
  const model: ModelRef | null =
    defaultModel === null
      ? null
      : { providerId: defaultModel.provider, modelId: defaultModel.model };
  return { providers: stored, files: localModels, disabled: [], defaultModel: model };
}

/** Accepts files with these hashes, or what is read first; a later change is not. */
function acceptedOnce(first: ReadonlyMap<string, string> | null): Accepted {
  return {
    differing(files) {
      const now = new Map([...files].map(([file, text]) => [file, sha256(text)]));
      first ??= now;
      return [...new Set([...first.keys(), ...now.keys()])].flatMap((file) => {
        const [before, then] = [first?.get(file) ?? null, now.get(file) ?? null];
        return before === then ? [] : [{ file, before, now: then }];
      });
    },
    text: () => null,
    accept: done,
  };
}
