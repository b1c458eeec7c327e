// The form of a server: faults at their fields and rows, stored secrets, a pasted command line.
import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { Tooltip } from "radix-ui";
import { expect, test, vi } from "vitest";
import { aServer } from "../../testing/aServer.ts";
import { draftOf } from "./serverDraft.ts";
import { ServerForm } from "./ServerForm.tsx";

test("reports each fault at its field or row until something is edited, and keeps stored secrets", async () => {
  const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
  const env = [
    { name: "A", secret: false as const, value: "1" },
    { name: "TOKEN", secret: true as const, present: true },
  ];
  const start = draftOf(
    aServer({ endpoint: { kind: "stdio", command: "node", args: [], cwd: null, env } }),
  );
  const onSave = vi.fn(async () => null);
  render(
    <ServerForm
      start={start}
      secretStorage="encrypted"
      onSave={onSave}
      onClose={() => undefined}
    />,
    { wrapper: Tooltip.Provider },
  );
  const nameOf = (row: number) => screen.getByLabelText(`Environment, name ${row}`);
  await user.click(screen.getByRole("button", { name: "Add a variable" }));
  await user.type(nameOf(3), "A");
  await user.clear(screen.getByLabelText("Command"));
  await user.type(screen.getByLabelText("Command"), "{Enter}");
  expect(screen.getByText("Enter the program to start.")).toBeDefined();
  expect(screen.getByRole("alert").textContent).toBe("This name is already used.");
  expect(onSave).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Remove line 1" }));
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.queryByText("Enter the program to start.")).toBeNull();
  await user.type(screen.getByLabelText("Command"), "npx -y x");
  await user.click(screen.getByRole("button", { name: "Split into program and arguments" }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  const named = [
    { name: "TOKEN", secret: true, value: null },
    { name: "A", secret: false, value: "" },
  ];
  expect(onSave.mock.calls).toMatchObject([
    [{ endpoint: { command: "npx", args: ["-y", "x"], env: named } }],
  ]);
});
