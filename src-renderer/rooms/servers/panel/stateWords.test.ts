// What is shown of a server is unambiguous: quoting, short reasons, who needs approval.
import { defaultPolicy } from "#shared/servers/policy/policy.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ServerView } from "#shared/servers/server.ts";
import { t } from "#words/index.ts";
import { inOrder, reviewQueue } from "../order.ts";
import { splitCommandLine } from "../serverDraft.ts";
import { commandLine, stateWords } from "./stateWords.ts";

const server = (
  id: string,
  state: ServerView["state"],
  part: Partial<ServerView> = {},
): ServerView => ({
  id,
  name: id,
  source: "stored",
  endpoint: { kind: "stdio", command: "x", args: [], cwd: null, env: [] },
  era: "auto",
  policy: defaultPolicy,
  enabled: true,
  state,
  tools: [],
  prompts: [],
  resources: [],
  asked: 0,
  rubbish: { count: 0, last: null },
  ...part,
});
const waits = (id: string) => server(id, { kind: "needs-confirmation", hash: id, changed: false });
const off = (id: string) => server(id, { kind: "off" });

describe("a command on one line", () => {
  it("is unique: two different commands never read the same", () => {
    const parts = fc.array(fc.string({ maxLength: 6 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(parts, parts, ([a = "", ...as], [b = "", ...bs]) => {
        const first = commandLine({ command: a, args: as });
        const second = commandLine({ command: b, args: bs });
        expect(first === second).toBe(JSON.stringify([a, ...as]) === JSON.stringify([b, ...bs]));
      }),
    );
  });

  it("can be pasted back if it has plain words only", () => {
    expect(splitCommandLine(commandLine({ command: "npx", args: ["-y", "my server"] }))).toEqual([
      "npx",
      "-y",
      "my server",
    ]);
  });
});

it("reviews in the requested order, and only servers that need approval", () => {
  const servers = [off("a"), waits("b"), waits("c")];
  expect(reviewQueue(["c", "gone", "a", "b"], servers).map(({ id }) => id)).toEqual(["c", "b"]);
});

it("lists by name, the bundled server last", () => {
  const demo = server("Aaa", { kind: "off" }, { source: "demo" });
  const list = inOrder({ demo, z: off("z"), b: off("b") });
  expect(list.map(({ id }) => id)).toEqual(["b", "z", "Aaa"]);
});

it("names in a few words why a server failed", () => {
  const failed = (failure: Extract<ServerView["state"], { kind: "failed" }>["failure"]) =>
    stateWords(t, server("a", { kind: "failed", atMs: 0, attempts: 1, failure })).words;
  expect(failed({ kind: "server-exited", code: 3, signal: null, afterMs: 1 })).toContain("3");
  expect(failed({ kind: "server-exited", code: null, signal: "SIGKILL", afterMs: 1 })).toContain(
    "SIGKILL",
  );
  expect(failed({ kind: "server-unauthorised", status: 401, address: "a" })).toContain("401");
});
