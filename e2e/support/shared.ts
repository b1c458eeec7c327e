// One running app for many tests of a worker, for those whose subject is neither a start nor a profile. Between two of
// them everything is taken back that a person could have done; an app in which anything is left is not used again.
import process from "node:process";
import { expect } from "playwright/test";
import { channels, type Args, type Channel, type Results } from "../../src-shared/ipc/contract.ts";
import type { Snapshot } from "../../src-shared/ipc/pushes.ts";
import { launch, removeFolder, writeConfig } from "./app.ts";
import { Desk } from "./desk.ts";
import { needsPress } from "./press.ts";

/** What main has done in a moment: a longer pause between two looks is one in which nobody does anything. */
const SOON = [20, 20, 30, 50, 50, 100];

/** What the person decides, and what is there because of it: equal in an app that nobody has used. */
function whatIsSet({ samples, streams, drafts, ...rest }: Snapshot): unknown {
  const { servers, models, local, settings, desk, machine, rules } = rest;
  return {
    samples: samples.map(({ id }) => id),
    streams,
    drafts,
    servers,
    providers: models.providers.map(({ id, models: listed }) => [id, listed]),
    defaultModel: models.defaultModel,
    downloads: models.downloads,
    removed: models.removed,
    local: [local.models, local.engine],
    settings,
    rules: { ...rules, revision: 0 },
    desk: { ...desk, switchedAtMs: 0 },
    faults: machine.faults,
  };
}

/** How an app is that nobody has used. */
interface Fresh {
  snapshot: Snapshot;
  set: unknown;
  size: { width: number; height: number };
}

async function freshOf(desk: Desk): Promise<Fresh> {
  // The models inside the app are found a moment after the start.
  const modelCount = async (): Promise<number> => (await desk.snapshot()).local.models.length;
  await expect.poll(modelCount, { intervals: SOON }).toBeGreaterThan(0);
  let last = "";
  await expect
    .poll(async () => {
      const before = last;
      last = JSON.stringify(whatIsSet(await desk.snapshot()));
      return before === last;
    })
    .toBe(true);
  await desk.app.evaluate(
    ({ dialog }) => void Reflect.set(globalThis, "dialogsAsTheyWere", { ...dialog }),
  );
  const snapshot = await desk.snapshot();
  const size = await desk.page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  return { snapshot, set: whatIsSet(snapshot), size };
}

export class SharedApp {
  #desk: Desk | null = null;
  /** How it was when nobody had used it. */
  #fresh: Fresh | null = null;
  /** A test that ended the app may go on with what it left there. */
  readonly #profiles: string[] = [];

  /**
   * The app, clean, with these servers of a config, connected unless the test does that. `folder` is the test's own.
   */
  async take(
    servers: Record<string, object>,
    { folder, connect }: { folder: string; connect: boolean },
  ): Promise<Desk> {
    this.#desk ??= await this.#start();
    const desk = this.#desk;
    await desk.ready();
    if (Object.keys(servers).length === 0) return desk;
    const config = await writeConfig(folder, servers);
    // As a second start with a `--config` of its own hands it over.
    await desk.app.evaluate(
      ({ app }, file) => void app.emit("second-instance", {}, [], "", { config: file }),
      config,
    );
    await expect
      .poll(async () => (await desk.snapshot()).servers.map(({ name }) => name), {
        intervals: SOON,
      })
      .toEqual(expect.arrayContaining(Object.keys(servers)));
    if (connect) await desk.connectAll();
    return desk;
  }

  /**
   * After a test: cleans the app; ends it where the test `failed`, where the test ended it, or where anything is left
   * in it, which is said.
   */
  async giveBack(failed: boolean): Promise<void> {
    const desk = this.#desk;
    const fresh = this.#fresh;
    if (desk === null || fresh === null) return;
    if (failed || desk.isClosed || hasEnded(desk)) return this.#end();
    try {
      await clean(desk, fresh);
    } catch (error) {
      if (!desk.page.isClosed() && !hasEnded(desk)) {
        process.stderr.write(`The next test starts an app of its own: ${String(error)}\n`);
      }
      await this.#end();
    }
  }

  /** When the worker ends. */
  async close(): Promise<void> {
    await this.#end();
    for (const profile of this.#profiles) await removeFolder(profile);
  }

  async #end(): Promise<void> {
    const desk = this.#desk;
    this.#desk = null;
    await desk?.close();
  }

  async #start(): Promise<Desk> {
    const desk = new Desk(await launch());
    this.#profiles.push(desk.profile);
    await desk.ready();
    this.#fresh = await freshOf(desk);
    return desk;
  }
}

const hasEnded = (desk: Desk): boolean => {
  const { exitCode, signalCode } = desk.app.process();
  return exitCode !== null || signalCode !== null;
};

/** Takes back what a test did, and makes sure of it. Fails when anything is left. */
async function clean(desk: Desk, fresh: Fresh): Promise<void> {
  const { settings, local } = fresh.snapshot;
  const acting = Object.keys(channels).filter((channel) => needsPress(channel as Channel));
  await desk.page.evaluate(takeBack, { settings, localModels: local.models, acting });
  await desk.app.evaluate(
    ({ dialog }) => void Object.assign(dialog, Reflect.get(globalThis, "dialogsAsTheyWere")),
  );
  await desk.resize(fresh.size);
  // The window forgets what it was looking at.
  await desk.page.reload();
  const set = async (): Promise<unknown> => whatIsSet(await desk.snapshot());
  await expect.poll(set, { timeout: 5000, intervals: SOON }).toEqual(fresh.set);
}

/** What is put back as it was. */
interface AsItWas {
  settings: Snapshot["settings"];
  localModels: Snapshot["local"]["models"];
  /** Channels that need a press. */
  acting: string[];
}

/** Runs in the page, which has twenty answers of main in the time that the test's process has one. */
async function takeBack({ settings, localModels, acting }: AsItWas): Promise<void> {
  const ask = async <C extends Channel>(channel: C, ...args: Args<C>): Promise<Results[C]> => {
    if (acting.includes(channel)) await window.pressKey();
    const result = await window.desk.invoke(channel, ...args);
    if (!result.ok) throw new Error(`${channel} failed: ${JSON.stringify(result.failure)}`);
    return result.value;
  };
  const until = async (what: string, holds: (now: Snapshot) => boolean): Promise<Snapshot> => {
    const lastMs = Date.now() + 15_000;
    for (;;) {
      const now = await ask("app.snapshot");
      if (holds(now)) return now;
      if (Date.now() > lastMs) throw new Error(`${what} did not come to an end`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  // Ends every connection, with the calls and requests on it. What the app brings along is switched off.
  const { servers } = await ask("app.snapshot");
  for (const { id, enabled } of servers) if (enabled) await ask("servers.enable", id, false);
  await until("a connection", (now) => now.servers.every(({ state }) => state.kind === "off"));
  for (const { id, source } of servers) if (source !== "demo") await ask("servers.remove", id);
  // Once everything has ended, which no connection is left to hinder.
  const { samples, models, local, desk } = await until(
    "a request or a run",
    (now) =>
      now.samples.every(({ phase }) => phase.kind === "ended") &&
      now.runs.every(({ state }) => state !== "running"),
  );
  for (const { id } of samples) await ask("desk.dismiss", id);

  await ask("models.watch", false);
  await ask("models.setDefault", null);
  for (const { id, kind } of models.providers) {
    if (kind !== "local") await ask("models.removeProvider", id);
  }
  await ask("models.forgetRemoved");
  for (const { modelId, settings: asItWas } of localModels) {
    const now = local.models.find((model) => model.modelId === modelId)?.settings;
    if (JSON.stringify(now) !== JSON.stringify(asItWas)) {
      await ask("local.configure", modelId, asItWas);
    }
  }
  await ask("local.unload");

  await ask("settings.set", settings);
  await ask("servers.trafficEnd");
  // What was refused, and what rules decided, is counted anew from each turn of the switch.
  if (desk.refusedSince + desk.ruledSince > 0) await ask("desk.switch", "stopped");
  await ask("desk.switch", "review");
  // Again where the file has just been written, and is read only now.
  for (let { rules } = await ask("app.snapshot"); rules.rules.length > 0;) {
    await window.pressKey();
    const saved = await window.desk.invoke("rules.save", [], rules.revision);
    if (!saved.ok && saved.failure.kind !== "stale") throw new Error(JSON.stringify(saved));
    ({ rules } = await ask("app.snapshot"));
  }
}
