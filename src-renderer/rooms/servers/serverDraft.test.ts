// What a form means: nothing typed is changed, no secret is lost or shown, every fault at its field.
import { defaultPolicy } from "#shared/servers/policy/policy.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { serverInputSchema } from "#shared/servers/config/input.ts";
import type { ServerView } from "#shared/servers/server.ts";
import { wordsOf } from "#words/index.ts";
import {
  draftOf,
  emptyDraft,
  inputOf,
  newRow,
  serverForm,
  splitCommandLine,
} from "./serverDraft.ts";
import type { ServerDraft } from "./serverDraft.ts";

const form = serverForm(wordsOf("en"));
const faultsOf = (draft: ServerDraft) =>
  form.safeParse(draft).error?.issues.map(({ path, message }) => [path.join("."), message]);

const server = (endpoint: ServerView["endpoint"]): ServerView => ({
  id: "s",
  name: "files",
  source: "stored",
  endpoint,
  era: "auto",
  policy: defaultPolicy,
  enabled: true,
  state: { kind: "off" },
  tools: [],
  prompts: [],
  resources: [],
  asked: 0,
  rubbish: { count: 0, last: null },
});

describe("a form from a server and back", () => {
  const arg = fc.string({ maxLength: 20 });
  it("keeps every argument unchanged, whatever it contains", () => {
    fc.assert(
      fc.property(fc.array(arg, { maxLength: 5 }), (args) => {
        const view = server({ kind: "stdio", command: "node", args, cwd: null, env: [] });
        const draft = draftOf(view);
        expect(form.safeParse(draft).data).toEqual(inputOf(view));
      }),
    );
  });

  it("keeps a stored secret without reading it, and sends a new one", () => {
    const view = server({
      kind: "http",
      url: "https://example.com/mcp",
      headers: [
        { name: "Authorization", secret: true, present: true },
        { name: "X-Team", secret: false, value: "a" },
      ],
    });
    const draft = draftOf(view);
    if (draft === null) throw new Error("no form");
    expect(form.parse(draft)).toMatchObject({
      endpoint: {
        headers: [
          { name: "Authorization", secret: true, value: null },
          { name: "X-Team", secret: false, value: "a" },
        ],
      },
    });
    const typed = draft.headers.map((row) =>
      row.kept ? { ...row, kept: false, value: "new" } : row,
    );
    expect(form.parse({ ...draft, headers: typed })).toMatchObject({
      endpoint: { headers: [{ value: "new" }, { value: "a" }] },
    });
  });

  it("keeps the names of variables that hosts hand over", () => {
    const command = { kind: "stdio" as const, command: "node", args: [], cwd: null, env: [] };
    const view = server({ ...command, hostEnv: ["GIT_TOKEN"] });
    expect(form.parse(draftOf(view))).toMatchObject({ endpoint: { hostEnv: ["GIT_TOKEN"] } });
  });

  it("has no form for the bundled server", () => {
    expect(draftOf(server({ kind: "demo" }))).toBeNull();
  });
});

describe("the form of a server", () => {
  it("reports every missing field at once", () => {
    expect(faultsOf(emptyDraft())).toEqual([
      ["name", "Enter a name."],
      ["command", "Enter the program to start."],
    ]);
  });

  it("rejects an address that is not http or https", () => {
    const draft = { ...emptyDraft(), name: "a", transport: "http" as const, url: "file:///etc" };
    expect(faultsOf(draft)).toEqual([["url", "This isn’t an http or https address."]]);
  });

  it("rejects a duplicate name; headers ignore case", () => {
    const row = (name: string) => ({ ...newRow(), name, value: "x" });
    const rows = [row("Token"), row("token")];
    const base = { ...emptyDraft(), name: "a" };
    expect(faultsOf({ ...base, command: "node", env: rows })).toBeUndefined();
    const http = { ...base, transport: "http" as const, url: "https://a.example", headers: rows };
    expect(faultsOf(http)).toEqual([["headers.1", "This name is already used."]]);
  });

  it("gives only what the contract accepts", () => {
    const draft = {
      ...emptyDraft(),
      name: " a ",
      command: " npx ",
      args: "-y\n\nx y\n",
      folder: " ",
    };
    const input = form.parse(draft);
    expect(input).toMatchObject({
      name: "a",
      endpoint: { command: "npx", args: ["-y", "x y"], cwd: null },
    });
    expect(serverInputSchema.safeParse(input).success).toBe(true);
  });
});

describe("splitCommandLine", () => {
  it.each([
    ["npx -y @scope/server", ["npx", "-y", "@scope/server"]],
    ['node "my server.js" --say "a \\"b\\""', ["node", "my server.js", "--say", 'a "b"']],
    ["a 'b c' d\\ e", ["a", "b c", "d e"]],
    ["C:\\Tools\\node.exe x", ["C:\\Tools\\node.exe", "x"]],
    ['--x="a b"', ["--x=a b"]],
    ['broken "quote', ["broken", '"quote']],
    ["$(rm -rf ~) | cat", ["$(rm", "-rf", "~)", "|", "cat"]],
    ["  ", []],
  ])("%s", (line, words) => {
    expect(splitCommandLine(line)).toEqual(words);
  });

  it("ends, and loses no letter, for any text", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (line) => {
        const letters = (text: string) => text.replace(/[^a-z0-9]/gi, "");
        expect(letters(splitCommandLine(line).join(""))).toBe(letters(line));
      }),
    );
  });
});
