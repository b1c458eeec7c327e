import { expect, it } from "vitest";
import type { JsonObject } from "../../../json.ts";
import type { RequestDocument } from "../../document/message.ts";
import { actionResponseIn, heldActionResponse } from "./document.ts";
import type { ActionRequest, ActionResponse } from "./document.ts";
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
const QUESTIONS: JsonObject = {
  questions: [
    {
      question: "Which one?",
      header: "One",
      options: ["A", "B"].map((label) => ({ label, description: "" })),
      multiSelect: false,
    },
  ],
};
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
  ["a question", held("AskUserQuestion", QUESTIONS), false],
  ["a plan", held("ExitPlanMode", { plan: "# Do it" }), false],
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

it("begins with the questions, and with the title of a plan", () => {
  const words = (tool: string, input: JsonObject): string =>
    actionFacts.firstWords(held(tool, input), 100);
  expect(words("AskUserQuestion", QUESTIONS)).toBe("Which one?");
  expect(words("ExitPlanMode", { plan: "\n## Less\n\n1. Do it" })).toBe("Less 1. Do it");
});

it.each<[string, string, JsonObject, object, Partial<ActionRequest>, string[]]>([
  ["an answered question", "AskUserQuestion", QUESTIONS, { "Which one?": "B" }, {}, []],
  [
    "another answer than it may have",
    "AskUserQuestion",
    QUESTIONS,
    { "Which one?": "" },
    {},
    ["action-not-editable"],
  ],
  ["an edited plan", "ExitPlanMode", { plan: "a" }, { plan: "b" }, {}, []],
  [
    "a plan of another file",
    "ExitPlanMode",
    { plan: "a" },
    { planFilePath: "/b" },
    {},
    ["action-not-editable"],
  ],
  [
    "an edited plan where none is taken",
    "ExitPlanMode",
    { plan: "a" },
    { plan: "b" },
    { takesEdits: false },
    ["action-not-editable"],
  ],
])("are checked: %s", (_name, tool, input, change, more, codes) => {
  const next = tool === "ExitPlanMode" ? { ...input, ...change } : { ...input, answers: change };
  const document = heldActionResponse({ verdict: "allow", input: next as JsonObject });
  const flags = action.checkResponse(document, held(tool, input, more), {} as never);
  expect(flags.map(({ code }) => code)).toEqual(codes);
});

it("lets no question be allowed without an answer, only be left to its agent", () => {
  const flags = (response: ActionResponse): string[] =>
    action
      .checkResponse(heldActionResponse(response), held("AskUserQuestion", QUESTIONS), {} as never)
      .map(({ code }) => code);
  expect(flags({ verdict: "allow" })).toEqual(["action-not-answered"]);
  expect(flags({ verdict: "pass" })).toEqual([]);
});
