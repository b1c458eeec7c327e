// A session in the inbox by keyboard: its head, its page, and reads that one decision allows.
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { ActionRequest } from "#shared/request/kinds/action/document.ts";
import { fail, ok } from "#shared/outcome.ts";
import { view } from "#data/view.ts";
import { actionParams } from "../../../testing/actions.ts";
import { openWindow } from "../../../testing/openWindow.tsx";
import { button, decide, isOff, rows } from "../../../testing/person.ts";
import { TestMain } from "../../../testing/testMain.ts";

const page = (): string =>
  screen.getByRole("region", { name: "Session of an agent" }).textContent ?? "";
const reads = (name: string, over: Partial<ActionRequest> = {}) => {
  const path = `/work/src/${name}`;
  const file = { path, real: path, state: "text", bytes: 1900 } as const;
  const input = { file_path: path };
  return actionParams({ tool: "Read", input, files: [file], callId: name, ...over });
};
const NAMED = {
  id: "s-1",
  folder: "/work",
  name: { by: "prompt", text: "Fix retries" },
} as const;

/** Two reads, a command and one more read in a session, and another request. */
async function open(main: TestMain) {
  const ask = (params: ReturnType<typeof actionParams>) =>
    main.ask(params, { requestKind: "action" });
  const asked = [
    ask(reads("a.ts", { session: NAMED })),
    ask(reads("b.ts")),
    ask(actionParams({})),
    ask(reads("c.ts", { files: [] })),
  ];
  const opened = await openWindow(main);
  await opened.pass(300);
  screen.getByRole("listbox", { name: "Inbox" }).focus();
  await opened.user.keyboard("{Home}");
  await opened.pass(300);
  return { ...opened, asked };
}

test("the head shows the session, allows its reads and leaves the rest, by keyboard", async () => {
  const main = new TestMain({ advance: true });
  const opened = await open(main);
  const { user, pass, passGuard, asked } = opened;
  expect(rows().map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Fix retries.*\/work.*4 held/),
    expect.stringMatching(/^Read.*src\/a\.ts, src\/b\.ts.*× 22 reads$/),
    expect.stringMatching(/^Command.*npm test/),
    expect.stringMatching(/^Read.*src\/c\.ts/),
  ]);
  expect(rows()[0]?.getAttribute("aria-selected")).toBe("true");
  expect(page()).toContain("Holds 4 actions");
  expect(page()).toContain("2 reads will be allowed");
  expect(page()).toContain("src/a.ts1.9 kB");
  expect(page()).toContain("Commands are reviewed one by one");
  expect(page()).toContain("The file can’t be compared later");
  expect(page()).toContain("Allows 2 of 4, all in work2 stay");
  await passGuard();
  await user.keyboard("{Control>}{Enter}{/Control}");
  await pass(300);
  const states = asked.map(({ request }) => main.desk.request(request.id)?.phase.kind);
  expect(states).toEqual(["ended", "ended", "request", "request"]);
  // What stays comes next, by itself.
  expect(view.getState()).toMatchObject({ session: null, requestId: asked[2]?.request.id });
});

test(
  "the row of the reads lists these alone; one decision that fails is named, and the others stand",
  { tags: ["long"] },
  async () => {
    const said: string[] = [];
    const main = new TestMain({
      answers: {
        "desk.decide": (id) => {
          said.push(id);
          return said.length === 1 ? fail({ kind: "read-again", why: "changed" }) : ok(null);
        },
      },
    });
    const opened = await open(main);
    await opened.user.keyboard("{ArrowDown}");
    await opened.pass(300);
    expect(page()).toContain("2 reads will be allowed");
    expect(page()).not.toContain("Commands");
    await decide(opened, () => button(/^Allow 2 reads/));
    expect(said).toHaveLength(2);
    expect(page()).toContain("Allowed 1 of 2.");
    expect(page()).toContain(
      "1 couldn’t be decided and is unchanged.What this is about has changed",
    );
  },
);

test("actions that come while the page is open begin its guard anew; a session that ends says so", async () => {
  const main = new TestMain();
  const opened = await open(main);
  await opened.passGuard();
  expect(isOff(button(/^Allow 2 reads/))).toBe(false);
  const later = await opened.inMain(() => main.ask(reads("d.ts"), { requestKind: "action" }));
  await opened.pass(50);
  expect(isOff(button(/^Allow 3 reads/))).toBe(true);
  await opened.inMain(() => {
    for (const { held } of [...opened.asked, later]) held.withdraw({ kind: "agent-left" });
  });
  await opened.pass(300);
  expect(page()).toContain("Nothing of this session is pending.");
});

test(
  "several reads are rejected with one reason, which the agent gets",
  { tags: ["long"] },
  async () => {
    const said: unknown[] = [];
    const main = new TestMain({
      answers: {
        "desk.decide": (_id, _base, decision) => {
          said.push(decision);
          return ok(null);
        },
      },
    });
    const opened = await open(main);
    const { user, pass } = opened;
    await user.keyboard("{Control>}{Shift>}X{/Shift}{/Control}");
    await pass(300);
    screen.getByLabelText("Reason, sent word for word").focus();
    await user.keyboard("Not now");
    await decide(opened, () => button("Reject all 2"));
    const rejected = { kind: "reject", tellServer: true, note: "Not now" };
    expect(said).toEqual([rejected, rejected]);
  },
);
