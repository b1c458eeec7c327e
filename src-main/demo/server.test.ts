// The demo server, called by a real client (SDK 2) over in-memory, message-port and stdio transports.
import { MessageChannel } from "node:worker_threads";
import path from "node:path";
import {
  Client,
  InMemoryTransport,
  ProtocolError,
  type Transport,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { afterEach, describe, expect, it } from "vitest";
import { calculate } from "./calculate.ts";
import { PortServerTransport, type PortLike } from "./parentPort.ts";
import { MAX_TURNS, OFFERED_TOOLS } from "./planTrip.ts";
import { createDemoServer, DEMO_VERSION } from "./server.ts";

type Params = { [key: string]: unknown } & { messages: { role: string; content: unknown }[] };
type Decide = (params: Params, signal: AbortSignal) => unknown;

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A client that declares sampling with tools and lets `decide` answer each request. */
async function clientOver(transport: Transport, decide: Decide, sampling: object = { tools: {} }) {
  const asked: Params[] = [];
  const logs: { level: string; data: unknown }[] = [];
  const client = new Client({ name: "desk", version: "1" }, { capabilities: { sampling } });
  client.fallbackRequestHandler = async (request, ctx) => {
    const params = request.params as Params;
    asked.push(params);
    return (await decide(params, ctx.mcpReq.signal)) as { [key: string]: unknown };
  };
  client.setNotificationHandler("notifications/message", (message) => {
    logs.push({ level: message.params.level, data: message.params.data });
  });
  await client.connect(transport);
  closers.push(() => client.close());
  return { client, asked, logs };
}

async function inMemory(decide: Decide, sampling?: object) {
  const [clientEnd, serverEnd] = InMemoryTransport.createLinkedPair();
  const server = createDemoServer(DEMO_VERSION);
  await server.connect(serverEnd as Parameters<typeof server.connect>[0]);
  closers.push(() => server.close());
  return clientOver(clientEnd, decide, sampling);
}

const text = (value: string) => ({ type: "text", text: value });
const answer = (value: string) => ({
  role: "assistant",
  content: text(value),
  model: "by-hand",
  stopReason: "endTurn",
});
const never = (_params: Params, signal: AbortSignal) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(new Error("aborted")), { once: true });
  });

describe("one sampling request", () => {
  it("asks the question as given, and returns the response with its facts", async () => {
    const { client, asked, logs } = await inMemory(() => answer("Paris."));
    const result = await client.callTool({ name: "ask", arguments: {} });
    expect(asked).toEqual([
      {
        // The server asks for progress, so that a desk can keep the request from timing out.
        _meta: { progressToken: 0 },
        systemPrompt: "You are a helpful assistant.",
        messages: [{ role: "user", content: text("What is the capital of France?") }],
        temperature: 0,
        maxTokens: 64,
      },
    ]);
    expect(result.content).toEqual([text("Paris.")]);
    expect(result.structuredContent).toEqual({ model: "by-hand", stopReason: "endTurn", turns: 1 });
    expect(logs.map((log) => log.level)).toEqual(["info", "info"]);
  });

  it("summarizes with preferences and hints", async () => {
    const { client, asked } = await inMemory(() => answer("Short."));
    await client.callTool({ name: "summarize", arguments: { text: "A long text.", sentences: 1 } });
    expect(asked[0]).toMatchObject({
      systemPrompt: expect.stringContaining("at most 1 plain sentences"),
      messages: [{ role: "user", content: text("Summarize this text:\n\nA long text.") }],
      modelPreferences: { hints: [{ name: "haiku" }, { name: "mini" }], costPriority: 0.8 },
      temperature: 0.3,
      maxTokens: 256,
    });
  });

  it("sends a whole PNG and the question as two messages", async () => {
    const { client, asked } = await inMemory(() => answer("A house."));
    await client.callTool({ name: "describe_image", arguments: {} });
    const [picture, question] = asked[0]?.messages ?? [];
    const image = picture?.content as { type: string; mimeType: string; data: string };
    expect(image).toMatchObject({ type: "image", mimeType: "image/png" });
    const bytes = Buffer.from(image.data, "base64");
    expect(bytes.subarray(0, 8).toString("hex")).toBe("89504e470d0a1a0a");
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([192, 128]);
    expect(bytes.subarray(-8).toString("hex")).toBe("49454e44ae426082");
    expect(question).toMatchObject({ role: "user", content: { type: "text" } });
  });

  it("reports progress if the caller asked for it", async () => {
    const { client } = await inMemory(() => answer("Done."));
    const seen: unknown[] = [];
    await client.callTool(
      { name: "ask", arguments: {} },
      { onprogress: (progress) => seen.push([progress.progress, progress.total]) },
    );
    expect(seen).toEqual([
      [1, 2],
      [2, 2],
    ]);
  });

  it("says that the user rejected it, with the note", async () => {
    const { client, logs } = await inMemory(() => {
      throw new ProtocolError(-1, "User rejected sampling request", { note: "not today" });
    });
    const result = await client.callTool({ name: "ask", arguments: {} });
    expect(result.isError).toBe(true);
    expect(result.content).toEqual([
      text(
        'The user rejected the sampling request (code -1, "User rejected sampling request"). (note: not today)',
      ),
    ]);
    expect(logs.at(-1)?.level).toBe("warning");
  });

  it("reports any other error with its code", async () => {
    const { client } = await inMemory(() => {
      throw new ProtocolError(-32602, "Tool result missing in request");
    });
    const result = await client.callTool({ name: "ask", arguments: {} });
    expect(result.content).toEqual([
      text(
        "The client responded to the sampling request with error -32602: Tool result missing in request",
      ),
    ]);
  });

  it("gives up after the given time and cancels its request", async () => {
    const aborted: boolean[] = [];
    const { client } = await inMemory((params, signal) =>
      never(params, signal).finally(() => aborted.push(signal.aborted)),
    );
    const result = await client.callTool({ name: "slow", arguments: { seconds: 0.1 } });
    expect(result.isError).toBe(true);
    expect(result.content).toEqual([
      text(
        expect.stringMatching(
          /^No response came within \d+ s, so this server gave up and cancelled its request\.$/,
        ),
      ),
    ]);
    expect(aborted).toEqual([true]);
  });

  it("cancels its own request", async () => {
    const aborted: boolean[] = [];
    const { client } = await inMemory((params, signal) =>
      never(params, signal).finally(() => aborted.push(signal.aborted)),
    );
    const result = await client.callTool({ name: "cancels", arguments: { afterSeconds: 0.1 } });
    expect(result.content).toEqual([
      text(
        expect.stringMatching(
          /^The server changed its mind: the sampling request was cancelled after \d+ s\.$/,
        ),
      ),
    ]);
    expect(aborted).toEqual([true]);
  });

  it("cancels the request when its call is cancelled", async () => {
    const call = new AbortController();
    let ended: (() => void) | undefined;
    const requestEnded = new Promise<void>((resolve) => (ended = resolve));
    const { client } = await inMemory((params, signal) => {
      signal.addEventListener("abort", () => ended?.(), { once: true });
      call.abort("enough");
      return never(params, signal);
    });
    await expect(
      client.callTool({ name: "ask", arguments: {} }, { signal: call.signal }),
    ).rejects.toThrow(/enough|abort/i);
    await requestEnded;
  });
});

describe("plan_trip", () => {
  const use = (id: string, name: string, input: object) => ({ type: "tool_use", id, name, input });
  const wants = (...content: object[]) => ({
    role: "assistant",
    content,
    model: "scripted",
    stopReason: "toolUse",
  });

  it("runs the tools that the model asks for and asks again, until the plan is done", async () => {
    const script = [
      wants(
        use("a", "weather", { city: "Lisbon", month: 5 }),
        use("b", "calculator", { expression: "3 * (100 + 20)" }),
      ),
      answer("Day 1: walk."),
    ];
    const { client, asked } = await inMemory(() => script.shift());
    const result = await client.callTool({ name: "plan_trip", arguments: {} });
    expect(asked).toHaveLength(2);
    expect(asked[0]?.["tools"]).toEqual(OFFERED_TOOLS);
    expect(asked[0]?.["toolChoice"]).toEqual({ mode: "auto" });
    expect(asked[1]?.messages.slice(1)).toEqual([
      {
        role: "assistant",
        content: expect.arrayContaining([expect.objectContaining({ id: "a" })]),
      },
      {
        role: "user",
        content: [
          expect.objectContaining({
            toolUseId: "a",
            structuredContent: { city: "Lisbon", month: 5, meanCelsius: 19, rainMm: 50 },
          }),
          { type: "tool_result", toolUseId: "b", content: [text("360")] },
        ],
      },
    ]);
    expect(result.content).toEqual([text("Day 1: walk.")]);
    expect(result.structuredContent).toMatchObject({ turns: 2 });
  });

  it("tells the model what is wrong with a tool use instead of failing", async () => {
    const script = [
      wants(
        use("a", "weather", { city: "Atlantis", month: 5 }),
        use("b", "calculator", { expression: "process.exit()" }),
        use("c", "format_disk", {}),
      ),
      answer("Sorry."),
    ];
    const { client, asked } = await inMemory(() => script.shift());
    await client.callTool({ name: "plan_trip", arguments: {} });
    const results = asked[1]?.messages[2]?.content as { isError?: boolean }[];
    expect(results.map((result) => result.isError)).toEqual([true, true, true]);
  });

  it("ends after five requests, the last without a tool choice", async () => {
    const { client, asked } = await inMemory(() =>
      wants(use("a", "calculator", { expression: "1+1" })),
    );
    const result = await client.callTool({ name: "plan_trip", arguments: {} });
    expect(result.isError).toBe(true);
    expect(asked).toHaveLength(MAX_TURNS);
    expect(asked.at(-1)?.["toolChoice"]).toEqual({ mode: "none" });
  });

  it("asks nothing of a client without sampling.tools", async () => {
    const { client, asked } = await inMemory(() => answer("?"), {});
    const result = await client.callTool({ name: "plan_trip", arguments: {} });
    expect(result.isError).toBe(true);
    expect(asked).toEqual([]);
  });
});

describe("calculate", () => {
  it.each([
    ["1 + 2 * 3", { value: 7 }],
    ["(120 + 35) * 3", { value: 465 }],
    ["-2 - -3", { value: 1 }],
    ["10 / 4", { value: 2.5 }],
    ["1 / 0", { problem: "the result is not a finite number" }],
    ["(1", { problem: "a bracket is not closed" }],
    ["1 1", { problem: 'unexpected "1"' }],
    ["", { problem: "the expression ends too early" }],
    ["alert(1)", { problem: '"alert(1)" is not arithmetic' }],
    ["((((".repeat(60), { problem: "the expression is longer than 200 characters" }],
  ])("%s", (expression, expected) => {
    expect(calculate(expression)).toEqual(expected);
  });
});

describe("its other features", () => {
  it("has a prompt, two resources, and a described schema for every tool", async () => {
    const { client } = await inMemory(() => answer("?"));
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual([
      "ask",
      "summarize",
      "describe_image",
      "slow",
      "cancels",
      "plan_trip",
    ]);
    for (const tool of tools) {
      expect(tool.title).toBeTruthy();
      expect(tool.description).toBeTruthy();
      for (const property of Object.values(tool.inputSchema.properties ?? {})) {
        expect(property).toHaveProperty("description");
      }
    }
    const prompt = await client.getPrompt({ name: "review_text", arguments: { text: "Hello" } });
    expect(prompt.messages[0]?.content).toMatchObject({ text: expect.stringContaining("Hello") });
    const { resources } = await client.listResources();
    expect(resources.map((resource) => resource.uri)).toEqual([
      "countersign://demo/about",
      "countersign://demo/picture",
    ]);
    const about = await client.readResource({ uri: "countersign://demo/about" });
    expect(about.contents[0]).toMatchObject({ mimeType: "text/markdown" });
  });
});

describe("transports", () => {
  it("sends one object per message over a message port, and reports malformed ones", async () => {
    const channel = new MessageChannel();
    const serverPort: PortLike = {
      postMessage: (message) => channel.port1.postMessage(message),
      on: (_event, listener) => channel.port1.on("message", (data) => listener({ data })),
      off: () => channel.port1.close(),
    };
    const server = createDemoServer(DEMO_VERSION);
    const errors: string[] = [];
    server.server.onerror = (error) => errors.push(error.message);
    await server.connect(new PortServerTransport(serverPort));
    closers.push(() => server.close());
    const clientEnd: Transport = {
      start: async () => {
        channel.port2.on("message", (message: JSONRPCMessage) =>
          clientEnd.onmessage?.(message as never),
        );
      },
      send: async (message) => channel.port2.postMessage(message),
      close: async () => channel.port2.close(),
    };
    channel.port2.postMessage("rubbish");
    const { client } = await clientOver(clientEnd, () => answer("Over a port."));
    const result = await client.callTool({ name: "ask", arguments: {} });
    expect(result.content).toEqual([text("Over a port.")]);
    expect(errors).toEqual(["Received something that is not a JSON-RPC message"]);
  });

  it("runs over stdio under plain Node, and ends with its client", async () => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [path.join(import.meta.dirname, "stdio.ts")],
      stderr: "ignore",
    });
    const { client } = await clientOver(transport, () => answer("Over stdio."));
    const result = await client.callTool({ name: "ask", arguments: { question: "Who?" } });
    expect(result.content).toEqual([text("Over stdio.")]);
    expect(client.getServerVersion()).toMatchObject({ name: "countersign-demo" });
    const pid = transport.pid;
    await client.close();
    expect(pid).toBeTypeOf("number");
    expect(() => process.kill(pid ?? 0, 0)).toThrow("ESRCH");
  });
});
