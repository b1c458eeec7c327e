// The lock: what it takes in, how a difference is named, and that it holds no secret.
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { ProgramInspector } from "../../servers/mcp/identity/program.ts";
import { acceptable, differences, readLock, writeLock } from "./lock.ts";
import { readPolicy } from "./policyFile.ts";
import { readServers } from "./serversFile.ts";
import { openVariables } from "./variables.ts";

const inspector = new ProgramInspector({ path: async () => process.env["PATH"] ?? "" });
const ENV = { NOTES_TOKEN: "the-token-of-notes", DESK_TOKEN: "0123456789abcdef0123456789abcdef" };

function folderWith(servers: object): string {
  const folder = mkdtempSync(path.join(tmpdir(), "countersign-lock-"));
  writeFileSync(path.join(folder, "rules.json"), '{ "rules": [] }');
  writeFileSync(path.join(folder, "server.mjs"), "// a server\n");
  writeFileSync(path.join(folder, "servers.json"), JSON.stringify(servers));
  return folder;
}

function nowIn(folder: string, env: Record<string, string> = ENV) {
  const variables = openVariables(null, env);
  const config = readServers(path.join(folder, "servers.json"), variables);
  return acceptable(readPolicy(path.join(folder, "rules.json")), config, inspector);
}

const command = (folder: string, more: object = {}) => ({
  command: process.execPath,
  args: [path.join(folder, "server.mjs"), "--quiet"],
  env: { NOTES_TOKEN: "${NOTES_TOKEN}", API_KEY: "written-into-the-file", LEVEL: "info" },
  ...more,
});

function everything() {
  const folder = folderWith({});
  const servers = {
    mcpServers: {
      notes: command(folder),
      remote: {
        url: "https://mcp.example/mcp",
        headers: { Authorization: "Bearer ${NOTES_TOKEN}" },
      },
    },
    programs: [{ name: "nightly", tokenEnv: "DESK_TOKEN" }],
    providers: [{ name: "own", kind: "openai-compatible", address: "http://127.0.0.1:9/v1" }],
  };
  writeFileSync(path.join(folder, "servers.json"), JSON.stringify(servers));
  const changed = (change: (all: typeof servers) => object): void =>
    writeFileSync(path.join(folder, "servers.json"), JSON.stringify(change(servers)));
  return { folder, changed };
}

it("holds what is accepted, and none of its secrets; unchanged files differ in nothing", async () => {
  const { folder } = everything();
  const { accepted, facts } = await nowIn(folder);
  const lock = path.join(folder, "countersign.lock");
  writeLock(lock, accepted);
  const text = readFileSync(lock, "utf8");
  expect(text).not.toMatch(/the-token-of-notes|written-into-the-file|0123456789abcdef0123/);
  expect(accepted["server notes"]).toMatchObject({
    environment: "NOTES_TOKEN, API_KEY, LEVEL",
    program: facts.get("notes")?.path,
    "program's SHA-256": expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
  });
  expect(differences(readLock(lock).accepted, (await nowIn(folder)).accepted)).toEqual([]);
  // Another value of a variable is no other configuration.
  const other = await nowIn(folder, { ...ENV, NOTES_TOKEN: "another-token" });
  expect(differences(readLock(lock).accepted, other.accepted)).toEqual([]);
});

it("names the thing and the field that has changed", async () => {
  const { folder, changed } = everything();
  const { accepted } = await nowIn(folder);
  const found = async () =>
    differences(accepted, (await nowIn(folder)).accepted).map(
      ({ what, field }) => `${what}: ${field}`,
    );
  writeFileSync(path.join(folder, "server.mjs"), "// another server\n");
  expect(await found()).toEqual([`server notes: script ${path.join(folder, "server.mjs")}`]);
  writeFileSync(path.join(folder, "server.mjs"), "// a server\n");
  expect(await found()).toEqual([]);
  writeFileSync(path.join(folder, "rules.json"), '{ "rules": [ ] }');
  expect(await found()).toEqual(["rules: sha256"]);
  writeFileSync(path.join(folder, "rules.json"), '{ "rules": [] }');
  changed((all) => ({
    ...all,
    mcpServers: { notes: { ...command(folder), countersign: { unasked: "ask" } } },
  }));
  expect(await found()).toEqual(["server notes: permissions and limits", "server remote: "]);
  changed((all) => ({
    ...all,
    mcpServers: { ...all.mcpServers, notes: command(folder, { env: { LEVEL: "debug" } }) },
  }));
  expect(await found()).toEqual(["server notes: environment"]);
  // No field that is shown tells.
  changed((all) => ({
    ...all,
    mcpServers: {
      ...all.mcpServers,
      notes: command(folder, { env: { NOTES_TOKEN: "${OTHER}", API_KEY: "x", LEVEL: "debug" } }),
    },
  }));
  expect(
    await differences(accepted, (await nowIn(folder, { ...ENV, OTHER: "1" })).accepted),
  ).toMatchObject([{ what: "server notes", field: "digest" }]);
  changed((all) => ({
    ...all,
    providers: [{ ...all.providers[0], address: "http://127.0.0.1:8/v1" }],
  }));
  expect(await found()).toEqual(["provider own: address"]);
  changed((all) => ({
    ...all,
    programs: [{ name: "nightly", tokenEnv: "DESK_TOKEN", mode: "watch" }],
  }));
  expect(await found()).toEqual(["program nightly: mode"]);
  changed((all) => ({ ...all, retention: { days: 5 } }));
  expect(await found()).toEqual(["everything: limits, retention, model"]);
});

it.each([
  [{ command: "node", args: ["server.mjs"] }, 'Server notes: "server.mjs" depends on the folder'],
  [{ command: "./bin/tool" }, 'Server notes: "./bin/tool" depends on the folder'],
  [{ command: "no-such-program" }, 'Server notes: "no-such-program" cannot be found'],
])("refuses a command whose files it cannot know: %j", async (server, words) => {
  const folder = folderWith({ mcpServers: { notes: server } });
  await expect(nowIn(folder)).rejects.toThrow(words);
});

it("hashes a script that is named from the server's own folder", async () => {
  const folder = folderWith({});
  const server = { command: process.execPath, args: ["server.mjs"], cwd: folder };
  const servers = JSON.stringify({ mcpServers: { notes: server } });
  writeFileSync(path.join(folder, "servers.json"), servers);
  const { accepted } = await nowIn(folder);
  writeFileSync(path.join(folder, "server.mjs"), "// another server\n");
  expect(differences(accepted, (await nowIn(folder)).accepted)).toMatchObject([
    { what: "server notes", field: expect.stringMatching(/^script .*server\.mjs$/) as unknown },
  ]);
});

it("names the host that a variable in an address stands for", async () => {
  const folder = folderWith({ mcpServers: { remote: { url: "https://${HOST}/mcp" } } });
  const { accepted } = await nowIn(folder, { ...ENV, HOST: "mcp.example" });
  const other = await nowIn(folder, { ...ENV, HOST: "evil.example" });
  expect(differences(accepted, other.accepted)).toEqual([
    {
      what: "server remote",
      field: "reaches",
      before: "https://mcp.example",
      now: "https://evil.example",
    },
  ]);
});
