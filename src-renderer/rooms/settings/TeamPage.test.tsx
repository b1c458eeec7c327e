// Joining a team, its state, and what only operators see.
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ok } from "#shared/outcome.ts";
import { noTeam } from "#shared/team/view.ts";
import type { TeamView } from "#shared/team/view.ts";
import { openWindow } from "../../testing/openWindow.tsx";
import { TestMain } from "../../testing/testMain.ts";

const JOINED: TeamView = {
  ...noTeam,
  settings: {
    url: "postgres://olga@db.example.com/desk",
    label: "Olga",
    authorities: null,
    allowPlain: false,
  },
  isPasswordKept: true,
  state: { kind: "online", login: "olga", roles: ["reviewer", "operator"], session: "s" },
};
const POLICY = { rules: [], twoPeople: ["server:github"], budgets: [] };

async function open(team: TeamView, language: "en" | "zh" = "en") {
  const main = new TestMain({
    language,
    snapshot: { team },
    answers: {
      "team.join": () => ok(null),
      "team.leave": () => ok(null),
      "team.setMode": () => ok(null),
      "team.policy": () => ok({ policy: POLICY, version: 3 }),
      "team.setPolicy": () => ok(null),
    },
  });
  const { user } = await openWindow(main, { screen: "settings", settingsPage: "team" });
  return { main, user };
}
const button = (name: string) => screen.findByRole("button", { name }, { timeout: 15_000 });

test(
  "joins with an address, a name and a password, and says what is missing",
  { tags: ["long"] },
  async () => {
    const { main, user } = await open(noTeam);
    await user.click(await button("Join team"));
    expect(screen.getByText("Enter the address.")).toBeDefined();
    expect(main.called("team.join")).toEqual([]);
    await user.type(screen.getByLabelText(/^Address of the database/), "postgres://ana@db/desk");
    await user.type(screen.getByLabelText(/^Password/), "pw");
    await user.type(screen.getByLabelText(/^Name of this desk/), "Ana");
    await user.click(await button("Join team"));
    const settings = { url: "postgres://ana@db/desk", label: "Ana", authorities: null };
    expect(main.called("team.join")).toEqual([[{ ...settings, allowPlain: false }, "pw"]]);
    expect(screen.queryByText("For operators")).toBeNull();
  },
);

test("lets operators stop the team, and checks its rules before they are sent", async () => {
  const { main, user } = await open(JOINED);
  await user.click(await button("Stop team"));
  expect(main.called("team.setMode")).toEqual([["stopped"]]);
  expect(screen.getByText("Online as olga (reviewer, operator)")).toBeDefined();
  const text = await screen.findByLabelText(/^Rules, two-person filters/);
  expect(text).toHaveProperty("value", JSON.stringify(POLICY, null, 2));
  await user.clear(text);
  await user.click(await button("Save rules"));
  expect(screen.getByText(/^This isn’t valid:/)).toBeDefined();
  expect(main.called("team.setPolicy")).toEqual([]);
  await user.click(text);
  await user.paste('{"twoPeople": []}');
  await user.click(await button("Save rules"));
  expect(main.called("team.setPolicy")).toEqual([[{ rules: [], twoPeople: [], budgets: [] }, 3]]);
});

test("says why the team can't be reached, in Chinese", async () => {
  const failure = { kind: "team-login", detail: "password" } as const;
  await open({ ...JOINED, state: { kind: "offline", failure, sinceMs: 0 } }, "zh");
  expect(await button("离开团队")).toBeDefined();
  expect(screen.getAllByText(/团队的数据库不接受此登录名或密码/).length).toBeGreaterThan(0);
});
