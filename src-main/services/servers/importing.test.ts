// Servers of other programs are found and shown; secrets are copied only when the user imports one.
import { describe, expect, it } from "vitest";
import type { ServerInput } from "../../../src-shared/servers/server.ts";
import { ImportingService } from "./importing.ts";
import type { Configured } from "./importing.ts";
import type { ConfigFile } from "../ports.ts";

const config = (servers: object): string => JSON.stringify({ mcpServers: servers });
const notes = { command: "npx", args: ["-y", "notes"], env: { API_KEY: "sk-1", LEVEL: "debug" } };
const service = (files: ConfigFile[], configured: Configured = []): ImportingService =>
  new ImportingService(
    { read: () => Promise.resolve([]), find: () => Promise.resolve(files) },
    () => configured,
  );

describe("finding", () => {
  it("shows servers with their program and file, never a secret value", async () => {
    const text = config({
      notes,
      web: { url: "https://x.example/mcp", headers: { Authorization: "Bearer t" } },
    });
    const found = await service([{ program: "Cursor", file: "/c.json", text }]).find();
    expect(JSON.stringify(found)).not.toMatch(/sk-1|Bearer t/);
    expect(found.servers.map((s) => [s.program, s.file, s.input.name, s.known])).toEqual([
      ["Cursor", "/c.json", "notes", false],
      ["Cursor", "/c.json", "web", false],
    ]);
    expect(found.servers[0]?.input.endpoint).toMatchObject({
      env: [
        { name: "API_KEY", secret: true, value: null },
        { name: "LEVEL", secret: false, value: "debug" },
      ],
    });
  });

  it("recognizes what is configured already, whatever its name and environment", async () => {
    const endpoint = {
      kind: "stdio" as const,
      command: "npx",
      args: ["-y", "notes"],
      cwd: null,
    };
    const text = config({ other: notes, more: { ...notes, args: ["-y", "more"] } });
    const files = [{ program: "Cursor", file: "/c.json", text }];
    const found = await service(files, [{ endpoint: { ...endpoint, env: [] } }]).find();
    expect(found.servers.map((server) => server.known)).toEqual([true, false]);
  });

  it("reports what is malformed, and ignores a file without servers", async () => {
    const found = await service([
      { program: "VS Code", file: "/settings.json", text: '{ "editor.tabSize": 2 }' },
      { program: "Cursor", file: "/bad.json", text: '{ "mcpServers": { ' },
      { program: "Windsurf", file: "/half.json", text: config({ a: {}, b: { command: "b" } }) },
      {
        program: "Claude Code",
        file: "/locked.json",
        failure: { kind: "config-unreadable", file: "/locked.json", detail: "EACCES" },
      },
    ]).find();
    expect(found.servers.map((server) => server.input.name)).toEqual(["b"]);
    expect(found.faults.map(({ file, failure }) => [file, failure.kind])).toEqual([
      ["/bad.json", "config-not-json"],
      ["/half.json", "config-bad-server"],
      ["/locked.json", "config-unreadable"],
    ]);
  });
});

describe("importing", () => {
  const files = [{ program: "Cursor", file: "/c.json", text: config({ notes }) }];

  it("restores the secrets that the window never saw", async () => {
    const importing = service(files);
    const found = await importing.find();
    const [shown] = found.servers;
    if (shown === undefined) throw new Error("nothing found");
    expect(importing.complete(shown.input).endpoint).toMatchObject({
      env: [
        { name: "API_KEY", value: "sk-1" },
        { name: "LEVEL", value: "debug" },
      ],
    });
  });

  it("gives no secret to another command, and leaves what was typed as it is", async () => {
    const importing = service(files);
    await importing.find();
    const typed: ServerInput = {
      name: "notes",
      era: "auto",
      endpoint: {
        kind: "stdio",
        command: "npx",
        args: ["-y", "someone-else"],
        cwd: null,
        env: [{ name: "API_KEY", secret: true, value: null }],
      },
    };
    expect(importing.complete(typed)).toEqual(typed);
    const own = {
      ...typed,
      endpoint: {
        ...typed.endpoint,
        args: notes.args,
        env: [{ name: "API_KEY", secret: true, value: "mine" }],
      },
    } as ServerInput;
    expect(importing.complete(own)).toEqual(own);
  });
});
