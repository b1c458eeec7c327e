// The events that Claude Code posts: what is no verdict of the desk is one to block, in words.
import { once } from "node:events";
import http from "node:http";
import { afterEach, beforeEach, expect, it } from "vitest";
import recorded from "#shared/agents/recorded/claude-code.json" with { type: "json" };
import type { HookAnswer, HookGreeting } from "#shared/agents/entry.ts";
import { openLoopback } from "../../net/loopback.ts";
import type { Loopback } from "../../net/loopback.ts";
import { HookDoor } from "./hookDoor.ts";

let loopback: Loopback;
let heard: HookGreeting[];
let said: HookAnswer;
beforeEach(async () => {
  heard = [];
  said = { ok: false, message: "Unknown." };
  const hear = (greeting: HookGreeting) => {
    heard.push(greeting);
    return Promise.resolve(said);
  };
  loopback = await openLoopback(0, [new HookDoor(hear)]);
});
afterEach(() => loopback.close());

async function post(body: string, headers: object = {}, path = "/hook/a-1", method = "POST") {
  const { port } = loopback;
  const own = { authorization: "Bearer t", host: `127.0.0.1:${port}`, ...headers };
  const request = http.request({ host: "127.0.0.1", port, path, method, headers: own });
  request.end(body);
  const [response] = (await once(request, "response")) as [http.IncomingMessage];
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) text += chunk as string;
  return { status: response.statusCode, text };
}
const eventOf = (session: "bypass" | "default", name: string): string =>
  JSON.stringify(
    (recorded.sessions[session] as { hook_event_name: string }[]).find(
      (one) => one.hook_event_name === name,
    ),
  );
const BEFORE = eventOf("bypass", "PreToolUse");

it("answers as the script would print", async () => {
  said = { ok: true, stdout: '{"a":1}', stderr: "", exit: 0 };
  expect(await post(BEFORE)).toEqual({ status: 200, text: '{"a":1}' });
  said = { ok: true, stdout: "", stderr: "", exit: 0 };
  expect(await post(BEFORE)).toEqual({ status: 200, text: "{}" });
  expect(heard.map(({ id, token, event }) => [id, token, event === BEFORE])).toEqual([
    ["a-1", "t", true],
    ["a-1", "t", true],
  ]);
});

it("blocks in every version what the desk does not answer, and nothing where nobody waits", async () => {
  const denied = (more: object): object => ({
    hookSpecificOutput: expect.objectContaining(more) as object,
  });
  for (const answer of [said, { ok: true, stdout: "", stderr: "Unknown.", exit: 2 } as const]) {
    said = answer;
    const before = await post(BEFORE);
    expect([before.status, JSON.parse(before.text)]).toEqual([
      200,
      denied({ permissionDecision: "deny", permissionDecisionReason: "Unknown." }),
    ]);
    const asked = await post(eventOf("default", "PermissionRequest"));
    expect([asked.status, JSON.parse(asked.text)]).toEqual([
      200,
      denied({ decision: { behavior: "deny", message: "Unknown." } }),
    ]);
    for (const event of ["", "{", "[]", '{"hook_event_name":"PreToolUse"}', "\u0000"])
      expect(await post(event)).toEqual({ status: 403, text: "Unknown.\n" });
    expect(await post(eventOf("bypass", "PostToolUse"))).toEqual({ status: 200, text: "{}" });
  }
});

it("hears no web page, no other name of this computer, and nothing too large", async () => {
  expect(await post(BEFORE, { origin: "https://evil.test" })).toMatchObject({ status: 403 });
  expect(await post(BEFORE, { host: "evil.test" })).toMatchObject({ status: 421 });
  expect(await post("", {}, "/hook/a-1", "GET")).toMatchObject({ status: 405 });
  const large = await post("x".repeat(16 * 1024 * 1024 + 1));
  expect(large).toEqual({
    status: 413,
    text: "This action is larger than Countersign reads (16 MiB). It was blocked.\n",
  });
  expect(heard).toEqual([]);
});
