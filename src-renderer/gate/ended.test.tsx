// How a request ended, on screen: who ended it, what the server got, and which drafts stay.
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { CancelReason } from "#shared/request/life/heldRequest.ts";
import type { RunView } from "#shared/servers/server.ts";
import { noTeam } from "#shared/team/view.ts";
import type { TeamMark, TeamView } from "#shared/team/view.ts";
import { openWindow } from "../testing/openWindow.tsx";
import type { Opened } from "../testing/openWindow.tsx";
import {
  button,
  decide,
  noButton,
  primary,
  question,
  row,
  rows,
  requestIn,
  says,
} from "../testing/person.ts";
import { GENEROUS_POLICY, TestMain, text } from "../testing/testMain.ts";

const CALL = {
  kind: "certain" as const,
  call: { runId: "run", method: "tools/call" as const, name: "work", arguments: {} },
};
const noApproval = (): boolean => screen.queryByTestId("primary") === null;

const WITHDRAWN: [CancelReason, RegExp][] = [
  [{ kind: "server-cancelled", reason: "I changed my mind" }, /I changed my mind/],
  [{ kind: "server-died", detail: "with code 3" }, /“notes” exited\./],
  [
    { kind: "call-ended", afterMs: 500, guessed: true },
    /the call behind this request probably ended/,
  ],
];

async function endsAtOnce(at: string): Promise<void> {
  for (const [because, words] of WITHDRAWN) {
    const main = new TestMain();
    const { held, request } = main.ask(question("Wait for it"), { origin: CALL });
    const opened = await openWindow(main, { requestId: request.id });
    if (at !== "at gate 1") await decide(opened, primary);
    if (at === "at gate 2") await opened.inMain(() => main.answer("an answer"));
    await opened.inMain(() => held.withdraw(because));
    expect(says()).toMatch(words);
    expect(noApproval()).toBe(true);
    // A late response of the model is dropped.
    if (at === "while a model works") await opened.inMain(() => main.answer("too late"));
    expect(main.server.heard.filter(({ kind }) => kind === "result")).toEqual([]);
    opened.close();
  }
}

test.each(["at gate 2"])(
  "a request cancelled %s ends at once, names the cause, and cannot be approved",
  endsAtOnce,
);
test.each(["at gate 1", "while a model works"])(
  "a request cancelled %s ends so, too",
  { tags: ["long"] },
  endsAtOnce,
);

test("a rejection that was not delivered is shown as such", async () => {
  const main = new TestMain();
  const first = main.ask(question("Do you hear me?")).request;
  const second = main.ask(question("And now?")).request;
  const opened = await openWindow(main, { requestId: first.id });
  const reject = async (words: string): Promise<void> => {
    await opened.user.click(row(words));
    await decide(opened, () => button("Reject…"));
    await decide(opened, () => button(/^Reject(?!…)/));
  };
  await reject("Do you hear me?");
  expect(says()).toContain("“notes” got error −1.");
  main.server.delivery = { kind: "not-sent", detail: "EPIPE" };
  await reject("And now?");
  expect(requestIn(second.id).phase.kind).toBe("ended");
  expect(says()).toContain("You rejected this");
  expect(says()).toContain("“notes” didn’t get error −1");
  expect(says()).not.toContain("“notes” got error");
});

test("a request that violates the protocol is refused, and listed as refused", async () => {
  const main = new TestMain();
  const { request } = main.ask({ messages: "hello", maxTokens: 5 });
  await openWindow(main, { requestId: request.id });
  expect(rows()).toHaveLength(1);
  expect(says()).toContain("efused");
  expect(main.server.heard).toMatchObject([{ kind: "error", code: -32602 }]);
});

test(
  "of two in one result, one approved and one rejected: each says exactly what was not sent",
  { tags: ["long"] },
  async () => {
    const main = new TestMain();
    const [left, right] = ["left", "right"].map((key) =>
      main.ask(question(`What is ${key}?`), {
        origin: CALL,
        reply: { kind: "embedded", key, groupId: "g", groupSize: 2 },
      }),
    );
    if (left === undefined || right === undefined) throw new Error("none");
    const opened = await openWindow(main, { requestId: left.request.id });
    await decide(opened, primary);
    await opened.inMain(() => main.answer("approved answer"));
    await decide(opened, primary);
    expect(says()).toContain("You approved this response.");
    expect(main.server.heard).toEqual([]);
    // It waits for the other one, can be withdrawn, and is then shown as approved.
    await opened.user.click(button("Withdraw"));
    await opened.pass(50);
    expect(says()).toContain("approved answer");
    await decide(opened, primary);

    await opened.user.click(row("What is right?"));
    await decide(opened, () => button("Reject…"));
    await decide(opened, () => button(/^Reject(?!…)/));
    expect(says()).toContain("“notes” got nothing for this or its other requests");
    // As the server's connection does then.
    await opened.inMain(() => left.held.withdraw({ kind: "sibling-declined" }));
    await select(opened, left.request.id);
    expect(says()).toContain(
      "You approved this response, but another request of the same call was declined.",
    );
    expect(says()).toContain("your response wasn’t sent");
    expect(main.server.heard.filter(({ kind }) => kind === "result")).toEqual([]);
  },
);

test(
  "an approved response says that the team holds back another of its call, and why",
  { tags: ["long"] },
  async () => {
    const main = new TestMain();
    const [own, teams] = ["own", "teams"].map((key) =>
      main.ask(question(`What is ${key}?`), {
        origin: CALL,
        reply: { kind: "embedded", key, groupId: "g", groupSize: 2 },
      }),
    );
    if (own === undefined || teams === undefined) throw new Error("none");
    const mark: TeamMark = {
      holder: "ana",
      isHeldHere: true,
      isHolderAlive: true,
      editor: null,
      present: [],
      votesNeeded: 1,
      proposal: null,
    };
    const team: TeamView = {
      ...noTeam,
      state: { kind: "online", login: "ana", roles: ["reviewer"], session: "s" },
      requests: { [teams.request.id]: mark },
    };
    main.with({ snapshot: { team } });
    const opened = await openWindow(main, { requestId: own.request.id });
    await decide(opened, primary);
    await opened.inMain(() => main.answer("approved answer"));
    await decide(opened, primary);
    expect(says()).toContain("once 1 other request of the same call is decided");
    main.set("team", { ...team, mode: { kind: "stopped", by: "olga", atMs: 1 } });
    await opened.pass(50);
    expect(says()).toContain("It is sent once the team is resumed");
    const failure = { kind: "team-offline", detail: "" } as const;
    main.set("team", { ...team, state: { kind: "offline", failure, sinceMs: 1 } });
    await opened.pass(50);
    expect(says()).toContain("The team’s database can’t be reached. It is sent once that is back");
  },
);

test(
  "a round over the limit is refused; the user lets the call continue while it runs",
  { tags: ["long"] },
  async () => {
    const run: RunView = {
      id: "run",
      serverId: "srv",
      kind: "tool",
      name: "work",
      arguments: {},
      startedAtMs: Date.now(),
      state: "running",
      lines: [],
      requestIds: [],
    };
    const main = new TestMain({ snapshot: { runs: [run] } });
    const tools = [{ name: "look", inputSchema: { type: "object" } }];
    const policy = { ...GENEROUS_POLICY, limits: { ...GENEROUS_POLICY.limits, toolRounds: 1 } };
    const ask = (words: string) =>
      main.ask({ messages: [text("user", words)], maxTokens: 50, tools }, { origin: CALL, policy });
    const first = ask("First round?").request;
    const opened = await openWindow(main, { requestId: first.id, openRows: ["settings"] });
    expect(says()).toContain("Last of 1 tool-use rounds");
    await decide(opened, primary);
    await opened.inMain(() => main.answer("One."));
    await decide(opened, primary);
    const second = await opened.inMain(() => ask("Second round?").request);
    expect(main.server.heard.at(-1)).toMatchObject({ code: -32067 });
    await select(opened, second.id);
    expect(noApproval()).toBe(true);
    expect(says()).toContain("Tool-use round 2 of 1");
    await opened.user.click(button("Allow as many more"));
    await opened.pass(50);
    expect(says()).toContain("Last of 2 tool-use rounds");
    // Once the call has ended there are no rounds to allow.
    await opened.inMain(() => main.push({ kind: "run", run: { ...run, state: "done" } }));
    expect(noButton("Allow as many more")).toBe(true);
  },
);

async function select({ inMain }: Opened, requestId: string): Promise<void> {
  const { openRequest } = await import("#data/view.ts");
  await inMain(() => openRequest(requestId));
}

test(
  "a draft of a refused request stays when ended ones are cleared, until that request is dismissed",
  { tags: ["long"] },
  async () => {
    const main = new TestMain();
    const { request } = main.ask(question("typed for"));
    main.ask(question("untouched"));
    if (request.proposed === null) throw new Error("nothing proposed");
    const document = { ...request.proposed, messages: [text("user", "my careful words")] };
    const drafts = { [request.id]: [{ gate: 1 as const, document, model: null }] };
    const withDraft = main.with({ snapshot: { drafts: drafts as never } });
    const opened = await openWindow(withDraft, { requestId: request.id });
    expect(says()).toContain("my careful words");
    await opened.user.click(screen.getByRole("radio", { name: "Stopped" }));
    await opened.user.click(button("Refuse all 2"));
    await decide(opened, () =>
      within(screen.getByRole("alertdialog")).getByRole("button", { name: "Refuse all 2" }),
    );
    expect(says()).toContain("Your draft stays here until you dismiss it.");
    await select(opened, main.desk.requests().find(({ id }) => id !== request.id)?.id ?? "");
    await select(opened, request.id);
    await opened.user.click(button("Clear ended"));
    await opened.pass(50);
    await opened.user.click(screen.getByRole("tab", { name: "Your draft" }));
    expect(says()).toContain("my careful words");
    await opened.user.click(button("Dismiss"));
    await opened.pass(50);
    expect(main.desk.requests().map(({ id }) => id)).not.toContain(request.id);
  },
);
