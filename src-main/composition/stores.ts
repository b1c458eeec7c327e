// Where the configuration lies. In the app: in files of the profile, which it writes. Without a window: in what the
// command line names, which it only reads.
import path from "node:path";
import type { Hasher } from "../core/ports.ts";
import type { Secrets } from "../profile/encryption/secrets.ts";
import { openAccepted } from "../profile/accepted.ts";
import { openAgents } from "../agents/agentStore.ts";
import { openFixtureChoice } from "../rules/fixtureStore.ts";
import { openKnown } from "../servers/knownStore.ts";
import { openLocalModels } from "../models/local/localSettings.ts";
import { openModels } from "../models/storedModels.ts";
import { openNetworkStore } from "../models/net/networkService.ts";
import { openOriginals } from "../agents/originalStore.ts";
import { openPrograms } from "../programs/programStore.ts";
import { openRules } from "../rules/ruleStore.ts";
import { openRuleUses } from "../rules/ruleUses.ts";
import { openServers } from "../servers/serverStore.ts";
import { openWraps } from "../agents/wrapStore.ts";

export const profileStores = (profile: string, secrets: Secrets) => {
  const inProfile = (name: string): string => path.join(profile, name);
  return {
    servers: openServers(inProfile("servers.json")),
    known: openKnown(inProfile("known.json")),
    wraps: openWraps(inProfile("wraps.json")),
    agents: openAgents(inProfile("agents.json"), openAccepted(profile, "agents", secrets)),
    programs: openPrograms(inProfile("programs.json"), openAccepted(profile, "programs", secrets)),
    models: openModels(inProfile("models.json")),
    originals: openOriginals(inProfile("agent-files.json")),
    localModels: openLocalModels(inProfile("local-models.json")),
    network: openNetworkStore(inProfile("network.json")),
    rules: openRules(inProfile("rules.json")),
    ruleUses: openRuleUses(inProfile("rule-uses.json")),
    acceptedRules: openAccepted(profile, "rules", secrets),
    fixtures: openFixtureChoice(inProfile("fixtures.json")),
    acceptedFixtures: openAccepted(profile, "fixtures", secrets),
  };
};

export type RoomStores = ReturnType<typeof profileStores>;

/** Opens the stores. @param keyed makes hashes that only this profile can make */
export type OpenStores = (profile: string, secrets: Secrets, keyed: Hasher) => RoomStores;
