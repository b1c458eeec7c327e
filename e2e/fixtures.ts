// What every test gets: the built app in a real Electron with a fresh profile, and the certainty that nothing
// complained on any console, that it ended when told to, and that nothing of it is left.
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
import type { Script } from "../src-main/model/testing/scriptedModelServer.ts";

export { expect };

export interface OpenOptions extends LaunchOptions {
  /** Servers to put into the file for `--config`. */
  servers?: Record<string, object>;
  /** Confirms every command at once and waits until all servers are connected (default). */
  connect?: boolean;
}

interface Fixtures {
  /** A temporary folder of this test. */
  folder: string;
  /** Opens the app; a test may do so more than once (one after the other, or on profiles of their own). */
  open: (options?: OpenOptions) => Promise<Desk>;
  /** Starts a server whose every line the test decides. */
  puppet: (options?: PuppetOptions) => Promise<Puppet>;
  /** The app with a puppet connected whose call is open, without a model but the one inside. */
  openCall: () => Promise<OpenCall>;
  /** The same with a scripted model as the default; `models` is what it lists. */
  openGate: (script: Script, models?: readonly string[]) => Promise<OpenGate>;
  /** Calls these when the test is over, last one first. */
  later: (close: () => Promise<unknown>) => void;
}

export const test = base.extend<Fixtures>({
  // Playwright reads the first argument's names; an empty pattern means that none is needed.
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
  openCall: async ({ open, puppet, later }, use) => use(() => openCall({ open, puppet, later })),
  openGate: async ({ open, puppet, later }, use) =>
    use((script, models) => openGate({ open, puppet, later }, script, models)),
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
    expect(opened.flatMap((desk) => desk.complaints)).toEqual([]);
  },
});

/** Of a failed test: what the windows looked like at its end. */
async function keepPictures(desks: readonly Desk[], folder: string): Promise<void> {
  for (const [index, desk] of desks.entries()) {
    if (desk.page.isClosed()) continue;
    await desk.page
      .screenshot({ path: `${folder}/window-${index + 1}.png` })
      .catch(() => undefined);
  }
}
