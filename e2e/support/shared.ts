// One running app for many tests of a worker, for those about neither a start nor a profile. Between two of
// them everything that a user could have changed is reset; an app with anything left over is not used again.
import process from "node:process";
import { expect } from "playwright/test";
import {
  channels,
  type Args,
  type Channel,
  type Results,
} from "../../src-shared/contract/contract.ts";
import type { Snapshot } from "../../src-shared/contract/pushes.ts";
import { launch, removeFolder, writeConfig } from "./app.ts";
import { Desk } from "./desk.ts";
import { needsPress } from "./press.ts";

/** How long main may take for anything: an unchanged state for longer means that it is idle. */
const SOON = [20, 20, 30, 50, 50, 100];

/** What the user decides, and its effects: equal to that of an unused app. */
function whatIsSet({ requests, streams, drafts, ...rest }: Snapshot): unknown {
  const { servers, models, local, settings, desk, machine, rules } = rest;
  return {
    requests: requests.map(({ id }) => id),
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

/** The state of an unused app. */
interface Fresh {
  snapshot: Snapshot;
  set: unknown;
  size: { width: number; height: number };
}

async function freshOf(desk: Desk): Promise<Fresh> {
  // The built-in models are found a moment after the start.
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
  /** Its state while unused. */
  #fresh: Fresh | null = null;
  /** A test that ended the app may go on with the files that it left. */
  readonly #profiles: string[] = [];

  /**
   * The app, reset, with these servers of a config, connected unless the test does that. `folder` is the test's own.
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
    // As a second start with its own `--config` hands it over.
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
   * After a test: resets the app; ends it where the test `failed`, where the test ended it, or where anything is left
   * over, which is reported.
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

/** Resets what a test did, and checks it. Fails when anything is left over. */
async function clean(desk: Desk, fresh: Fresh): Promise<void> {
  const { settings, local } = fresh.snapshot;
  const acting = Object.keys(channels).filter((channel) => needsPress(channel as Channel));
  await desk.page.evaluate(takeBack, { settings, localModels: local.models, acting });
  await desk.app.evaluate(
    ({ dialog }) => void Object.assign(dialog, Reflect.get(globalThis, "dialogsAsTheyWere")),
  );
  await desk.resize(fresh.size);
  // The window forgets its selection.
  await desk.page.reload();
  const set = async (): Promise<unknown> => whatIsSet(await desk.snapshot());
  await expect.poll(set, { timeout: 5000, intervals: SOON }).toEqual(fresh.set);
}

/** What is restored. */
interface AsItWas {
  settings: Snapshot["settings"];
  localModels: Snapshot["local"]["models"];
  /** Channels that need a press. */
  acting: string[];
}

/** Runs in the page, where twenty calls to main take as long as one from the test's process. */
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
  // Ends every connection, with its calls and requests. The bundled server is turned off.
  const { servers } = await ask("app.snapshot");
  for (const { id, enabled } of servers) if (enabled) await ask("servers.enable", id, false);
  await until("a connection", (now) => now.servers.every(({ state }) => state.kind === "off"));
  for (const { id, source } of servers) if (source !== "demo") await ask("servers.remove", id);
  // Once everything has ended, which no connection can delay.
  const { requests, models, local, desk } = await until(
    "a request or a run",
    (now) =>
      now.requests.every(({ phase }) => phase.kind === "ended") &&
      now.runs.every(({ state }) => state !== "running"),
  );
  for (const { id } of requests) await ask("desk.dismiss", id);

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
  // Refused requests and decisions of rules are counted anew from each change of the mode.
  if (desk.refusedSince + desk.ruledSince > 0) await ask("desk.switch", "stopped");
  await ask("desk.switch", "review");
  // Again where the file has just been written, and is only now read.
  for (let { rules } = await ask("app.snapshot"); rules.rules.length > 0;) {
    await window.pressKey();
    const saved = await window.desk.invoke("rules.save", [], rules.revision);
    if (!saved.ok && saved.failure.kind !== "stale") throw new Error(JSON.stringify(saved));
    ({ rules } = await ask("app.snapshot"));
  }
}
