// How long the main process and the window stand still for large and very many things, within the usual limits and
// beyond them: the longest task of each.
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { launch, removeFolder, tempFolder, writeConfig } from "../../support/app.ts";
import type { RunningApp } from "../../support/app.ts";
import { Desk } from "../../support/desk.ts";
import { Puppet, question } from "../../support/puppet.ts";
import { longestTasks } from "./tasks.ts";

const RUNS = 3;
/** How long the window may draw after a request has come: longer than anything measured here. */
const DRAWN_MS = 3000;

const words = (count: number): string => "The quick brown fox jumps. ".repeat(count / 27);
const message = (text: string, at = 0): object => ({
  role: at % 2 === 0 ? "user" : "assistant",
  content: { type: "text", text },
});
/** @param data base64, or what a server takes for it */
const image = (data: string): object => ({
  messages: [
    {
      role: "user",
      content: {
        type: "image",
        mimeType: "image/png",
        data,
      },
    },
  ],
  maxTokens: 5,
});

/**
 * 20 MB: a whole number of groups of three bytes, so that it needs no padding. Of random bytes, as those of any image look: what
 * is the same again and again is looked through in a third of the time. Another one each time: one that is known is not
 * written again.
 */
const picture = (): string => `iVBORw0KGgo${randomBytes(19_999_998).toString("base64").slice(11)}`;

interface Case {
  name: string;
  params: () => object;
}

const USUAL: readonly Case[] = [
  { name: "a request of one line", params: () => question("small") },
  {
    name: "a text of 1 MB in 16,000 lines",
    params: () => question(`${words(60)}\n`.repeat(16_600)),
  },
  { name: "a text of 2,000,000 characters in one line", params: () => question(words(1_990_000)) },
  {
    name: "a system prompt of 100,000 lines",
    params: () => question("S", { systemPrompt: "a line\n".repeat(100_000) }),
  },
  {
    name: "1,000 messages of 1 kB",
    params: () => ({
      messages: Array.from({ length: 1000 }, (_, at) => message(`${at} ${words(1000)}`, at)),
      maxTokens: 5,
    }),
  },
  { name: "an image of 20 MB", params: () => image(picture()) },
  { name: "an image of 20 MB whose base64 lacks its end", params: () => image(`${picture()}AA`) },
  { name: "a line of 70 MB, refused", params: () => question("a".repeat(70_000_000)) },
];

const RAISED: readonly Case[] = [
  { name: "a text of 8 MB in one line", params: () => question(words(8_000_000)) },
  {
    name: "50,000 messages",
    params: () => ({ messages: Array(50_000).fill(message("again")), maxTokens: 5 }),
  },
];
const RAISED_LIMITS = { messages: 50_000, textCharacters: 64 * 1024 * 1024 };

/** Rows for the table of the bench: name, main's longest task, the window's, runs. */
export async function largeRows(): Promise<string[][]> {
  const usual = await rowsOf({}, USUAL);
  const raised = await rowsOf(RAISED_LIMITS, RAISED);
  return [
    ["longest task (ms) of …", "main", "window", "runs", ""],
    ...usual,
    ["  where a person has raised the limits:", "", "", "", ""],
    ...raised,
  ];
}

async function rowsOf(limits: object, cases: readonly Case[]): Promise<string[][]> {
  const server = await Puppet.open();
  const folder = await tempFolder();
  const config = await writeConfig(folder, {
    puppet: {
      ...server.command,
      countersign: { unasked: "ask", limits: { ...limits, perMinute: 10_000, waiting: 10_000 } },
    },
  });
  const running = await launch({ config });
  try {
    const desk = new Desk(running);
    await desk.ready();
    await desk.connectAll();
    const rows: string[][] = [];
    // The first request of a window warms what the others use.
    await once(desk, server, question("first"));
    for (const { name, params } of cases) {
      const runs = [];
      for (let run = 0; run < RUNS; run += 1) {
        const longest = await once(desk, server, params()).catch(async (error: unknown) => {
          throw (await endOf(running, name)) ?? error;
        });
        runs.push(longest);
      }
      rows.push(row(name, runs));
    }
    if (cases === USUAL) {
      rows.push(await trafficRow(desk, server));
    }
    return rows;
  } finally {
    await running.close();
    await server.close();
    await removeFolder(running.profile);
    await removeFolder(folder);
  }
}

/** How the app ended, where it did: of all that a bench can find, nothing counts more. */
async function endOf(
  { app, profile, complaints }: RunningApp,
  name: string,
): Promise<Error | null> {
  const { exitCode, signalCode } = app.process();
  if (exitCode === null && signalCode === null) return null;
  const log = await readFile(path.join(profile, "logs/main.log"), "utf8").catch(() => "nothing");
  const how = signalCode ?? `exit code ${exitCode}`;
  return new Error(
    `The app ended (${how}) with ${name}. It complained: ${complaints.join("; ")}. Its log:\n${log}`,
  );
}

async function once(desk: Desk, server: Puppet, params: object) {
  const longest = await longestTasks(desk.page, async () => {
    // Listened for before it is sent: a small one is there at once.
    await desk.page.evaluate(() => {
      const arrived = new Promise<void>((resolve) => {
        const end = window.desk.subscribe((pushes) => {
          if (!pushes.includes('"sample-patch"')) return;
          end();
          resolve();
        });
      });
      Reflect.set(globalThis, "arrived", arrived);
    });
    server.ask(params);
    await desk.page.evaluate(() => Reflect.get(globalThis, "arrived") as Promise<void>);
    await new Promise((resolve) => setTimeout(resolve, DRAWN_MS));
  });
  await desk.page.evaluate(async () => {
    const snapshot = await window.desk.invoke("app.snapshot");
    for (const { id, revision, askedHash, phase } of snapshot.ok ? snapshot.value.samples : []) {
      const base = { revision, hash: askedHash };
      if (phase.kind !== "ended") {
        await window.pressKey();
        await window.desk.invoke("desk.decide", id, base, { kind: "reject", tellServer: false });
      }
      await window.desk.invoke("desk.dismiss", id);
    }
  });
  await new Promise((resolve) => setTimeout(resolve, DRAWN_MS / 3));
  return longest;
}

/** 20,000 rows, as when somebody opens the traffic of a server. */
async function trafficRow(desk: Desk, server: Puppet): Promise<string[]> {
  for (let at = 0; at < 20_000; at += 1) server.log("info", `row ${at}`);
  const { id } = await desk.server("puppet");
  const rows = (): Promise<number> =>
    desk.page.evaluate(async (serverId) => {
      const traffic = await window.desk.invoke("servers.traffic", serverId);
      // It came as text: this counts the rows in it, and parses it as the window does.
      return traffic.ok ? (JSON.parse(traffic.value) as { rows: unknown[] }).rows.length : 0;
    }, id);
  await until(async () => (await rows()) >= 20_000);
  const runs = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await longestTasks(desk.page, rows));
  return row("the traffic of a server, 20,000 rows", runs);
}

async function until(done: () => Promise<boolean>): Promise<void> {
  const endsMs = performance.now() + 60_000;
  while (!(await done())) {
    if (performance.now() > endsMs) throw new Error("it did not come within a minute");
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function row(name: string, runs: readonly { mainMs: number; windowMs: number }[]): string[] {
  const middle = (values: number[]): string =>
    (values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN).toFixed(0);
  const main = middle(runs.map(({ mainMs }) => mainMs));
  const page = middle(runs.map(({ windowMs }) => windowMs));
  return [`  ${name}`, main, page, String(runs.length), ""];
}
