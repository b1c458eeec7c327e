// The gate of a tool call in the window: arguments as a form and as JSON, and what is run.
import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import type { Json, JsonObject } from "../../../../src-shared/json.ts";
import type { RequestDocument } from "../../../../src-shared/sampling/document/message.ts";
import type { Sample } from "../../../../src-shared/sampling/life/sample.ts";
import type { GateView } from "../../../state/view.ts";
import { openWindow } from "../../../testing/openWindow.tsx";
import { button, isOff, primary, question } from "../../../testing/person.ts";
import { TestMain } from "../../../testing/testMain.ts";
import type { Serious } from "../../findings/useSerious.ts";
import { formFields } from "./ArgumentsForm.tsx";

const shown = vi.hoisted(() => ({ gate: (): React.ReactNode => null }));
vi.mock("../../ReviewScreen.tsx", () => ({ ReviewScreen: () => shown.gate() }));

const FOUND = { findings: [], more: 0, all: { findings: [], more: 0 }, state: "done" } as const;
const NOTHING_SERIOUS: Serious = {
  ...{ count: 0, scanning: false, unseen: 0, isSeen: () => true },
  ...{ out: null, ticks: [], review: () => undefined },
};
const SCHEMA: JsonObject = {
  type: "object",
  properties: { branch: { type: "string", minLength: 1 }, force: { type: "boolean" } },
  required: ["branch"],
};

async function open(args: JsonObject) {
  const main = new TestMain({});
  const { sample } = main.ask(question("x"));
  const { ToolCallGate } = await import("./ToolCallGate.tsx");
  const asked = { name: "delete_branch", arguments: args, inputSchema: SCHEMA };
  function Gate({ of }: { of: Sample }) {
    const [view, setView] = useState<GateView>("blocks");
    const document = asked as unknown as RequestDocument;
    return (
      <ToolCallGate
        sample={{ ...of, requestKind: "tool-call", proposed: document }}
        asked={document}
        {...{ found: FOUND, serious: NOTHING_SERIOUS, view, onView: setView, narrow: false }}
        {...{ onJump: () => undefined, panelOpen: false, onPanel: () => undefined }}
      />
    );
  }
  shown.gate = () => <Gate of={sample} />;
  await openWindow(main);
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
