// What every test gets: the built app in a real Electron with a fresh profile, and the check that no console
// reported anything, that the app quit when told to, and that no process is left.
import process from "node:process";
import { test as base, expect } from "playwright/test";
import {
  launch,
  removeFolder,
  tempFolder,
  writeConfig,
  type LaunchOptions,
} from "./support/app.ts";
import { Desk } from "./support/desk.ts";
import { openCall, openGate, type OpenCall, type OpenGate } from "./support/gate.ts";
import { Puppet, type PuppetOptions } from "./support/puppet.ts";
import { SharedApp } from "./support/shared.ts";
import { COMPLAINED } from "../scripts/setup/counts.mjs";
import type { Script } from "../src-main/models/testing/scriptedModelServer.ts";

export { expect };

export interface OpenOptions extends LaunchOptions {
  /** Servers for the file of `--config`. */
  servers?: Record<string, object>;
  /** Confirms every command at once and waits until all servers are connected (default). */
  connect?: boolean;
}

interface Fixtures {
  /** A temporary folder of this test. */
  folder: string;
  /** Opens the app; a test may do so more than once (one after the other, or on separate profiles). */
  open: (options?: OpenOptions) => Promise<Desk>;
  /** Starts a server whose every line the test sends. */
  puppet: (options?: PuppetOptions) => Promise<Puppet>;
  /**
   * The app of this worker, with these servers, connected by default. Earlier tests may have used it, and it was reset
   * since: a test about starts, profiles, earlier calls or what is kept on disk uses `open`. Once a
   * test.
   */
  openShared: (
    servers?: Record<string, object>,
    options?: Pick<OpenOptions, "connect">,
  ) => Promise<Desk>;
  /** That app with a puppet connected whose call is open, without a model but the built-in one. */
  openCall: () => Promise<OpenCall>;
  /** The same with a scripted model as the default; `models` is what it lists. */
  openGate: (script: Script, models?: readonly string[]) => Promise<OpenGate>;
  /** The same in its own app: its ledger has nothing of other tests. */
  openOwnGate: (script: Script, models?: readonly string[]) => Promise<OpenGate>;
  /** Calls these when the test has ended, last one first. */
  later: (close: () => Promise<unknown>) => void;
}

export const test = base.extend<Fixtures, { shared: SharedApp }>({
  shared: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const shared = new SharedApp();
      await use(shared);
      await shared.close();
    },
    { scope: "worker" },
  ],
  // Playwright reads the first argument's names; an empty pattern means that it needs none.
  // oxlint-disable-next-line no-empty-pattern
  folder: async ({}, use) => {
    const folder = await tempFolder();
    await use(folder);
    await removeFolder(folder);
  },
  // oxlint-disable-next-line no-empty-pattern
  later: async ({}, use) => {
    const closers: (() => Promise<unknown>)[] = [];
    await use((close) => void closers.push(close));
    for (const close of closers.reverse()) await close();
  },
  puppet: async ({ later }, use) => {
    await use(async (options) => {
      const puppet = await Puppet.open(options);
      later(() => puppet.close());
      return puppet;
    });
  },
  openShared: async ({ shared, folder }, use, info) => {
    const taken: Desk[] = [];
    await use(async (servers = {}, { connect = true } = {}) => {
      if (taken.length > 0)
        throw new Error("a test takes the shared app once; further ones come from open");
      const desk = await shared.take(servers, { folder, connect });
      taken.push(desk);
      return desk;
    });
    const failed = info.status !== info.expectedStatus;
    if (failed) await keepPictures(taken, info.outputPath("."));
    await shared.giveBack(failed);
    expect(
      taken.flatMap((desk) => desk.complaints.splice(0)),
      COMPLAINED,
    ).toEqual([]);
  },
  openCall: async ({ openShared, puppet, later }, use) =>
    use(() => openCall({ open: openShared, puppet, later })),
  openGate: async ({ openShared, puppet, later }, use) =>
    use((script, models) => openGate({ open: openShared, puppet, later }, script, models)),
  openOwnGate: async ({ open, puppet, later }, use) =>
    use((script, models) =>
      openGate({ open: (servers) => open({ servers }), puppet, later }, script, models),
    ),
  open: async ({ folder, later }, use, info) => {
    const opened: Desk[] = [];
    await use(async ({ servers, connect = true, ...options } = {}) => {
      const config = servers === undefined ? options.config : await writeConfig(folder, servers);
      const running = await launch({ ...options, ...(config === undefined ? {} : { config }) });
      const desk = new Desk(running);
      opened.push(desk);
      if (options.profile === undefined) later(() => removeFolder(running.profile));
      await desk.ready();
      if (servers !== undefined && connect) await desk.connectAll();
      return desk;
    });
    if (info.status !== info.expectedStatus) await keepPictures(opened, info.outputPath("."));
    for (const desk of opened) await desk.close();
    expect(
      opened.flatMap((desk) => desk.complaints),
      COMPLAINED,
    ).toEqual([]);
  },
});

/** Lines of a window's tree that are printed: more than usual. */
const SAID_LINES = 150;

/**
 * After a failed test: the windows at its end as pictures, and as text on the console, which is all that
 * remains of a run elsewhere.
 */
async function keepPictures(desks: readonly Desk[], folder: string): Promise<void> {
  for (const [index, { page }] of desks.entries()) {
    if (page.isClosed()) continue;
    await page.screenshot({ path: `${folder}/window-${index + 1}.png` }).catch(() => undefined);
    const tree = await page
      .locator("body")
      .ariaSnapshot({ timeout: 5000 })
      .catch((error: unknown) => String(error));
    const lines = tree.split("\n");
    const left = lines.length > SAID_LINES ? `\n… ${lines.length - SAID_LINES} more lines` : "";
    process.stderr.write(
      `Window ${index + 1} at the end:\n${lines.slice(0, SAID_LINES).join("\n")}${left}\n`,
    );
  }
}
