// Servers that flood every input at once or in turn: meanwhile another server's request appears, Stopped works,
// and memory stays below a limit.
import path from "node:path";
import { expect, test } from "../../fixtures.ts";
import { RawServer } from "../../../src-main/servers/mcp/testingHttp.ts";
import { ruleSchema } from "../../../src-shared/rules/rule.ts";
import type { Desk } from "../../support/desk.ts";
import { serverNode } from "../../support/paths.ts";
import type { Puppet } from "../../support/puppet.ts";
import { isWhole } from "../../support/everyRun.ts";
import { startScriptedModel, streamsText } from "../../support/scriptedModel.ts";

const SCRIPT = path.resolve(import.meta.dirname, "../../servers/flood.mjs");
/** MiB of the main process at most, with any input. */
const MEMORY_MOST = 600;
/** How often each is measured. */
const TIMES = isWhole ? 5 : 2;
/** Milliseconds, best of several: the test machine has other work. */
const WITHIN_MS = 200;
/**
 * The same where what waited longest counts: the values are taken out in 50 ms of processor time, the rest of what two
 * million characters take comes to it, and a busy machine takes several times as long.
 */
const LONGEST_MS = 1000;

const question = (text: string): { messages: object[]; maxTokens: number } => ({
  messages: [{ role: "user", content: { type: "text", text } }],
  maxTokens: 20,
});

const WORDS =
  "the meeting about garden tools was moved because several members wanted more time for reading and cooking together".split(
    " ",
  );

/** Almost 2,000,000 characters with 480 addresses and no other finding: no filler repeats. */
function letters(): string {
  let seed = 7;
  const word = (): string => {
    seed = (seed * 16_807) % 2_147_483_647;
    return WORDS[seed % WORDS.length] ?? "";
  };
  const sentence = (): string => `${Array.from({ length: 9 }, word).join(" ")}.`;
  const letter = (_: unknown, at: number): string =>
    `anna.lindqvist.${at}@lindqvist-werke.de\n${Array.from({ length: 70 }, sentence).join(" ")}\n`;
  return Array.from({ length: 480 }, letter).join("");
}

/** Retried where Playwright loses the result because main collects garbage at that moment. */
async function memoryOf(desk: Desk): Promise<number> {
  for (;;) {
    try {
      const bytes = await desk.app.evaluate(() => process.memoryUsage().rss);
      return Math.round(bytes / 1024 / 1024);
    } catch (error) {
      if (!String(error).includes("garbage collected")) throw error;
    }
  }
}

let asked = 0;

/** How long a request of the well-behaved server takes to be on screen, in milliseconds. */
async function shown(desk: Desk, steady: Puppet): Promise<number> {
  asked += 1;
  const text = `steady question ${asked}`;
  const onScreen = desk.page.evaluate(
    (wanted) =>
      new Promise<void>((resolve) => {
        const look = (): void => {
          if (document.body.textContent?.includes(wanted) !== true) return;
          observer.disconnect();
          resolve();
        };
        const observer = new MutationObserver(look);
        observer.observe(document, { subtree: true, childList: true, characterData: true });
        look();
      }),
    text,
  );
  const askedMs = performance.now();
  const { id } = steady.ask(question(text));
  await onScreen;
  const shownMs = performance.now() - askedMs;
  steady.cancel(id);
  return shownMs;
}

/** The time from the click on Stopped until a request is refused. */
async function stopped(desk: Desk, steady: Puppet): Promise<number> {
  const beganMs = performance.now();
  await desk.do("desk.switch", "stopped");
  const refused = await steady.ask(question("while stopped")).answer;
  const stoppedMs = performance.now() - beganMs;
  expect(refused.error).toMatchObject({ data: { reason: "stopped" } });
  await desk.do("desk.switch", "rules");
  return stoppedMs;
}

/** Adds to the report of the run. */
const measured = (description: string): void =>
  void test.info().annotations.push({ type: "measured", description });

/** Several times, with memory measured in between. */
async function holds(desk: Desk, steady: Puppet, what: string): Promise<void> {
  const seen: { shownMs: number; stoppedMs: number; memory: number }[] = [];
  for (let times = 0; times < TIMES; times += 1) {
    const shownMs = await shown(desk, steady);
    const stoppedMs = await stopped(desk, steady);
    seen.push({ shownMs, stoppedMs, memory: await memoryOf(desk) });
  }
  const least = (of: "shownMs" | "stoppedMs"): number => Math.min(...seen.map((one) => one[of]));
  const memory = Math.max(...seen.map((one) => one.memory));
  measured(
    `${what}: shown within ${Math.round(least("shownMs"))} ms, stopped within ${Math.round(least("stoppedMs"))} ms, main ${memory} MiB`,
  );
  expect(least("shownMs"), `${what}: shown`).toBeLessThan(WITHIN_MS);
  expect(least("stoppedMs"), `${what}: stopped`).toBeLessThan(WITHIN_MS);
  expect(memory, `${what}: memory`).toBeLessThan(MEMORY_MOST);
}

test("servers that flood every input delay no other server, and memory stays bounded @long", async ({
  open,
  puppet,
  later,
}) => {
  test.setTimeout(180_000);
  const steady = await puppet();
  const writer = await puppet();
  const model = await startScriptedModel(streamsText(["fine"]));
  later(() => model.close());
  const desk = await open({ servers: { steady: steady.config, writer: writer.config } });
  await desk.useModels(model.baseUrl);
  await desk.do("desk.switch", "rules");
  await shown(desk, steady);
  measured(`at rest: main ${await memoryOf(desk)} MiB`);

  const add = (name: string, mode: string): Promise<string> =>
    desk.addServer({
      name,
      era: "legacy",
      endpoint: { kind: "stdio", command: serverNode, args: [SCRIPT, mode], cwd: null, env: [] },
    });

  await test.step("endless stderr", async () => {
    const id = await add("noisy", "stderr");
    await desk.connectAll();
    await holds(desk, steady, "stderr");
    const said = async (): Promise<string[]> =>
      (await desk.do("servers.lines", id)).map(({ text }) => text);
    await expect
      .poll(said)
      .toContainEqual(expect.stringMatching(/^\[\d+ bytes of stderr were left out/));
    await desk.do("servers.remove", id);
  });

  await test.step("endless lists", async () => {
    const id = await add("endless", "lists");
    await desk.connectAll();
    await holds(desk, steady, "lists");
    await expect.poll(async () => (await desk.server("endless")).cuts?.tools?.limit).toBe("bytes");
    await desk.do("servers.remove", id);
  });

  await test.step("pings whose responses are never accepted", async () => {
    const server = new RawServer();
    server.answerStatus = null;
    const url = await server.listen();
    later(() => server.close());
    const id = await desk.addServer({
      name: "pings",
      era: "legacy",
      endpoint: { kind: "http", url, headers: [] },
    });
    await desk.connectAll();
    const stream = await server.get();
    for (let ping = 0; ping < 3000; ping += 1) {
      stream.event({ jsonrpc: "2.0", id: `p${ping}`, method: "ping" });
    }
    await holds(desk, steady, "pings");
    const open = server.exchanges.filter(
      ({ message }) => message?.id !== undefined && message.method === undefined,
    );
    expect(open.length).toBeLessThanOrEqual(6);
    await desk.do("servers.remove", id);
  });

  await test.step("480 addresses that a rule redacts", async () => {
    const rule = ruleSchema.parse({
      id: "keep",
      name: "Keep",
      when: "server:writer",
      decide: "allow",
      changes: { redact: ["personal"] },
    });
    await desk.do("rules.save", [rule], (await desk.snapshot()).rules.revision);
    const text = letters();
    // The values are redacted somewhere in between: the longest wait shows it.
    const longest: { shownMs: number; switchMs: number }[] = [];
    for (let times = 0; times < TIMES; times += 1) {
      const before = model.asked().length;
      writer.ask(question(text));
      let [shownMs, switchMs] = [0, 0];
      while (model.asked().length === before) {
        shownMs = Math.max(shownMs, await shown(desk, steady));
        const beganMs = performance.now();
        await desk.do("desk.switch", "rules");
        switchMs = Math.max(switchMs, performance.now() - beganMs);
      }
      longest.push({ shownMs, switchMs });
    }
    const memory = await memoryOf(desk);
    measured(`addresses: ${JSON.stringify(longest)}, main ${memory} MiB`);
    expect(Math.min(...longest.map(({ shownMs }) => shownMs))).toBeLessThan(LONGEST_MS);
    expect(Math.min(...longest.map(({ switchMs }) => switchMs))).toBeLessThan(LONGEST_MS);
    expect(memory).toBeLessThan(MEMORY_MOST);
    expect(JSON.stringify(model.asked()[0]?.body)).not.toContain("lindqvist");
  });
});
