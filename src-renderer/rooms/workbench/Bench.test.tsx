// After a failed run the focus is on the first invalid field.
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { RunView } from "#shared/servers/server.ts";
import { aServer } from "../../testing/aServer.ts";
import { openWindow } from "../../testing/openWindow.tsx";
import { TestMain } from "../../testing/testMain.ts";

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
  const properties = { a: { type: "string", default: 7 }, n: { type: "integer", default: 2 } };
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

const call = (more: Partial<RunView>): RunView => ({
  id: "r",
  serverId: "s",
  kind: "tool",
  name: "t",
  arguments: {},
  startedAtMs: 0,
  endedAtMs: 10,
  state: "done",
  lines: [],
  requestIds: [],
  ...more,
});

async function openRun(run: RunView, outputSchema?: object) {
  const tools = [{ name: "t", inputSchema: { type: "object" }, outputSchema }];
  const servers = [aServer({ tools: tools as never })];
  const main = new TestMain({ snapshot: { servers, runs: [run] } });
  const { pass } = await openWindow(main, {
    screen: "workbench",
    item: { serverId: "s", kind: "tool", name: "t" },
  });
  await pass(400);
  await pass(400);
  return document.body.textContent ?? "";
}

const VALUE = {
  type: "object",
  properties: { value: { type: "integer" } },
  required: ["value"],
};

test.each<[string, object, string | null]>([
  ["a wrong type", { content: [], structuredContent: { value: "7" } }, "#/valueMust be of type"],
  ["a missing field", { content: [], structuredContent: {} }, "#/value"],
  ["no structured content", { content: [] }, ""],
  ["structured content that is a list", { content: [], structuredContent: [7] }, ""],
  ["nothing", { content: [], structuredContent: { value: 7 } }, null],
  ["nothing: the tool failed", { content: [], isError: true }, null],
])("a result is compared with the tool's output schema: %s", async (_name, result, warned) => {
  const text = await openRun(call({ result: result as never }), VALUE);
  expect(text.includes("Doesn’t match the output schema")).toBe(warned !== null);
  expect(text.replaceAll(/\s/g, "")).toContain((warned ?? "").replaceAll(/\s/g, ""));
});

test("an error is told in words, with its data as sent", async () => {
  const failure = { kind: "run-error", code: -32_000, message: "The door is shut" } as const;
  const text = await openRun(
    call({ state: "failed", failure: { ...failure, data: { why: "quota" } } }),
  );
  expect(text).toContain("The server returned error -32000.");
  expect(text).toContain("The door is shut");
  expect(text).toContain('"why": "quota"');
  expect(text).not.toContain("failures.");
});
