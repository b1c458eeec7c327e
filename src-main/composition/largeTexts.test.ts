// Large messages are read on their own thread: with the same result and order as in main, and in main where the thread
// fails.
import { createHash } from "node:crypto";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { canonicalJson } from "#shared/canonical.ts";
import type { Json } from "#shared/json.ts";
import { TextThread } from "../servers/mcp/textThread.ts";
import type { ReadText, TextCalls } from "../core/textPorts.ts";
import { ByteLines } from "../servers/mcp/transports/byteLines.ts";
import { incomingMetricsOf } from "../servers/mcp/requests/pushedRequests.ts";
import type { PipeListener, MessageSource } from "../servers/mcp/transports/pipe.ts";
import { readText } from "../servers/mcp/wire/readText.ts";
import { receiveMessage, receiveRead, receiveText } from "../servers/mcp/wire/receiveText.ts";
import { commitmentOf } from "../history/ledger/content.ts";
import { mediumFacts, readMedium, storedMedium } from "../history/ledger/medium.ts";

const sent = Worker.prototype.postMessage;

const VALUES = { sampling: 1000, other: 2000 };
const entry = new URL("../workers/texts.ts", import.meta.url);
let thread: TextThread;
beforeEach(() => {
  thread = new TextThread(entry);
});
afterEach(() => thread.close());

const chunksOf = (text: string): Uint8Array[] => {
  const bytes = Buffer.from(text);
  const third = Math.ceil(bytes.length / 3);
  return [0, 1, 2].map((part) => bytes.subarray(part * third, (part + 1) * third));
};
const sampling = (params: unknown, more: object = {}): string =>
  JSON.stringify({ jsonrpc: "2.0", id: 7, method: "sampling/createMessage", params, ...more });
const words = (text: string): Json & object => ({
  messages: [{ role: "user", content: { type: "text", text } }],
  maxTokens: 5,
});

/** What a wire is told, as the calls of an inlet. */
function heardBy(act: (inlet: PipeListener) => void): unknown[] {
  const heard: unknown[] = [];
  act({
    tap: {
      record: (...[direction, text, raw, bytes]: unknown[]) =>
        heard.push(["tap", direction, String(text).slice(0, 100), raw, bytes]),
    } as unknown as PipeListener["tap"],
    admit(raw, { paramsHash: _hash, media: _media, text: _text, ...from }: MessageSource) {
      heard.push(["admit", raw, from]);
      return [];
    },
    malformed: (text) => heard.push(["rubbish", text]),
    oversized: (found, from) => heard.push(["oversized", found, from]),
    valuesMax: (method) => (method === "sampling/createMessage" ? 1000 : 2000),
    stderr: () => {},
    responseLost: () => {},
    sessionForgotten: () => {},
    sessionRenewed: () => {},
    lost: () => {},
  });
  return heard;
}

const filler = "x".repeat(300_000);
it.each<[string, string]>([
  [
    "a request with a rounded number",
    sampling({ ...words(filler), metadata: { n: 0 } }).replace('"n":0', '"n":12345678901234567890'),
  ],
  ["unusual characters", sampling(words(`${filler}\ud800\u2028\u0000 中文 👩‍👩‍👧`))],
])("reads %s as main itself would", readsAlike);
it.each<[string, string]>([
  ["a request", sampling(words(filler))],
  [
    "a request under a rounded id",
    sampling(words(filler)).replace('"id":7', '"id":12345678901234567890'),
  ],
  ["a request with too many values", sampling({ ...words(filler), list: Array(1001).fill(0) })],
  [
    "a response with more values than a request may have",
    JSON.stringify({ jsonrpc: "2.0", id: 1, result: { list: Array(1500).fill(0), filler } }),
  ],
  ["no JSON", `{"a":${filler}`],
  ["a batch", `[${sampling(words(filler))},{"jsonrpc":"2.0","method":"notifications/x"}]`],
])("reads %s as main itself would", { tags: ["long"] }, readsAlike);

async function readsAlike(_name: string, text: string): Promise<void> {
  const bytes = Buffer.byteLength(text);
  const from = { postId: null };
  const read = await thread.read(chunksOf(text), VALUES);
  if (read === null) throw new Error("the thread did not read it");
  const inConversation = heardBy((inlet) => receiveRead(inlet, read, from, bytes));
  expect(inConversation).toEqual(heardBy((inlet) => receiveText(inlet, text, from, bytes)));
}

it("reads large messages on the thread, whatever the transport, and others in place", async () => {
  const asked: number[] = [];
  const reader = {
    read: (chunks: readonly Uint8Array[], values: typeof VALUES) => {
      asked.push(chunks.reduce((sum, { length }) => sum + length, 0));
      return thread.read(chunks, values);
    },
  };
  const from = { postId: null };
  for (const length of [1000, 1_200_000]) {
    const text = sampling(words("x".repeat(length)));
    const admitted: unknown[] = [];
    const inlet = {
      tap: { record: () => {} },
      valuesMax: () => 1000,
      admit: (raw: unknown) => (admitted.push(raw), []),
    } as unknown as PipeListener;
    await receiveMessage(inlet, text, from, reader);
    expect(admitted).toEqual([JSON.parse(text)]);
  }
  expect(asked).toEqual([expect.any(Number)]);
  expect(asked[0]).toBeGreaterThan(1_200_000);
});

/** What the desk is told of a request that the thread has read. */
const workedOut = async (
  params: Json,
): Promise<[hash?: string | undefined, media?: MessageSource["media"]]> => {
  const read = await thread.read(chunksOf(sampling(params)), VALUES);
  if (read === null) throw new Error("the thread did not read it");
  let told: ReturnType<typeof incomingMetricsOf> = {};
  const admit = (_raw: unknown, from: MessageSource): [] => {
    told = incomingMetricsOf(from);
    return [];
  };
  const inlet = { tap: { record: () => {} }, admit } as unknown as PipeListener;
  receiveRead(inlet, read, { postId: null }, 2_000_000);
  return [told.metrics?.paramsHash, told.metrics?.media];
};
const hashOf = (params: Json): string =>
  createHash("sha256").update(canonicalJson(params), "utf8").digest("hex");

it("hashes params as the desk does", async () => {
  const params = words("中文\ud800 and more");
  expect(await workedOut(params)).toEqual([hashOf(params), undefined]);
});

it("computes the facts of media in order, as the store does", { tags: ["long"] }, async () => {
  const texts = ["iVBORw0KGgo=", "no base64 \ud800", "iVBORw0KGgo=", "iVBORw0KGg", '"AAAA"'];
  const asked = (data: (text: string) => string): Json => ({
    messages: texts.map((text) => ({
      role: "user",
      content: { type: "image", data: data(text), mimeType: "image/png" },
    })),
    maxTokens: 5,
  });
  const kept = texts.map(mediumFacts);
  const [hash, media] = await workedOut(asked((text) => text));
  expect(media?.map(({ facts }) => facts)).toEqual(kept);
  // The commitment to a text in the ledger is computed from its stored form and a salt, another one each time.
  const ofStored = media?.map(({ facts, sealed }, at) => {
    const body = storedMedium(texts[at] ?? "", facts);
    return {
      ...sealed,
      commitment: commitmentOf(Buffer.from(sealed.salt), body),
      bytes: Buffer.byteLength(body),
    };
  });
  expect(media?.map(({ sealed }) => sealed)).toEqual(ofStored);
  expect(new Set(media?.map(({ sealed }) => sealed.commitment)).size).toBe(texts.length);
  const refs = new Map(texts.map((text, at) => [text, kept[at]?.ref ?? ""]));
  expect(hash).toBe(hashOf(asked((text) => refs.get(text) ?? "")));
});

it("sends a long message to the thread in parts, one in each turn of the event loop", async () => {
  const text = sampling(words("x".repeat(9_000_000)));
  const bytes = Buffer.from(text);
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += 65_536) chunks.push(bytes.subarray(at, at + 65_536));
  const parts: number[] = [];
  const post = vi.spyOn(Worker.prototype, "postMessage").mockImplementation(function (
    this: Worker,
    ...args: Parameters<Worker["postMessage"]>
  ) {
    const [, chunks] = (args[0] as { a: Parameters<TextCalls["part"]> }).a;
    parts.push(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
    return sent.apply(this, args);
  });
  try {
    const [long, short] = await Promise.all([
      thread.read(chunks, VALUES),
      thread.read(chunksOf(sampling(words("short"))), VALUES),
    ]);
    expect(long).toMatchObject({ kind: "message", raw: JSON.parse(text) });
    expect(short).toMatchObject({ kind: "message", raw: { params: words("short") } });
  } finally {
    post.mockRestore();
  }
  expect(parts.length).toBeGreaterThan(4);
  expect(Math.max(...parts)).toBeLessThan(3_000_000);
});

it.each<[string, string]>([
  ["is nested too deep", `${"[".repeat(100_000)}${"]".repeat(100_000)}`],
  ["is nested deeper than is held", sampling(JSON.parse(`${"[".repeat(300)}${"]".repeat(300)}`))],
  ["has a field that could be lost on the way", '{"jsonrpc":"2.0","__proto__":{"x":1}}'],
])("leaves to main what %s", { tags: ["long"] }, async (_name, text) => {
  expect(await thread.read(chunksOf(text), { sampling: 1e6, other: 1e6 })).toBeNull();
});

it("drops queued messages when the thread dies, and reads the next one on a new thread", async () => {
  const waiting = thread.read(chunksOf(sampling(words("a"))), VALUES);
  await thread.close();
  expect(await waiting).toBeNull();
  expect(await thread.read(chunksOf(sampling(words("b"))), VALUES)).toMatchObject({
    kind: "message",
  });
});

it("fails if there is no such thread", async () => {
  const none = new TextThread(new URL("./nowhere.js", import.meta.url));
  expect(await none.read(chunksOf("{}"), VALUES)).toBeNull();
});

it("hands over lines above a size as their bytes, without the line ending", () => {
  const heard: [string, number][] = [];
  const lines = new ByteLines(
    {
      line: (text, bytes) => heard.push([text, bytes]),
      large: (chunks, bytes) => heard.push([`large ${Buffer.concat(chunks).length}`, bytes]),
      oversized: ({ bytes }) => heard.push(["oversized", bytes]),
    },
    { largeBytes: 10, maxBytes: 20 },
  );
  lines.push(Buffer.from(`short\r\n${"x".repeat(12)}\n${"y".repeat(12)}\r\n${"z".repeat(30)}\n`));
  expect(heard).toEqual([
    ["short", 5],
    ["large 12", 12],
    ["large 13", 12],
    ["oversized", 30],
  ]);
  const read: ReadText | null = readText([Buffer.from('{"a":1}\r')], VALUES, readMedium);
  expect(read).toMatchObject({ kind: "message", raw: { a: 1 } });
});
