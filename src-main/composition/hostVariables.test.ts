// Variables that a host fills in: from the entry of its config, through a real relay, to the server's process, and nowhere
// else.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { afterEach, expect, it } from "vitest";
import { writeRelayFiles } from "../agents/gateway/relayFiles.ts";
import { openRelayListener, socketOf } from "../agents/gateway/relayListener.ts";
import { GatewayService } from "../agents/gateway/gateway.ts";
import { serversIn } from "../servers/testing.ts";
import type { ServerView } from "#shared/servers/server.ts";
import { ok } from "#shared/outcome.ts";
import { hostFiles } from "../agents/agentFiles.ts";
import { openWraps } from "../agents/wrapStore.ts";
import { HostEntries } from "../agents/gateway/hostEntries.ts";

const closing: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const SERVER = `import readline from "node:readline";
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const { id } = JSON.parse(line);
  const { GIT_TOKEN, MORE, EXTRA, DEBUG } = process.env;
  const result = { GIT_TOKEN, MORE, EXTRA, DEBUG };
  process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result }) + "\\n");
});`;

/** A profile, and a host's config whose one entry is wrapped in it. */
async function wrapped(given?: object) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "countersign-variables-"));
  const file = path.join(folder, ".mcp.json");
  const script = path.join(folder, "server.mjs");
  writeFileSync(script, SERVER);
  const env = { GIT_TOKEN: "${GH}", MORE: "a${B:-b}", DEBUG: "1" };
  const entry = given ?? { command: process.execPath, args: [script], env };
  writeFileSync(file, JSON.stringify({ mcpServers: { git: entry } }));
  const views = new Map<string, ServerView>();
  const clock = { nowMs: Date.now, newId: randomUUID };
  const servers = serversIn(folder, {
    listener: {
      serverChanged: (view) => void views.set(view.id, view),
      serverRemoved() {},
      serverLines() {},
    },
  });
  servers.start();
  const profile = path.join(folder, "gateway");
  const socket = socketOf(profile);
  writeRelayFiles(profile, { socket, start: { command: process.execPath, args: ["-e", "0"] } });
  const gateway = new GatewayService({
    store: openWraps(path.join(folder, "wraps.json")),
    configs: {
      find: () =>
        Promise.resolve([{ program: "Claude Code", file, text: readFileSync(file, "utf8") }]),
      read: () => Promise.resolve([]),
    },
    files: hostFiles,
    entries: new HostEntries({
      script: path.join(profile, "relay.mjs"),
      places: { node: () => Promise.resolve(process.execPath) },
      loopback: { base: () => Promise.resolve(ok("")) },
      clock,
    }),
    servers,
    changed() {},
  });
  const listener = await openRelayListener(socket, gateway.admit, () =>
    Promise.reject(new Error("no hooks")),
  );
  closing.push(async () => {
    await listener.close();
    await servers.close();
  });
  const paths = [["mcpServers", "git"]];
  const read = await hostFiles.read(file);
  const done = await gateway.set(file, paths, read.ok ? read.value.hash : "");
  if (!done.ok) throw new Error(done.failure.kind);
  const id = done.value[0] ?? "";
  const config = JSON.parse(readFileSync(file, "utf8")) as {
    mcpServers: { git: { command: string; args: string[]; env: Record<string, string> } };
  };
  return {
    folder,
    servers,
    id,
    view: () => views.get(id),
    entry: config.mcpServers.git,
  };
}

/** Starts an entry as a host does, and returns the answer to one request. */
async function ask(
  { command, args }: { command: string; args: string[] },
  env: Record<string, string>,
): Promise<{ result?: object; error?: { message: string } }> {
  const child = spawn(command, args, { env: { PATH: process.env["PATH"] ?? "", ...env } });
  closing.push(() => void child.kill());
  child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"x/env"}\n');
  for await (const line of createInterface({ input: child.stdout }))
    return JSON.parse(line) as { result?: object };
  return {};
}

it("gives the server what the host filled in for approved names only, and writes it nowhere", async () => {
  const { folder, servers, id, view, entry } = await wrapped();
  const state = view()?.state;
  if (state?.kind !== "needs-confirmation") throw new Error("nothing to approve");
  expect(view()?.endpoint).toMatchObject({ hostEnv: ["GIT_TOKEN", "MORE"] });
  expect(servers.confirm(id, state.hash).ok).toBe(true);
  const filledIn = {
    ...entry.env,
    GIT_TOKEN: "ghp_s3cr3t-of-the-host",
    MORE: "ab",
    EXTRA: "not approved",
  };
  // A relay that was told to send more than the user approved.
  const more = { ...entry, args: [...entry.args, "EXTRA", "PATH"] };
  expect((await ask(more, filledIn)).result).toEqual({
    GIT_TOKEN: "ghp_s3cr3t-of-the-host",
    MORE: "ab",
    DEBUG: "1",
  });
  const { MORE: _more, ...fewer } = filledIn;
  expect((await ask(entry, fewer)).result).toEqual({
    GIT_TOKEN: "ghp_s3cr3t-of-the-host",
    DEBUG: "1",
  });
  const huge = { ...filledIn, MORE: "x".repeat(40_000) };
  expect((await ask(entry, huge)).error?.message).toContain("longer than 32767");

  const traffic = servers.traffic(id);
  if (traffic === undefined) throw new Error("no traffic");
  const seen = traffic.rows().map(({ seq }) => traffic.message(seq)?.text ?? "");
  expect(seen.join("")).toContain("DEBUG");
  expect(seen.join("")).not.toContain("ghp_s3cr3t");
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const text = readFileSync(path.join(file.parentPath, file.name), "utf8");
    expect(text, file.name).not.toContain("ghp_s3cr3t");
  }
});

it(
  "gives a server at an address the headers that the host filled in, and none that would be two",
  { tags: ["long"] },
  async () => {
    const got: http.IncomingHttpHeaders[] = [];
    const server = http.createServer((request, response) => {
      got.push(request.headers);
      void text(request).then((body) => {
        const { id } = JSON.parse(body) as { id: number };
        response.setHeader("content-type", "application/json");
        response.end(
          JSON.stringify({ jsonrpc: "2.0", id, result: { saw: request.headers["x-key"] } }),
        );
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    closing.push(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
    const headers = { Authorization: "Bearer ${TOK}", "X-Key": "$KEY", "X-Plain": "p" };
    const made = await wrapped({ type: "http", url, headers });
    const { folder, servers, id, view, entry } = made;
    const state = view()?.state;
    if (state?.kind !== "needs-confirmation") throw new Error("nothing to approve");
    expect(view()?.endpoint).toMatchObject({
      headers: [{ name: "X-Plain" }],
      hostHeaders: ["Authorization", "X-Key"],
    });
    expect(entry.env).toMatchObject({
      COUNTERSIGN_HEADER_AUTHORIZATION: "Bearer ${TOK}",
      COUNTERSIGN_HEADER_X_KEY: "$KEY",
    });
    expect(servers.confirm(id, state.hash).ok).toBe(true);
    const filledIn = {
      ...entry.env,
      COUNTERSIGN_HEADER_AUTHORIZATION: "Bearer s3cr3t-of-the-host",
      COUNTERSIGN_HEADER_X_KEY: "key-of-the-host",
      COUNTERSIGN_HEADER_X_EVIL: "1",
    };
    const more = { ...entry, args: [...entry.args, "COUNTERSIGN_HEADER_X_EVIL"] };
    await ask(more, filledIn);
    const sent = { authorization: "Bearer s3cr3t-of-the-host", "x-key": "key-of-the-host" };
    expect(got.at(-1)).toMatchObject({ ...sent, "x-plain": "p" });
    expect(got.at(-1)).not.toHaveProperty("x-evil");
    const count = got.length;
    for (const value of ["a\r\nX-Evil: 1", "a\nb", "caf\u0113", "x".repeat(8193)]) {
      const { error } = await ask(entry, { ...filledIn, COUNTERSIGN_HEADER_X_KEY: value });
      expect(error?.message).toContain("the header X-Key");
      expect(error?.message).not.toContain("Evil");
    }
    expect(got).toHaveLength(count);
    const traffic = servers.traffic(id);
    if (traffic === undefined) throw new Error("no traffic");
    const seen = traffic.rows().map(({ seq }) => traffic.message(seq)?.text ?? "");
    expect(seen.join("")).toContain("saw");
    expect(seen.join("")).not.toContain("of-the-host");
    for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!file.isFile()) continue;
      expect(readFileSync(path.join(file.parentPath, file.name), "utf8")).not.toContain(
        "of-the-host",
      );
    }
  },
);
