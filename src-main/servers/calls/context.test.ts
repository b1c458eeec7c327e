// Pieces of context from a real server's calls: the exact text, its source, what is selected, and no secret in it.
import { createHash, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Puppet, question } from "../../../e2e/support/puppet.ts";
import type { ContextPiece } from "#shared/request/context/piece.ts";
import type { JsonObject } from "#shared/json.ts";
import { advance } from "#shared/request/life/advance.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { RunView, ServerView } from "#shared/servers/server.ts";
import type { Incoming } from "../../core/ports.ts";
import { intake } from "../../core/desk/intake.ts";
import { FakeMedia } from "../../core/testing/fakes.ts";
import { FakeDesk, Waiters } from "../mcp/testing.ts";
import { Secrets } from "../../profile/encryption/secrets.ts";
import { CallsService } from "./calls.ts";
import { ContextService } from "./context.ts";
import { formsOf, masked, shortOf } from "./contextMask.ts";
import { serversIn } from "../testing.ts";

const hasher = {
  hash: (value: unknown): string =>
    createHash("sha256").update(JSON.stringify(value)).digest("hex"),
};
const clock = { nowMs: Date.now, newId: randomUUID };

let folder: string;
const puppets: Puppet[] = [];
const closing: (() => Promise<void>)[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-context-"));
});
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
  await Promise.all(puppets.splice(0).map((puppet) => puppet.close()));
  rmSync(folder, { recursive: true });
});

async function puppetWith(instructions: string): Promise<Puppet> {
  const hello = { instructions, capabilities: { tools: {}, resources: {}, prompts: {} } };
  const puppet = await Puppet.open({ hello });
  puppets.push(puppet);
  return puppet;
}

/** Everything real but the desk: a test turns an arriving request into a request. */
function house() {
  const desk = new FakeDesk();
  const watch = new Waiters();
  const views = new Map<string, ServerView>();
  const runs = new Map<string, RunView>();
  const requests = new Map<string, HeldRequest>();
  const secrets = new Secrets(path.join(folder, "secrets.json"), null, () => {});
  const servers = serversIn(folder, {
    desk,
    secrets,
    listener: {
      serverChanged: (view) => void (views.set(view.id, view), watch.look()),
      serverRemoved: (id) => void views.delete(id),
      serverLines: () => {},
    },
  });
  closing.push(() => servers.close());
  const calls = new CallsService({
    servers,
    clock,
    audience: {
      push(change) {
        if (change.kind === "run") runs.set(change.run.id, change.run);
        watch.look();
      },
      pushLatest: () => {},
    },
  });
  const context = new ContextService({
    desk: { request: (id) => requests.get(id), requests: () => [...requests.values()] },
    servers,
    calls,
    secrets,
    hasher,
  });

  return {
    context,
    requests,
    async add(name: string, puppet: Puppet, env: Record<string, string> = {}): Promise<string> {
      const secret = Object.entries(env).map(([key, value]) => ({
        name: key,
        secret: true,
        value,
      }));
      const added = servers.add({
        name,
        era: "legacy",
        endpoint: { ...puppet.endpoint, env: secret },
      });
      if (!added.ok) throw new Error(added.failure.kind);
      await watch.until(() => views.get(added.value)?.state.kind === "needs-confirmation");
      const state = views.get(added.value)?.state;
      if (state?.kind !== "needs-confirmation") throw new Error("nothing to confirm");
      servers.confirm(added.value, state.hash);
      await watch.until(() => views.get(added.value)?.state.kind === "connected");
      return added.value;
    },
    async start(serverId: string, kind: RunView["kind"], name: string, args: JsonObject) {
      const id = calls.start(serverId, kind, name, args);
      if (!id.ok) throw new Error(id.failure.kind);
      const is = (state: RunView["state"]) =>
        watch.until(() => runs.get(id.value)?.state === state);
      return { id: id.value, is, said: () => watch.until(() => said(runs.get(id.value))) };
    },
    async requestOf(nth: number): Promise<HeldRequest> {
      const { incoming } = await desk.request(nth);
      const request = takenIn(incoming);
      requests.set(request.id, request);
      return request;
    },
    listed(request: HeldRequest): ContextPiece[] {
      const pieces = context.pieces(request.id);
      if (!pieces.ok) throw new Error(pieces.failure.kind);
      return pieces.value;
    },
    text(request: HeldRequest, id: string): string {
      const piece = context.piece(request.id, id);
      if (!piece.ok) throw new Error(piece.failure.kind);
      return piece.value.text;
    },
  };
}

const said = (run: RunView | undefined): boolean =>
  run !== undefined && run.lines.length > 0 && run.progress !== undefined;

function takenIn(incoming: Incoming): HeldRequest {
  const { event } = intake(randomUUID(), incoming, {}, { hasher, clock, media: new FakeMedia() });
  return advance(null, event)?.request as HeldRequest;
}

const brief = (pieces: ContextPiece[]) =>
  pieces.map(({ kind, server, own, title, preset }) => [kind, server, own, title, preset]);

it("offers the running call and the instructions, selected, and earlier results, not selected", async () => {
  const puppet = await puppetWith("Ask before you delete.");
  const { add, start, requestOf, listed, text } = house();
  const id = await add("Files", puppet);
  const earlier = await start(id, "tool", "work", {});
  puppet.finish(await puppet.called(0), "three files");
  await earlier.is("done");
  const run = await start(id, "tool", "work", { topic: "目录" });
  const call = await puppet.called(1);
  const { progressToken } = Object(call.params?.["_meta"]);
  puppet.send({
    jsonrpc: "2.0",
    method: "notifications/progress",
    params: { progressToken, progress: 1, total: 4, message: "reading" },
  });
  puppet.log("info", { msg: "开始" });
  await run.said();
  puppet.ask(question("Which?", { includeContext: "thisServer" }));
  const request = await requestOf(0);
  const pieces = listed(request);
  expect(brief(pieces)).toEqual([
    ["call", "Files", true, "work", true],
    ["instructions", "Files", true, "", true],
    ["result", "Files", true, "work", false],
  ]);
  expect(text(request, `run ${run.id}`)).toBe(
    [
      "Call: tools/call work",
      "Arguments:",
      '{\n  "topic": "目录"\n}',
      "Progress: 1 of 4, reading",
      "Log:",
      '[info] {"msg":"开始"}',
    ].join("\n"),
  );
  expect(text(request, `instructions ${id}`)).toBe("Ask before you delete.");
  expect(text(request, `run ${earlier.id}`)).toBe(
    "Call: tools/call work\nArguments: none\nResult:\nthree files",
  );
  const [first] = pieces;
  expect(first?.characters).toBe(text(request, `run ${run.id}`).length);
  expect(first?.tokens).toBeGreaterThan(10);
  expect(JSON.stringify(pieces)).not.toContain("开始");
});

it("follows a call that continues: same piece, new stamp", async () => {
  const puppet = await puppetWith("");
  const { add, start, requestOf, listed, text } = house();
  const id = await add("Files", puppet);
  const run = await start(id, "tool", "work", {});
  const call = await puppet.called(0);
  puppet.ask(question("?", { includeContext: "thisServer" }));
  const request = await requestOf(0);
  const [before] = listed(request);
  puppet.log("warning", "slow");
  const { progressToken } = Object(call.params?.["_meta"]);
  puppet.send({
    jsonrpc: "2.0",
    method: "notifications/progress",
    params: { progressToken, progress: 0.5 },
  });
  await run.said();
  const [after] = listed(request);
  expect(after?.id).toBe(before?.id);
  expect(after?.stamp).not.toBe(before?.stamp);
  expect(text(request, after?.id ?? "")).toContain("Progress: 0.5\nLog:\n[warning] slow");
});

it("selects nothing for allServers, for none, for an unknown value and for an uncertain call", async () => {
  const [one, two] = [await puppetWith("One."), await puppetWith("Two.")];
  const { add, start, requestOf, listed } = house();
  const id = await add("One", one);
  const other = await add("Two", two);
  await start(id, "tool", "work", {});
  await start(other, "tool", "work", {});
  await one.called(0);
  await two.called(0);
  const wishes = ["allServers", "none", "当前服务", undefined];
  for (const includeContext of wishes) one.ask(question("?", { includeContext }));
  const own = [
    ["One", true, false],
    ["One", true, false],
  ];
  const others = [
    ["Two", false, false],
    ["Two", false, false],
  ];
  for (const [nth, wish] of wishes.entries()) {
    // oxlint-disable-next-line no-await-in-loop
    const pieces = listed(await requestOf(nth));
    expect(pieces.map(({ server, own: mine, preset }) => [server, mine, preset])).toEqual(
      wish === "allServers" ? [...own, ...others] : own,
    );
  }
  await start(id, "tool", "work", {});
  await one.called(1);
  one.ask(question("?", { includeContext: "thisServer" }));
  const ambiguous = listed(await requestOf(4));
  expect(ambiguous.filter(({ preset }) => preset).map(({ kind }) => kind)).toEqual([
    "instructions",
  ]);
});

it("offers resources and prompts that were read, in their last version", async () => {
  const puppet = await puppetWith("");
  const { add, start, requestOf, listed, text } = house();
  const id = await add("Files", puppet);
  const read = async (kind: "resource" | "prompt", name: string, result: unknown) => {
    const method = kind === "resource" ? "resources/read" : "prompts/get";
    const known = puppet.received.length;
    const run = await start(id, kind, name, {});
    const asked = await puppet.heard(
      (message) => message.method === method && puppet.received.indexOf(message) >= known,
    );
    puppet.reply(asked, result);
    await run.is("done");
    return run.id;
  };
  const contents = (...items: object[]) => ({ contents: items });
  await read("resource", "file:///a", contents({ uri: "file:///a", text: "old" }));
  const last = await read(
    "resource",
    "file:///a",
    contents(
      { uri: "file:///a", text: "new\r\nline" },
      { uri: "file:///a#2", blob: "AAAA", mimeType: "image/png" },
    ),
  );
  await read("resource", "file:///b", contents({ uri: "file:///b", blob: "AAAA" }));
  const prompt = await read("prompt", "greet", {
    messages: [
      { role: "user", content: { type: "text", text: "Hello" } },
      { role: "assistant", content: { type: "image", data: "AAAAAA", mimeType: "image/png" } },
    ],
  });
  await start(id, "tool", "work", {});
  await puppet.called(0);
  puppet.ask(question("?"));
  const request = await requestOf(0);
  expect(brief(listed(request))).toEqual([
    ["call", "Files", true, "work", false],
    ["resource", "Files", true, "file:///a", false],
    ["prompt", "Files", true, "greet", false],
  ]);
  expect(text(request, `run ${last}`)).toBe(
    "new\r\nline\n\n[image/png, 4 characters of base64: not included]",
  );
  expect(text(request, `run ${prompt}`)).toBe(
    "user: Hello\n\nassistant: [image image/png, 6 characters of base64: not included]",
  );
});

it("contains no secret, wherever it was", async () => {
  const puppet = await puppetWith('Your key is to"p-s3cret!');
  const { add, start, requestOf, listed, text } = house();
  const id = await add("Files", puppet, { KEY: 'to"p-s3cret!' });
  await start(id, "tool", "work", { header: 'Bearer to"p-s3cret!' });
  await puppet.called(0);
  puppet.ask(question("?", { includeContext: "thisServer" }));
  const request = await requestOf(0);
  const [call, instructions] = listed(request);
  expect(text(request, instructions?.id ?? "")).toBe("Your key is [secret]");
  expect(text(request, call?.id ?? "")).toContain('"header": "Bearer [secret]"');
  expect([call?.masked, instructions?.masked]).toEqual([1, 1]);
});

it("removes a short secret beside its name, and says where one may be left", async () => {
  const puppet = await puppetWith('PIN=42, "pin": "42", Pin: 42; 420 and PIN 42');
  const { add, start, requestOf, listed, text } = house();
  const id = await add("Files", puppet, { PIN: "42", NONE: "" });
  await start(id, "tool", "work", { pin: "42", other: "a42" });
  await puppet.called(0);
  puppet.ask(question("?", { includeContext: "thisServer" }));
  const request = await requestOf(0);
  const [call, instructions] = listed(request);
  expect(text(request, instructions?.id ?? "")).toBe(
    'PIN=[secret], "pin": "[secret]", Pin: [secret]; 420 and PIN 42',
  );
  expect(instructions).toMatchObject({ masked: 3, left: ["PIN"] });
  expect(text(request, call?.id ?? "")).toContain('"pin": "[secret]"');
  expect(call).toMatchObject({ masked: 1, left: [] });
});

it("treats a name and a value literally, not as a pattern", () => {
  const short = shortOf([{ name: "A.B", value: "$+" }]);
  expect(masked("A.B=$+ AxB=$+", [], short)).toEqual({
    text: "A.B=[secret] AxB=$+",
    masked: 1,
    left: ["A.B"],
  });
});

it("knows the encodings of a secret", () => {
  const forms = formsOf([
    "Bearer abcd/efgh",
    '{"access_token":"tok-1234","scope":"read all"}',
    "x",
  ]);
  const all = "abcd/efgh abcd%2Fefgh tok-1234 read all x";
  expect(masked(all, forms)).toEqual({
    text: "[secret] [secret] [secret] read all x",
    masked: 3,
    left: [],
  });
});

it("hides the tokens of a sign-in as they are stored", () => {
  const tokens = { access: "acc-1234", refresh: "ref-5678", issuer: "https://id.example" };
  const kept = JSON.stringify({ version: 1, client: { id: "app", secret: "sec-9012" }, tokens });
  expect(masked("acc-1234 ref-5678 sec-9012 https://id.example app", formsOf([kept])).text).toBe(
    "[secret] [secret] [secret] https://id.example app",
  );
});

it("says what does not exist", () => {
  const { context } = house();
  expect(context.pieces("x")).toEqual({
    ok: false,
    failure: { kind: "not-found", what: "sample" },
  });
});
