// A request of the team: who has it, what holds it back, and votes.
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { ok } from "../../../src-shared/outcome.ts";
import { noTeam } from "../../../src-shared/team/view.ts";
import type { TeamMark, TeamView } from "../../../src-shared/team/view.ts";
import { openWindow } from "../../testing/openWindow.tsx";
import { TestMain, text } from "../../testing/testMain.ts";

const MARK: TeamMark = {
  ...{ holder: "serve", isHeldHere: false, isHolderAlive: true, editor: null, present: [] },
  ...{ votesNeeded: 1, proposal: null },
};

async function open(mark: Partial<TeamMark>, view: Partial<TeamView> = {}) {
  const main = new TestMain({
    answers: { "team.claim": () => ok(null), "team.release": () => ok(null) },
  });
  const { sample } = main.ask({ messages: [text("user", "Are regions down?")], maxTokens: 9 });
  const team: TeamView = {
    ...noTeam,
    settings: { url: "postgres://ana@db/desk", label: "Ana", authorities: null, allowPlain: false },
    state: { kind: "online", login: "ana", roles: ["reviewer"], notify: true },
    ...view,
    requests: { [sample.id]: { ...MARK, ...mark } },
  };
  main.with({ snapshot: { team } });
  const { user } = await openWindow(main, { sampleId: sample.id });
  const primary = await screen.findByTestId("primary", {}, { timeout: 15_000 });
  return { main, user, primary };
}

test("names whose desk received it, and who has it open", async () => {
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
  main.push({
    kind: "team",
    team: {
      ...noTeam,
      state: { kind: "online", login: "ana", roles: ["reviewer"], notify: true },
      requests: Object.fromEntries(
        main.desk
          .samples()
          .map(({ id }) => [
            id,
            { ...MARK, editor: { login: "bo", isHere: false, untilMs: Date.now() - 1 } },
          ]),
      ),
    },
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

test("can only be rejected while the team is stopped, which says who stopped it", async () => {
  const { primary } = await open({}, { mode: { kind: "stopped", by: "olga", atMs: 0 } });
  expect(primary).toHaveProperty("disabled", true);
  expect(screen.getByText(/^The team was stopped by olga at/)).toBeDefined();
  expect(screen.getByRole("button", { name: /^Reject/ })).toHaveProperty("disabled", false);
  expect(screen.queryByRole("button", { name: "Resume team" })).toBeNull();
});

test("can't be decided while the database is away", async () => {
  const failure = { kind: "team-offline", detail: "ECONNREFUSED" } as const;
  const { primary } = await open({}, { state: { kind: "offline", failure, sinceMs: 0 } });
  expect(primary).toHaveProperty("disabled", true);
  expect(screen.getByText("The team’s database can’t be reached")).toBeDefined();
});
