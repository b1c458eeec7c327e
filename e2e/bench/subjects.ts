// The programs measured: the app, the floor (a bare window with Monaco and the SDK's client), and an empty window. All use
// the same stdio server.
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { _electron, type ElectronApplication, type Page } from "playwright/test";
import { build } from "vite";
import { runtime } from "../../scripts/runtime.mjs";
import { machineSwitches } from "../../scripts/setup/screen.mjs";
import { launch, removeFolder, tempFolder, writeConfig } from "../support/app.ts";
import { projectNode } from "../support/paths.ts";
import { press as pressKey } from "../support/press.ts";
import { clockLag } from "./clock.ts";
import type { Figure } from "./figure.ts";
import { paintedAt, press, untilShown } from "./page.ts";

const serverScript = path.join(import.meta.dirname, "server.mjs");
const floorFolder = path.join(import.meta.dirname, "floor");

/** One request from the server's write to the screen, and one response from the button to the server's read. */
interface Trip {
  shownMs: number;
  repliedMs: number;
}

interface ServerTimes {
  sentMs: number;
  heardMs: number;
}

const RUNS = 20;

/** From a server's write to the editor, and from the button to the server's read. */
export async function trips(): Promise<Figure[]> {
  const floor = await floorTrips(RUNS);
  const own = await appTrips(RUNS);
  return [
    {
      name: "a request sent → visible and editable",
      unit: "ms",
      values: own.map(({ shownMs }) => shownMs),
      floor: floor.map(({ shownMs }) => shownMs),
      floorIs: "a bare window with Monaco and the SDK's client",
      aim: 60,
    },
    {
      name: "approve clicked → the server has the response",
      unit: "ms",
      values: own.map(({ repliedMs }) => repliedMs),
      floor: floor.map(({ repliedMs }) => repliedMs),
      floorIs: "button, IPC, SDK client",
      aim: 10,
    },
  ];
}

function timesOf(text: string | undefined): ServerTimes {
  const times = JSON.parse(text ?? "null") as (ServerTimes & { answered: boolean }) | null;
  if (times === null || !times.answered) throw new Error(`the server got no answer: ${text}`);
  return times;
}

async function launchFloor(args: string[]): Promise<ElectronApplication> {
  return _electron.launch({
    executablePath: (await runtime()).executable,
    args: [...machineSwitches({ virtual: true }), floorFolder, ...args],
  });
}

/** Builds the floor's page, runs trips through it, and removes what it built. */
async function floorTrips(runs: number): Promise<Trip[]> {
  const outDir = await mkdtemp(path.join(os.tmpdir(), "countersign-floor-"));
  await build({
    configFile: false,
    root: floorFolder,
    base: ".//",
    logLevel: "silent",
    build: { outDir, target: "chrome130", emptyOutDir: true },
  });
  const app = await launchFloor([
    "--window",
    path.join(outDir, "index.html"),
    "--server",
    serverScript,
    "--node",
    projectNode,
  ]);
  const page = await app.firstWindow();
  await page.locator(".monaco-editor").first().waitFor();
  const lag = (await page.evaluate(clockLag)) - clockLag();
  const trips: Trip[] = [];
  for (let run = 0; run < runs; run += 1) {
    const token = `floor-${run}-end`;
    let call: Promise<string> = Promise.resolve("");
    const shown = await untilShown(page, token, async () => {
      call = page.evaluate((text) => {
        const { floor } = window as unknown as { floor: { call(text: string): Promise<string> } };
        return floor.call(text);
      }, token);
    });
    const pressed = await press(page, "Reply");
    const { sentMs, heardMs } = timesOf(await call);
    trips.push({ shownMs: shown + lag - sentMs, repliedMs: heardMs - pressed - lag });
  }
  await app.close();
  await rm(outDir, { recursive: true, force: true });
  return trips;
}

export interface Start {
  paintedMs: number;
  page: Page;
  pid: number;
  close: () => Promise<unknown>;
}

/** When the process was created, by the machine's clock (whole hundredths of a second). */
const madeAt = (app: ElectronApplication): Promise<number | null> =>
  app.evaluate(() => process.getCreationTime());

async function started(
  app: ElectronApplication,
  page: Page,
  close: () => Promise<unknown>,
): Promise<Start> {
  const painted = (await paintedAt(page)) + (await page.evaluate(clockLag));
  const made = await madeAt(app);
  if (made === null) throw new Error("this system does not tell when a process was made");
  return { paintedMs: painted - made, page, pid: app.process().pid ?? 0, close };
}

/** Starts an empty window. */
export async function startEmpty(): Promise<Start> {
  const app = await launchFloor([]);
  return started(app, await app.firstWindow(), () => app.close());
}

/** Starts the app in this profile; it counts as painted when its first screen can be used. */
export async function startApp(profile: string): Promise<Start> {
  const { app, page, close } = await launch({ profile, held: false });
  await page.getByRole("button", { name: "Run the demo" }).waitFor();
  return started(app, page, close);
}

/** Runs trips through the app, in a profile of its own or this one. */
export const appTrips = (runs: number, own?: string): Promise<Trip[]> =>
  inApp(own, async (_page, trip) => {
    const trips: Trip[] = [];
    for (let run = 0; run < runs; run += 1) trips.push(await trip());
    return trips;
  });

/**
 * Starts the app for some work, in a profile of its own or this one.
 * @param work its trip: a request is shown, answered by hand, approved
 */
export async function inApp<T>(
  own: string | undefined,
  work: (page: Page, trip: () => Promise<Trip>) => Promise<T>,
): Promise<T> {
  const folder = await tempFolder();
  const config = await writeConfig(folder, {
    bench: {
      command: projectNode,
      args: [serverScript],
      countersign: { limits: { perMinute: 100_000 } },
    },
  });
  const { page, close, profile } = await launch({
    config,
    ...(own === undefined ? {} : { profile: own }),
  });
  await page.getByRole("navigation").waitFor();
  const serverId = await connectBench(page);
  const lag = (await page.evaluate(clockLag)) - clockLag();
  let trips = 0;
  const done = await work(page, () => appTrip(page, serverId, (trips += 1), lag));
  await close();
  if (own === undefined) await removeFolder(profile);
  await removeFolder(folder);
  return done;
}

/** Confirms the bench server and waits until its tool can be called; returns its id. */
export const connectBench = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const deadline = performance.now() + 20_000;
    while (performance.now() < deadline) {
      const snapshot = await window.desk.invoke("app.snapshot");
      if (!snapshot.ok) break;
      const server = snapshot.value.servers.find(({ name }) => name === "bench");
      if (server?.tools.length === 1) return server.id;
      if (server?.state.kind === "needs-confirmation") {
        await window.pressKey();
        await window.desk.invoke("servers.confirm", server.id, server.state.hash);
      }
      await new Promise(requestAnimationFrame);
    }
    throw new Error("the bench server did not connect");
  });

async function appTrip(page: Page, serverId: string, run: number, lag: number): Promise<Trip> {
  const token = `app-${run}-end`;
  await pressKey(page);
  const shown = await untilShown(page, token, () =>
    page.evaluate(([id, text]) => window.desk.invoke("calls.start", id, "tool", "once", { text }), [
      serverId,
      token,
    ] as const),
  );
  const byHand = page.getByRole("button", { name: /^Answer by hand/ });
  await byHand.click();
  const approve = page.getByRole("button", { name: /^Approve & reply/ });
  await approve.waitFor();
  await page
    .getByRole("textbox", { name: /^Response/ })
    .first()
    .focus();
  await page.keyboard.insertText("the answer");
  await page.waitForFunction(
    () =>
      [...document.querySelectorAll("button")].find((one) =>
        one.textContent.startsWith("Approve & reply"),
      )?.disabled === false,
  );
  const pressed = await press(page, "Approve & reply");
  const { sentMs, heardMs } = timesOf(await endOfRun(page, token));
  // Ended requests leave the list, so that the next request is shown like the first.
  await page.evaluate(async () => {
    const snapshot = await window.desk.invoke("app.snapshot");
    if (!snapshot.ok) return;
    for (const { id } of snapshot.value.requests) await window.desk.invoke("desk.dismiss", id);
  });
  return { shownMs: shown + lag - sentMs, repliedMs: heardMs - pressed - lag };
}

/** The text of the result of the run with this argument. */
const endOfRun = (page: Page, token: string): Promise<string | undefined> =>
  page.evaluate(async (text) => {
    const deadline = performance.now() + 10_000;
    while (performance.now() < deadline) {
      const snapshot = await window.desk.invoke("app.snapshot");
      if (!snapshot.ok) break;
      const run = snapshot.value.runs.find((one) => JSON.stringify(one.arguments).includes(text));
      if (run?.state === "done") {
        const content = Reflect.get(Object(run.result), "content") as { text: string }[];
        return content[0]?.text;
      }
      await new Promise(requestAnimationFrame);
    }
    throw new Error("the run did not end");
  }, token);
