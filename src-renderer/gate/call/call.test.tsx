// The gate of a tool call in the window: arguments as a form and as JSON, and what is run.
import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { JsonObject } from "#shared/json.ts";
import { ok } from "#shared/outcome.ts";
import { openWindow } from "../../testing/openWindow.tsx";
import { button, isOff, primary, says } from "../../testing/person.ts";
import { TestMain } from "../../testing/testMain.ts";

const SCHEMA: JsonObject = {
  type: "object",
  properties: { branch: { type: "string", minLength: 1 }, force: { type: "boolean" } },
  required: ["branch"],
};

/** Opens the gate of a call; decisions are noted and change nothing. */
async function open(args: JsonObject, schema: JsonObject = SCHEMA) {
  const ran: unknown[] = [];
  const main = new TestMain({
    answers: {
      "desk.decide": (_id, _base, decision) => {
        if ("document" in decision) ran.push(decision.document["arguments"]);
        return ok(null);
      },
    },
  });
  const { request } = main.ask(
    { name: "delete_branch", arguments: args, inputSchema: schema },
    { requestKind: "tool-call" },
  );
  return { ...(await openWindow(main, { requestId: request.id })), ran };
}
const field = (name: RegExp): HTMLInputElement => screen.getByLabelText(name);
const type = (name: RegExp, value: string): void =>
  void fireEvent.change(field(name), { target: { value } });

test("arguments are a form over the same JSON; faults disable the call", async () => {
  const { user, pass, passGuard, ran } = await open({ branch: "main" });
  await screen.findByLabelText(/branch/u);
  expect(field(/branch/u).value).toBe("main");
  type(/branch/u, "");
  expect(isOff(primary())).toBe(true);
  await pass(300);
  expect(says()).toContain("Required.");
  expect(isOff(primary())).toBe(true);
  type(/branch/u, "dev");
  fireEvent.click(button("Show as JSON"));
  fireEvent.click(button("Show as form"));
  expect(field(/branch/u).value).toBe("dev");
  await pass(300);
  await passGuard();
  await user.click(primary());
  expect(ran).toEqual([{ branch: "dev" }]);
});

test("a number that is shown rounded is named as it came", async () => {
  const main = new TestMain({});
  const { request } = main.ask(
    { name: "delete_branch", arguments: { id: 1.2345678901234567e19 } },
    {
      requestKind: "tool-call",
      rounded: [{ path: ["arguments", "id"], text: "12345678901234567890" }],
    },
  );
  await openWindow(main, { requestId: request.id });
  expect(await screen.findByText(/as it came.*: 12345678901234567890/)).toBeTruthy();
});

test("a form leaves nothing out and shows no value as another one", async () => {
  await open({ branch: 1, force: null, hidden: "x" } as JsonObject);
  await screen.findByLabelText(/branch/u);
  expect(field(/branch/u).value).toBe("1");
  expect(field(/force/u).value).toBe("null");
  expect(field(/hidden/u).value).toBe('"x"');
  expect(says()).toContain("as JSON");
  // It stays while it is typed into, and says what it holds.
  type(/branch/u, '"dev"');
  expect(field(/branch/u).value).toBe('"dev"');
});

test("text that is no JSON runs nothing, least of all the value before", async () => {
  const { pass, passGuard } = await open(
    { deep: [1] },
    { type: "object", properties: { deep: {} } },
  );
  await screen.findByLabelText(/deep/u);
  type(/deep/u, "[1, ");
  await pass(300);
  await passGuard();
  expect(says()).toContain("Not valid JSON yet.");
  expect(isOff(primary())).toBe(true);
});

test("objects and lists have fields of their own", { tags: ["long"] }, async () => {
  const { user, pass, passGuard, ran } = await open(
    { where: { city: "Ulm" }, tags: ["a"] },
    {
      type: "object",
      properties: {
        where: { type: "object", properties: { city: { type: "string" } } },
        tags: { type: "array", items: { type: "string", pattern: "^[a-z]$" } },
      },
    },
  );
  await screen.findByLabelText(/city/u);
  type(/city/u, "Bern");
  fireEvent.click(button("Add to tags"));
  type(/^tags, row 2/u, "B");
  await pass(300);
  expect(says()).toContain("Must match the pattern.");
  type(/^tags, row 2/u, "b");
  await pass(300);
  await passGuard();
  await user.click(primary());
  expect(ran).toEqual([{ where: { city: "Bern" }, tags: ["a", "b"] }]);
});

test("what is sent beside the arguments is shown, and searched for findings", async () => {
  const main = new TestMain({});
  const otherParams = { _meta: { fastmcp: { version: "1.0\u202e" } } };
  const { request } = main.ask(
    { name: "delete_branch", arguments: { branch: "main" }, otherParams, inputSchema: SCHEMA },
    { requestKind: "tool-call" },
  );
  await openWindow(main, { requestId: request.id });
  const sent = await screen.findByRole("region", { name: /^Also sent/ });
  expect(sent.textContent).toContain('"version": "1.0');
  expect(sent.textContent).not.toContain("\u202e");
  expect(screen.getAllByText(/^Sends more than its arguments/)).not.toEqual([]);
  expect(await screen.findByText(/otherParams/)).toBeTruthy();
});
