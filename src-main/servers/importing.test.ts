// Servers of other programs are found and shown; secrets are copied only when the user imports one.
import { describe, expect, it } from "vitest";
import { ok } from "#shared/outcome.ts";
import type { ServerInput } from "#shared/servers/config/input.ts";
import { endpointKey } from "./endpoint.ts";
import { ImportingService } from "./importing.ts";
import type { ConfigFile } from "./importing.ts";

const config = (servers: object): string => JSON.stringify({ mcpServers: servers });
const notes = { command: "npx", args: ["-y", "notes"], env: { API_KEY: "sk-1", LEVEL: "debug" } };
const service = (files: ConfigFile[], added: ServerInput[] = []): ImportingService =>
  new ImportingService(
    { find: () => Promise.resolve(files) },
    {
      add: (input) => ok(`server-${added.push(input)}`),
      withEndpoint: (endpoint) =>
        added.find((one) => endpointKey(one.endpoint) === endpointKey(endpoint))?.name,
    },
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

  it("recognizes what is configured already, whatever its name, but not with another value", async () => {
    const added: ServerInput[] = [];
    const files = [{ program: "Cursor", file: "/c.json", text: config({ notes }) }];
    const importing = service(files, added);
    const [first] = (await importing.find()).servers;
    importing.add([first?.id ?? ""]);
    const token = { ...notes, env: { ...notes.env, API_KEY: "sk-2" } };
    const more = { ...notes, args: ["-y", "more"] };
    const level = { ...notes, env: { ...notes.env, LEVEL: "info" } };
    files[0] = {
      program: "Cursor",
      file: "/c.json",
      text: config({ other: notes, token, more, level }),
    };
    const found = await importing.find();
    expect(found.servers.map((server) => server.known)).toEqual([true, false, false, false]);
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
  it("adds what was chosen with the secrets of that file, which the window never saw", async () => {
    const other = { ...notes, env: { ...notes.env, API_KEY: "sk-other" } };
    const files = [
      { program: "Cursor", file: "/c.json", text: config({ notes }) },
      { program: "Windsurf", file: "/w.json", text: config({ notes: other }) },
    ];
    const added: ServerInput[] = [];
    const importing = service(files, added);
    const { servers } = await importing.find();
    expect(importing.add(servers.map(({ id }) => id).toReversed())).toEqual({
      ids: ["server-1", "server-2"],
      failure: null,
    });
    expect(added.map(({ endpoint }) => endpoint)).toMatchObject([
      { env: [{ name: "API_KEY", value: "sk-other" }, { value: "debug" }] },
      { env: [{ name: "API_KEY", value: "sk-1" }, { value: "debug" }] },
    ]);
  });

  it("adds nothing that was not shown last", async () => {
    const files = [{ program: "Cursor", file: "/c.json", text: config({ notes }) }];
    const added: ServerInput[] = [];
    const importing = service(files, added);
    const [shown] = (await importing.find()).servers;
    await importing.find();
    expect(importing.add([shown?.id ?? ""])).toEqual({ ids: [], failure: { kind: "stale" } });
    expect(added).toEqual([]);
  });
});
