// Opens the desk without a window: the same rooms as the app's, on the configuration that the lock accepts.
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { z } from "zod";
import { defaultSettings } from "../../src-shared/settings/defaults.ts";
import { ok } from "../../src-shared/outcome.ts";
import type { Failure } from "../../src-shared/outcome.ts";
import type { ServiceAudience } from "../services/ports.ts";
import { socketOf } from "../gateway/relayListener.ts";
import { relayScript } from "../gateway/relayFiles.ts";
import type { Hasher } from "../desk/ports.ts";
import { openRooms } from "../rooms/rooms.ts";
import type { Rooms } from "../rooms/rooms.ts";
import { SettingsService } from "../services/settings.ts";
import { readJson, writeJson, writeText } from "../store/profile/jsonFile.ts";
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
  rooms: Rooms;
  /** The config for hosts, with a token for each server. */
  hostConfig: string;
  /** The public key that signs the ledger; null if nothing is signed. */
  signedBy: string | null;
  /** Where programs call models. */
  address: string;
}

const MARK = "headless.json";
const markSchema = z.object({ headless: z.literal(true) });

/** Opens the desk, and connects the servers that connect by themselves. @throws {CommandFault} */
export async function openDesk(deps: OpenDeps): Promise<OpenDesk> {
  const { root, profile, given, outcomes, say } = deps;
  const { variables } = given;
  const fault = (failure: Failure): void => say(WORDS.fault(failure));
  await takeProfile(profile);
  const { limits, retention = defaultSettings.retention } = given.config;
  const settings = new SettingsService(
    {
      load: () => ({
        settings: { ...defaultSettings, limits, retention },
        masterSwitch: "rules",
        faults: [],
      }),
      save: () => ok(null),
    },
    () => undefined,
  );
  let keyed: Hasher | null = null;
  const link = new TeamLink(say);
  const rooms = await openRooms({
    platform: nodePlatform(root.version, openKeyFile(deps.key), variables),
    stores: storesFor(given, (hasher) => {
      keyed = hasher;
    }),
    ...{ profile, settings, entries: root.entries, fault, unattended: true },
    ...(deps.port === undefined ? {} : { port: deps.port }),
    audience: ({ desk, team }) => ({
      desk: outcomes.listener(desk, fault),
      services: { ...audienceOf(say, fault), teamChanged: () => link.changed(team().state) },
    }),
    preparing: () => undefined,
    ending: new AbortController().signal,
    warnBudget: (use, server) => say(WORDS.budget(use, server)),
  });
  if (rooms === null || keyed === null) throw new CommandFault(WORDS.notOpened(profile));
  const address = await rooms.address();
  if (!address.ok) await rooms.close();
  if (!address.ok) throw new CommandFault(WORDS.portTaken(deps.port ?? 0));
  await Promise.all([rooms.models.refresh(), rooms.fixtures.read()]);
  checkFixtures(rooms);
  try {
    await link.join(rooms, deps.store, variables);
  } catch (error) {
    await rooms.close();
    throw error;
  }
  await rooms.desk.recover([]);
  rooms.servers.start();
  rooms.retention.begin();
  if (!(await rooms.listening)) throw new CommandFault(WORDS.notOpened(profile));
  return {
    rooms,
    hostConfig: writeHostConfig(profile, given, keyed),
    signedBy: rooms.signed().key ?? null,
    address: address.value,
  };
}

/** Every file must be usable: one that is not would be taken for one that matches nothing. */
function checkFixtures({ fixtures }: Rooms): void {
  const { folder, fault, broken } = fixtures.view();
  const unusable = [
    ...(fault === null ? [] : [WORDS.inFile(folder ?? "", fault)]),
    ...broken.map(({ file, fault }) => WORDS.inFile(file, fault.kind)),
  ];
  if (unusable.length > 0) throw new CommandFault(unusable.join("\n"));
}

/** Makes the folder one of this command. @throws {CommandFault} if it is the app's, or another desk runs on it */
async function takeProfile(profile: string): Promise<void> {
  const mark = path.join(profile, MARK);
  if (existsSync(profile) && readdirSync(profile).length > 0 && !existsSync(mark)) {
    throw new CommandFault(WORDS.othersProfile(profile));
  }
  mkdirSync(profile, { recursive: true, mode: 0o700 });
  if (readJson<unknown>(mark, markSchema, null).value === null) {
    const written = writeJson(mark, { headless: true });
    if (!written.ok) throw new CommandFault(WORDS.notWritten(mark));
  }
  const socket = socketOf(path.join(profile, "gateway"));
  const isRunning = await new Promise<boolean>((resolve) => {
    const connection = connect(socket);
    connection.once("connect", () => {
      connection.destroy();
      resolve(true);
    });
    connection.once("error", () => resolve(false));
  });
  if (isRunning) throw new CommandFault(WORDS.alreadyRunning(profile));
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

const nothing = (): void => undefined;

/** There is no window to be told. */
const audienceOf = (
  say: OpenDeps["say"],
  fault: ServiceAudience["fault"],
): Omit<ServiceAudience, "teamChanged"> => ({
  // It is not what was accepted any more, so it is not started.
  serverChanged({ name, state }) {
    if (state.kind === "needs-confirmation") say(WORDS.changed(name));
  },
  ...{ serverRemoved: nothing, hostsChanged: nothing },
  ...{ programsChanged: nothing, serverLines: nothing, trafficRows: nothing },
  ...{ runChanged: nothing, runRemoved: nothing, localChanged: nothing, modelsChanged: nothing },
  ...{ settingsChanged: nothing, limitsChanged: nothing, historyMoved: nothing },
  ...{ fixturesChanged: nothing, verifyingMoved: nothing, dryRunning: nothing },
  ...{ historyImported: nothing, historyTask: nothing, keepingMoved: nothing },
  ...{ rulesChanged: nothing },
  fault,
});
