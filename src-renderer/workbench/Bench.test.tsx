// After a failed run the focus is on the first invalid field.
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { aServer } from "../testing/aServer.ts";
import { openWindow } from "../testing/openWindow.tsx";
import { TestMain } from "../testing/testMain.ts";

const inputSchema = {
  type: "object",
  properties: { first: { type: "string" }, city: { type: "string", minLength: 1 } },
  required: ["city"],
};

test("a run with an empty field calls nothing and focuses that field", async () => {
  const main = new TestMain({
    snapshot: { servers: [aServer({ tools: [{ name: "weather", inputSchema }] as never })] },
  });
  const { user, pass } = await openWindow(main, {
    screen: "workbench",
    item: { serverId: "s", kind: "tool", name: "weather" },
  });
  const run = screen.getByRole("button", { name: /^Run/ });
  await user.click(run);
  await pass(400);
  expect(document.activeElement).toBe(screen.getAllByRole("textbox").at(-1));
  await user.keyboard("{Control>}{Enter}{/Control}");
  await pass(400);
  expect(document.activeElement).toBe(screen.getAllByRole("textbox").at(-1));
  expect(main.calls.filter(({ channel }) => channel.startsWith("calls."))).toEqual([]);
});

test("a default that the schema forbids is left out, and the first press runs", async () => {
  const properties = { a: { type: "string", default: null }, n: { type: "integer", default: 2 } };
  const tools = [{ name: "t", inputSchema: { type: "object", properties } }];
  const main = new TestMain({ snapshot: { servers: [aServer({ tools: tools as never })] } });
  const { user, pass } = await openWindow(main, {
    screen: "workbench",
    item: { serverId: "s", kind: "tool", name: "t" },
  });
  await user.click(screen.getByRole("button", { name: /^Run/ }));
  await pass(400);
  const started = main.calls.filter(({ channel }) => channel === "calls.start");
  expect(started.map(({ args }) => args)).toEqual([["s", "tool", "t", { n: 2 }]]);
  await pass(400);
  expect(document.body.textContent).toContain("The default doesn’t fit and is left out.");
});
