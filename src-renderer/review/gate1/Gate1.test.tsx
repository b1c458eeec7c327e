// Gate 1 on screen: what is decided there, and what is off meanwhile.
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { openWindow } from "../../testing/openWindow.tsx";
import { TestMain, text } from "../../testing/testMain.ts";

const question = (words: string) => ({ messages: [text("user", words)], maxTokens: 100 });
const approve = () => screen.getByTestId("primary");

test("approves what stands there, once it stood there for half a second", async () => {
  const main = new TestMain();
  const { sample } = main.ask(question("Capital of France?"));
  const { user, arm } = await openWindow(main);
  expect(approve()).toHaveProperty("disabled", true);
  await arm();
  await user.click(approve());
  const model = { providerId: "p", modelId: "m" };
  expect(main.called("desk.decide")).toEqual([
    [
      sample.id,
      { revision: expect.any(Number), hash: sample.askedHash },
      { kind: "approve-request", document: sample.proposed, model, options: {} },
    ],
  ]);
  expect(main.generator.asked).toHaveLength(1);
});

test("while rejecting is meant approving is off; Escape keeps the request", async () => {
  const main = new TestMain();
  main.ask(question("Still there?"));
  const { user, arm } = await openWindow(main);
  await arm();
  await user.click(screen.getByRole("button", { name: "Reject…" }));
  await arm();
  expect(approve()).toHaveProperty("disabled", true);
  await user.keyboard("{Escape}");
  expect(screen.getByRole("button", { name: "Reject…" })).toBeDefined();
  expect(main.called("desk.decide")).toEqual([]);
});

test("speaks Chinese where the person does", async () => {
  const main = new TestMain({ language: "zh" });
  main.ask(question("Capital of France?"));
  await openWindow(main);
  expect(approve().textContent).toContain("批准");
});
