// The text of main's own confirmation: the action and its object, with nothing hidden.
import { expect, it } from "vitest";
import type { ServerView } from "#shared/servers/server.ts";
import { callWords } from "./callWords.ts";
import type { CallNames } from "./callWords.ts";

const endpoint = {
  kind: "stdio",
  command: "npx",
  args: ["-y", "notes"],
  cwd: null,
  env: [],
} as const;
const names: CallNames = {
  found: (id) =>
    id === "1"
      ? { name: "notes", era: "auto", endpoint: { ...endpoint, args: ["-y", "notes"], env: [] } }
      : undefined,
  language: "en",
  server: (id) => (id === "s" ? ({ name: "Notes", endpoint } as unknown as ServerView) : undefined),
  requester: (id) => (id === "r" ? "Atlas" : undefined),
};

it("names the action, the server and the command", () => {
  const said = callWords({ channel: "servers.confirm", args: ["s", "h"] }, names);
  expect(said.message).toBe("Approve a server’s command or address?");
  expect(said.detail).toMatch(/^Notes: npx -y notes\n\nCountersign received no key press/);
  expect([said.cancel, said.go]).toEqual(["Cancel", "Continue"]);
});

it("names the decision and the server whose request it decides", () => {
  const base = { revision: 0, hash: "" };
  const said = callWords(
    { channel: "desk.decide", args: ["r", base, { kind: "reject", tellServer: false }] },
    { ...names, language: "zh" },
  );
  expect(said.message).toBe("拒绝一个请求？");
  expect(said.detail).toMatch(/^Atlas\n\nCountersign 没有收到/);
  const decision = { kind: "reject" as const, tellServer: false };
  const many = [...Array(3)].map((_, at) => ({ id: `${at}`, base, decision }));
  expect(callWords({ channel: "desk.announce", args: [many, true] }, names).message).toBe(
    "Approve 0 and reject 3 requests?",
  );
});

it("names what was found and is added", () => {
  const { detail } = callWords({ channel: "servers.addFound", args: [["1"]] }, names);
  expect(detail).toMatch(/^notes: npx/);
});

it("marks invisible and shortens long text", () => {
  const add = (name: string, args: string[]) =>
    callWords(
      {
        channel: "servers.add",
        args: [[{ name, era: "auto", endpoint: { ...endpoint, args, env: [] } }]],
      },
      names,
    ).detail;
  expect(add("a\u202Eb\nc", ["\u200B"])).toMatch(/^a\\u\{202e\}b\\u\{a\}c: npx \\u\{200b\}\n\n/);
  const long = add("a", ["x".repeat(3000)]);
  expect(long).toContain("… (1500 / 3007)");
  expect(long.length).toBeLessThan(1800);
});
