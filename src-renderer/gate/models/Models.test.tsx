// The models for a request on screen: in ranked order, each with its reason; searched; limited to what the user allows.
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { testModel, testModels, testProvider } from "#shared/models/testing.ts";
import type { ProgramView } from "#shared/programs/program.ts";
import { ANY_MODEL } from "#shared/servers/policy/modelPolicy.ts";
import { openWindow } from "../../testing/openWindow.tsx";
import { decide, primary, question, says } from "../../testing/person.ts";
import { TestMain } from "../../testing/testMain.ts";

const list = () => screen.getByRole("listbox", { name: "Model" });
const options = () => within(list()).getAllByRole("option");
const option = (name: string): HTMLElement => {
  const found = options().find(({ textContent }) => textContent?.includes(name));
  if (found === undefined) throw new Error(`no model ${name}`);
  return found;
};
const isChosen = (one: HTMLElement | undefined): boolean =>
  one?.getAttribute("aria-selected") === "true";
const wanting = (hints: string[], more = {}) =>
  question("Which one answers?", {
    modelPreferences: { hints: hints.map((name) => ({ name })), ...more },
  });
const some = testModels([
  testProvider([
    testModel("alpha-1"),
    testModel("qwen3:32b"),
    testModel("claude-haiku-4-5"),
    testModel("gemini-2.5-pro"),
    testModel("text-embedding-3-small"),
  ]),
]);

test("hints come first, equivalents next, unusable models last; each has its reason", async () => {
  const main = new TestMain({ snapshot: { models: some } });
  main.ask(wanting(["HAIKU", "claude-3-sonnet"], { costPriority: 0.5 }));
  const opened = await openWindow(main);
  const { user } = opened;
  // M focuses the list, and the arrows choose.
  await opened.passGuard();
  await user.keyboard("m");
  await opened.pass(50);
  expect(document.activeElement).toBe(list());
  expect(options()[0]?.textContent).toContain("claude-haiku-4-5");
  expect(options()[0]?.textContent).toContain("Matches hint 1");
  expect(isChosen(options()[0])).toBe(true);
  expect(option("gemini-2.5-pro").textContent).toContain("Closest to hint 2: same tier");
  expect(option("embedding").textContent).toContain("Not a chat model");
  await user.keyboard("{ArrowDown}");
  expect(isChosen(option("gemini-2.5-pro"))).toBe(true);
  await decide(opened, primary);
  expect(main.generator.asked.map(({ model }) => model.modelId)).toEqual(["gemini-2.5-pro"]);
});

test(
  "hints, priorities and the reason of the first rank are told; the preferences are a field like any other",
  { tags: ["long"] },
  async () => {
    const main = new TestMain({ snapshot: { models: some } });
    const hints = [{ name: "haiku" }, { vendor: "v" }];
    const modelPreferences = {
      hints,
      costPriority: 7,
      speedPriority: 0.2,
      intelligencePriority: 0,
    };
    main.ask(question("Which one answers?", { modelPreferences }));
    const opened = await openWindow(main, { openRows: ["model", "settings"] });
    await opened.passGuard();
    expect(says()).toContain("speed 0.2 · cost 7 · intelligence 0");
    expect(says()).toContain("Requested1 haiku");
    expect(says()).toContain("Matches hint 1");
    // Also what no other line shows, whole.
    expect(says()).toContain(JSON.stringify(modelPreferences));
    await opened.user.click(screen.getAllByRole("button", { name: /Set to 1/ })[0] as HTMLElement);
    await decide(opened, primary);
    expect(main.generator.asked[0]?.document.modelPreferences).toEqual({
      ...modelPreferences,
      costPriority: 1,
    });
  },
);

test("only models that hold for a program's server as well can be chosen", async () => {
  const models = { ...ANY_MODEL, within: ["*/gemini-*"] };
  const program = { id: "p1", effective: { control: "review", models } } as unknown as ProgramView;
  const main = new TestMain({ snapshot: { models: some, programs: [program] } });
  const { requester } = main.server.request(null);
  main.ask(wanting(["haiku"]), { requester: { ...requester, serverId: "p1" } });
  const opened = await openWindow(main);
  await opened.passGuard();
  await decide(opened, primary);
  expect(main.generator.asked.map(({ model }) => model.modelId)).toEqual(["gemini-2.5-pro"]);
});

test(
  "a thousand models can be searched, and only those in view are rendered",
  { tags: ["long"] },
  async () => {
    const many = Array.from({ length: 1000 }, (_one, index) => testModel(`vendor/model-${index}`));
    const models = testModels([testProvider([...many, testModel("needle-7b")])]);
    const main = new TestMain({ snapshot: { models } });
    main.ask(question("Where is it?"));
    const { user, pass } = await openWindow(main, { openRows: ["model"] });
    expect(says()).toMatch(/1,001 of 1,001/);
    expect(options().length).toBeLessThan(60);
    await user.type(screen.getByRole("textbox", { name: "Find a model" }), "needle");
    expect(options()).toHaveLength(1);
    await user.keyboard("{Enter}");
    expect(isChosen(options()[0])).toBe(true);
    await pass(500);
    expect(says()).toContain("needle-7b at Provider");
  },
);
