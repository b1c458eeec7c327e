import { expect, it } from "vitest";
import type { JsonObject } from "../../json.ts";
import type { RequestDocument } from "../../sampling/document/message.ts";
import { actionResponseIn } from "./document.ts";
import type { ActionRequest } from "./document.ts";
import { actionFacts } from "./facts.ts";
import { action } from "./kind.ts";

function held(tool: string, input: JsonObject, more: Partial<ActionRequest> = {}): RequestDocument {
  const request: ActionRequest = {
    agent: { id: "claude-code", version: "2.1.332" },
    event: "before",
    session: { id: "S-1", folder: "/w" },
    callId: null,
    tool,
    input,
    folder: "/w/sub",
    files: [],
    takesEdits: true,
    ...more,
  };
  return request as unknown as RequestDocument;
}
const file = (path: string, real: string): Pick<ActionRequest, "files"> => ({
  files: [{ path, real, state: "text" }],
});
const bash = (command: string, more: Partial<ActionRequest> = {}): RequestDocument =>
  held("Bash", { command }, more);

it("are the agent, what it does, and in which session", () => {
  expect(actionFacts.facts(bash("npm  test"))).toMatchObject({
    agent: ["claude-code", "Claude Code"],
    action: "command",
    actionTool: "Bash",
    command: "npm test",
    path: null,
    session: "S-1",
  });
});

const workdir = (folder: string): RequestDocument =>
  held(
    "bash",
    { command: "npm test", workdir: folder },
    { agent: { id: "opencode", version: null } },
  );

const read = (path: string, real: string, more: Partial<ActionRequest> = {}): RequestDocument =>
  held("Read", { file_path: path }, { ...file(path, real), ...more });

it.each<[string, RequestDocument, string | null]>([
  ["a file inside", read("/w/a.ts", "/w/a.ts"), "a.ts"],
  ["a link inside", read("/w/l", "/w/b.ts"), "b.ts"],
  ["a link that leads out", read("/w/l", "/etc/b"), null],
  ["a file outside", read("/x/a", "/x/a"), null],
  ["another file than the one read", read("/w/a", "/w/a", file("/w/b", "/w/b")), null],
  ["no file", read("/w/a", "/w/a", { files: [] }), null],
  [
    "a session without a folder",
    read("/w/a", "/w/a", { session: { id: "s", folder: null } }),
    null,
  ],
  ["a command", bash("cat a", file("a", "/w/a")), null],
])("name the path of %s", (_name, document, path) => {
  expect(actionFacts.facts(document).path).toBe(path);
});

it.each<[string, RequestDocument, boolean]>([
  ["a simple command", bash("npm test"), true],
  ["a chained command", bash("npm test && x"), false],
  ["a command in another folder", bash("npm test", { folder: "/x" }), false],
  ["a command in a folder that isn't said", bash("npm test", { folder: null }), true],
  [
    "a command of a session without a folder",
    bash("npm test", { session: { id: "s", folder: null } }),
    false,
  ],
  ["a command in a named folder", workdir("/w/link"), false],
  ["a command in the session's folder", workdir("/w"), true],
  [
    "a command out of the sandbox",
    held("Bash", { command: "x", dangerouslyDisableSandbox: true }),
    false,
  ],
  ["a tool that isn't known", held("Task", {}), false],
  ["a file", read("/w/a.ts", "/w/a.ts"), true],
])("let a rule allow %s, or not", (_name, document, is) => {
  expect(action.allowedBy?.(document, "rule")).toEqual(is ? { verdict: "allow" } : null);
  // A permission leaves it to the agent, which then asks by its own settings.
  expect(action.allowedBy?.(document, "permission")).toEqual({ verdict: "pass" });
});

it("have no verdict before there is one, nor once it was deleted", () => {
  for (const none of [action.emptyResponse(), action.deleted.response]) {
    expect(actionResponseIn(none)).toBeNull();
    expect(action.checkResponse(none, bash("ls"), {} as never)).not.toEqual([]);
    expect(action.about?.response(none)).toEqual({});
  }
});

it("names a file from the session's folder, and one outside of it whole", () => {
  const words = (path: string): string => actionFacts.firstWords(read(path, path), 100);
  expect([words("/w/src/a.ts"), words("/etc/b"), words("/w/../b")]).toEqual([
    "src/a.ts",
    "/etc/b",
    "/w/../b",
  ]);
});
