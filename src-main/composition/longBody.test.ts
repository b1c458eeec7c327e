// What a long turn of a watched program costs before it goes out: how often all of it is read, written and hashed, by the
// whole app without a window.
import crypto from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { ok } from "#shared/outcome.ts";
import { programInputSchema } from "#shared/programs/program.ts";
import { defaultSettings } from "#shared/settings/defaults.ts";
import { openKeyFile } from "../headless/config/keyFile.ts";
import { openVariables } from "../headless/config/variables.ts";
import { nodePlatform } from "../headless/platform.ts";
import { SettingsService } from "../profile/settings.ts";
import { openFeatures } from "./features.ts";
import { profileStores } from "./stores.ts";

const WORDS = "A line of a file that a tool has read.\n";
const tool = (of: number) => ({
  type: "function",
  function: { name: `tool_${of}`, description: `${of} ${WORDS.repeat(50)}` },
});
const messages: object[] = [{ role: "system", content: WORDS.repeat(500) }];
const body = (): Buffer => {
  messages.push(
    { role: "assistant", content: `I read ${messages.length}.` },
    { role: "user", content: `${messages.length} ${WORDS.repeat(100)}` },
  );
  const tools = Array.from({ length: 20 }, (_, of) => tool(of));
  const asked = { model: "m", stream: true, prompt_cache_key: "c", messages, tools };
  return Buffer.from(JSON.stringify(asked));
};

/** How often `work` reads or writes a text as JSON that is half as long as a body, and how many bodies it hashes. */
async function costOf(bytes: number, work: () => Promise<void>) {
  const cost = { parsed: 0, written: 0, hashed: 0, keyed: 0 };
  const [parse, stringify] = [JSON.parse, JSON.stringify];
  vi.spyOn(JSON, "parse").mockImplementation((text: string, reviver) => {
    if (text.length > bytes / 2) cost.parsed += 1;
    return parse(text, reviver) as unknown;
  });
  vi.spyOn(JSON, "stringify").mockImplementation((value: unknown, replacer, space) => {
    // One overload takes a function, the other a list.
    const text = stringify(value, replacer as never, space) as string | undefined;
    if ((text ?? "").length > bytes / 2) cost.written += 1;
    return text as string;
  });
  const counting = (name: "hashed" | "keyed", of: { update: unknown }): void => {
    const update = of.update as (this: unknown, data: unknown, ...more: never[]) => unknown;
    vi.spyOn(of as { update: typeof update }, "update").mockImplementation(function counted(
      this: unknown,
      data,
      ...more
    ) {
      // The file of the program that asks is hashed meanwhile, as bytes.
      if (typeof data === "string") cost[name] += data.length / bytes;
      return update.call(this, data, ...more);
    });
  };
  counting("hashed", crypto.Hash.prototype);
  counting("keyed", crypto.Hmac.prototype);
  try {
    await work();
  } finally {
    vi.restoreAllMocks();
  }
  return cost;
}

/** A model that says a word; `came` is called when it has got the whole of a request. */
async function model() {
  const state = { came: (): void => undefined };
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.method === "GET") return void response.end('{"data":[{"id":"m"}]}');
    state.came();
    const said = { id: "1", object: "chat.completion.chunk", created: 1, model: "m" };
    const choice = { index: 0, delta: { role: "assistant", content: "Yes." } };
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(`data: ${JSON.stringify({ ...said, choices: [choice] })}\n\n`);
    const end = { index: 0, delta: {}, finish_reason: "stop" };
    response.end(`data: ${JSON.stringify({ ...said, choices: [end] })}\n\ndata: [DONE]\n\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { state, baseUrl: `http://127.0.0.1:${port}/v1` };
}

it("a long turn is read, written and hashed a fixed number of times before it goes out", async () => {
  const profile = mkdtempSync(path.join(os.tmpdir(), "countersign-long-"));
  onTestFinished(() => rmSync(profile, { recursive: true, force: true }));
  const { state, baseUrl } = await model();
  /** Attempts of the request, whenever a window is told of it. */
  const told: number[] = [];
  const features = await openFeatures({
    platform: nodePlatform("0", openKeyFile(path.join(profile, "key")), openVariables(null)),
    profile,
    stores: profileStores,
    unattended: false,
    port: null,
    settings: new SettingsService({
      load: () => ({ settings: defaultSettings, masterSwitch: "review", faults: [] }),
      save: () => ok(null),
    }),
    // Without threads: nothing waits for them.
    entries: profile,
    audience: { push: () => undefined, pushLatest: () => undefined, set: () => undefined },
    listenerOf: (desk) => ({
      requestChanged: (id) => void told.push(desk.request(id)?.attempts.length ?? 0),
    }),
    preparing: () => undefined,
    ending: new AbortController().signal,
    fault: () => undefined,
    warnBudget: () => undefined,
  });
  if (features === null) throw new Error("not opened");
  onTestFinished(() => features.close());
  expect(await features.listening).toBe(true);
  expect(await features.models.addProvider({ name: "Loopback", baseUrl, key: null })).toMatchObject(
    {
      ok: true,
    },
  );
  await features.models.refresh();
  const made = await features.programs.add(programInputSchema.parse({ name: "w", mode: "watch" }));
  if (!made.ok) throw new Error("no program");
  const ask = async (sent: Buffer): Promise<void> => {
    const response = await fetch(`${made.value.baseUrl}/v1/chat/completions`, {
      method: "POST",
      headers: { authorization: `Bearer ${made.value.token}` },
      body: sent,
    });
    expect([response.status, await response.text()]).toEqual([
      200,
      expect.stringContaining("Yes."),
    ]);
  };
  while (JSON.stringify(messages).length < 250_000) body();
  await ask(body());
  const sent = body();
  expect(sent.length).toBeGreaterThan(250_000);
  let out: Promise<void> | undefined;
  const cost = await costOf(sent.length, async () => {
    const came = new Promise<void>((resolve) => (state.came = resolve));
    told.length = 0;
    out = ask(sent);
    await came;
  });
  await out;
  // The window first gets it with the decision, once it is on its way.
  expect(told.length).toBeGreaterThan(0);
  expect(told).not.toContain(0);
  // Read as a body; to write the provider's, and to check that.
  expect(cost.parsed).toBeLessThanOrEqual(3);
  // The request as asked and as approved: each as it is hashed, and as it is kept.
  expect(cost.written).toBeLessThanOrEqual(4);
  // Each once as a document, and for its commitment.
  expect(cost.hashed).toBeLessThan(4.1);
  // The parts that both share.
  expect(cost.keyed).toBeLessThan(1.1);
}, 60_000);
