// A request of the team: who has it, what holds it back, and votes.
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { ok } from "#shared/outcome.ts";
import { testModel, testModels, testProvider } from "#shared/models/testing.ts";
import type { ModelsView } from "#shared/models/model.ts";
import type { Proposed, ProposedRun } from "#shared/team/proposal.ts";
import { noTeam } from "#shared/team/view.ts";
import type { TeamMark, TeamView } from "#shared/team/view.ts";
import { openWindow } from "../../testing/openWindow.tsx";
import { decide, isOff } from "../../testing/person.ts";
import { oneModel, TestMain, text } from "../../testing/testMain.ts";

const MARK: TeamMark = {
  holder: "serve",
  isHeldHere: false,
  isHolderAlive: true,
  editor: null,
  present: [],
  votesNeeded: 1,
  proposal: null,
};

const ONLINE: TeamView["state"] = {
  kind: "online",
  login: "ana",
  roles: ["reviewer"],
  session: "s",
};
const QUESTION = { messages: [text("user", "Are regions down?")], maxTokens: 9 };

async function open(
  mark: Partial<TeamMark>,
  view: Partial<TeamView> = {},
  {
    params = QUESTION,
    proposed = null,
    runs = [],
    models = oneModel,
    ...over
  }: Parameters<TestMain["ask"]>[1] &
    Partial<Pick<Proposed, "runs">> & { proposed?: unknown; models?: ModelsView } = {},
) {
  const main = new TestMain({
    answers: {
      "team.claim": () => ok(null),
      "team.release": () => ok(null),
      "team.proposed": () => ok({ hash: "h", document: proposed, runs }),
    },
  });
  const { request } = main.ask(params, over);
  const team: TeamView = {
    ...noTeam,
    settings: { url: "postgres://ana@db/desk", label: "Ana", authorities: null, allowPlain: false },
    state: ONLINE,
    ...view,
    requests: { [request.id]: { ...MARK, ...mark } },
  };
  main.with({ snapshot: { team, models } });
  const opened = await openWindow(main, { requestId: request.id });
  const primary = await screen.findByTestId("primary", {}, { timeout: 15_000 });
  return { main, team, opened, user: opened.user, primary };
}

test("names whose desk received it, and who has it open", { tags: ["long"] }, async () => {
  await open({ present: ["bo"] });
  expect(screen.getByText("Received by serve’s desk")).toBeDefined();
  expect(screen.getAllByText("bo has it open").length).toBeGreaterThan(0);
});

test("is read-only while another edits it; taking over is offered once the time is up", async () => {
  const { user, main, primary } = await open({
    editor: { login: "bo", isHere: false, untilMs: Date.now() + 60_000 },
  });
  expect(screen.getByText("bo is editing")).toBeDefined();
  expect(screen.getByText("Somebody else is editing this")).toBeDefined();
  expect(primary).toHaveProperty("disabled", true);
  expect(screen.queryByRole("button", { name: "Take over" })).toBeNull();
  main.set("team", {
    ...noTeam,
    state: ONLINE,
    requests: Object.fromEntries(
      main.desk
        .requests()
        .map(({ id }) => [
          id,
          { ...MARK, editor: { login: "bo", isHere: false, untilMs: Date.now() - 1 } },
        ]),
    ),
  });
  await user.click(await screen.findByRole("button", { name: "Take over" }));
  expect(main.called("team.claim")).toHaveLength(1);
});

test("says who proposed and voted, second at the side; approving is voting", async () => {
  const { primary } = await open({
    votesNeeded: 2,
    proposal: { hash: "h", by: "bo", votes: ["bo"] },
  });
  const votes = screen.getByRole("region", { name: "Votes" });
  expect(within(votes).getByText("1 of 2")).toBeDefined();
  expect(within(votes).getByText("bo proposed")).toBeDefined();
  expect(votes.previousElementSibling?.getAttribute("aria-label")).toBe("Findings");
  expect(primary.textContent).toContain("Vote to approve");
});

const BY_BO: Partial<TeamMark> = {
  votesNeeded: 2,
  proposal: { hash: "h", by: "bo", votes: ["bo"] },
};
const FORM = {
  requestKind: "elicitation" as const,
  params: {
    message: "Which release?",
    requestedSchema: { type: "object", properties: { version: { type: "string" } } },
  },
  proposed: { action: "accept", content: { version: "2.4" } },
};
const DELETE = {
  name: "delete_branch",
  arguments: { branch: "main" },
  inputSchema: { type: "object", properties: { branch: { type: "string" } } },
};
const CALL = {
  requestKind: "tool-call" as const,
  heldBy: { kind: "setting" as const },
  produce: () => Promise.resolve({ response: {}, flags: [] }),
  params: DELETE,
  proposed: { ...DELETE, arguments: { branch: "dev" } },
};

test.each([
  { ...FORM, field: "version", before: "", after: "2.4" },
  { ...CALL, field: "branch", before: "main", after: "dev" },
])(
  "a $requestKind shows its votes and takes what is proposed",
  { tags: ["long"] },
  async (given) => {
    const { field, before, after, ...asked } = given;
    const { main, user, opened, primary } = await open(BY_BO, {}, asked);
    const votes = screen.getByRole("region", { name: "Votes" });
    expect(within(votes).getByText("bo proposed")).toBeDefined();
    expect(votes.previousElementSibling?.getAttribute("aria-label")).toBe("Findings");
    expect(primary.textContent).toContain("Vote to approve");
    const input = () => screen.getByLabelText<HTMLInputElement>(new RegExp(field, "u"));
    expect(input().value).toBe(before);
    await screen.findByText("You see something else. Approving it clears the votes.");
    await user.click(within(votes).getByRole("button", { name: "Use what is proposed" }));
    expect(input().value).toBe(after);
    expect(within(votes).getByText("This is what you see.")).toBeDefined();
    expect(within(votes).queryByRole("button")).toBeNull();
    expect(main.called("team.claim")).toHaveLength(1);
    await decide(opened, () => screen.getByTestId("primary"));
    expect(main.called("desk.decide").at(-1)?.[2]).toMatchObject({ kind: "respond" });
    expect(JSON.stringify(main.called("desk.decide").at(-1)?.[2])).toContain(
      `"${field}":"${after}"`,
    );
  },
);

const [M, M2] = [
  { providerId: "p", modelId: "m" },
  { providerId: "p", modelId: "m2" },
];
const TWO = testModels([testProvider([testModel("m"), testModel("m2")])], M);
const ASKED = { ...QUESTION, maxTokens: 8 };
const SAME = "This is what you see.";
const OTHER = "You see something else. Approving it clears the votes.";

test.each<{ what: string; proposed: unknown; run: ProposedRun; said: string }>([
  {
    what: "model",
    proposed: QUESTION,
    run: { model: M2, options: {} },
    said: "Model: m2 · Provider",
  },
  {
    what: "option",
    proposed: QUESTION,
    said: "Model: m · Provider · One tool call at a time",
    run: { model: M, options: { parallelToolCalls: false } },
  },
  {
    what: "document",
    proposed: ASKED,
    run: { model: M, options: {} },
    said: "Model: m · Provider",
  },
])(
  "a proposed $what is named, and taken with all else",
  { tags: ["long"] },
  async ({ proposed, run, said }) => {
    const { main, user, opened } = await open(BY_BO, {}, { models: TWO, proposed, runs: [run] });
    const votes = screen.getByRole("region", { name: "Votes" });
    await within(votes).findByText(OTHER);
    expect(votes.textContent).toContain(said);
    await user.click(within(votes).getByRole("button", { name: "Use what is proposed" }));
    await within(votes).findByText(SAME);
    await decide(opened, () => screen.getByTestId("primary"));
    const sent = { kind: "approve-request", document: proposed, ...run };
    expect(main.called("desk.decide").at(-1)?.[2]).toEqual(sent);
  },
);

test(
  "says that this is proposed only if the document, the model and the options are equal",
  { tags: ["long"] },
  async () => {
    const run = { model: M, options: {} };
    const { user } = await open(BY_BO, {}, { models: TWO, proposed: QUESTION, runs: [run] });
    const votes = screen.getByRole("region", { name: "Votes" });
    await within(votes).findByText(SAME);
    expect(votes.textContent).toContain("Model: m ·");
    expect(within(votes).queryByRole("button")).toBeNull();
    await user.click(within(screen.getByRole("region", { name: "Model" })).getByRole("button"));
    await user.click(await screen.findByRole("option", { name: /m2/u }));
    await within(votes).findByText(OTHER);
    await user.click(within(votes).getByRole("button", { name: "Use what is proposed" }));
    await within(votes).findByText(SAME);
  },
);

test.each<{ what: string; runs: Proposed["runs"]; said: string }>([
  {
    what: "a model of another desk",
    said: `${OTHER} The proposed model can’t be chosen here.`,
    runs: [{ model: { providerId: "q", modelId: "large" }, options: {} }],
  },
  {
    what: "several models",
    said: `${OTHER} To vote, generate the same, with the same models.`,
    runs: [M, M2].map((model) => ({ model, options: {} })),
  },
  { what: "what cannot be read", said: OTHER, runs: [null] },
])("offers no use of $what", async ({ runs, said }) => {
  await open(BY_BO, {}, { models: TWO, proposed: QUESTION, runs });
  const votes = screen.getByRole("region", { name: "Votes" });
  await within(votes).findByText(said);
  for (const run of runs) expect(votes.textContent).toContain(run?.model.modelId ?? "");
  expect(within(votes).queryByRole("button")).toBeNull();
});

test(
  "what is proposed replaces redactions, too: it is sent as it is shown",
  { tags: ["long"] },
  async () => {
    const params = {
      ...QUESTION,
      messages: [text("user", "Write to kim@acme.io and lee@acme.io")],
    };
    const runs = [{ model: M, options: {} }];
    const { user, main, opened } = await open(
      BY_BO,
      {},
      { models: TWO, params, proposed: params, runs },
    );
    const votes = screen.getByRole("region", { name: "Votes" });
    await within(votes).findByText(SAME);
    await user.click(screen.getByRole("button", { name: /^Findings/u }));
    await user.click(await screen.findByRole("button", { name: "Redact all 2 values" }));
    await within(votes).findByText(OTHER);
    await user.click(within(votes).getByRole("button", { name: "Use what is proposed" }));
    await within(votes).findByText(SAME);
    await decide(opened, () => screen.getByTestId("primary"));
    expect(main.called("desk.decide").at(-1)?.[2]).not.toHaveProperty("redact");
  },
);

test(
  "at gate 2, another generation is named and takes no response's place",
  { tags: ["long"] },
  async () => {
    const runs = [{ model: M2, options: {} }];
    const { user, main, opened } = await open(BY_BO, {}, { models: TWO, proposed: QUESTION, runs });
    const votes = () => screen.getByRole("region", { name: "Votes" });
    await within(votes()).findByText(OTHER);
    await user.click(within(votes()).getByRole("button", { name: "Use what is proposed" }));
    await decide(opened, () => screen.getByTestId("primary"));
    await main.answer("Two are.");
    await screen.findByText("Two are.");
    await within(votes()).findByText(`${OTHER} To vote, generate the same, with the same models.`);
    expect(votes().textContent).toContain("Model: m2");
    expect(within(votes()).queryByRole("button")).toBeNull();
  },
);

test.each([FORM, CALL])("a $requestKind is read-only while another edits it", async (asked) => {
  const editor = { login: "bo", isHere: false, untilMs: Date.now() + 60_000 };
  const { primary } = await open({ ...BY_BO, editor }, {}, asked);
  expect(screen.getByText("bo is editing")).toBeDefined();
  expect(screen.getByLabelText(/version|branch/u).matches(":disabled")).toBe(true);
  expect(screen.queryByRole("button", { name: "Use what is proposed" })).toBeNull();
  expect(isOff(primary)).toBe(true);
});

test(
  "the login whose desk received it proposes and does not vote",
  { tags: ["long"] },
  async () => {
    const { primary } = await open({ ...BY_BO, holder: "ana", isHeldHere: true }, {}, CALL);
    expect(primary.textContent).toContain("Propose");
    expect(
      screen.getByText("Your desk received it, so you can’t vote. You can propose."),
    ).toBeDefined();
  },
);

test(
  "a form of the team is declined by one person, as a rejection",
  { tags: ["long"] },
  async () => {
    const { main, opened } = await open(BY_BO, {}, FORM);
    expect(screen.queryByRole("button", { name: "Cancel" })).toBeNull();
    await decide(opened, () => screen.getByRole("button", { name: "Decline" }));
    expect(main.called("desk.decide").at(-1)?.[2]).toEqual({ kind: "reject", tellServer: false });
  },
);

test("can only be rejected while the team is stopped, which says who stopped it", async () => {
  const { primary } = await open({}, { mode: { kind: "stopped", by: "olga", atMs: 0 } });
  expect(primary).toHaveProperty("disabled", true);
  expect(screen.getByText(/^The team was stopped by olga at/)).toBeDefined();
  expect(screen.getByRole("button", { name: /^Reject/ })).toHaveProperty("disabled", false);
  expect(screen.queryByRole("button", { name: "Resume team" })).toBeNull();
});

test.each([
  { requestKind: "sampling" as const, no: /^Reject/ },
  { ...FORM, no: "Decline" },
  { ...CALL, no: /^Reject/ },
])("a $requestKind can't be decided while the database is away", async ({ no, ...asked }) => {
  const failure = { kind: "team-offline", detail: "ECONNREFUSED" } as const;
  const away = { state: { kind: "offline", failure, sinceMs: 0 } } as const;
  const { main, team, opened, user } = await open(BY_BO, away, asked);
  const buttons = [screen.getByTestId("primary"), screen.getByRole("button", { name: no })];
  await opened.passGuard();
  for (const one of buttons) {
    // In reach of the keyboard, so that the reason is read out.
    expect(one.getAttribute("aria-disabled")).toBe("true");
    expect(one).toHaveProperty("disabled", false);
    const why = document.getElementById(one.getAttribute("aria-describedby") ?? "");
    expect(why?.textContent).toContain("The team’s database can’t be reached");
    await user.click(one);
  }
  await user.keyboard("{Control>}{Shift>}x{/Shift}{/Control}");
  expect(main.called("desk.decide")).toEqual([]);
  expect(screen.queryByRole("form")).toBeNull();
  main.set("team", { ...team, state: ONLINE });
  await opened.passGuard();
  expect(isOff(screen.getByRole("button", { name: no }))).toBe(false);
});

test("says on every screen whose requests can’t be shown", { tags: ["long"] }, async () => {
  await open({}, { unreadable: ["cy", "cy"] });
  expect(screen.getByText("2 requests of the team can’t be shown.")).toBeDefined();
  expect(screen.getByText(/came with the login of cy\. /)).toBeDefined();
});

test("says on every screen whose entry could not be read, whatever the login is called", async () => {
  const { main, opened } = await open({});
  const failure = { kind: "team-entry-skipped", login: "<b>cy</b>" } as const;
  main.push({ kind: "fault", failure });
  await opened.pass(50);
  const [bar] = screen.getAllByText(/An entry by <b>cy<\/b> in the team’s database/);
  expect(bar?.closest("[role]")?.textContent).toContain("It counts for nothing.");
});
