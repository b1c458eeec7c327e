// The gate of a tool call in the window: arguments as a form and as JSON, and what is run.
import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../src-shared/json.ts";
import { openWindow } from "../testing/openWindow.tsx";
import { button, isOff, primary } from "../testing/person.ts";
import { TestMain } from "../testing/testMain.ts";
import { formFields } from "../review/kinds/tool-call/ArgumentsForm.tsx";

const SCHEMA: JsonObject = {
  type: "object",
  properties: { branch: { type: "string", minLength: 1 }, force: { type: "boolean" } },
  required: ["branch"],
};

async function open(args: JsonObject) {
  const main = new TestMain({});
  const { sample } = main.ask(
    { name: "delete_branch", arguments: args, inputSchema: SCHEMA },
    { requestKind: "tool-call" },
  );
  await openWindow(main, { sampleId: sample.id });
}

test("plain arguments are a form over the same JSON; faults disable the call", async () => {
  await open({ branch: "main" });
  const field = await screen.findByLabelText(/branch/u);
  expect((field as HTMLInputElement).value).toBe("main");
  fireEvent.change(field, { target: { value: "" } });
  expect(isOff(primary())).toBe(true);
  fireEvent.change(field, { target: { value: "dev" } });
  expect((screen.getByLabelText(/branch/u) as HTMLInputElement).value).toBe("dev");
  fireEvent.click(button("Show as JSON"));
  expect(button("Show as form")).toBeTruthy();
});

test("a number that is shown rounded is named as it came", async () => {
  const main = new TestMain({});
  const { sample } = main.ask(
    { name: "delete_branch", arguments: { id: 1.2345678901234567e19 } },
    {
      requestKind: "tool-call",
      rounded: [{ path: ["arguments", "id"], text: "12345678901234567890" }],
    },
  );
  await openWindow(main, { sampleId: sample.id });
  expect(await screen.findByText(/as it came.*: 12345678901234567890/)).toBeTruthy();
});

test("no form is offered if it would leave something out", () => {
  const fields = (args: JsonObject, schema: JsonObject = SCHEMA): number | undefined =>
    formFields(schema, args)?.length;
  expect(fields({ branch: "main" })).toBe(2);
  expect(fields({ branch: "main", hidden: "x" })).toBeUndefined();
  expect(fields({ branch: 1 })).toBeUndefined();
  expect(fields({ branch: null })).toBeUndefined();
  const nested: Json = { type: "object", properties: { deep: { type: "object" } } };
  expect(fields({}, nested)).toBeUndefined();
  expect(formFields(undefined, {})).toBeNull();
});
