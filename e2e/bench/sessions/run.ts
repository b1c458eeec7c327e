// What a long conversation of a coding agent costs: 40 turns at both gates, then single turns in Watch, beside the same
// request sent to the model directly.
import { statSync } from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import type { ElectronApplication, Page } from "playwright/test";
import { partsOf, piecesOf } from "../../../src-shared/request/parts/parts.ts";
import { programInputSchema } from "../../../src-shared/programs/program.ts";
import { policySchema } from "../../../src-shared/servers/policy/policy.ts";
import { beginStream, chunk } from "../../../src-main/models/testing/scriptedModelServer.ts";
import type { Script } from "../../../src-main/models/testing/scriptedModelServer.ts";
import { launch, removeFolder, tempFolder } from "../../support/app.ts";
import { Desk } from "../../support/desk.ts";
import { startScriptedModel } from "../../support/scriptedModel.ts";
import { ask } from "../endpoint/client.ts";
import type { Address } from "../endpoint/client.ts";
import type { Push, SentChange } from "../../../src-shared/contract/pushes.ts";
import type { RequestDocument } from "../../../src-shared/request/document/message.ts";
import type { RequestPatch } from "../../../src-shared/request/document/patch.ts";
import type { Figure } from "../figure.ts";
import { memoryOf } from "../memory.ts";
import { spreadOf } from "../clock.ts";
import { Conversation, TURNS } from "./conversation.ts";

/** Turns whose findings are timed: the last ones, which cost the same. */
const SCANS = 5;
const WATCHED = 20;
const WARM = 5;
const SMALL_BYTES = 10_000;
/** How long the agent's tool runs before its next turn, and the desk scans, indexes and shows the one before. */
const TOOL_MS = 500;

const policy = policySchema.parse({ limits: { perMinute: 100_000, waiting: 1000 } });

export async function sessions(): Promise<Figure[]> {
  const profile = await tempFolder();
  const conversations = new Map<string, Conversation>();
  const model = await startScriptedModel(replying(conversations));
  try {
    const held = await withDesk(profile, (desk) => gates(desk, model.baseUrl, conversations));
    const stored = sizeOf(profile, "ledger.db") + sizeOf(profile, "history.db");
    const disk: Figure = {
      name: `audit log and index on disk, of the ${kB(held.distinct)} kB that differ in ${TURNS} turns`,
      unit: "×",
      values: [stored / held.distinct],
      floor: [sizeOf(profile, "ledger.db") / held.distinct],
      floorIs: "the audit log alone",
      aim: 1.5,
    };
    const watched = await withDesk(profile, (desk) => watch(desk, model.baseUrl, conversations));
    return [disk, ...held.figures, ...watched];
  } finally {
    await model.close();
    await removeFolder(profile);
  }
}

const kB = (bytes: number): string => (bytes / 1000).toFixed(0);

/** The file once the app has ended, which empties its WAL. */
const sizeOf = (profile: string, name: string): number => statSync(path.join(profile, name)).size;

async function withDesk<T>(profile: string, work: (desk: Desk) => Promise<T>): Promise<T> {
  const desk = new Desk(await launch({ profile, held: false }));
  try {
    await desk.ready();
    return await work(desk);
  } finally {
    await desk.close();
  }
}

/** The model calls the next tool of the conversation that asks, or says a few words. */
const replying =
  (conversations: ReadonlyMap<string, Conversation>): Script =>
  ({ body }, response) => {
    const reply = conversations.get(String(body["prompt_cache_key"]))?.reply();
    const { content, tool_calls = [] } = reply ?? { content: "Hello from the model." };
    const send = beginStream(response);
    send(chunk({ role: "assistant", content }));
    for (const [index, call] of tool_calls.entries())
      send(chunk({ tool_calls: [{ index, ...call }] }));
    send(chunk({}, tool_calls.length > 0 ? "tool_calls" : "stop"));
    send("[DONE]");
    response.end();
  };

async function programOf(desk: Desk, mode: "watch" | "hold"): Promise<Address> {
  const input = programInputSchema.parse({ name: mode, mode, policy });
  const { baseUrl, token } = await desk.do("programs.add", input);
  return { baseUrl: `${baseUrl}/v1`, token };
}

/** The bytes of the parts that were sent and said, each once. */
class Distinct {
  readonly #texts = new Set<string>();
  bytes = 0;

  add(body: string): void {
    for (const { at, end, part } of piecesOf(body, partsOf("openai-chat", body))) {
      const text = body.slice(at, end);
      if (part === null || this.#texts.has(text)) continue;
      this.#texts.add(text);
      this.bytes += Buffer.byteLength(text);
    }
  }
}

/** Every turn approved on the screen, at both gates; nothing is dismissed. */
async function gates(desk: Desk, baseUrl: string, conversations: Map<string, Conversation>) {
  await desk.useModels(baseUrl);
  const program = await programOf(desk, "hold");
  const conversation = new Conversation("held");
  conversations.set("held", conversation);
  const distinct = new Distinct();
  const scans: number[] = [];
  const memory: number[] = [];
  const { page } = desk;
  for (;;) {
    const { turn } = conversation;
    if (turn % 10 === 0) process.stdout.write(`  turn ${turn} …\n`);
    const body = conversation.body();
    distinct.add(body);
    const scanned = await scanTime(page);
    const asked = ask(program, body);
    const scanMs = await scanned.evaluate(({ time }) => time);
    await scanned.dispose();
    if (turn > TURNS - SCANS) scans.push(scanMs);
    await page.getByRole("listbox", { name: "Inbox" }).focus();
    if (turn > 1) await page.keyboard.press("n");
    // At gate 1, then at gate 2.
    await desk.decide(desk.button(/^Approve & generate/));
    await desk.decide(desk.button(/^Approve & reply/));
    const { status, text } = await asked;
    if (status !== 200) throw new Error(`turn ${turn}: ${status} ${text.slice(0, 1000)}`);
    memory.push(await windowMemory(desk.app));
    if (turn === TURNS) break;
    conversation.goOn(conversation.reply());
  }
  await untilIndexed(desk);
  const first = memory[0] ?? Number.NaN;
  const figures: Figure[] = [
    {
      name: `turn ${TURNS} has come to the window → its findings are complete`,
      unit: "ms",
      values: scans,
      aim: 300,
    },
    {
      name: `the window's memory within ${TURNS} turns`,
      unit: "MiB",
      values: memory,
      of: "most",
      floor: [first],
      floorIs: "after the first",
      aim: 300,
    },
  ];
  return { distinct: distinct.bytes, figures };
}

/**
 * How long the next request is in the window before it has all findings: it asks main for them as soon as the request
 * has come, as a gate does. Listens before it resolves.
 */
const scanTime = (page: Page) =>
  page.evaluateHandle(() => {
    const time = new Promise<number>((resolve) => {
      const leave = window.desk.subscribe((text) => {
        const pushes = JSON.parse(text) as Push[];
        const change = pushes.map((push) => push.change).find(isNew);
        if (change === undefined) return;
        leave();
        const cameMs = performance.now();
        // The document to be approved is the one that came.
        const request = change.set[0]?.[1] as { asked: RequestDocument } | undefined;
        if (request === undefined) throw new Error("a new request without its content");
        void window.desk
          .invoke("inspect.document", change.id, "request", request.asked)
          .then(() => resolve(performance.now() - cameMs));
      });
    });
    function isNew(change: SentChange): change is RequestPatch {
      return change.kind === "request-patch" && change.whole;
    }
    return { time };
  });

/** In MiB; pages shared with other processes count in part. */
async function windowMemory(app: ElectronApplication): Promise<number> {
  const pid = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId(),
  );
  return pid === undefined ? Number.NaN : memoryOf(pid).pssMiB;
}

async function untilIndexed(desk: Desk): Promise<void> {
  const untilMs = performance.now() + 30_000;
  for (;;) {
    const { history } = await desk.snapshot();
    if (history.state.kind === "ready" && history.total >= TURNS) return;
    if (performance.now() > untilMs) throw new Error("the history was not indexed");
  }
}

/** Single turns that pass at once, in turns with the same request to the model directly. */
async function watch(desk: Desk, baseUrl: string, conversations: Map<string, Conversation>) {
  const watched = await programOf(desk, "watch");
  const subjects = { direct: { baseUrl, token: "none" }, desk: watched };
  const conversation = new Conversation("watched");
  conversations.set("watched", conversation);
  while (conversation.turn < TURNS - WARM - WATCHED) conversation.goOn(conversation.reply());
  process.stdout.write("  Watch …\n");
  const large = await inTurns(desk, subjects, () => {
    conversation.goOn(conversation.reply());
    return conversation.body();
  });
  let count = 0;
  const small = await inTurns(desk, subjects, () => {
    const content = `${"All work and no play. ".repeat(450)} ${(count += 1)}`.padEnd(
      SMALL_BYTES - 100,
    );
    const messages = [{ role: "user", content }];
    return JSON.stringify({ model: "scripted-1", stream: true, max_tokens: 4000, messages });
  });
  const figure = (name: string, { direct, own }: Times, aim: number): Figure => ({
    name: `Watch adds to the first byte, ${name}`,
    unit: "ms",
    values: own.map((ms) => ms - spreadOf(direct).median),
    floor: direct,
    floorIs: "the direct call",
    aim,
  });
  return [
    figure("292 kB", large, 25),
    figure("10 kB", small, 15),
    {
      name: "main is blocked at most by 292 kB, of which it adds one turn",
      unit: "ms",
      values: large.blocked,
      floor: large.idle,
      floorIs: "during the direct call",
      aim: 30,
    },
  ];
}

interface Times {
  direct: number[];
  own: number[];
  /** The longest time in which main did nothing else: while it passed the request, and during the direct call. */
  blocked: number[];
  idle: number[];
}

async function inTurns(
  desk: Desk,
  subjects: Record<"direct" | "desk", Address>,
  next: () => string,
): Promise<Times> {
  const times: Times = { direct: [], own: [], blocked: [], idle: [] };
  for (let run = -WARM; run < WATCHED; run += 1) {
    const body = next();
    await setTimeout(TOOL_MS);
    for (const name of ["direct", "desk"] as const) {
      await beginDelays(desk.app);
      const { status, text, firstMs } = await ask(subjects[name], body);
      if (status !== 200) throw new Error(`${name}: ${status} ${text.slice(0, 1000)}`);
      const longest = await longestDelay(desk.app);
      if (run < 0) continue;
      times[name === "direct" ? "direct" : "own"].push(firstMs);
      times[name === "direct" ? "idle" : "blocked"].push(longest);
    }
  }
  return times;
}

/** A timer in main that is due each millisecond: how late it is shows how long main was blocked. */
const beginDelays = (app: ElectronApplication): Promise<void> =>
  app.evaluate(() => {
    const watch = { longest: 0, last: performance.now(), timer: setInterval(look, 1) };
    function look(): void {
      const now = performance.now();
      watch.longest = Math.max(watch.longest, now - watch.last);
      watch.last = now;
    }
    Reflect.set(globalThis, "delays", watch);
  });

/** In milliseconds. */
const longestDelay = (app: ElectronApplication): Promise<number> =>
  app.evaluate(() => {
    const watch = Reflect.get(globalThis, "delays") as { longest: number; timer: NodeJS.Timeout };
    clearInterval(watch.timer);
    return watch.longest;
  });
