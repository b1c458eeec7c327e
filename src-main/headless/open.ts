// Opens the desk without a window: the same features as the app's, on the configuration that the lock accepts.
import { readdirSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { defaultSettings } from "#shared/settings/defaults.ts";
import { ok } from "#shared/outcome.ts";
import type { Failure } from "#shared/outcome.ts";
import type { LedgerReason } from "#shared/ledger/trouble.ts";
import type { SetChange } from "#shared/contract/pushes.ts";
import type { Audience } from "../audience.ts";
import { relayScript } from "../agents/gateway/relayFiles.ts";
import type { Desk } from "../core/desk/desk.ts";
import type { Hasher } from "../core/ports.ts";
import { openFeatures } from "../composition/features.ts";
import type { Features } from "../composition/features.ts";
import { SettingsService } from "../profile/settings.ts";
import { readJson, writeJson, writeText } from "../profile/jsonFile.ts";
import { openProfileFolder } from "../profile/profileFolder.ts";
import type { ProfileFault } from "../profile/profileFolder.ts";
import { LOCK_FILE, lockProfile } from "../profile/profileLock.ts";
import { openKeyFile } from "./config/keyFile.ts";
import { hostToken, storesFor, wrapIdOf } from "./config/stores.ts";
import type { Given } from "./config/stores.ts";
import { CommandFault } from "./fault.ts";
import type { Outcomes } from "./outcomes.ts";
import { nodePlatform } from "./platform.ts";
import { TeamLink } from "./team.ts";
import { WORDS } from "./words.ts";

export interface Root {
  /** The folder of the built entries. */
  entries: string;
  version: string;
}

export interface OpenDeps {
  root: Root;
  profile: string;
  /** The file of the key that protects the profile's secrets. */
  key: string;
  /** The HTTP port; 0: any that is free; absent: that of earlier runs. */
  port: number | undefined;
  given: Given;
  /** The address of a team's database: what no rule decides waits there. Absent: it is refused. */
  store?: string;
  outcomes: Outcomes;
  /** A line for the log. */
  say(line: string): void;
}

export interface OpenDesk {
  features: Features;
  /** The config for hosts, with a token for each server. */
  hostConfig: string;
  /** The public key that signs the ledger; null if nothing is signed. */
  signedBy: string | null;
  /** Where programs call models. */
  address: string;
  /** Closes the features, then leaves the profile to others. */
  close(): Promise<void>;
}

/** Of a profile without a window. */
export const MARK = "headless.json";
/** What a start leaves that ends before the mark is made. */
const FIRST_FILES: ReadonlySet<string> = new Set([LOCK_FILE, `${MARK}.new`]);
const markSchema = z.object({ headless: z.literal(true) });

/** Opens the desk, and connects the servers that connect by themselves. @throws {CommandFault} */
export async function openDesk(deps: OpenDeps): Promise<OpenDesk> {
  const leave = takeProfile(deps.profile);
  try {
    const desk = await openOn(deps);
    return { ...desk, close: () => desk.features.close().finally(leave) };
  } catch (error) {
    leave();
    throw error;
  }
}

async function openOn(deps: OpenDeps): Promise<Omit<OpenDesk, "close">> {
  const { root, profile, given, outcomes, say } = deps;
  const { variables } = given;
  const fault = (failure: Failure): void => say(WORDS.fault(failure));
  const { limits, retention = defaultSettings.retention } = given.config;
  const settings = new SettingsService({
    load: () => ({
      settings: { ...defaultSettings, limits, retention },
      masterSwitch: "rules",
      faults: [],
    }),
    save: () => ok(null),
  });
  let keyed: Hasher | null = null;
  const link = new TeamLink(say);
  const features = await openFeatures({
    platform: nodePlatform(root.version, openKeyFile(deps.key), variables),
    stores: storesFor(given, (hasher) => {
      keyed = hasher;
    }),
    profile,
    settings,
    entries: root.entries,
    fault,
    unattended: true,
    port: deps.port ?? null,
    audience: audienceOf(say, link),
    listenerOf: (desk) => ({
      ...outcomes.listener(desk),
      deskChanged: tellingTrouble(desk, say),
    }),
    preparing: () => undefined,
    ending: new AbortController().signal,
    warnBudget: (use, server) => say(WORDS.budget(use, server)),
  });
  if (features === null || keyed === null) throw new CommandFault(WORDS.notOpened(profile));
  const address = await features.address();
  if (!address.ok) await features.close();
  if (!address.ok) throw new CommandFault(WORDS.portTaken(deps.port ?? 0));
  await Promise.all([features.models.refresh(), features.fixtures.read()]);
  checkFixtures(features);
  for (const { id } of [...features.servers.views(), ...features.programs.view()]) {
    features.fixtures.switch(id, true);
  }
  try {
    await link.join(features, deps.store, variables);
  } catch (error) {
    await features.close();
    throw error;
  }
  await features.desk.recover([]);
  const { ledgerTrouble } = features.desk.view();
  if (ledgerTrouble !== null) {
    await features.close();
    throw new CommandFault(WORDS.ledgerFails(ledgerTrouble));
  }
  features.servers.start();
  features.retention.begin();
  if (!(await features.listening)) throw new CommandFault(WORDS.notOpened(profile));
  return {
    features,
    hostConfig: writeHostConfig(profile, given, keyed),
    signedBy: features.signed().key ?? null,
    address: address.value,
  };
}

/** Every file must be usable: one that is not would be taken for one that matches nothing. */
function checkFixtures({ fixtures }: Features): void {
  const { folder, fault, broken } = fixtures.view();
  const unusable = [
    ...(fault === null ? [] : [WORDS.inFile(folder ?? "", fault)]),
    ...broken.map(({ file, fault }) =>
      WORDS.inFile(file, "detail" in fault ? fault.detail : fault.kind),
    ),
  ];
  if (unusable.length > 0) throw new CommandFault(unusable.join("\n"));
}

/**
 * Makes the folder one of this command, and this process its only user until the returned function is called.
 * @throws {CommandFault}
 */
function takeProfile(profile: string): () => void {
  const refused = (fault: ProfileFault): CommandFault =>
    new CommandFault(WORDS.profileFault(profile, fault));
  const fault = openProfileFolder(profile);
  if (fault !== null) throw refused(fault);
  const names = readdirSync(profile);
  if (!names.includes(MARK) && names.some((name) => !FIRST_FILES.has(name)))
    throw new CommandFault(WORDS.othersProfile(profile));
  const locked = lockProfile(profile);
  if (!locked.ok) throw refused(locked.failure);
  const mark = path.join(profile, MARK);
  if (readJson<unknown>(mark, markSchema, null).value === null) {
    const written = writeJson(mark, { headless: true });
    if (!written.ok) throw new CommandFault(WORDS.notWritten(mark));
  }
  return locked.value;
}

/** The file that a host is given in place of its own config. */
function writeHostConfig(profile: string, { config }: Given, keyed: Hasher): string {
  const file = path.join(profile, "mcp.json");
  const script = relayScript(path.join(profile, "gateway"));
  const mcpServers = Object.fromEntries(
    config.servers.map(({ name }) => [
      name,
      {
        command: process.execPath,
        args: [script, wrapIdOf(name)],
        env: { COUNTERSIGN_TOKEN: hostToken(keyed, name) },
      },
    ]),
  );
  const written = writeText(file, `${JSON.stringify({ mcpServers }, null, 2)}\n`);
  if (!written.ok) throw new CommandFault(WORDS.notWritten(file));
  return file;
}

/** Says why the ledger cannot be used, and once it can again. */
function tellingTrouble(desk: Pick<Desk, "view">, say: OpenDeps["say"]) {
  let told: LedgerReason | null = null;
  return (): void => {
    const { ledgerTrouble } = desk.view();
    const now = ledgerTrouble?.reason ?? null;
    if (now === told) return;
    told = now;
    say(ledgerTrouble === null ? WORDS.ledgerWorks() : WORDS.ledgerFails(ledgerTrouble));
  };
}

/** There is no window to be told: the log is. */
const audienceOf = (say: OpenDeps["say"], link: TeamLink): Audience => ({
  push(change) {
    // It is not what was accepted any more, so it is not started.
    if (change.kind === "server" && change.server.state.kind === "needs-confirmation")
      say(WORDS.changed(change.server.name));
  },
  pushLatest: () => undefined,
  set(key, read) {
    const change = { kind: "set", key, value: read() } as SetChange;
    if (change.key === "team") link.changed(change.value.state);
  },
});
