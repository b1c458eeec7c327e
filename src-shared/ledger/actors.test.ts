// Who acted, as rows of any version say it.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import type { JsonObject } from "../json.ts";
import { CANCELLED_BY } from "../request/life/actors.ts";
import { fold } from "./fold.ts";
import type { ReadRow } from "./row.ts";
import { actorOf } from "./rowEvent.ts";

const host = { name: "Claude Code", sessionId: "s" };
const pushed = { kind: "pushed", requestId: 7 };
const http = { kind: "http", dialect: "openai-chat", id: "1", createdS: 1, stream: false };
const REQUESTS: Record<string, JsonObject> = {
  server: { asker: { serverId: "n", name: "notes" }, reply: pushed },
  "host's server": { asker: { serverId: "n", name: "notes", host }, reply: pushed },
  call: { asker: { serverId: "n", name: "notes", host }, reply: pushed, requestKind: "tool-call" },
  // Its content is deleted, and the host with it.
  "old call": { asker: { serverId: "n", name: "notes" }, reply: pushed, requestKind: "tool-call" },
  program: { asker: { serverId: "p", name: "nightly" }, reply: http, requestKind: "completion" },
  replay: { asker: { serverId: "n", name: "notes" }, reply: { kind: "replay", of: null } },
};

const row = (kind: string, body: JsonObject): ReadRow =>
  ({ seq: 1, sample: "s", atMs: 1, kind, body }) as unknown as ReadRow;

it.each([
  // As recorded now.
  ["server", "server-cancelled", { kind: "server" }, "server", "server"],
  ["server", "call-cancelled", { kind: "person" }, "server", "person"],
  ["host's server", "host-left", { kind: "host" }, "server", "host"],
  ["host's server", "disconnected", { kind: "desk" }, "server", "desk"],
  ["host's server", "call-rejected", { kind: "person" }, "server", "person"],
  ["call", "host-cancelled", { kind: "host" }, "host", "host"],
  ["call", "server-died", { kind: "server" }, "host", "server"],
  ["program", "program-left", { kind: "program" }, "program", "program"],
  ["replay", "quit", { kind: "person" }, "person", "person"],
  // By older versions.
  ["program", "server-cancelled", { kind: "server" }, "program", "program"],
  ["call", "call-cancelled", { kind: "person" }, "host", "unknown"],
  ["old call", "call-cancelled", { kind: "person" }, "host", "unknown"],
  ["host's server", "call-cancelled", { kind: "person" }, "server", "unknown"],
  ["host's server", "disconnected", { kind: "server" }, "server", "unknown"],
  ["server", "disconnected", { kind: "server" }, "server", "server"],
  // By a later one.
  ["server", "server-cancelled", { kind: "robot" }, "server", "unknown"],
] as const)("%s, %s by %o: received by %s, ended by %s", (request, reason, by, asked, ended) => {
  const cancelled = { by, because: { kind: reason } };
  const folded = fold([
    row("received", { ...REQUESTS[request], asked: null, askedHash: "" }),
    row("cancelled", cancelled),
  ]);
  expect(folded?.request.timeline.map((entry) => entry.by.kind)).toEqual([asked, ended]);
  // A single row is read the same.
  expect(folded && actorOf(cancelled, folded.request)?.kind).toBe(ended);
});

it("says in the page on the format who acted in each cancellation", () => {
  const page = readFileSync(path.join(import.meta.dirname, "FORMAT.md"), "utf8");
  const table = /^\| `because`[^]*?\n\n/m.exec(page)?.[0] ?? "";
  const rows = table
    .split("\n")
    .slice(2)
    .flatMap((line) => {
      const [, reasons = "", by = ""] = line.split("|");
      const names = reasons.split(", ").map((reason) => /`([\w-]+)`/.exec(reason)?.[1] ?? "");
      return names
        .filter((name) => name !== "")
        .map((name) => [name, by.trim().replaceAll("`", "")]);
    });
  expect(Object.fromEntries(rows)).toEqual(CANCELLED_BY);
});
