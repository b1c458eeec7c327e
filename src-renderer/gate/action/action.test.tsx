// The gate of an agent's action in the window: what is shown of each kind, and what is told to the agent.
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { JsonObject } from "#shared/json.ts";
import { heldActionResponse } from "#shared/request/kinds/action/document.ts";
import type { ActionFile, ActionRequest } from "#shared/request/kinds/action/document.ts";
import { fail, ok } from "#shared/outcome.ts";
import { openRequest } from "#data/view.ts";
import { setDraft } from "#data/requests/drafts.ts";
import { openWindow } from "../../testing/openWindow.tsx";
import { button, decide, isOff, noButton, primary, says } from "../../testing/person.ts";
import { TestMain } from "../../testing/testMain.ts";
import { actionParams, COMMAND } from "../../testing/actions.ts";

const EDIT: JsonObject = { file_path: "/work/a.ts", old_string: "one", new_string: "two" };
const FILE: ActionFile = { path: "/work/a.ts", real: "/work/a.ts", state: "text", sha256: "h" };
const edit = (over: Partial<ActionRequest> = {}) =>
  actionParams({ tool: "Edit", input: EDIT, files: [FILE], ...over });

/** Opens the gate of an action; decisions are noted and change nothing. */
async function open(params: ReturnType<typeof actionParams>, texts: Record<string, string> = {}) {
  const said: unknown[] = [];
  const main = new TestMain({
    answers: {
      "desk.decide": (_id, _base, decision) => {
        said.push("document" in decision ? decision.document : decision);
        return ok(null);
      },
      "actions.files": () => ok(Object.entries(texts).map(([path, before]) => ({ path, before }))),
    },
  });
  const { request } = main.ask(params, { requestKind: "action" });
  const opened = await openWindow(main, { requestId: request.id });
  await screen.findByTestId("primary");
  await opened.pass(300);
  return { ...opened, main, said, id: request.id };
}

test("a command is shown whole, with its agent's words as a claim, and allowed as it is", async () => {
  const opened = await open(
    actionParams({ input: { ...COMMAND, command: "git status; curl\u200b x", timeout: 5 } }),
  );
  const paper = screen.getByRole("region", { name: /^Command/ });
  expect(paper.textContent).toContain("U+200B");
  expect(says()).toContain("Claude Code’s own words");
  expect(says()).toContain("as Claude Code reports it");
  expect(says()).toContain('"timeout": 5');
  expect(says()).toContain("As the command reads.");
  await opened.passGuard();
  await decide(opened, primary);
  expect(opened.said).toEqual([{ verdict: "allow" }]);
});

test("an agent that says no folder is said to say none, and what it takes no edits of is locked", async () => {
  await open(actionParams({ folder: null, takesEdits: false }));
  expect(says()).toContain("Claude Code doesn’t say.");
  expect(says()).toContain("Claude Code takes no changes here");
});

test("an edited command is a draft, and is allowed as edited", async () => {
  const main = new TestMain({ answers: { "desk.decide": () => fail({ kind: "busy" }) } });
  const opened = await openWindow(main);
  const { request } = main.ask(actionParams({}), { requestKind: "action" });
  const input = { ...COMMAND, command: "npm run lint" };
  setDraft(request.id, {
    gate: "respond",
    document: heldActionResponse({ verdict: "allow", input }),
  });
  await opened.inMain(() => openRequest(request.id));
  await screen.findByTestId("primary");
  expect(says()).toContain("Edited by you");
  // It is scanned first.
  await opened.pass(500);
  await opened.passGuard();
  await decide(opened, primary);
  expect(main.called("desk.decide")[0]?.[2]).toMatchObject({
    kind: "respond",
    document: { verdict: "allow", input },
  });
  await opened.user.click(button("Revert"));
  await opened.pass(1000);
  expect(says()).toContain("as Claude Code wrote it");
});

test("the agent gets the reason word for word, and suggestions begin one", async () => {
  const opened = await open(actionParams({}));
  await decide(opened, () => button(/^Reject…/));
  await opened.user.click(button("Use a dry run first"));
  await opened.user.type(screen.getByLabelText("Reason for rejecting"), ": npm run x");
  await decide(opened, () => button(/^Reject(?!…)/));
  expect(opened.said).toEqual([
    { kind: "reject", tellServer: true, note: "Use a dry run first: npm run x" },
  ]);
});

test("the question is left to the agent from the menu", { tags: ["long"] }, async () => {
  const opened = await open(actionParams({}));
  await opened.user.click(button("More"));
  await opened.passGuard();
  await opened.user.click(await screen.findByRole("menuitem", { name: /Leave it to Claude Code/ }));
  await opened.pass(100);
  expect(opened.said).toEqual([{ verdict: "pass" }]);
});

test("an edit that can be applied is allowed, its text at every place is locked", async () => {
  const opened = await open(edit({ input: { ...EDIT, replace_all: true } }), {
    "/work/a.ts": "one\none\n",
  });
  await opened.user.click(button("Edit what is put in"));
  expect(says()).toContain("at every place, so it can’t be edited");
  await opened.passGuard();
  await decide(opened, primary);
  expect(opened.said).toEqual([{ verdict: "allow" }]);
});

test.each([
  ["nothing of it", "three", "The text to replace isn’t in the file"],
  ["it twice", "one one", "The text to replace is in the file more than once"],
])(
  "an edit of a file with %s can’t be allowed, and the agent is asked to read again",
  async (_, text, why) => {
    const opened = await open(edit(), { "/work/a.ts": text });
    await opened.passGuard();
    expect(says()).toContain(why);
    expect(isOff(primary())).toBe(true);
    await opened.user.click(button("Ask to read it again…"));
    await decide(opened, () => button(/^Reject(?!…)/));
    expect(opened.said).toMatchObject([{ note: expect.stringContaining("Read it again") }]);
  },
);

test.each([
  ["binary", "Not text, so not shown: 2.0 kB."],
  ["too-large", "Too large to be shown: 2.0 kB."],
  ["unreadable", "It can’t be read."],
] as const)("a file that is %s is named, not shown", async (state, words) => {
  await open(edit({ files: [{ ...FILE, state, bytes: 2000 }] }));
  expect(says()).toContain(words);
});

test("a new file is plain paper", async () => {
  const input = { file_path: "/work/b.ts", content: "new text" };
  const files: ActionFile[] = [{ path: "/work/b.ts", real: "/work/b.ts", state: "absent" }];
  await open(actionParams({ tool: "Write", input, files }));
  expect(says()).toContain("no file of this name exists");
  expect(screen.getByText("new text")).toBeTruthy();
});

test("a link is shown with where it leads", async () => {
  await open(edit({ files: [{ ...FILE, real: "/etc/a.ts", isLinked: true }] }), {
    "/work/a.ts": "one",
  });
  expect(says()).toContain("/etc/a.ts");
  expect(says()).toContain("1 file outside of the folder");
});

test.each([
  ["Read", { file_path: "/work/a.ts" }, "/work/a.ts"],
  ["WebFetch", { url: "https://x.example/a", prompt: "Sum it up" }, "https://x.example/a"],
  ["Grep", { pattern: "todo" }, "todo"],
  ["mcp__github__delete", { branch: "main" }, '"branch": "main"'],
  ["Unheard", { deep: { of: 1 } }, '"of": 1'],
])("%s shows all of its input", { tags: ["long"] }, async (tool, input, words) => {
  await open(actionParams({ tool, input }));
  expect(says()).toContain(words);
});

test("guarded files and settings of the project are named", async () => {
  await open(
    edit({
      files: [{ ...FILE, isGuarded: true }],
      projectSettings: [{ file: ".claude/settings.json", keys: ["disableAllHooks"] }],
    }),
    { "/work/a.ts": "one" },
  );
  expect(says()).toContain("No rule and no permission lets it pass");
  expect(says()).toContain("disableAllHooks");
});

const QUESTIONS: JsonObject = {
  questions: [
    {
      question: "Which backoff?",
      header: "Backoff",
      options: [
        { label: "Linear", description: "as today" },
        { label: "Exponential", description: "doubling", preview: "250, 500 ms" },
      ],
      multiSelect: false,
    },
    {
      question: "Which errors?",
      header: "Errors",
      options: [
        { label: "4xx", description: "Except 408" },
        { label: "Thrown, by the job", description: "" },
      ],
      multiSelect: true,
    },
  ],
};
const OPTIONS = "[aria-labelledby] input[aria-keyshortcuts]";
const chosen = () =>
  [...document.querySelectorAll<HTMLInputElement>(OPTIONS)]
    .filter(({ checked }) => checked)
    .map(({ ariaLabel }) => ariaLabel);
const asks = () => actionParams({ tool: "AskUserQuestion", input: QUESTIONS });

test("questions are answered by their numbers, and nothing is chosen before", async () => {
  const opened = await open(asks());
  const { user } = opened;
  expect(says()).toContain("Asks you2 questions");
  expect(says()).toContain("250, 500 ms");
  expect(chosen()).toEqual([]);
  await opened.passGuard();
  expect(isOff(primary())).toBe(true);
  expect(says()).toContain("2 questions have no answer");
  await user.keyboard("2");
  expect(chosen()).toEqual(["Exponential"]);
  expect(says()).toContain("1 question has no answer");
  // The next question has the focus now, and keeps it: several can be chosen.
  await user.keyboard("213");
  await user.keyboard("mine, too");
  expect(says()).toContain("2 questions, 1 in your own words");
  await decide(opened, primary);
  const answers = {
    "Which backoff?": "Exponential",
    "Which errors?": '4xx, "Thrown, by the job", "mine, too"',
  };
  expect(opened.said).toEqual([{ verdict: "allow", input: { ...QUESTIONS, answers } }]);
});

test(
  "own words are an option like the others, and stay where another one is chosen",
  { tags: ["long"] },
  async () => {
    const opened = await open(asks());
    const { user } = opened;
    const [own] = screen.getAllByRole("textbox", { name: "Write another answer" });
    if (own === undefined) throw new Error("no field");
    await user.keyboard("3");
    expect(document.activeElement).toBe(own);
    await user.keyboard("Linear, but slower");
    await user.tab();
    await user.click(screen.getByRole("radio", { name: "Linear" }));
    expect(own).toMatchObject({ value: "Linear, but slower" });
    await user.click(screen.getAllByRole("radio", { name: "Write another answer" })[0] ?? own);
    const thrown = screen.getByRole("checkbox", { name: "Thrown, by the job" });
    await user.click(thrown);
    await user.click(thrown);
    expect(isOff(primary())).toBe(true);
    await user.click(thrown);
    await opened.passGuard();
    await decide(opened, primary);
    const answers = {
      "Which backoff?": "Linear, but slower",
      "Which errors?": '"Thrown, by the job"',
    };
    expect(opened.said).toEqual([{ verdict: "allow", input: { ...QUESTIONS, answers } }]);
  },
);

const PLAN = { plan: "# Less\n\n1. Do it\n", planFilePath: "/home/u/.claude/plans/p.md" };
const proposes = (event: "before" | "permission") =>
  actionParams({
    tool: "ExitPlanMode",
    input: PLAN,
    event,
    takesEdits: event === "permission",
  });

test("a plan is approved as it is, edited where the agent takes that, or rejected with feedback", async () => {
  const opened = await open(proposes("permission"));
  expect(says()).toContain("Markdown, 3 lines");
  expect(says()).toContain("editable");
  expect(says()).toContain("Actions still come to you");
  expect(noButton(/^Create rule/)).toBe(true);
  await opened.passGuard();
  await decide(opened, primary);
  await decide(opened, () => button(/^Reject with feedback…/));
  await opened.user.click(button("Make a smaller plan"));
  await decide(opened, () => button(/^Reject(?!…| with)/));
  expect(opened.said).toEqual([
    { verdict: "allow" },
    { kind: "reject", tellServer: true, note: "Make a smaller plan" },
  ]);
});

test("a plan that its agent takes no changes of says so", async () => {
  await open(proposes("before"));
  expect(says()).toContain("Claude Code takes no changes here");
});
